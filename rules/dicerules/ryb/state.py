"""A position of R.Y.B., and the options of a match. The rules themselves are in ``play``."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from dicerules.ryb.cards import Cards
from dicerules.words import Message

Pool = tuple[int, int, int]
"""Dice counted by colour: red, yellow, blue."""

NO_DICE: Pool = (0, 0, 0)

VERSION = 2
"""The version of the rules that new matches are played by."""


class Options(BaseModel):
    """What the players agree on before a match."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    first_player: Literal["first_seat", "random"] = Field(
        "first_seat",
        title="First player",
        description="Who starts: the first seat, or a seat that the tower picks.",
    )
    variable: Literal[
        "reset",
        "balance",
        "tea_party",
        "recycle",
        "trade",
        "void",
        "swiss_bank",
        "denied",
        "raid",
        "first_to_play_decides",
        "decided_each_time",
    ] = Field(
        "reset",
        title="Variable cards",
        description="What they do: one thing that you agree on now, what the first player to play "
        "one decides for all of them, or what each player decides.",
    )
    old_trade: bool = Field(
        False,
        title="Old Trade",
        description="Trade as it was at first: a player with more dice gives you some until you "
        "are even.",
    )
    friendly: bool = Field(
        False,
        title="Friendly game",
        description="All hands and the top of the draw deck lie face up.",
    )
    draft: Literal["none", "before_the_deal", "after_the_deal"] = Field(
        "none",
        title="Dice draft",
        description="Players take turns picking dice, once round and then back, until all have "
        "six, instead of getting two of each colour.",
    )
    reroll: Literal["none", "any_card", "goal_card", "random_card", "treasure"] = Field(
        "none",
        title="Paid re-roll",
        description="What it costs to roll the same dice again: a card from your hand, a goal from "
        "your hand, a random card from your hand, or a completed goal that goes back into play.",
    )
    cancel: bool = Field(
        False,
        title="Cancelling",
        description="An action that was just played is cancelled if somebody discards a card of "
        "the same name.",
    )
    hand: int = Field(
        0,
        ge=0,
        le=7,
        title="Cards in hand",
        description="How many cards you refill to. 0 means 5, 4, 3 or 2 cards for 2, 3, 4 or 5 "
        "players.",
    )
    values: Literal["current", "historic"] = Field(
        "current",
        title="Goal values",
        description="As on the cards, or the historic 2, 3 or 4 times the target.",
    )
    bank_min: int = Field(
        1,
        ge=0,
        le=1,
        title="Fewest points to bank",
        description="How many points you must bank at least after a failed attempt.",
    )


class Rules(Struct, frozen=True, gc=False):
    """What the options come to for a match. ``trade`` is what a Trade does, new or old."""

    variable: str
    trade: Literal["trade", "equalizer"]
    friendly: bool
    draft: Literal["none", "before_the_deal", "after_the_deal"]
    reroll: Literal["none", "any_card", "goal_card", "random_card", "treasure"]
    cancel: bool
    hand: int
    bank_min: int


class Swiss(Struct, frozen=True, gc=False):
    """A Swiss Bank lying on a goal: its card, its owner, and the points that count for them."""

    card: int
    seat: int
    points: int = 0


class Goal(Struct, frozen=True, gc=False, omit_defaults=True):
    """A goal on the table or in a treasure, with the points banked on it."""

    card: int
    banked: int = 0
    swiss: tuple[Swiss, ...] = ()


class Act(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action being played: its card, what it does, and what its player has chosen for it.

    ``goal`` is a place among the goals in play, or in the target's treasure. ``sign`` is which way
    dice are passed.
    """

    card: int
    does: str
    target: int | None = None
    colour: int = 0
    number: int = 0
    sign: int = 0
    goal: int = 0
    dice: Pool = NO_DICE


class Throw(Struct, frozen=True, gc=False, omit_defaults=True):
    """Dice to be rolled, or rolled: by whom, what for, and which. No faces: not rolled yet."""

    seat: int
    what: Literal["attempt", "swap", "rover"]
    dice: Pool
    faces: tuple[int, ...] = ()


class Raid(Struct, frozen=True, gc=False):
    """The goal of another's treasure that may be attempted in this turn."""

    owner: int
    goal: int


class Aim(Struct, frozen=True, gc=False):
    """The goal declared: a place among the goals in play, or in the raided owner's treasure."""

    goal: int
    owner: int | None = None


class Loan(Struct, frozen=True, gc=False):
    """Dice taken by a Shanghai, to go back when the turn ends."""

    owner: int
    dice: Pool


class Deal(Struct, frozen=True, gc=False):
    """A trade on offer between two seats, seen from its maker.

    ``cards`` is how many cards the other one gives; ``taken`` are these cards, once they are known.
    """

    maker: int
    other: int
    give: Pool
    given: tuple[int, ...]
    take: Pool
    cards: int
    taken: tuple[int, ...] = ()
    accepted: bool = False


class Trade(Struct, frozen=True, gc=False):
    """A Trade card in play: how many offers it has seen, and who has none to make for now."""

    card: int
    offers: int = 0
    silent: tuple[int, ...] = ()
    deal: Deal | None = None


class Draw(Struct, frozen=True, gc=False):
    """Cards still to be drawn by the player whose turn it is, and the phase after that."""

    count: int
    then: Literal["hand", "end"]


class State(Struct, frozen=True, gc=False):
    """A position.

    ``middle`` are dice that nobody has drafted yet. The last card of ``deck`` is its top. Cards of
    a hand lie as they came, so that their places, which a random discard shows, tell nothing.
    ``function`` is what Variables do, once that is fixed. ``window`` holds the answers of the seats
    that may react, None for one that has not answered. ``idle`` counts turns in a row in which
    nothing moved, ``moved`` tells whether something did in this one. ``version`` is the version of
    the rules this match was begun with; positions stored before there was one have version 1.
    """

    cards: Cards
    rules: Rules
    phase: str
    middle: Pool
    pools: tuple[Pool, ...]
    hands: tuple[tuple[int, ...], ...]
    treasure: tuple[tuple[Goal, ...], ...]
    deck: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    goals: tuple[Goal, ...] = ()
    function: str = ""
    turn: int = 0
    active: int = 0
    idle: int = 0
    moved: bool = False
    drawing: Draw | None = None
    act: Act | None = None
    window: tuple[str | None, ...] = ()
    throw: Throw | None = None
    aim: Aim | None = None
    raid: Raid | None = None
    loan: Loan | None = None
    trade: Trade | None = None
    ended: Message | None = None
    news: tuple[Message, ...] = ()
    version: int = 1
