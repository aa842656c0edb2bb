"""The whole room in one value: every table, every tower, every tournament, the notice for all.

Only what everybody at a table sees is in it. What was rolled is told once its show is over, as on
the table's own screens. Matches that other hosts of a venue play come from the journal.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from dicerules.core import Over, Roll, encode
from dicerules.views import TABLE
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.house.house import House
from dicehost.house.opening import find_game
from dicehost.house.resume import resume
from dicehost.house.table import Table
from dicehost.house.towers_told import TowerInRoom, tell_tower
from dicehost.journal.entry import Entry, is_match
from dicehost.journal.heads import Head
from dicehost.match.record import Match
from dicehost.match.show import show_times
from dicehost.outside.stream import ALIVE, ALIVE_EVERY
from dicehost.outside.tournament_told import TournamentTold, tell
from dicehost.tournament.state import Record

log = logging.getLogger(__name__)

OPEN_SHOWN = timedelta(hours=12)
"""How long after its last line a match that is not over stays in the room."""
OVER_SHOWN = timedelta(minutes=20)
"""How long a match that is over stays."""
LOOK_EVERY = 5.0
"""Seconds between two looks for matches that nobody tells of, such as those that are read in."""
AT_MOST_EVERY = 0.25
"""Seconds between two pictures of the room for one screen."""

TableState = Literal["choice", "roll", "paused", "stopped", "over"]
STOPPED: TableState = "stopped"


class SeatInRoom(Struct, frozen=True):
    """Somebody at a table; ``score`` is the game's own."""

    name: str
    colour: str
    score: int
    bot: bool
    won: bool


class TableInRoom(Struct, frozen=True):
    """A table: who plays what, who is waited for (``acting``), and the id of its tower.

    ``host`` is the name of the host of a venue that plays it; empty at the host that is asked.
    """

    match: str
    line: int
    game: str
    title: str
    state: TableState
    seats: tuple[SeatInRoom, ...]
    acting: tuple[int, ...]
    tower: str
    host: str = ""


class RoomShown(Struct, frozen=True):
    """Everything that the room's page draws."""

    tables: tuple[TableInRoom, ...]
    towers: tuple[TowerInRoom, ...]
    tournaments: tuple[TournamentTold, ...]
    notice: str


class Followed(NamedTuple):
    """A match of another host as far as it was read, and its last line."""

    match: Match
    last: Entry


