"""How the towers' noise was over time: a span for as long as it stays the same. Judges nothing."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from dicehost.link.tower import State, Tower
from dicehost.link.towers import Towers
from dicehost.storage import open_book

log = logging.getLogger(__name__)

BEAT = 60.0
"""Seconds after which a span that goes on is written again: what a crash can lose of it."""
MOST = 500
"""Spans told at once, the newest."""
_TABLES = """
CREATE TABLE IF NOT EXISTS health (
    id INTEGER PRIMARY KEY, tower TEXT, source TEXT, state TEXT, trips INTEGER, since TEXT,
    until TEXT
);
"""


class Span(Struct, frozen=True):
    """A tower's noise from ``since`` to ``until``: ok, warm or trip, and tests failed so far."""

    tower: str
    source: str
    state: str
    trips: int
    since: str
    until: str


class Health:
    """The open book of spans. A gap between two: no tower was connected, or no host ran."""

    def __init__(self, path: Path) -> None:
        self._book, self.set_aside = open_book(path, _TABLES)
        self._book.execute("PRAGMA journal_mode=WAL")
        self._book.execute("PRAGMA synchronous=NORMAL")
        self._closed = False
        self._failed = ""
        self._open: dict[Tower, tuple[int, tuple[str, str, str, int]]] = {}

    async def follow(self, towers: Towers) -> None:
        """Write down how every tower is, until cancelled."""
        towers.watch(self.note)
        while True:
            self.note_all(towers)
            await asyncio.sleep(BEAT)

    def note_all(self, towers: Towers) -> None:
        """Write down how every tower is now."""
        for tower in towers.all:
            self.note(tower)

    def note(self, tower: Tower) -> None:
        """Write down how a tower is now: one span goes on, or another begins."""
        if self._closed:
            return  # the tower may outlive the house
        try:
            self._write(tower)
        except sqlite3.Error as error:
            # A full disk costs a gap in this record, never the tower; the next beat tries again.
            if str(error) != self._failed:
                log.error("the tower's noise is not recorded: %s", error)
            self._failed = str(error)
            self._open.pop(tower, None)
        else:
            self._failed = ""

    def _write(self, tower: Tower) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        hello, is_now = tower.hello, None
        if tower.state is State.READY and hello is not None and tower.health:
            is_now = (hello.id, hello.source, tower.health, tower.trips)
        with self._book:
            going_on = self._open.get(tower)
            if going_on is not None:
                row = (now, going_on[0])
                self._book.execute("UPDATE health SET until = ? WHERE id = ?", row)
            if is_now is None:
                self._open.pop(tower, None)
            elif going_on is None or going_on[1] != is_now:
                done = self._book.execute(
                    "INSERT INTO health (tower, source, state, trips, since, until)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (*is_now, now, now),
                )
                self._open[tower] = (int(done.lastrowid or 0), is_now)

    def spans(self, tower: str = "") -> list[Span]:
        """The newest spans of every tower or of one, oldest first."""
        rows = self._book.execute(
            "SELECT tower, source, state, trips, since, until FROM health"
            " WHERE ? IN ('', tower) ORDER BY id DESC LIMIT ?",
            (tower, MOST),
        ).fetchall()
        return [Span(*row) for row in reversed(rows)]

    def close(self) -> None:
        """Close the file."""
        self._closed = True
        self._book.close()
