"""What a game is: five functions, and the values that go between a game and its table.

A game has no randomness, no clock and no screen: it says what it needs and is told what came.

Needs and events are final, so ``type(event) is Move`` tells all that ``isinstance`` does. Playouts
ask that way: ``isinstance`` takes four times as long to say no to a struct of another type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar, final

import msgspec
from msgspec import Struct
from pydantic import BaseModel

from dicerules.beats import Beat
from dicerules.errors import CardError, RuleError
from dicerules.forms import Answer, Form, RandBelow, check_answer
from dicerules.lamps import LampPattern, Moment
from dicerules.views import Die, Item, View
from dicerules.words import Message
from dicerules.worth import Worth


class DiceGroup(Struct, frozen=True, gc=False, omit_defaults=True):
    """Equal dice that are rolled together: how many, how many faces, which kind and colour.

    ``kind`` is "pips", or a key of the game's ``faces``. ``seat`` is the owner where one roll has
    dice of several people.
    """

    count: int
    faces: int = 6
    kind: str = "pips"
    colour: str = "ivory"
    seat: int | None = None


@final
class Roll(Struct, frozen=True, gc=False, tag="roll", omit_defaults=True):
    """A request for chance: the tower rolls the dice, then shuffles a deck for each size.

    ``seat`` presses the button; with None the tower rolls at once. ``hidden`` keeps the outcome
    off every lamp and screen until a view shows it.

    ``on_table`` are dice that stay where they are, one entry for each place, None for a free one;
    ``places`` are the places that the rolled dice go to. A die that is rolled twice has its place
    twice. Without both, the rolled dice lie side by side.
    """

    seat: int | None
    why: Message
    dice: tuple[DiceGroup, ...] = ()
    shuffles: tuple[int, ...] = ()
    hidden: bool = False
    on_table: tuple[Die | None, ...] = ()
    places: tuple[int, ...] = ()


def single_dice(roll: Roll) -> list[DiceGroup]:
    """The group of each single die, in the order of ``Rolled.faces``."""
    return [group for group in roll.dice for _ in range(group.count)]


class Limit(Struct, frozen=True, gc=False):
    """A time in seconds that the rules set, as an hourglass would, for everybody at once.

    It starts with the first Ask that has it and runs on through asks and rolls, until an Ask has
    none, or one with another ``of``: the name of what is timed.
    """

    seconds: int
    of: str


@final
class Ask(Struct, frozen=True, gc=False, tag="ask", omit_defaults=True):
    """A form for every seat that must answer now.

    ``hidden``: answers stay secret until the last one is in. Then all are open, and none can be
    taken back.
    """

    forms: dict[int, Form]
    hidden: bool = False
    limit: Limit | None = None


@final
class Over(Struct, frozen=True, gc=False, tag="over", omit_defaults=True):
    """The match has ended. More than one winner is a shared win."""

    winners: tuple[int, ...]
    why: Message


Need = Ask | Roll | Over

S = TypeVar("S")
N = TypeVar("N")


@final
class Move(Struct, frozen=True, gc=False, tag="move"):
    """A seat's filled form."""

    seat: int
    answer: dict[str, Any]


