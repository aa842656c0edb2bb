"""Views: what one screen may know, in a small vocabulary the display can draw. Knows no game.

A view is built up from nothing for its viewer, never stripped down from the state.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from dicerules.words import Say

TABLE = -1
"""The viewer that is nobody's seat: the tablet in the middle, and everyone who looks on."""


class Die(Struct, frozen=True, omit_defaults=True):
    """A die as seen. ``value`` 0 is a die not rolled yet; ``kind`` names the game's faces."""

    value: int
    kind: str = "pips"
    colour: str = "ivory"
    state: Literal["", "kept", "out"] = ""


class Dice(Struct, frozen=True, tag="dice", omit_defaults=True):
    """Dice lying together."""

    key: str
    label: Say
    dice: tuple[Die, ...]


class Card(Struct, frozen=True, tag="card", omit_defaults=True):
    """A card face up: its name, what it says, the dice it shows, and marks lying on it.

    ``more`` is for whoever asks the card itself: what its name alone says to those who know it.
    ``short`` stands for ``text`` where so many cards lie together that they are only looked over.
    """

    key: str
    name: Say
    text: Say | None = None
    dice: tuple[Die, ...] = ()
    value: str = ""
    picture: str = ""
    state: Literal["", "chosen", "done", "closed"] = ""
    more: Say | None = None
    short: Say | None = None


class Cards(Struct, frozen=True, tag="cards", omit_defaults=True):
    """Cards lying side by side: an album, a hand, a market."""

    key: str
    label: Say
    cards: tuple[Card, ...]


class Pile(Struct, frozen=True, tag="pile", omit_defaults=True):
    """Cards on top of each other: how many, and the top one if it is face up."""

    key: str
    label: Say
    count: int
    top: Card | None = None


class Space(Struct, frozen=True, omit_defaults=True):
    """One space of a track."""

    label: str
    state: Literal["", "open", "marked", "closed"] = ""


class Track(Struct, frozen=True, tag="track", omit_defaults=True):
    """Spaces in a row, with a score behind them."""

    key: str
    label: Say
    spaces: tuple[Space, ...]
    colour: str = ""
    value: str = ""


class Chips(Struct, frozen=True, tag="chips", omit_defaults=True):
    """So many chips, tokens or points of one kind."""

    key: str
    label: Say
    count: int
    colour: str = ""


class Note(Struct, frozen=True, tag="note", omit_defaults=True):
    """A sentence on the table. ``tone`` tells good, bad or quiet by more than colour."""

    key: str
    text: Say
    tone: Literal["", "good", "bad", "quiet"] = ""


Item = Dice | Card | Cards | Pile | Track | Chips | Note


class Board(Struct, frozen=True, omit_defaults=True):
    """What lies in front of one seat. ``score`` is the number the table compares."""

    seat: int
    score: int
    items: tuple[Item, ...] = ()


class View(Struct, frozen=True, omit_defaults=True):
    """Everything one viewer may know. ``news`` is what the last event did, in sentences."""

    headline: Say
    turn: int | None
    centre: tuple[Item, ...]
    boards: tuple[Board, ...]
    news: tuple[Say, ...] = ()
