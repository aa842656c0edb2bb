"""What the events of a tournament come to so far: players, rounds, results. Pure values.

``after`` takes one event in, or refuses it with a code; what it has taken in once it takes in
again in every replay. A take-back gives the state before the event that it names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from dicehost.errors import TournamentError
from dicehost.journal.tournament_events import (
    LineTakenBack,
    PlayerEntered,
    PlayerLeft,
    PlayerReturned,
    ResultGiven,
    RoundPaired,
    TableStarted,
    TournamentEvent,
    TournamentOpened,
)

Pair = frozenset[int]


class Player(Struct, frozen=True):
    """Somebody who takes part. ``since`` counts the rounds that were paired before they came.

    ``byes_before`` is what they are taken to have had of byes by then: as many as whoever had
    fewest, so that the next bye is not theirs because they are new.
    """

    name: str
    since: int = 0
    byes_before: int = 0
    left: bool = False


class Seating(Struct, frozen=True):
    """A table of a round. ``ranks`` are in the order of its players, and empty while they play."""

    players: tuple[int, ...]
    match: str = ""
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


class Round(Struct, frozen=True):
    """One round: its tables, and who has a bye."""

    tables: tuple[Seating, ...]
    byes: tuple[int, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every table has a result."""
        return all(table.ranks for table in self.tables)


class Tournament(Struct, frozen=True):
    """A tournament so far."""

    opened: TournamentOpened
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    ended: bool = False

    @property
    def active(self) -> tuple[int, ...]:
        """Who is paired in the next round."""
        return tuple(at for at, player in enumerate(self.players) if not player.left)

    @property
    def is_paired(self) -> bool:
        """Whether a round is being played."""
        return bool(self.rounds) and not self.rounds[-1].is_complete

    @property
    def is_over(self) -> bool:
        """Whether no round follows."""
        if self.ended:
            return True
        if self.is_paired or not self.rounds:
            return False
        if self.opened.rounds:
            return len(self.rounds) >= self.opened.rounds
        return not self.unmet()

    def met(self) -> Counter[Pair]:
        """How often two players have sat at one table."""
        return Counter(
            frozenset(pair)
            for played in self.rounds
            for table in played.tables
            for pair in combinations(table.players, 2)
        )

    def unmet(self) -> set[Pair]:
        """Those who take part and have not met yet."""
        return {frozenset(pair) for pair in combinations(self.active, 2)} - self.met().keys()

    def byes(self, player: int) -> int:
        """How many byes a player counts as having had."""
        had = sum(player in played.byes for played in self.rounds)
        return self.players[player].byes_before + had


class Line(Struct, frozen=True):
    """A line that still counts, and the tournament after it."""

    number: int
    event: TournamentEvent
    tournament: Tournament


class Record(Struct, frozen=True):
    """A tournament with its history: ``lines`` are those that were not taken back."""

    lines: tuple[Line, ...] = ()
    length: int = 0

    @property
    def tournament(self) -> Tournament:
        """The tournament now."""
        return self.lines[-1].tournament

    def take(self, event: TournamentEvent) -> Record:
        """The record with one more line."""
        number = self.length + 1
        if isinstance(event, LineTakenBack):
            return Record(self._without(event.of), number)
        before = self.lines[-1].tournament if self.lines else None
        return Record((*self.lines, Line(number, event, after(before, event))), number)

    def _without(self, of: int) -> tuple[Line, ...]:
        if len(self.lines) < 2:
            raise TournamentError("tournament.nothing")
        if self.lines[-1].number != of:
            raise TournamentError("tournament.not_last", expected=self.lines[-1].number, got=of)
        return self.lines[:-1]


def replay(events: Iterable[TournamentEvent]) -> Record:
    """The record of all these events."""
    record = Record()
    for event in events:
        record = record.take(event)
    return record


def after(before: Tournament | None, event: TournamentEvent) -> Tournament:
    """A tournament after one more event; refuses what cannot be."""
    if before is None or isinstance(event, TournamentOpened):
        if before is None and isinstance(event, TournamentOpened):
            return Tournament(event)
        raise TournamentError("tournament.opened", got=event.kind)
    if before.ended and not isinstance(event, ResultGiven):
        raise TournamentError("tournament.over")
    match event:
        case PlayerEntered():
            return _entered(before, event)
        case PlayerLeft():
            return _changed(before, event.player, left=True)
        case PlayerReturned():
            return _changed(before, event.player, left=False)
        case RoundPaired():
            return _paired(before, event)
        case TableStarted():
            return _started(before, event)
        case ResultGiven():
            return _result(before, event)
        case _:
            return replace(before, ended=True)


