"""How far each match was written: the number and hash of its last line, in a file of its own.

The journal alone cannot know that its tail is gone: SQLite drops what follows a bad byte in its
log without a word, and a bad key hides every row behind it. This file says what must be there.

One record a line, the last one of a match counts, and each carries a checksum. A record is written
after its line is on disk, so it never promises a line that a power cut could have kept from being
written. It is synced a moment later, beside the play: waiting for it would double what a roll waits
for the disk. A power cut can therefore leave a head some lines short, never one line too far.
"""

from __future__ import annotations

import logging
import os
import threading
import zlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from msgspec import Struct

from dicehost.storage import keep_private, write_whole

log = logging.getLogger(__name__)

SYNC_AFTER = 0.25
"""Seconds after which a head is synced, with all that were written in the meantime."""
WORTH_PACKING = 4096
"""Records that the file may have beyond one for each match before it is packed."""


class Head(Struct, frozen=True):
    """The last line that a match is known to have had; line 0 if it was taken off the list."""

    match: str
    seq: int
    hash: str
    at: str
    over: bool = False


_HEADS = msgspec.json.Decoder(Head)


class Heads:
    """The open file. Heads are put in one thread and may be read in any."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._heads: dict[str, Head] = {}
        self.damaged = 0
        """Records that could not be read when the file was opened."""
        keep_private(path)
        text = path.read_bytes()
        for record in filter(None, text.split(b"\n")):
            self._read(record)
        if self.damaged:
            log.warning("%s: %d records cannot be read and do not count", path, self.damaged)
        self._spare = text.count(b"\n") - len(self._heads)
        self._file = path.open("ab", buffering=0)
        # A record that was cut off ends in its own line, so that it takes no other one along.
        self._torn = not text.endswith(b"\n") and bool(text)
        self._closing = threading.Event()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="heads")
        self._sync_due = False

    def _read(self, record: bytes) -> None:
        checksum, _, said = record.partition(b" ")
        try:
            if checksum != _checksum(said):
                raise ValueError(checksum)
            head = _HEADS.decode(said)
        except ValueError:  # msgspec's errors are ValueErrors too
            self.damaged += 1
            return
        self._heads[head.match] = head

    def get(self, match: str) -> Head | None:
        """How far a match was written, if that is known."""
        head = self._heads.get(match)
        return head if head is not None and head.seq else None

    def all(self) -> list[Head]:
        """Every head of a match that is on the list."""
        return [head for head in list(self._heads.values()) if head.seq]

    def put(self, heads: Iterable[Head]) -> None:
        """Note how far matches are written now. A full disk is no reason to refuse the line."""
        changed = [head for head in heads if self._heads.get(head.match) != head]
        known = len(self._heads)
        self._heads.update((head.match, head) for head in changed)
        self._spare += len(changed) - (len(self._heads) - known)
        text = b"\n" * self._torn + b"".join(map(_record, changed))
        try:
            self._torn = self._file.write(text) != len(text)
        except OSError as error:
            log.error("%s cannot be written: %s", self._path, error)
            return
        if not self._sync_due:
            self._sync_due = True
            self._thread.submit(self._sync_soon)

    def _sync_soon(self) -> None:
        self._closing.wait(SYNC_AFTER)
        self._sync_due = False
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            log.error("%s cannot be synced: %s", self._path, error)

    def pack(self) -> None:
        """Write one record a match if there are many more. Only for who has the folder alone."""
        if self._spare < WORTH_PACKING:
            return
        write_whole(self._path, b"".join(map(_record, self._heads.values())))
        self._file.close()
        self._file = self._path.open("ab", buffering=0)
        self._spare = 0

    def close(self) -> None:
        """Sync what is left and close the file."""
        self._closing.set()
        self._thread.shutdown()
        self._file.close()


def _record(head: Head) -> bytes:
    said = msgspec.json.encode(head)
    return _checksum(said) + b" " + said + b"\n"


def _checksum(said: bytes) -> bytes:
    return b"%08x" % zlib.crc32(said)
