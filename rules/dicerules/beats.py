"""Beats: what the last event did, in the order people should see it. Rules say what, screens how.

A game that has ``beats(before, after, viewer)`` gives the beats of the step between two positions,
for one viewer. They show only what that viewer may know, and they lead to the view of ``after``:
a screen that skips them misses nothing but the show. Dice land without a beat: the table knows
what was rolled, and lets the dice come to rest before the first beat.

A *place* is where something comes from, goes to or happens: "centre/<item key>" on the table,
"seat/<number>" for a player, or "seat/<number>/<item key>" for something on that player's board.
The key of a card of an item may follow: "centre/album/homer". Where a screen does not find the
place, it uses the item, then the player, then the middle of the table.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from dicerules.views import Card, Die, Figure
from dicerules.words import Message

Tone = Literal["", "good", "bad", "grand"]


class Verdict(Struct, frozen=True, gc=False, tag="verdict", omit_defaults=True):
    """How it came out, in one to three words: "Matched!", "+6". "grand" is for rare moments.

    ``points`` are won or lost by ``seat``. ``dice`` are the places of the dice that have just been
    rolled and made it so; they are lifted.
    """

    tone: Tone
    text: Message
    seat: int | None = None
    points: int | None = None
    dice: tuple[int, ...] = ()


class Transfer(Struct, frozen=True, gc=False, tag="transfer", omit_defaults=True):
    """Things go from one place to another: chips from the bank to a seat, a card to a hand."""

    what: Literal["chips", "card", "die", "token"]
    source: str
    target: str
    count: int = 1
    colour: str = ""
    card: Card | None = None


class Flip(Struct, frozen=True, gc=False, tag="flip", omit_defaults=True):
    """What lay face down at these places is turned over, all together."""

    places: tuple[str, ...]


class Change(Struct, frozen=True, gc=False, tag="change", omit_defaults=True):
    """A value at a place changes, and that is worth a look. Scores change by themselves.

    Changes that follow one another are seen together.
    """

    place: str
    before: str
    after: str
    tone: Tone = ""


class Reveal(Struct, frozen=True, gc=False, tag="reveal", omit_defaults=True):
    """A die of a seat, the cards that turn up beside it one by one, and what they make of it."""

    seat: int
    die: Die
    cards: tuple[Card, ...]
    value: str


class Award(Struct, frozen=True, gc=False, tag="award", omit_defaults=True):
    """Something goes to the best: what, everybody's figure, who gets it, and for how much."""

    title: Message
    figures: tuple[Figure, ...]
    winners: tuple[int, ...]
    points: int | None = None


class Title(Struct, frozen=True, gc=False, tag="title", omit_defaults=True):
    """A title card: a round, a phase, a final battle, who begins."""

    text: Message
    below: Message | None = None
    seat: int | None = None
    tone: Tone = ""


Beat = Verdict | Transfer | Flip | Change | Reveal | Award | Title