def _entered(before: Tournament, event: PlayerEntered) -> Tournament:
    if before.opened.rounds and before.is_over:
        raise TournamentError("tournament.over")
    if any(_same(event.name, player.name) for player in before.players):
        raise TournamentError("tournament.name_taken", got=event.name)
    byes = min((before.byes(player) for player in before.active), default=0)
    return replace(before, players=(*before.players, Player(event.name, len(before.rounds), byes)))


def _same(one: str, other: str) -> bool:
    folded = (normalize("NFKC", name).strip().casefold() for name in (one, other))
    return len(set(folded)) == 1


def _changed(before: Tournament, player: int, left: bool) -> Tournament:
    if not 0 <= player < len(before.players):
        raise TournamentError("tournament.player", got=player, count=len(before.players))
    known = before.players[player]
    if known.left == left:
        raise TournamentError(
            "tournament.has_left" if left else "tournament.takes_part", name=known.name
        )
    changed = replace(known, left=left)
    players = (*before.players[:player], changed, *before.players[player + 1 :])
    return replace(before, players=players)


def _paired(before: Tournament, event: RoundPaired) -> Tournament:
    check_next_round(before)
    paired = sorted([*event.byes, *(player for table in event.tables for player in table)])
    if paired != list(before.active) or not event.tables:
        raise TournamentError("tournament.paired")
    low, high = before.opened.seats
    wrong = next((table for table in event.tables if not low <= len(table) <= high), None)
    if wrong is not None:
        raise TournamentError("tournament.seats", low=low, high=high, got=len(wrong))
    tables = tuple(Seating(players) for players in event.tables)
    return replace(before, rounds=(*before.rounds, Round(tables, event.byes)))


def check_next_round(before: Tournament) -> None:
    """Refuse a next round while one is played, after the last one, or with too few players."""
    if before.is_over:
        raise TournamentError("tournament.over")
    if before.is_paired:
        raise TournamentError("tournament.round_open", round=len(before.rounds))
    if len(before.active) < before.opened.seats[0]:
        raise TournamentError(
            "tournament.few", expected=before.opened.seats[0], got=len(before.active)
        )


def _started(before: Tournament, event: TableStarted) -> Tournament:
    if not before.is_paired:
        raise TournamentError("tournament.unpaired")
    table = _table(before, len(before.rounds) - 1, event.table)
    if table.ranks:
        raise TournamentError("tournament.played", table=event.table + 1)
    started = replace(table, match=event.match)
    return _with_table(before, len(before.rounds) - 1, event.table, started)


def _result(before: Tournament, event: ResultGiven) -> Tournament:
    table = _table(before, event.round, event.table)
    if len(event.ranks) != len(table.players) or not are_ranks(event.ranks):
        got = ", ".join(map(str, event.ranks))[:40]
        raise TournamentError("tournament.ranks", count=len(table.players), got=got)
    told = replace(table, ranks=event.ranks, scores=event.scores)
    return _with_table(before, event.round, event.table, told)


def are_ranks(ranks: tuple[int, ...]) -> bool:
    """Whether each rank is one more than the number of players before it, as in 1, 2, 2, 4."""
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def _table(before: Tournament, number: int, table: int) -> Seating:
    if not 0 <= number < len(before.rounds):
        raise TournamentError("tournament.unpaired")
    tables = before.rounds[number].tables
    if not 0 <= table < len(tables):
        raise TournamentError("tournament.table", got=table + 1, count=len(tables))
    return tables[table]


def _with_table(before: Tournament, number: int, at: int, table: Seating) -> Tournament:
    played = before.rounds[number]
    changed = replace(played, tables=(*played.tables[:at], table, *played.tables[at + 1 :]))
    rounds = (*before.rounds[:number], changed, *before.rounds[number + 1 :])
    return replace(before, rounds=rounds)
