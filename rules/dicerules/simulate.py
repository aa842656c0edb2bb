"""Random legal play, and a summary of many matches. The caller brings the chance.

Forms are filled blindly; nobody here tries to win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import floor
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from pydantic import BaseModel

from dicerules.cards import default_cards
from dicerules.core import Ask, Event, Game, Move, Need, Over, Roll, Rolled, quick_rules
from dicerules.errors import KitError
from dicerules.forms import RandBelow, fill


class Step(Struct, frozen=True):
    """One event of a match: the state before it and its need, the event, and the state after it."""

    before: Any
    need: Need
    event: Event
    after: Any


class Summary(Struct, frozen=True):
    """A summary of matches. A shared win counts for each of its winners."""

    game: str
    seats: int
    matches: int
    events: int
    longest: int
    max_events: int
    wins: tuple[int, ...]
    shared: int

    @property
    def mean(self) -> float:
        """The mean number of events in a match."""
        return self.events / self.matches if self.matches else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The summary for a program."""
        return asdict(self) | {"mean": round(self.mean, 2)}

    def text(self) -> str:
        """The summary for a person."""
        wins = ", ".join(f"seat {seat} won {count}" for seat, count in enumerate(self.wins, 1))
        return (
            f"{self.game}, {self.seats} seats: {self.matches} matches of random play\n"
            f"{self.mean:.1f} events a match, {self.longest} in the longest,"
            f" and always fewer than {self.max_events}\n"
            f"{wins}; {self.shared} of them shared\n"
            "what the game keeps constant stayed constant in every match"
        )


def randbelow_from(uniform: Callable[[], float]) -> RandBelow:
    """Chance from numbers below 1, such as ``Random().random``: twice as quick as ``randrange``.

    Good enough for playing on, as bots do, and not for dice that people see.
    """
    return lambda below: floor(uniform() * below)  # quicker than int


def begin(game: Game, seats: int, options: BaseModel | None = None, cards: Any = None) -> Any:
    """Start a match, with the game's default options and cards if none are given."""
    return game.start(options or game.options(), seats, cards or default_cards(game))


def play(
    game: Game,
    seats: int,
    randbelow: RandBelow,
    options: BaseModel | None = None,
    cards: Any = None,
) -> Iterator[Step]:
    """Play a match to its end, or raise ``KitError`` when it reaches ``max_events``."""
    return play_on(game, begin(game, seats, options, cards), randbelow)


def play_on(game: Game, state: Any, randbelow: RandBelow) -> Iterator[Step]:
    """Play on from a state."""
    for _ in range(game.max_events):
        need = game.need(state)
        if isinstance(need, Over):
            return
        event = random_event(need, randbelow)
        after = game.apply(state, event)
        yield Step(state, need, event, after)
        state = after
    raise KitError(f"{game.key}: expected fewer than {game.max_events} events, and no end has come")


def playout(game: Game, state: Any, randbelow: RandBelow) -> tuple[Any, int]:
    """Play on to the end by the game's quick rules; return the last state and the events to it.

    The same chance leads to the same positions as ``play_on``, but nobody is told any news.
    """
    rules = quick_rules(game)
    need, apply = rules.need, rules.apply
    for events in range(game.max_events):
        now = need(state)
        if type(now) is Over:
            return state, events
        state = apply(state, random_event(now, randbelow))
    raise KitError(f"{game.key}: expected fewer than {game.max_events} events, and no end has come")


def random_event(need: Ask | Roll, randbelow: RandBelow) -> Event:
    """A random event that is needed: an answer of any asked seat, or an outcome of the roll."""
    if type(need) is Roll:
        return draw(need, randbelow)
    forms = need.forms
    seat = [*forms][randbelow(len(forms))]
    return Move(seat, fill(forms[seat], randbelow))


def draw(roll: Roll, randbelow: RandBelow) -> Rolled:
    """A random outcome of a roll."""
    # Loops, as they take less time than comprehensions for the few dice and cards of a game.
    faces: list[int] = []
    for group in roll.dice:
        sides = group.faces
        for _ in range(group.count):
            face = randbelow(sides) + 1
            faces.append(face)
    if not roll.shuffles:
        return Rolled(tuple(faces))
    orders = []
    for size in roll.shuffles:
        order = _shuffle(size, randbelow)
        orders.append(order)
    return Rolled(tuple(faces), tuple(orders))


def _shuffle(size: int, randbelow: RandBelow) -> tuple[int, ...]:
    left, order = list(range(size)), []
    for below in range(size, 0, -1):
        at = randbelow(below)
        order.append(left.pop(at))
    return tuple(order)


def summarise(
    game: Game,
    seats: int,
    matches: Iterable[object],
    randbelow: RandBelow,
    options: BaseModel | None = None,
    cards: Any = None,
) -> Summary:
    """Play a match for each item of ``matches``, a range or a progress bar, by the quick rules.

    Raises ``KitError`` for a match that changes its invariant or reaches ``max_events``.
    """
    cards = cards or default_cards(game)
    played, events, longest, shared, wins = 0, 0, 0, 0, [0] * seats
    for _ in matches:
        state = begin(game, seats, options, cards)
        whole = game.invariant(state)
        state, length = playout(game, state, randbelow)
        if game.invariant(state) != whole:
            raise KitError(
                f"{game.key}: expected the invariant {whole} at the end of match {played + 1},"
                f" got {game.invariant(state)}"
            )
        over = game.need(state)
        assert isinstance(over, Over)
        for seat in over.winners:
            wins[seat] += 1
        played, events, longest = played + 1, events + length, max(longest, length)
        shared += len(over.winners) > 1
    return Summary(game.name, seats, played, events, longest, game.max_events, tuple(wins), shared)