@final
class Rolled(Struct, frozen=True, gc=False, tag="rolled", omit_defaults=True):
    """The outcome of a ``Roll``: the face of each die from 1, the order of each deck from 0."""

    faces: tuple[int, ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()


@final
class TimeUp(Struct, frozen=True, gc=False, tag="time_up", omit_defaults=True):
    """The seat's time is up; the game makes a default move for it.

    ``by`` is the seat's own clock, which decides for this seat alone, or the limit of the Ask. Old
    journals have None: the limit if there was one, else the clock.
    """

    seat: int
    by: Literal["clock", "limit"] | None = None


Event = Move | Rolled | TimeUp


class Face(Struct, frozen=True, gc=False, omit_defaults=True):
    """One face of a die with pictures: its name, a mark of 1 or 2 letters, and nine lamps.

    ``lamps`` has nine bits, row by row; the top left lamp is the highest bit. ``icon`` names one of
    the drawings that screens have; without one, the mark is drawn.
    """

    name: str
    mark: str
    lamps: int
    icon: str = ""


class Quick(Struct, frozen=True):
    """A game's rules without words, for bots: the same positions in a fraction of the time.

    ``need(state)`` takes the same events as the game's own need, but its forms and rolls may lack
    every word; see ``dicerules.bare``. ``apply(state, event)`` is given an event that is needed: it
    checks nothing, and leaves the ``news`` of a state empty.
    """

    need: Callable[[Any], Need]
    apply: Callable[[Any, Event], Any]


class Outlook(Struct, frozen=True):
    """How a game judges a match that is not over, for bots.

    ``chances(state)`` are everybody's chances to win as it stands. ``is_settled(state)`` is whether
    they are hardly better known by playing on.
    """

    chances: Callable[[Any], tuple[float, ...]]
    is_settled: Callable[[Any], bool]


class Game(Struct, frozen=True):
    """A game. WRITE-A-GAME.md describes every field.

    ``scores(state)`` is one number for each seat; more is better. ``playing_time`` is the usual
    range in minutes. A match has fewer than ``max_events`` events. ``read_cards(text, file)`` reads
    a card file or raises ``CardError``; a game without cards has none, and its ``start`` gets None.
    ``faces(state)`` are the pictures of each kind of die. ``invariant(state)`` is a value that no
    event may change. ``preview(state, seat, answer)`` shows a seat what its half-filled form would
    lead to, from what that seat may know. ``card_list(cards)`` are all cards, for the help page.
    ``dice_colours`` are the colours of its dice, so that seats get others. ``theme`` names one of
    the looks that screens have. ``beats(before, after, viewer)`` is what a screen performs between
    two positions. ``lamps`` are patterns of its own for the tower's lamps, by the moment they are
    for. ``imagine(state, seat, randbelow)`` is a position that the seat cannot tell from
    the real one, with everything hidden from it drawn anew; bots are handed no other.
    ``steady(state, seat, randbelow)`` answers the seat's form as a sensible player would, from what
    the seat may know. ``weigh(state, seat, answer)`` says exactly what the choices of a half-filled
    form are worth; ``sample(state, seat, answer, randbelow)`` says it as it comes out once.
    ``quick`` are the same rules without words, for bots.
    ``exact(state, seat)`` is the exact chance that what the seat is in the middle of succeeds, by
    what the seat may know; None where no chance decides, or it takes long. ``outlook`` judges a
    match that is not over, where scores say little about who will win.
    """

    key: str
    name: str
    version: int
    seats: range
    playing_time: tuple[int, int]
    folder: Traversable
    options: type[BaseModel]
    state: type[Struct]
    start: Callable[[Any, int, Any], Any]
    need: Callable[[Any], Need]
    apply: Callable[[Any, Event], Any]
    view: Callable[[Any, int], View]
    scores: Callable[[Any], tuple[int, ...]]
    max_events: int
    read_cards: Callable[[str, str], Any] | None = None
    faces: Callable[[Any], Mapping[str, tuple[Face, ...]]] = lambda state: {}
    invariant: Callable[[Any], Any] = lambda state: None
    preview: Callable[[Any, int, Answer], tuple[Item, ...]] = lambda state, seat, answer: ()
    card_list: Callable[[Any], tuple[Item, ...]] = lambda cards: ()
    dice_colours: frozenset[str] = frozenset()
    theme: str = ""
    beats: Callable[[Any, Any, int], tuple[Beat, ...]] = lambda before, after, viewer: ()
    lamps: Mapping[Moment, LampPattern] = {}
    imagine: Callable[[Any, int, RandBelow], Any] | None = None
    steady: Callable[[Any, int, RandBelow], Answer] | None = None
    exact: Callable[[Any, int], float | None] = lambda state, seat: None
    weigh: Callable[[Any, int, Answer], tuple[Worth, ...]] | None = None
    sample: Callable[[Any, int, Answer, RandBelow], tuple[Worth, ...]] | None = None
    quick: Quick | None = None
    outlook: Outlook | None = None


def quick_rules(game: Game) -> Quick:
    """The quick rules of a game, or its own where it has none."""
    return game.quick or Quick(game.need, game.apply)


def encode(value: Any) -> bytes:
    """Write a value as JSON, the same bytes every time."""
    return _ENCODER.encode(value)


_ENCODER = msgspec.json.Encoder(order="deterministic")


def read_event(body: bytes) -> Event:
    """Read an event back."""
    return _EVENTS.decode(body)


_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def cache_last(need: Callable[[S], N]) -> Callable[[S], N]:
    """Keep what was last needed: the table asks for it, then ``apply`` asks for it again."""
    last: tuple[S, N] | None = None

    @wraps(need)
    def asked(state: S) -> N:
        nonlocal last
        known = last
        if known is None or known[0] is not state:
            last = known = (state, need(state))
        return known[1]

    return asked


def check_asked(need: Need, seat: int) -> Form:
    """Refuse a seat that is not asked now; return the form of one that is."""
    form = need.forms.get(seat) if type(need) is Ask else None
    if form is None:
        raise RuleError("not_asked", seat=seat)
    return form


def check_move(need: Need, move: Move) -> None:
    """Refuse a move of a seat that is not asked, or with an answer that its form does not allow."""
    check_answer(check_asked(need, move.seat), move.answer)


def check_event(need: Need, event: Event) -> None:
    """Refuse an event that is not needed now."""
    if isinstance(event, Move):
        check_move(need, event)
    elif isinstance(event, Rolled):
        check_rolled(need, event)
    else:
        check_asked(need, event.seat)


def check_rolled(need: Need, rolled: Rolled) -> Roll:
    """Refuse an outcome that the roll needed now cannot have; return that roll."""
    if type(need) is not Roll:
        raise RuleError("no_roll")
    at = 0
    for group in need.dice:
        for face in rolled.faces[at : at + group.count]:
            if not 1 <= face <= group.faces:
                raise RuleError("roll.face", low=1, high=group.faces, got=face)
        at += group.count
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
    "DiceGroup",
    "Event",
    "Face",
    "Form",
    "Game",
    "Limit",
    "Message",
    "Move",
    "Need",
    "Outlook",
    "Over",
    "Quick",
    "RandBelow",
    "Roll",
    "Rolled",
    "RuleError",
    "TimeUp",
    "View",
    "cache_last",
    "check_asked",
    "check_event",
    "check_move",
    "check_rolled",
    "encode",
    "quick_rules",
    "read_event",
    "single_dice",
]
