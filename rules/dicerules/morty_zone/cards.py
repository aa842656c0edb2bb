"""The cards of The Morty Zone: Rick cards, public bonus cards, crystals and Smith bonuses.

They are plain values; ``card_file`` reads them, ``rick`` and ``goals`` say what they do. ``house``
tells that a card is ours, wholly or in part; positions stored before there was a mark have none.
"""

from __future__ import annotations

from msgspec import Struct

PLAYERS = range(2, 5)
HAND = 3


class Rick(Struct, frozen=True, gc=False, cache_hash=True):
    """A Rick card: what it does to which dice.

    ``value`` is the value it is about and ``face`` what it sets dice to, each 0 where the player
    names it; ``most`` is how many dice it takes at most.
    """

    key: str
    name: str
    op: str
    select: str = ""
    value: int = 0
    face: int = 0
    most: int = 0
    house: bool = False


class Goal(Struct, frozen=True, gc=False, cache_hash=True):
    """A condition. Which of the numbers beside ``what`` mean something depends on it."""

    what: str
    count: int = 0
    number: int = 0
    numbers: int = 0
    colour: int | None = None
    least: int = 0
    most: int = 0
    all_dice: bool = False
    toss: int = 0


class Bonus(Struct, frozen=True, gc=False, cache_hash=True):
    """A public bonus card of one of three kinds.

    A goal scores ``points`` when it is met, with ``end`` only when the round is over; a card with
    ``counts`` is worth what it counts when its owner says so; a ``gift`` has an effect instead.
    """

    key: str
    name: str
    points: int = 0
    when: Goal | None = None
    end: bool = False
    counts: str = ""
    face: int = 0
    less: int = 0
    gift: str = ""
    house: bool = False


class Prize(Struct, frozen=True, gc=False, cache_hash=True):
    """A crystal or a Smith bonus: points for a goal."""

    key: str
    name: str
    points: int
    when: Goal
    house: bool = False


class Cards(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything in the box but dice and boards."""

    rick: tuple[Rick, ...]
    bonus: tuple[Bonus, ...]
    crystals: tuple[Prize, ...]
    smith: tuple[Prize, ...]
