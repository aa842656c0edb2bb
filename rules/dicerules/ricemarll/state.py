"""A position of Ricemarll, and a match's options. What follows from them is in ``play``."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict

from dicerules.ricemarll.cards import Cards
from dicerules.words import Message

VERSION = 2
"""The version of the rules that new matches are played by. See ``phase.makes_new_deck``."""

Step = Literal[
    "shuffle",
    "roll",
    "draw",
    "place",
    "declare",
    "reroll",
    "pick",
    "claimed",
    "order",
    "select",
    "decide",
    "over",
]
"""The step a match is at. "claimed" asks nothing: the next step follows at once."""

Pile = tuple[int, ...]
"""Cards of one sort, modifiers or goals, each as its place among the match's cards."""


class Options(BaseModel):
    """What the players agree on before a match: nothing, as no ruling has an option."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Player(Struct, frozen=True, gc=False):
    """What belongs to one seat.

    ``deck`` begins with its top card, ``discards`` with the bottom one. ``plan`` is where the hand
    goes once everybody has a plan: a pile for each die, the deck's top, the discards; until then
    the cards are in the hand. ``stacks`` lie behind the dice, each from its top. ``declares`` and
    ``picks``, a face for each die or 0, are hidden answers; None has not answered. ``worth`` is
    what the dice came to in the last phase.
    """

    deck: Pile
    tokens: int = 0
    discards: Pile = ()
    hand: Pile = ()
    specials: Pile = ()
    dice: tuple[int, ...] = ()
    plan: tuple[Pile, ...] = ()
    stacks: tuple[Pile, ...] = ()
    declares: Pile | None = None
    picks: tuple[int, ...] | None = None
    worth: tuple[int, ...] = ()


class Claim(Struct, frozen=True, gc=False):
    """Who achieved a goal, and what each of them took."""

    goal: int
    seats: tuple[int, ...]
    tokens: int


class State(Struct, frozen=True, gc=False):
    """A position.

    ``goals`` lie open, the declared ones behind the others; ``gone`` are the goals that were
    claimed. ``deck`` is the shared one, ``market`` and the face-down ``blind`` goals are what can
    be taken from it now, and ``spare`` the modifiers that nobody plays with. ``queue`` is who takes
    from the market next: seats that are tied stand together. ``ties`` counts the rolls for that.
    ``claims`` are those of the last phase, ``leaders`` the seats that may still win at the end.
    ``version`` is the version of the rules this match was begun with; positions stored before there
    was one have version 1.
    """

    cards: Cards
    players: tuple[Player, ...]
    deck: Pile
    goal_deck: Pile
    spare: Pile = ()
    step: Step = "shuffle"
    phase: int = 0
    goals: Pile = ()
    gone: Pile = ()
    market: Pile = ()
    blind: Pile = ()
    queue: tuple[tuple[int, ...], ...] = ()
    ties: int = 0
    claims: tuple[Claim, ...] = ()
    leaders: tuple[int, ...] = ()
    news: tuple[Message, ...] = ()
    version: int = 1
