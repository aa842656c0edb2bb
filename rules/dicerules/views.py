"""Views: what one viewer may know, made of a few kinds of items that every screen can draw.

A view is built up from nothing for its viewer, never stripped down from the state.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from dicerules.words import Message

TABLE = -1
"""The viewer without a seat: the tablet in the middle, and everybody who looks on."""


class Die(Struct, frozen=True, gc=False, omit_defaults=True):
    """A die. ``value`` 0 is not rolled yet; ``kind`` is "pips" or a key of the game's ``faces``.

    A die with a ``seat`` has that seat's colour instead of its own.
    """

    value: int
    kind: str = "pips"
    colour: str = "ivory"
    state: Literal["", "kept", "out"] = ""
    seat: int | None = None


class Dice(Struct, frozen=True, gc=False, tag="dice", omit_defaults=True):
    """Dice in a row."""

    key: str
    label: Message
    dice: tuple[Die, ...]


class Figure(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one seat has to show for something; without a value, that it is theirs.

    ``best``: this is what counts, of all that are shown together.
    """

    seat: int
    value: str = ""
    best: bool = False


class Card(Struct, frozen=True, gc=False, tag="card", omit_defaults=True):
    """A card face up: its name, its text, dice drawn on it, a value in its corner.

    ``more`` is shown as well when the card is tapped. ``short`` is shown instead of ``text`` where
    many cards lie together. ``figures`` are the badges of seats, with what each has to show for it.
    ``house``: all or part of the card is ours, not the printed game's.
    """

    key: str
    name: Message
    text: Message | None = None
    dice: tuple[Die, ...] = ()
    value: str = ""
    state: Literal["", "chosen", "done", "closed"] = ""
    more: Message | None = None
    short: Message | None = None
    house: bool = False
    figures: tuple[Figure, ...] = ()


class Cards(Struct, frozen=True, gc=False, tag="cards", omit_defaults=True):
    """Cards lying side by side: an album, a hand, a market."""

    key: str
    label: Message
    cards: tuple[Card, ...]


class Pile(Struct, frozen=True, gc=False, tag="pile", omit_defaults=True):
    """A stack of cards: how many, and the top one if it is face up.

    ``cards`` are those of a stack that can be looked through; equal cards may stand there once,
    with their number.
    """

    key: str
    label: Message
    count: int
    top: Card | None = None
    cards: tuple[Card, ...] = ()


class Space(Struct, frozen=True, gc=False, omit_defaults=True):
    """One space of a track."""

    label: str
    state: Literal["", "open", "marked", "closed"] = ""


class Track(Struct, frozen=True, gc=False, tag="track", omit_defaults=True):
    """Spaces in a row, and a value behind them."""

    key: str
    label: Message
    spaces: tuple[Space, ...]
    colour: str = ""
    value: str = ""


class Chips(Struct, frozen=True, gc=False, tag="chips", omit_defaults=True):
    """A number of chips, tokens or points of one kind; ``picture``: of cards, drawn as such."""

    key: str
    label: Message
    count: int
    colour: str = ""
    picture: Literal["", "card"] = ""


class Note(Struct, frozen=True, gc=False, tag="note", omit_defaults=True):
    """A sentence on the table. ``tone`` gives it a colour and a sign."""

    key: str
    text: Message
    tone: Literal["", "good", "bad", "quiet"] = ""


class Dial(Struct, frozen=True, gc=False, tag="dial", omit_defaults=True):
    """A chance that everybody should see, as a large dial on the table; 0 to 100 ``percent``."""

    key: str
    label: Message
    percent: float


Item = Dice | Card | Cards | Pile | Track | Chips | Note | Dial


class Board(Struct, frozen=True, gc=False, omit_defaults=True):
    """What lies in front of a seat, and its score."""

    seat: int
    score: int
    items: tuple[Item, ...] = ()


class View(Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything that one viewer may know.

    ``turn`` is the seat whose turn it is, ``news`` what the last event did.
    """

    headline: Message
    turn: int | None
    centre: tuple[Item, ...]
    boards: tuple[Board, ...]
    news: tuple[Message, ...] = ()
