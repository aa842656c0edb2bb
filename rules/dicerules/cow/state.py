"""A position of Don't Have a Cow, and a match's options. What follows from them is ``play``'s."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from dicerules.cow.cards import CUBES, Cards, Portrait
from dicerules.words import Say


class Options(BaseModel):
    """What the players agree on before a match."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    red_chips: int = Field(
        80,
        ge=20,
        le=200,
        title="Red chips",
        description="How many red chips the bank holds besides its blue ones. More last longer.",
    )
    first_roller: Literal["first_seat", "random"] = Field(
        "first_seat",
        title="First roller",
        description="Who rolls first: the first seat, or whoever the tower draws.",
    )


class Bet(Struct, frozen=True):
    """Chips on one side: "yes", the portrait will be matched, or "no"."""

    side: Literal["yes", "no"]
    chips: int


class Aim(Struct, frozen=True):
    """What the roller tries, and the bets on it by seat; None has not bet yet.

    The roller's own bet is one of them, always on "yes".
    """

    portrait: Portrait
    bets: tuple[Bet | None, ...]


class Throw(Struct, frozen=True):
    """The last throw: its faces, and the places of the cubes that stayed on the portrait."""

    faces: tuple[int, ...]
    kept: tuple[int, ...]


class State(Struct, frozen=True):
    """A position.

    ``most`` is the largest bet. ``chips`` are each seat's, wagered ones among them until they are
    paid. ``cubes`` lie in the cup; ``matched`` are the portraits done in this turn. Turn 0 is
    before the first roller is drawn.
    """

    cards: Cards
    most: int
    bank: int
    chips: tuple[int, ...]
    turn: int = 0
    roller: int = 0
    cubes: int = CUBES
    matched: tuple[str, ...] = ()
    aim: Aim | None = None
    last: Throw | None = None
    ended: Say | None = None
    news: tuple[Say, ...] = ()
