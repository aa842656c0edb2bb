"""What each kind of line in a match's journal says. What follows from it is told in ``fold``."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from dicerules.core import Move, Roll, Rolled, TimeUp
from msgspec import Struct

from dicehost.clock import Timing, Used


class Opened(Struct, frozen=True):
    """Line 1: the game with its version, who plays, the options, and the position it starts from.

    The position carries the cards, so a match replays though the card file changed since.
    """

    game: str
    version: int
    names: list[str]
    colours: list[str]
    options: dict[str, Any]
    state: msgspec.Raw
    timing: Timing = Timing()


class Happened(Struct, frozen=True):
    """A seat's move. ``command`` is the screen's id for it, ``used`` what everybody asked took."""

    event: Move
    command: str = ""
    used: Used = Used()


class Timed(Struct, frozen=True):
    """A seat's time is up: by the table's clock, or by a limit that the rules set."""

    event: TimeUp
    by: Literal["clock", "limit"]
    used: Used = Used()


HAND = "hand"
SYSTEM = "system"


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What was rolled for ``id``: ``source`` says by what kind of tower, ``tower`` by which.

    Without a tower it was typed in by hand, ``by`` a seat or the table, or the host's operating
    system drew it; the source says so.
    """

    id: str
    event: Rolled
    source: str
    tower: str
    used: Used = Used()
    by: int | None = None
    command: str = ""


def is_typed(roll: Roll) -> bool:
    """Whether people can type this roll: dice that a seat throws for all to see."""
    return roll.seat is not None and bool(roll.casts) and not roll.hidden


class HandAsked(Struct, frozen=True):
    """Somebody, a seat or the table, asks to type the dice in while the tower cannot roll."""

    viewer: int
    command: str


class HandAnswered(Struct, frozen=True):
    """Somebody agrees to dice by hand, or does not."""

    viewer: int
    command: str


class HandBegun(Struct, frozen=True):
    """From here on dice are typed in, as these agreed, until the tower rolls again."""

    viewers: list[int]


class BackAsked(Struct, frozen=True):
    """A seat asks to take back its move in line ``of``."""

    seat: int
    of: int
    command: str


class BackAnswered(Struct, frozen=True):
    """A seat agrees to the take-back asked for, or does not."""

    seat: int
    command: str


class BackLapsed(Struct, frozen=True):
    """Others have built on the move that a seat asked to take back, so it can no longer be."""

    seat: int


class Withdrawn(Struct, frozen=True):
    """The move in line ``of`` is taken back, as all agreed."""

    seat: int
    of: int
    used: Used = Used()


class Paused(Struct, frozen=True):
    """Somebody, a seat or the table, stops all clocks, or lets them go on."""

    viewer: int
    command: str
    used: Used = Used()


class Seated(Struct, frozen=True):
    """These seats play on the tablet, which is handed round, or on a phone of their own again."""

    seats: list[int]
    tablet: bool


class Closed(Struct, frozen=True):
    """The match is over."""

    winners: list[int]


BODIES: dict[str, type[Struct]] = {
    "opened": Opened,
    "moved": Happened,
    "rolled": Outcome,
    "back_asked": BackAsked,
    "back_agreed": BackAnswered,
    "back_refused": BackAnswered,
    "back_lapsed": BackLapsed,
    "withdrawn": Withdrawn,
    "timed": Timed,
    "hand_asked": HandAsked,
    "hand_agreed": HandAnswered,
    "hand_refused": HandAnswered,
    "hand_begun": HandBegun,
    "paused": Paused,
    "resumed": Paused,
    "seated": Seated,
    "closed": Closed,
}