class Room:
    """The room of a house. It begins to look when somebody first watches it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tables: dict[str, TableInRoom] = {}
        self._lines: dict[str, int] = {}
        self._followed: dict[str, Followed] = {}
        self._told: dict[str, tuple[Record, TournamentTold]] = {}
        self._here: set[str] = set()
        self._watched, self._overtaken = asyncio.Event(), asyncio.Event()
        self._watching = 0
        self._changed = asyncio.Event()
        self._begun = False
        house.overtaken = lambda _: self._overtaken.set()

    async def run(self) -> None:
        """Look for what other hosts play, for as long as somebody watches."""
        while True:
            await self._watched.wait()
            self._overtaken.clear()
            await self._look()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._overtaken.wait()

    async def pictures(self) -> AsyncIterator[bytes]:
        """The room as it is, then whenever it has changed, as server-sent events, for ever."""
        self._begin()
        self._watching += 1
        self._watched.set()
        try:
            await self._house.tournaments.read.wait()
            await self._look()
            last = b""
            while True:
                changed, now = self._changed, encode(self.shown())
                if now != last:
                    yield b"event: room\ndata: " + now + b"\n\n"
                    last = now
                    await asyncio.sleep(AT_MOST_EVERY)
                try:
                    async with asyncio.timeout(ALIVE_EVERY):
                        await changed.wait()
                except TimeoutError:
                    yield ALIVE
        finally:
            self._watching -= 1
            if not self._watching:
                self._watched.clear()

    def shown(self) -> RoomShown:
        """The room as it is."""
        house = self._house
        tables = [self._tables[head.match] for head in self._heads() if head.match in self._tables]
        elsewhere = house.venue.towers if house.venue is not None else []
        return RoomShown(
            tables=tuple(tables),
            towers=(*(tell_tower(tower) for tower in house.towers.all), *elsewhere),
            tournaments=tuple(self._tournament(name) for name in house.tournaments.names()),
            notice=house.notice.text,
        )

    def _tournament(self, name: str) -> TournamentTold:
        # Standings take a while to work out: once for each line.
        record = self._house.tournaments.the(name)
        known = self._told.get(name)
        if known is None or known[0] is not record:
            known = self._told[name] = record, tell(name, record)
        return known[1]

    def _begin(self) -> None:
        if self._begun:
            return
        self._begun = True
        self._house.observe(self)
        self._house.tournaments.changed = self._house.notice.changed = self._tell
        self._house.towers.watch(lambda _: self._tell())
        if self._house.venue is not None:
            self._house.venue.towers_changed = self._tell

    def published(self, table: Table) -> None:
        """A table has told its screens something."""
        self._here.add(table.match.id)
        public = table.teller.public()
        if public is None:
            return
        state = STOPPED if table.supervisor.stopped else None
        there = self._host(table.match)
        tower = table.match.tower if there else table.tower.id
        self._put_later(_table(table.match, tower, there, state), public.show_left)

    def removed(self, match: str) -> None:
        """A match is gone from the house."""
        self._here.discard(match)
        self._tables.pop(match, None)
        self._tell()

    def _put_later(self, table: TableInRoom, wait: int) -> None:
        if wait <= 0:
            self._put(table)
        else:
            asyncio.get_running_loop().call_later(wait / 1000, self._put, table)

    def _put(self, table: TableInRoom) -> None:
        before = self._tables.get(table.match)
        if before is None or before.line <= table.line:
            self._tables[table.match] = table
            self._tell()

    def _tell(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _host(self, played: Match) -> str:
        # The name of another host that plays a match.
        venue = self._house.venue
        mine = venue is None or played.host is None or played.host.host == venue.me.host
        return "" if mine or played.host is None else played.host.name

    def _heads(self) -> list[Head]:
        # Times are written alike, so they are in order as texts.
        now = datetime.now(UTC)
        is_open, is_over = ((now - stays).isoformat() for stays in (OPEN_SHOWN, OVER_SHOWN))
        heads = self._house.journal.heads.all()
        kept = [head for head in heads if head.at > (is_over if head.over else is_open)]
        matches = [head for head in kept if is_match(head.match)]
        return sorted(matches, key=lambda head: (head.over, head.match))

    async def _look(self) -> None:
        heads = self._heads()
        for head in heads:
            if head.match not in self._here and self._lines.get(head.match) != head.seq:
                self._lines[head.match] = head.seq
                try:
                    await self._read(head)
                except HostError as error:
                    log.warning("match %s is not shown in the room: %s", head.match, error)
        is_open = {head.match for head in heads if not head.over}
        self._followed = {
            match: known for match, known in self._followed.items() if match in is_open
        }

    async def _read(self, head: Head) -> None:
        played, state = self._read_on(head), None
        if played is None:
            entries = await self._house.journal.read(head.match)
            game = find_game(self._house.journal.opening(head.match).game)
            resumed = resume(game, entries)
            played = resumed.match
            if resumed.error is None:
                self._followed[head.match] = Followed(played, entries[-1])
            else:
                state = STOPPED
        # What was there before anybody looked was shown long ago.
        show = show_times(played, TABLE) if head.match in self._tables else None
        table = _table(played, played.tower, self._host(played), state)
        self._put_later(table, show.whole if show else 0)

    def _read_on(self, head: Head) -> Match | None:
        # The match as it was read before, with the lines that it has now; None to read it anew.
        known = self._followed.pop(head.match, None)
        if known is None or known.last.seq > head.seq:
            return None
        try:
            lines = self._house.journal.read_on(head.match, known.last)
            for entry in lines:
                known.match.take(entry)
        except Exception:  # a game's as well: what is wrong is found when it is read whole
            return None
        self._followed[head.match] = Followed(known.match, lines[-1] if lines else known.last)
        return known.match


def _table(played: Match, tower: str, host: str, state: TableState | None) -> TableInRoom:
    winners = played.winners
    seats = zip(played.names, played.opened.colours, played.position.scores, strict=True)
    return TableInRoom(
        match=played.id,
        line=played.told,
        game=played.game.key,
        title=played.game.name,
        state=state or _state(played),
        seats=tuple(
            SeatInRoom(name, colour, score, seat in played.bots, seat in (winners or ()))
            for seat, (name, colour, score) in enumerate(seats)
        ),
        acting=() if winners is not None else played.acting,
        tower=tower,
        host=host,
    )


def _state(played: Match) -> TableState:
    if isinstance(played.need, Over):
        return "over"
    if played.paused is not None:
        return "paused"
    return "roll" if isinstance(played.need, Roll) else "choice"
