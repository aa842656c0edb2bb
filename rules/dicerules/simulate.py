"""Random legal play, and what many matches come to. The caller brings the chance.

It fills forms blindly: a bot that wants to win is another thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from pydantic import BaseModel

from dicerules.cards import read_own
from dicerules.core import Ask, Event, Game, Move, Need, Over, Roll, Rolled
from dicerules.errors import KitError
from dicerules.forms import Below, fill


class Step(Struct, frozen=True):
    """One event of a match, the position before it and what that needed, and the position after."""

    before: Any
    need: Need
    event: Event
    after: Any


class Summary(Struct, frozen=True):
    """What so many matches came to. A shared win counts for each of its winners."""

    game: str
    seats: int
    matches: int
    events: int
    longest: int
    bound: int
    wins: tuple[int, ...]
    shared: int

    @property
    def mean(self) -> float:
        """Events of a match, on average."""
        return self.events / self.matches if self.matches else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Tell it to a machine."""
        return asdict(self) | {"mean": round(self.mean, 2)}

    def text(self) -> str:
        """Tell it to a person."""
        wins = ", ".join(f"seat {seat} won {count}" for seat, count in enumerate(self.wins, 1))
        return (
            f"{self.game}, {self.seats} seats: {self.matches} matches of random play\n"
            f"{self.mean:.1f} events a match, {self.longest} in the longest,"
            f" and always fewer than {self.bound}\n"
            f"{wins}; {self.shared} of them shared\n"
            "nothing was lost or made in any of them"
        )


def begin(game: Game, seats: int, options: BaseModel | None = None, cards: Any = None) -> Any:
    """Start a match; where nothing is said, with the game's own options and cards."""
    return game.start(options or game.options(), seats, cards or read_own(game))


def play(
    game: Game,
    seats: int,
    below: Below,
    options: BaseModel | None = None,
    cards: Any = None,
) -> Iterator[Step]:
    """Play a match to its end, or raise ``KitError`` once it reaches the game's bound."""
    return play_on(game, begin(game, seats, options, cards), below)


def play_on(game: Game, state: Any, below: Below) -> Iterator[Step]:
    """Play on from a position."""
    for _ in range(game.bound):
        need = game.need(state)
        if isinstance(need, Over):
            return
        event = happen(need, below)
        after = game.apply(state, event)
        yield Step(state, need, event, after)
        state = after
    raise KitError(f"{game.key}: expected fewer than {game.bound} events, and no end has come")


def happen(need: Ask | Roll, below: Below) -> Event:
    """Make an event of the kind that is needed: any asked seat's answer, or the dice."""
    if isinstance(need, Roll):
        return draw(need, below)
    seats = list(need.forms)
    seat = seats[below(len(seats))]
    return Move(seat, fill(need.forms[seat], below))


def draw(roll: Roll, below: Below) -> Rolled:
    """Roll the dice and shuffle the decks that are asked for."""
    faces = [below(cast.faces) + 1 for cast in roll.casts for _ in range(cast.count)]
    return Rolled(tuple(faces), tuple([_shuffle(size, below) for size in roll.shuffles]))


def _shuffle(size: int, below: Below) -> tuple[int, ...]:
    left = list(range(size))
    return tuple([left.pop(below(len(left))) for _ in range(size)])


def summarise(
    game: Game,
    seats: int,
    matches: Iterable[object],
    below: Below,
    options: BaseModel | None = None,
    cards: Any = None,
) -> Summary:
    """Play a match for each item of ``matches``, a range or a progress bar, and sum them up.

    A match that loses or makes chips, cards or dice, or reaches its bound, raises ``KitError``.
    """
    cards = cards or read_own(game)
    played, events, longest, shared, wins = 0, 0, 0, 0, [0] * seats
    for _ in matches:
        state = begin(game, seats, options, cards)
        whole, length = game.conserved(state), 0
        for step in play_on(game, state, below):
            state = step.after
            length += 1
            if game.conserved(state) != whole:
                raise KitError(f"{game.key}: {whole} became {game.conserved(state)}, {step.event}")
        over = game.need(state)
        assert isinstance(over, Over)
        for seat in over.winners:
            wins[seat] += 1
        played, events, longest = played + 1, events + length, max(longest, length)
        shared += len(over.winners) > 1
    return Summary(game.name, seats, played, events, longest, game.bound, tuple(wins), shared)
