"""A tournament as everybody in the room may know it: standings, rounds, who sits where."""

from __future__ import annotations

from typing import Literal

from dicerules import games
from msgspec import Struct

from dicehost.journal.tournament_events import Mode
from dicehost.tournament.standings import Decided, points_of, standings
from dicehost.tournament.state import Record, Round, Seating, Tournament

Now = Literal["open", "paired", "between", "over"]


class PlayerInTournament(Struct, frozen=True):
    """Somebody who takes part, by number; ``left``: has dropped out."""

    name: str
    left: bool


class StandingTold(Struct, frozen=True):
    """One line of the standings. Points are rounded to hundredths; ``decided`` is exact."""

    place: int
    player: int
    points: float
    opponents: float
    beaten: float
    wins: int
    decided: Decided


class SeatingTold(Struct, frozen=True):
    """A table of a round: its players in order of play, and once it is over ranks and points."""

    players: tuple[int, ...]
    match: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    points: tuple[float, ...]


class RoundTold(Struct, frozen=True):
    """A round: its tables and byes."""

    tables: tuple[SeatingTold, ...]
    byes: tuple[int, ...]


class TournamentTold(Struct, frozen=True):
    """A tournament. ``line`` is its journal's; what changes it names the line that it was seen at.

    ``now``: "open" before the first round, "paired" while one is played, "between" two, or "over".
    ``last`` is the kind of event that a take-back would undo; empty if there is none.
    """

    id: str
    line: int
    name: str
    game: str
    title: str
    mode: Mode
    seats: tuple[int, int]
    size: int
    rounds_planned: int
    points: tuple[int, ...]
    now: Now
    last: str
    players: tuple[PlayerInTournament, ...]
    standings: tuple[StandingTold, ...]
    rounds: tuple[RoundTold, ...]


def tell(name: str, record: Record) -> TournamentTold:
    """Tell a tournament as it is."""
    tournament, known = record.tournament, games().get(record.tournament.opened.game)
    opened = tournament.opened
    return TournamentTold(
        id=name,
        line=record.length,
        name=opened.name,
        game=opened.game,
        title=known.name if known else opened.game,
        mode=opened.mode,
        seats=opened.seats,
        size=opened.size,
        rounds_planned=opened.rounds,
        points=opened.points,
        now=_now(tournament),
        last=record.lines[-1].event.kind if len(record.lines) > 1 else "",
        players=tuple(PlayerInTournament(one.name, one.left) for one in tournament.players),
        standings=tuple(
            StandingTold(
                one.place,
                one.player,
                round(float(one.points), 2),
                round(float(one.opponents), 2),
                round(float(one.beaten), 2),
                one.wins,
                one.decided,
            )
            for one in standings(tournament)
        ),
        rounds=tuple(_round(tournament, played) for played in tournament.rounds),
    )


def _now(tournament: Tournament) -> Now:
    if tournament.is_over:
        return "over"
    if tournament.is_paired:
        return "paired"
    return "between" if tournament.rounds else "open"


def _round(tournament: Tournament, played: Round) -> RoundTold:
    return RoundTold(tuple(_seating(tournament, one) for one in played.tables), played.byes)


def _seating(tournament: Tournament, table: Seating) -> SeatingTold:
    points = points_of(table.ranks, tournament.opened.points)
    rounded = tuple(round(float(one), 2) for one in points)
    return SeatingTold(table.players, table.match, table.ranks, table.scores, rounded)
