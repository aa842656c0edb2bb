"""The five functions a game is, and the values that pass between a game and its table.

A game knows no chance, no clock and no screen: it says what it needs, and is told what came.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct
from pydantic import BaseModel

from dicerules.errors import CardError, RuleError
from dicerules.forms import Answer, Form, judge
from dicerules.views import Die, Item, View
from dicerules.words import Say


class Cast(Struct, frozen=True, omit_defaults=True):
    """Dice of one kind rolled together: how many, how many faces, which pictures and colour.

    ``seat`` tells whose they are where one roll has the dice of several people.
    """

    count: int
    faces: int = 6
    kind: str = "pips"
    colour: str = "ivory"
    seat: int | None = None


class Roll(Struct, frozen=True, tag="roll", omit_defaults=True):
    """Chance, asked for. The tower rolls the casts, then shuffles each deck of ``shuffles`` cards.

    ``seat`` presses the button; None means nobody need, and the tower draws at once.
    ``hidden`` keeps the outcome off every lamp and screen until a view shows it.

    ``lying`` are dice that lie on the table for all to see and stay there, by their places, None
    where there is none; then ``places`` are those that the rolled dice come to lie in. A die that
    is rolled twice has its place twice. Usually nothing lies there, and they lie side by side.
    """

    seat: int | None
    why: Say
    casts: tuple[Cast, ...] = ()
    shuffles: tuple[int, ...] = ()
    hidden: bool = False
    lying: tuple[Die | None, ...] = ()
    places: tuple[int, ...] = ()


class Limit(Struct, frozen=True):
    """A time in seconds that the rules themselves set, for all who act together.

    It begins with the first Ask that carries it and runs on through whatever is asked and rolled,
    until an Ask carries none, or one ``of`` something else.
    """

    seconds: int
    of: str


class Ask(Struct, frozen=True, tag="ask", omit_defaults=True):
    """Every seat that must act now, and its form.

    ``hidden``: answers stay secret until the last one is in; then they are open, and none of them
    can be taken back.
    """

    forms: dict[int, Form]
    hidden: bool = False
    limit: Limit | None = None


class Over(Struct, frozen=True, tag="over", omit_defaults=True):
    """The match has ended. More than one winner is a shared win."""

    winners: tuple[int, ...]
    why: Say


Need = Ask | Roll | Over

S = TypeVar("S")


class Move(Struct, frozen=True, tag="move"):
    """A seat's filled form."""

    seat: int
    answer: dict[str, Any]


class Rolled(Struct, frozen=True, tag="rolled", omit_defaults=True):
    """What came of a ``Roll``: the faces of all casts in order, then each shuffled deck's order."""

    faces: tuple[int, ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()


class TimeUp(Struct, frozen=True, tag="time_up", omit_defaults=True):
    """The seat's time is over; the game makes its default move.

    ``by`` its own clock, which decides for this seat alone, or by the limit of the Ask. Journals
    that do not say so yet mean the limit, where there is one.
    """

    seat: int
    by: Literal["clock", "limit"] | None = None


Event = Move | Rolled | TimeUp


class Face(Struct, frozen=True, omit_defaults=True):
    """One face of a die that has pictures: its name, a short mark, and nine lamps.

    ``lamps`` is read row by row: the top left lamp is the highest of the nine bits.
    """

    name: str
    mark: str
    lamps: int
    picture: str = ""


class Game(Struct, frozen=True):
    """A game, as the registry hands it out. The five functions stand in the order of play.

    ``standing(state)`` is one number a seat, and more is better. ``read_cards(text, file)`` reads a
    card file or raises ``CardError``; ``faces(state)`` gives the pictures of each kind of die;
    ``conserved(state)`` is a value that no event may change; ``bound`` is how many events a match
    stays below; ``preview(state, seat, answer)`` tells a seat what its half-filled form would come
    to, from what that seat may know.
    """

    key: str
    name: str
    version: int
    seats: range
    minutes: tuple[int, int]
    folder: Traversable
    options: type[BaseModel]
    state: type[Struct]
    read_cards: Callable[[str, str], Any]
    start: Callable[[Any, int, Any], Any]
    need: Callable[[Any], Need]
    apply: Callable[[Any, Event], Any]
    view: Callable[[Any, int], View]
    standing: Callable[[Any], tuple[int, ...]]
    faces: Callable[[Any], Mapping[str, tuple[Face, ...]]]
    conserved: Callable[[Any], Any]
    bound: int
    preview: Callable[[Any, int, Answer], tuple[Item, ...]] = lambda state, seat, answer: ()


def encode(value: Any) -> bytes:
    """Write a value as JSON, the same bytes every time."""
    return _ENCODER.encode(value)


_ENCODER = msgspec.json.Encoder(order="deterministic")


def read_event(body: bytes) -> Event:
    """Read an event back."""
    return _EVENTS.decode(body)


_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def remembered(need: Callable[[S], Need]) -> Callable[[S], Need]:
    """Keep a game's last need: the table asks for it, and ``apply`` asks again of that position."""
    last: tuple[S, Need] | None = None

    @wraps(need)
    def asked(state: S) -> Need:
        nonlocal last
        known = last
        if known is None or known[0] is not state:
            last = known = (state, need(state))
        return known[1]

    return asked


def check_asked(need: Need, seat: int) -> Form:
    """Refuse a seat that is not asked anything now; return what it is asked."""
    form = need.forms.get(seat) if type(need) is Ask else None
    if form is None:
        raise RuleError("not_asked", seat=seat)
    return form


def check_move(need: Need, move: Move) -> None:
    """Refuse a move that was not asked for, or whose form is not filled as asked."""
    judge(check_asked(need, move.seat), move.answer)


def check_rolled(need: Need, rolled: Rolled) -> Roll:
    """Refuse an outcome that no dice asked for can have shown; return what was asked."""
    if type(need) is not Roll:
        raise RuleError("no_roll")
    at = 0
    for cast in need.casts:
        for face in rolled.faces[at : at + cast.count]:
            if not 1 <= face <= cast.faces:
                raise RuleError("roll.face", low=1, high=cast.faces, got=face)
        at += cast.count
    if at != len(rolled.faces):
        raise RuleError("roll.count", expected=at, got=len(rolled.faces))
    if tuple(map(len, rolled.orders)) != need.shuffles:
        raise RuleError("roll.shuffles", expected=str(need.shuffles), got=str(rolled.orders))
    for order in rolled.orders:
        if sorted(order) != list(range(len(order))):
            raise RuleError("roll.order", got=str(order))
    return need


__all__ = [
    "Answer",
    "Ask",
    "CardError",
    "Cast",
    "Event",
    "Face",
    "Form",
    "Game",
    "Limit",
    "Move",
    "Need",
    "Over",
    "Roll",
    "Rolled",
    "RuleError",
    "Say",
    "TimeUp",
    "View",
    "check_asked",
    "check_move",
    "check_rolled",
    "encode",
    "read_event",
    "remembered",
]
