"""The journal: an append-only book of events, on disk before anything else happens. Knows no rules.

One SQLite file in WAL mode with ``synchronous=FULL``: when ``append`` returns, the line survives a
power cut. The primary key (match, seq) is the lock: two writers cannot both write line 17. Each
line carries the hash of the one before it, so a changed line is found.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from dicehost.errors import JournalError

log = logging.getLogger(__name__)

FIRST = "0" * 64
"""What stands before the first line of a match."""
_TABLES = """
CREATE TABLE IF NOT EXISTS journal (
    match TEXT NOT NULL,
    seq   INTEGER NOT NULL,
    at    TEXT NOT NULL,
    kind  TEXT NOT NULL,
    body  TEXT NOT NULL,
    hash  TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS one_outcome_a_roll
    ON journal (json_extract(body, '$.id')) WHERE kind = 'rolled';
"""


class Entry(Struct, frozen=True):
    """One line of the journal. ``body`` is JSON text."""

    match: str
    seq: int
    at: str
    kind: str
    body: str
    hash: str


class Journal:
    """The open journal. Appends run one after another in a thread of their own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.moved_aside: Path | None = None
        self._book = self._open()
        # Readers have a connection of their own: they see nothing that is not yet on disk.
        self._reader = sqlite3.connect(path, check_same_thread=False)
        self._hashes: dict[str, tuple[int, str]] = {}
        self._hand = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")

    def _open(self) -> sqlite3.Connection:
        try:
            return _connect(self.path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise JournalError(
                    "journal.unopened", file=str(self.path), why=str(error)
                ) from None
            self.moved_aside = _move_aside(self.path)
            log.error("journal damaged (%s); moved aside to %s", error, self.moved_aside)
            return _connect(self.path)

    async def append(self, match: str, seq: int, kind: str, body: bytes) -> Entry:
        """Write line ``seq`` and sync it. Refused if it is taken, or its roll has an outcome."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._hand, self._append, match, seq, kind, body.decode())

    def _append(self, match: str, seq: int, kind: str, body: str) -> Entry:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        last, prev = self._last(match)
        if seq != last + 1:
            raise JournalError("journal.taken", match=match, expected=last + 1, got=seq)
        entry = Entry(match, seq, at, kind, body, chained(prev, match, seq, at, kind, body))
        try:
            with self._book:
                self._book.execute(
                    "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)",
                    (match, seq, at, kind, body, entry.hash),
                )
        except sqlite3.IntegrityError:
            self._hashes.pop(match, None)
            raise JournalError("journal.taken", match=match, expected=seq + 1, got=seq) from None
        except sqlite3.Error as error:
            raise JournalError("journal.unwritten", file=str(self.path), why=str(error)) from None
        self._hashes[match] = (seq, entry.hash)
        return entry

    async def adopt(self, entries: Sequence[Entry]) -> None:
        """Take whole matches of another journal in, all of them or none."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._hand, self.adopt_now, entries)

    def adopt_now(self, entries: Sequence[Entry]) -> None:
        """Take matches in as ``adopt`` does, where there is no event loop."""
        try:
            with self._book:
                self._book.executemany(
                    "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)",
                    [(e.match, e.seq, e.at, e.kind, e.body, e.hash) for e in entries],
                )
        except sqlite3.Error as error:
            raise JournalError("journal.unwritten", file=str(self.path), why=str(error)) from None
        finally:
            for entry in entries:
                self._hashes.pop(entry.match, None)

    def _last(self, match: str) -> tuple[int, str]:
        if match not in self._hashes:
            row = self._book.execute(
                "SELECT seq, hash FROM journal WHERE match = ? ORDER BY seq DESC LIMIT 1", (match,)
            ).fetchone()
            self._hashes[match] = row or (0, FIRST)
        return self._hashes[match]

    async def read(self, match: str) -> list[Entry]:
        """Read a match from its first line, checking the chain of hashes."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._hand, self.lines, match)

    def lines(self, match: str) -> list[Entry]:
        """Read a match as ``read`` does, where there is no event loop."""
        rows = self._reader.execute(
            "SELECT match, seq, at, kind, body, hash FROM journal WHERE match = ? ORDER BY seq",
            (match,),
        )
        entries, prev = [], FIRST
        for number, row in enumerate(rows, 1):
            entry = Entry(*row)
            want = chained(prev, match, number, entry.at, entry.kind, entry.body)
            if entry.seq != number or entry.hash != want:
                raise JournalError("journal.chain", match=match, line=number)
            entries.append(entry)
            prev = entry.hash
        if not entries:
            raise JournalError("journal.unknown", match=match)
        return entries

    def matches(self) -> list[tuple[str, str, bool]]:
        """Every match with the time of its last line and whether it is over, newest first."""
        rows = self._reader.execute(
            "SELECT match, max(at), max(kind = 'closed') FROM journal"
            " GROUP BY match ORDER BY 2 DESC, 1"
        )
        return [(match, at, bool(over)) for match, at, over in rows]

    def is_over(self, match: str) -> bool:
        """Whether a match has come to its end."""
        row = self._reader.execute(
            "SELECT 1 FROM journal WHERE match = ? AND kind = 'closed'", (match,)
        ).fetchone()
        return row is not None

    def lengths(self) -> dict[str, int]:
        """How many lines every match has."""
        rows = self._reader.execute("SELECT match, max(seq) FROM journal GROUP BY match")
        return dict(rows.fetchall())

    def opening(self, match: str) -> dict[str, Any]:
        """What the first line of a match says."""
        row = self._reader.execute(
            "SELECT body FROM journal WHERE match = ? AND seq = 1", (match,)
        ).fetchone()
        if row is None:
            raise JournalError("journal.unknown", match=match)
        opened: dict[str, Any] = json.loads(row[0])
        return opened

    def close(self) -> None:
        """Finish what is being written, then close the file."""
        self._hand.shutdown()
        self._reader.close()
        self._book.close()


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    book = sqlite3.connect(path, check_same_thread=False)
    try:
        book.execute("PRAGMA journal_mode=WAL")
        book.execute("PRAGMA synchronous=FULL")
        (health,) = book.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise sqlite3.DatabaseError(health)
        book.executescript(_TABLES)
    except BaseException:
        book.close()
        raise
    return book


def _move_aside(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    path.rename(aside)
    for tail in ("-wal", "-shm"):
        beside = path.with_name(path.name + tail)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + tail))
    return aside


def chained(prev: str, match: str, seq: int, at: str, kind: str, body: str) -> str:
    """The hash of a line: of all it says, and of the hash of the line before."""
    return hashlib.sha256("\n".join((prev, match, str(seq), at, kind, body)).encode()).hexdigest()
