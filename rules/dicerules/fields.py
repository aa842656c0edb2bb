"""What a form is made of: fields that a screen can draw, and options to pick from. Plain data.

Fields do not depend on each other. What depends on a choice belongs to that choice, as its
``fields``. So each field can be checked alone.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from dicerules.hints import (
    ChipsToPush,
    DiceToTake,
    DrawOne,
    DrawSome,
    Icon,
    Level,
    Odds,
    SpacesToTap,
    Stacks,
)
from dicerules.words import Message


class Option(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that can be picked. ``fields`` are asked as well once it is picked.

    ``dice`` are drawn beside it, each as (kind, value); a die with pips has its colour as kind.
    ``seat`` is the player whom it stands for.
    The rest is for fields with a ``draw``; see ``dicerules.hints``.
    """

    key: str
    label: Message
    hint: Message | None = None
    dice: tuple[tuple[str, int], ...] = ()
    fields: tuple[Field, ...] = ()
    odds: Odds | None = None
    icon: Icon = ""
    marks: tuple[str, ...] = ()
    level: Level | None = None
    colour: str = ""
    big: str = ""
    tone: Literal["", "plus", "minus"] = ""
    seat: int | None = None


class Unavailable(Struct, frozen=True, gc=False, omit_defaults=True):
    """A choice that somebody might look for, and why it is not there. It cannot be picked."""

    label: Message
    why: Message
    dice: tuple[tuple[str, int], ...] = ()
    draw: SpacesToTap | None = None


class PickOne(Struct, frozen=True, gc=False, tag="pick_one", omit_defaults=True):
    """Exactly one of the options. Answered by its key."""

    key: str
    label: Message
    options: tuple[Option, ...]
    unavailable: tuple[Unavailable, ...] = ()
    draw: DrawOne | None = None


class PickSome(Struct, frozen=True, gc=False, tag="pick_some", omit_defaults=True):
    """From ``least`` to ``most`` different options, in no order. Answered by a list of keys.

    ``picked`` are the keys that a screen ticks beforehand.
    """

    key: str
    label: Message
    options: tuple[Option, ...]
    least: int
    most: int
    picked: tuple[str, ...] = ()
    unavailable: tuple[Unavailable, ...] = ()
    draw: DrawSome | None = None


class Number(Struct, frozen=True, gc=False, tag="number", omit_defaults=True):
    """A whole number from ``low`` to ``high``, both included.

    ``start`` is what most people would take; a screen begins there.
    """

    key: str
    label: Message
    low: int
    high: int
    start: int | None = None
    draw: ChipsToPush | DiceToTake | None = None


class Slot(Struct, frozen=True, gc=False, omit_defaults=True):
    """A place for cards: a die, the top of a deck, a ``seat``. At most ``most`` cards fit."""

    key: str
    label: Message
    most: int = 1000
    dice: tuple[tuple[str, int], ...] = ()
    icon: Icon = ""
    seat: int | None = None


class Place(Struct, frozen=True, gc=False, tag="place", omit_defaults=True):
    """Put every card into a slot. Answered by slot key → list of card keys, the top one first."""

    key: str
    label: Message
    cards: tuple[Option, ...]
    slots: tuple[Slot, ...]
    draw: Stacks | None = None


class Party(Struct, frozen=True, gc=False):
    """A seat that an offer can be made to, and what it has to give."""

    seat: int
    has: tuple[Option, ...]


class Offer(Struct, frozen=True, gc=False, tag="offer", omit_defaults=True):
    """Give and take with one other seat. Answered by ``to``, ``give`` and ``take``.

    Both sides together must have ``least`` things; every party has that many with ``mine``.
    """

    key: str
    label: Message
    parties: tuple[Party, ...]
    mine: tuple[Option, ...]
    least: int = 0


Field = PickOne | PickSome | Number | Place | Offer


class Form(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one seat is asked now. ``send`` is the word on the button.

    ``unavailable`` are choices that belong to none of its fields.
    """

    title: Message
    fields: tuple[Field, ...]
    send: Message = Message("send")
    unavailable: tuple[Unavailable, ...] = ()
