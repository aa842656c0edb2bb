"""The whole room in one value: every table, every tower, every tournament, the notice for all.

Only what everybody at a table sees is in it. What was rolled is told once its show is over, as on
the table's own screens. Matches that other hosts of a venue play come from the journal.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Literal

from dicerules.core import Over, Roll, encode
from dicerules.views import TABLE
from dicerules.words import Message
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.house.house import House
from dicehost.house.opening import find_game
from dicehost.house.resume import resume
from dicehost.house.table import Table
from dicehost.journal.entry import is_match
from dicehost.journal.heads import Head
from dicehost.link.tower import OWNER, Tower
from dicehost.match.record import Match
from dicehost.match.show import show_times
from dicehost.outside.stream import ALIVE, ALIVE_EVERY
from dicehost.outside.tournament_told import TournamentTold, tell

log = logging.getLogger(__name__)

OPEN_SHOWN = timedelta(hours=12)
"""How long after its last line a match that is not over stays in the room."""
OVER_SHOWN = timedelta(minutes=20)
"""How long a match that is over stays."""
LOOK_EVERY = 0.2
"""Seconds between two looks for lines that another host has written."""
AT_MOST_EVERY = 0.25
"""Seconds between two pictures of the room for one screen."""

TableState = Literal["choice", "roll", "paused", "stopped", "over"]


class SeatInRoom(Struct, frozen=True):
    """Somebody at a table; ``score`` is the game's own."""

    name: str
    colour: str
    score: int
    bot: bool
    won: bool


class TableInRoom(Struct, frozen=True):
    """A table: who plays what, who is waited for (``acting``), and the id of its tower."""

    match: str
    line: int
    game: str
    title: str
    state: TableState
    seats: tuple[SeatInRoom, ...]
    acting: tuple[int, ...]
    tower: str


class TowerInRoom(Struct, frozen=True):
    """A tower of this host and how it feels; ``match`` is the one that has it."""

    id: str
    name: str
    state: str
    source: str
    noise: str
    fault: Message | None
    match: str | None


class RoomShown(Struct, frozen=True):
    """Everything that the room's page draws."""

    tables: tuple[TableInRoom, ...]
    towers: tuple[TowerInRoom, ...]
    tournaments: tuple[TournamentTold, ...]
    notice: str


class Room:
    """The room of a house. It begins to look when somebody first watches it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tables: dict[str, TableInRoom] = {}
        self._lines: dict[str, int] = {}
        self._here: set[str] = set()
        self._watched = asyncio.Event()
        self._watching = 0
        self._changed = asyncio.Event()
        self._begun = False

    async def run(self) -> None:
        """Look for what other hosts play, for as long as somebody watches."""
        while True:
            await self._watched.wait()
            await self._look()
            await asyncio.sleep(LOOK_EVERY)

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
        tournaments = house.tournaments
        return RoomShown(
            tables=tuple(tables),
            towers=tuple(_tower(tower) for tower in house.towers.all),
            tournaments=tuple(tell(name, tournaments.the(name)) for name in tournaments.names()),
            notice=house.notice.text,
        )

    def _begin(self) -> None:
        if self._begun:
            return
        self._begun = True
        self._house.observe(self)
        self._house.tournaments.changed = self._house.notice.changed = self._tell
        self._house.towers.watch(lambda _: self._tell())

    def published(self, table: Table) -> None:
        """A table has told its screens something."""
        self._here.add(table.match.id)
        public = table.teller.public()
        if public is None:
            return
        state: TableState | None = "stopped" if table.supervisor.stopped else None
        self._put_later(_table(table.match, table.tower.id, state), public.show_left)

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

    def _heads(self) -> list[Head]:
        now = datetime.now(UTC)
        heads = [head for head in self._house.journal.heads.all() if is_match(head.match)]
        kept = [head for head in heads if now - _time(head) < _stays(head)]
        return sorted(kept, key=lambda head: (head.over, head.match))

    async def _look(self) -> None:
        for head in self._heads():
            if head.match not in self._here and self._lines.get(head.match) != head.seq:
                self._lines[head.match] = head.seq
                try:
                    await self._read(head.match)
                except HostError as error:
                    log.warning("match %s is not shown in the room: %s", head.match, error)

    async def _read(self, match: str) -> None:
        entries = await self._house.journal.read(match)
        resumed = resume(find_game(self._house.journal.opening(match).game), entries)
        played = resumed.match
        state: TableState | None = "stopped" if resumed.error is not None else None
        # What was there before anybody looked was shown long ago.
        show = show_times(played, TABLE) if match in self._tables else None
        self._put_later(_table(played, played.tower, state), show.whole if show else 0)


def _time(head: Head) -> datetime:
    try:
        return datetime.fromisoformat(head.at)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)


def _stays(head: Head) -> timedelta:
    return OVER_SHOWN if head.over else OPEN_SHOWN


def _table(played: Match, tower: str, state: TableState | None) -> TableInRoom:
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
    )


def _state(played: Match) -> TableState:
    if isinstance(played.need, Over):
        return "over"
    if played.paused is not None:
        return "paused"
    return "roll" if isinstance(played.need, Roll) else "choice"


def _tower(tower: Tower) -> TowerInRoom:
    holder = tower.holder if tower.holder != OWNER else None
    return TowerInRoom(
        tower.id, tower.name, tower.state.value, tower.source, tower.health, tower.fault, holder
    )
