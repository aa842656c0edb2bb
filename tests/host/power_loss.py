"""Power cuts: which files a disk may be left with that had not synced all it was given.

What was synced is there. Of the writes since, each may be there, be missing, or be there in parts
of a sector: a disk writes them in any order, and stops anywhere.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from dicehost.journal.events import Moved
from dicehost.journal.store import Journal
from dicerules.core import Move

from tests.host.watched_disk import Call, watched_disk

SECTOR = 512
LINES = 25
FILE = "journal.sqlite"
PAGES_BEFORE_CHECKPOINT = 6
"""Few, so that the database itself is written in the middle of play as well."""


class Evening:
    """A match that was written line by line: every call, and after which call each line stood."""

    def __init__(self, folder: Path, synchronous: str | None = None) -> None:
        self.calls: list[Call]
        self.written: list[int] = []
        self.bodies: list[str] = []
        with watched_disk() as disk:
            self.calls = disk.calls
            asyncio.run(self._play(folder, synchronous))
        self.heads = (folder / "journal.heads").read_bytes()

    async def _play(self, folder: Path, synchronous: str | None) -> None:
        journal = Journal(folder / FILE)
        journal._writer.execute(f"PRAGMA wal_autocheckpoint={PAGES_BEFORE_CHECKPOINT}")
        if synchronous is not None:
            journal._writer.execute(f"PRAGMA synchronous={synchronous}")
        for seq in range(1, LINES + 1):
            move = Moved(Move(seq % 3, {"text": "x" * (seq * 37 % 900)}), f"c{seq}")
            self.bodies.append((await journal.append("aa", seq, move)).body)
            self.written.append(len(self.calls))
        journal.close()


def cut(evening: Evening, after: int, folder: Path, chance: random.Random) -> int:
    """Leave a folder as a cut after that many calls may; return how many lines had been written."""
    files: dict[str, bytearray] = {}
    unsynced: dict[str, list[Call]] = {}
    for call in evening.calls[:after]:
        if call.did != "sync":
            unsynced.setdefault(call.file, []).append(call)
            continue
        for one in unsynced.pop(call.file, []):
            _apply(files.setdefault(call.file, bytearray()), one)
    for name, calls in unsynced.items():
        for call in calls:
            for part in _what_stays(call, chance):
                _apply(files.setdefault(name, bytearray()), part)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    stood = sum(at <= after for at in evening.written)
    # A head is written after its line and synced a moment later: any part of them may be there.
    records = evening.heads.splitlines(keepends=True)[:stood]
    heads = b"".join(records[: chance.randint(0, len(records))])
    (folder / "journal.heads").write_bytes(heads)
    return stood


def _what_stays(call: Call, chance: random.Random) -> list[Call]:
    fate = chance.choice(("all", "nothing", "parts"))
    if fate == "all" or (fate == "parts" and call.did == "truncate"):
        return [call]
    if fate == "nothing":
        return []
    sectors = range(0, len(call.data), SECTOR)
    return [
        Call(call.file, "write", call.at + at, call.data[at : at + SECTOR])
        for at in sectors
        if chance.random() < 0.5
    ]


def _apply(content: bytearray, call: Call) -> None:
    if call.did == "truncate":
        del content[call.at :]
        return
    end = call.at + len(call.data)
    content.extend(bytes(max(0, end - len(content))))
    content[call.at : end] = call.data


def check(evening: Evening, after: int, folder: Path, chance: random.Random) -> None:
    """Cut, start again: every line that stood is there, at most the next one besides."""
    folder.mkdir()
    stood = cut(evening, after, folder, chance)
    journal = Journal(folder / FILE)
    try:
        left = [entry.body for entry in journal.lines("aa")] if journal.matches() else []
    finally:
        journal.close()
    assert journal.moved_aside is None, f"after call {after} the file counts as damaged"
    assert left == evening.bodies[: len(left)], f"after call {after} a line is another one"
    assert len(left) in (stood, stood + 1), f"after call {after}: {stood} lines stood, {len(left)}"
