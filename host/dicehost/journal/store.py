"""The journal: an append-only list of events, on disk before anything else happens.

It is one SQLite file in WAL mode with ``synchronous=FULL``: once ``append`` returns, the line
survives a power cut. The primary key (match, seq) is the lock: two writers cannot both write line
17. Each line carries the hash of the line before it, so a changed line is found. Knows no rules.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from dicerules.core import encode

from dicehost.errors import JournalError
from dicehost.journal.entry import FIRST, Entry, chained
from dicehost.journal.events import JournalEvent, Opened, read_opened
from dicehost.journal.file import open_writer


class Journal:
    """The open journal. Appends run one after another in a thread of their own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer, self.moved_aside = open_writer(path)
        # A second connection for reading sees only what is on disk already.
        self._reader = sqlite3.connect(path, check_same_thread=False)
        self._hashes: dict[str, tuple[int, str]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")

    async def append(self, match: str, seq: int, event: JournalEvent) -> Entry:
        """Write line ``seq`` and sync it.

        Refused if the line is written already, or if the event is a second outcome of one roll.
        """
        loop = asyncio.get_running_loop()
        kind, body = event.kind, encode(event).decode()
        return await loop.run_in_executor(self._thread, self._append, match, seq, kind, body)

    def _append(self, match: str, seq: int, kind: str, body: str) -> Entry:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        last, prev = self._last(match)
        if seq != last + 1:
            raise JournalError("journal.taken", match=match, expected=last + 1, got=seq)
        entry = Entry(match, seq, at, kind, body, chained(prev, match, seq, at, kind, body))
        try:
            with self._writer:
                self._writer.execute(
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
        """Write the lines of whole matches from another journal, all of them or none."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self.adopt_now, entries)

    def adopt_now(self, entries: Sequence[Entry]) -> None:
        """Do what ``adopt`` does where there is no event loop."""
        try:
            with self._writer:
                self._writer.executemany(
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
            row = self._writer.execute(
                "SELECT seq, hash FROM journal WHERE match = ? ORDER BY seq DESC LIMIT 1", (match,)
            ).fetchone()
            self._hashes[match] = row or (0, FIRST)
        return self._hashes[match]

    async def read(self, match: str) -> list[Entry]:
        """Read all lines of a match and check the chain of hashes."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self.lines, match)

    def lines(self, match: str) -> list[Entry]:
        """Do what ``read`` does where there is no event loop."""
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
        """Whether a match is over."""
        row = self._reader.execute(
            "SELECT 1 FROM journal WHERE match = ? AND kind = 'closed'", (match,)
        ).fetchone()
        return row is not None

    def lengths(self) -> dict[str, int]:
        """How many lines every match has."""
        rows = self._reader.execute("SELECT match, max(seq) FROM journal GROUP BY match")
        return dict(rows.fetchall())

    def opening(self, match: str) -> Opened:
        """What the first line of a match says."""
        row = self._reader.execute(
            "SELECT match, seq, at, kind, body, hash FROM journal WHERE match = ? AND seq = 1",
            (match,),
        ).fetchone()
        if row is None:
            raise JournalError("journal.unknown", match=match)
        return read_opened(Entry(*row))

    def close(self) -> None:
        """Finish what is being written, then close the file."""
        self._thread.shutdown()
        self._reader.close()
        self._writer.close()
