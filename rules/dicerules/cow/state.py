"""A position of Don't Have a Cow, and a match's options. What follows from them is ``play``'s."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from dicerules.cow.cards import CUBES, Cards, Portrait
from dicerules.words import Message


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
        description="Who rolls first: the first seat, or a seat that the tower draws.",
    )
    open_bets: bool = Field(
        False,
        title="Open bets",
        description="Everybody sees a bet as soon as it is placed, instead of all bets together.",
    )


class Bet(Struct, frozen=True, gc=False):
    """Chips on one side: "yes", the portrait will be matched, or "no"."""

    side: Literal["yes", "no"]
    chips: int


class Aim(Struct, frozen=True, gc=False):
    """The portrait the roller tries to match, and the bets on it by seat; None has not bet yet.

    The roller's own bet is one of them and always on "yes".
    """

    portrait: Portrait
    bets: tuple[Bet | None, ...]


class Throw(Struct, frozen=True, gc=False):
    """The last throw: its faces, and the places of the cubes that stayed on the portrait."""

    faces: tuple[int, ...]
    kept: tuple[int, ...]


class State(Struct, frozen=True, gc=False):
    """A position.

    ``most`` is the largest bet. ``chips`` are each seat's, including those it has bet until they
    are paid. ``cubes`` are in the cup; ``matched`` are the portraits matched in this turn that the
    roller went on from. Turn 0 is before the first roller is drawn. ``open_bets``: a bet is seen
    as soon as it is placed.
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
    ended: Message | None = None
    news: tuple[Message, ...] = ()
    open_bets: bool = False
