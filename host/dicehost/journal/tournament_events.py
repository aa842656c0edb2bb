"""Everything a tournament's journal can say: one event class for each kind of line.

A tournament is kept in the same journal as matches, under a name of its own kind, so it is synced,
chained by hashes and copied to every host of a venue as they are. What its events come to is in
``tournament.state``. Stored files last for ever: kinds and fields keep their names, and a new field
needs a default.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, get_args

import msgspec
from msgspec import Struct

from dicehost.clock.clock import Timing
from dicehost.journal.entry import Entry, said

Mode = Literal["swiss", "round_robin"]


class TournamentOpened(Struct, frozen=True):
    """Line 1: what is played, and how.

    ``seats`` is how few and how many may sit at a table, ``size`` how many do if the numbers allow
    it. ``rounds`` is how many are played; 0: until everybody has met everybody. ``points`` are
    those of each rank, the first place's first. ``seed`` draws lots where nothing else decides.
    """

    kind: ClassVar = "tournament"
    name: str
    game: str
    mode: Mode
    seats: tuple[int, int]
    size: int
    rounds: int
    points: tuple[int, ...]
    seed: int
    options: dict[str, Any] = {}
    timing: Timing = Timing()


class PlayerEntered(Struct, frozen=True):
    """Somebody takes part from the next round on. Players are numbered as they come, from 0."""

    kind: ClassVar = "player_entered"
    name: str


class PlayerLeft(Struct, frozen=True):
    """A player drops out: no more pairings, the points so far stay."""

    kind: ClassVar = "player_left"
    player: int


class PlayerReturned(Struct, frozen=True):
    """A player who had dropped out takes part again, from the next round on."""

    kind: ClassVar = "player_returned"
    player: int


class RoundPaired(Struct, frozen=True):
    """The next round: who sits at which table, and who has a bye.

    It is written down, not worked out again, so a newer solver changes no round that was played.
    """

    kind: ClassVar = "round_paired"
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


class TableStarted(Struct, frozen=True):
    """A table of the latest round plays this match. ``table`` counts from 0."""

    kind: ClassVar = "table_started"
    table: int
    match: str


class ResultGiven(Struct, frozen=True, omit_defaults=True):
    """How a table ended: a rank for each of its players, in their order; equal ranks are shared.

    ``round`` and ``table`` count from 0. ``match`` is the match that ended so; empty: the organiser
    said it. A later result for the same table replaces this one.
    """

    kind: ClassVar = "result_given"
    round: int
    table: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...] = ()
    match: str = ""


class TournamentEnded(Struct, frozen=True):
    """The organiser ends it: no round follows, and the standings are final."""

    kind: ClassVar = "tournament_ended"


class LineTakenBack(Struct, frozen=True):
    """The organiser takes back line ``of``, the last one that still counted."""

    kind: ClassVar = "line_taken_back"
    of: int


TournamentEvent = (
    TournamentOpened
    | PlayerEntered
    | PlayerLeft
    | PlayerReturned
    | RoundPaired
    | TableStarted
    | ResultGiven
    | TournamentEnded
    | LineTakenBack
)

_DECODERS: dict[str, msgspec.json.Decoder[TournamentEvent]] = {
    event.kind: msgspec.json.Decoder(event) for event in get_args(TournamentEvent)
}


def read_tournament_event(entry: Entry) -> TournamentEvent:
    """Read what a stored line of a tournament says."""
    return said(entry, _DECODERS)
