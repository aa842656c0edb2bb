"""The tournaments of this house or venue: read from the journal, written to it, results noted.

Every host of a venue has every tournament, and any of them can write its next line: the journal
refuses a host that has not seen the last one.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from dicerules.core import Over, encode
from msgspec import Struct

from dicehost.errors import HostError, TournamentError
from dicehost.house.opening import find_game
from dicehost.house.resume import resume
from dicehost.house.table import Table
from dicehost.journal.entry import TOURNAMENT
from dicehost.journal.store import Journal
from dicehost.journal.tournament_events import (
    LineTakenBack,
    PlayerEntered,
    PlayerLeft,
    PlayerReturned,
    ResultGiven,
    RoundPaired,
    TableStarted,
    TournamentEnded,
    TournamentEvent,
    TournamentOpened,
    read_tournament_event,
)
from dicehost.match.names import LONGEST_NAME, is_name
from dicehost.past.finale import rank
from dicehost.tournament.pairing import LARGEST_TABLE
from dicehost.tournament.state import Record, Tournament, replay
from dicehost.tournament.worker import Answer

log = logging.getLogger(__name__)

LONGEST_TITLE = 60
MOST_PLAYERS = 200
MOST_ROUNDS = 100
PATIENCE = 120.0
"""Seconds that the pairing of a round may take."""
TWO_SEATS = (2, 0)
"""Points of a win and a loss; who draws shares them."""
BY_RANK = (10, 6, 4, 3, 2, 1)
"""Points by rank at a larger table."""

OpenMatch = Callable[[TournamentOpened, Sequence[str], str], Awaitable[str]]


class Kept(Struct):
    """A tournament that is read, when it was opened, and whose results its journal has already.

    A match whose result the organiser has taken back is among them: it is not noted a second time.
    """

    record: Record
    opened_at: str
    noted: set[str]


class Tournaments:
    """``open_match`` opens the match of a table; ``changed`` is called after every new line."""

    def __init__(self, journal: Journal, open_match: OpenMatch) -> None:
        self._journal = journal
        self._open_match = open_match
        self._kept: dict[str, Kept] = {}
        self._turn = asyncio.Lock()
        self._news = asyncio.Event()
        self._unread: set[str] = set(journal.tournaments())
        self.changed: Callable[[], None] = lambda: None
        self.read = asyncio.Event()

    async def run(self) -> None:
        """Read what other hosts wrote, and note the results of matches, until cancelled."""
        while True:
            self._news.clear()
            async with self._turn:
                while self._unread:
                    await self._read(self._unread.pop())
                self.read.set()
                for name in list(self._kept):
                    await self._note_results(name)
            await self._news.wait()

    def overtaken(self, name: str) -> None:
        """Another host has written to a tournament."""
        self._unread.add(name)
        self._news.set()

    def published(self, table: Table) -> None:
        """A table has told its screens something; it may have been its end."""
        if table.match.closed and not table.match.abandoned:
            self._news.set()

    def removed(self, match: str) -> None:
        """A match is gone from the house. What it came to stays."""

    async def _read(self, name: str) -> None:
        try:
            entries = await self._journal.read(name)
            events = [read_tournament_event(entry) for entry in entries]
            record = replay(events)
        except HostError as error:
            log.error("tournament %s cannot be read: %s", name, error)
            return
        results = (event for event in events if isinstance(event, ResultGiven))
        self._kept[name] = Kept(record, entries[0].at, {event.match for event in results})
        self.changed()

    async def _note_results(self, name: str) -> None:
        kept = self._kept[name]
        tournament = kept.record.tournament
        for number, table in enumerate(tournament.rounds[-1].tables if tournament.rounds else ()):
            match = table.match
            if match and not table.ranks and match not in kept.noted:
                try:
                    result = await self._result_of(match, len(tournament.rounds) - 1, number)
                    if result is not None:
                        await self._append(name, result)
                except HostError as error:
                    log.warning("the result of match %s is not noted: %s", match, error)

    async def _result_of(self, match: str, number: int, table: int) -> ResultGiven | None:
        if not self._journal.is_over(match):
            return None
        game = find_game(self._journal.opening(match).game)
        played = resume(game, await self._journal.read(match)).match
        if not isinstance(played.need, Over) or played.abandoned:
            return None  # nobody has won: the organiser says what it counts
        scores = played.position.scores
        # The match's seats are the table's players, in the same order.
        return ResultGiven(number, table, rank(played.need.winners, scores), scores, match)

    def names(self) -> list[str]:
        """Every tournament that can be read, the newest last."""
        return sorted(self._kept, key=lambda name: (self._kept[name].opened_at, name))

    def the(self, name: str) -> Record:
        """A tournament by its name in the journal."""
        if name not in self._kept:
            raise TournamentError("tournament.unknown", got=name[:40])
        return self._kept[name].record

    async def open(self, opened: TournamentOpened, players: Sequence[str]) -> str:
        """Open a tournament with those who are there already; its name in the journal."""
        check_opened(opened)
        events: list[TournamentEvent] = [opened, *map(PlayerEntered, players)]
        for player in players:
            check_name(player)
        record = replay(events)
        name = TOURNAMENT + secrets.token_hex(4)
        async with self._turn:
            for line, event in enumerate(events, 1):
                entry = await self._journal.append(name, line, event)
            # Shown once it is whole: nobody pairs a round of half of its players.
            self._kept[name] = Kept(record, entry.at, set())
            self.changed()
        return name

    async def enter(self, name: str, player: str, line: int) -> None:
        """Somebody takes part from the next round on."""
        check_name(player)
        if len(self.the(name).tournament.players) >= MOST_PLAYERS:
            raise TournamentError("tournament.many", most=MOST_PLAYERS)
        await self._write(name, PlayerEntered(player), line)

    async def leave(self, name: str, player: int, line: int) -> None:
        """A player drops out."""
        await self._write(name, PlayerLeft(player), line)

    async def come_back(self, name: str, player: int, line: int) -> None:
        """A player who had dropped out takes part again."""
        await self._write(name, PlayerReturned(player), line)

    async def pair(self, name: str, line: int) -> None:
        """Pair the next round; it may take some seconds, in a process of its own."""
        self._check_line(name, line)
        await self._write(name, await pair_round(self.the(name).tournament), line)

    async def start_table(self, name: str, table: int, tower: str, line: int) -> str:
        """Open the match of a table and give it a tower; the match."""
        async with self._turn:
            self._check_line(name, line)
            tournament = self.the(name).tournament
            # Tried before the match is opened, so that no match is left over.
            self.the(name).take(TableStarted(table, ""))
            seated = tournament.rounds[-1].tables[table]
            if seated.match:
                raise TournamentError("tournament.started", table=table + 1)
            names = [tournament.players[player].name for player in seated.players]
            match = await self._open_match(tournament.opened, names, tower)
            await self._append(name, TableStarted(table, match))
        return match

    async def give_result(
        self, name: str, number: int, table: int, ranks: Sequence[int], line: int
    ) -> None:
        """The organiser says how a table ended, or corrects it."""
        await self._write(name, ResultGiven(number, table, tuple(ranks)), line)

    async def end(self, name: str, line: int) -> None:
        """End the tournament early."""
        await self._write(name, TournamentEnded(), line)

    async def take_back(self, name: str, line: int) -> None:
        """Take back the last line that counts."""
        await self._write(name, LineTakenBack(self.the(name).lines[-1].number), line)

    async def _write(self, name: str, event: TournamentEvent, line: int) -> None:
        async with self._turn:
            self._check_line(name, line)
            await self._append(name, event)

    def _check_line(self, name: str, line: int) -> None:
        # Pressing a button twice, or on an old page, does nothing twice and undoes nobody's work.
        if line != self.the(name).length:
            raise TournamentError("tournament.changed", expected=self.the(name).length, got=line)

    async def _append(self, name: str, event: TournamentEvent) -> None:
        kept = self._kept[name]
        record = kept.record.take(event)
        try:
            await self._journal.append(name, record.length, event)
        except HostError as error:
            if error.code == "journal.taken":
                self.overtaken(name)
            raise
        noted = {event.match} if isinstance(event, ResultGiven) else set[str]()
        self._kept[name] = Kept(record, kept.opened_at, kept.noted | noted)
        self.changed()


def check_opened(opened: TournamentOpened) -> None:
    """Refuse a tournament that could not be played."""
    if not 1 <= len(opened.name.strip()) <= LONGEST_TITLE or not opened.name.isprintable():
        raise TournamentError("tournament.name", most=LONGEST_TITLE, got=repr(opened.name)[:60])
    low, high = opened.seats
    if not low <= opened.size <= high:
        raise TournamentError("tournament.size", low=low, high=high, got=opened.size)
    least = 1 if opened.mode == "swiss" else 0
    if not least <= opened.rounds <= MOST_ROUNDS:
        raise TournamentError("tournament.rounds", least=least, most=MOST_ROUNDS, got=opened.rounds)
    falling = sorted(opened.points, reverse=True)
    if not opened.points or list(opened.points) != falling or falling[-1] < 0:
        raise TournamentError("tournament.points", got=", ".join(map(str, opened.points))[:40])


def check_name(player: str) -> None:
    """Refuse a name that a match would refuse."""
    if not is_name(player):
        raise TournamentError("tournament.player_name", most=LONGEST_NAME, got=repr(player)[:60])


def seats_of(key: str) -> tuple[int, int]:
    """How few and how many of a game's seats a tournament's table may have."""
    seats = [seat for seat in find_game(key).seats if 2 <= seat <= LARGEST_TABLE]
    return seats[0], seats[-1]


async def pair_round(tournament: Tournament) -> RoundPaired:
    """Pair the next round in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "dicehost.tournament.worker", stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )
    try:
        async with asyncio.timeout(PATIENCE):
            told, _ = await process.communicate(encode(tournament))
        said = msgspec.json.decode(told, type=Answer)
    except (TimeoutError, msgspec.DecodeError, OSError) as error:
        raise TournamentError("tournament.unsolved", why=repr(error)[:60]) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if said.paired is None:
        raise TournamentError(said.code, **said.facts)
    return said.paired
