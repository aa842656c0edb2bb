"""Bots against each other: one match, and what many of them show about who is stronger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from dicerules.bots import choose
from dicerules.core import Ask, Game, Move, Over
from dicerules.errors import KitError
from dicerules.forms import RandBelow
from dicerules.simulate import begin, draw

Z = 1.96
"""Standard errors on either side of a 95 % interval."""


class Strength(Struct, frozen=True):
    """What one level won for each of its seats: the part of the matches, and its 95 % interval."""

    level: str
    rate: float
    low: float
    high: float


class Standings(Struct, frozen=True):
    """The outcome of many matches. ``even`` is what a seat wins if all are equally strong."""

    game: str
    line: tuple[str, ...]
    matches: int
    even: float
    strengths: tuple[Strength, ...]

    def as_dict(self) -> dict[str, Any]:
        """The standings for a program."""
        return asdict(self) | {"strengths": [asdict(each) for each in self.strengths]}

    def text(self) -> str:
        """The standings for a person."""
        rows = [
            f"{each.level:8}{each.rate:7.1%} of the matches a seat, 95 % interval"
            f" {each.low:.1%} to {each.high:.1%}: {_verdict(each, self.even)}"
            for each in self.strengths
        ]
        title = f"{self.game}: {self.matches} matches of {', '.join(self.line)}, seats rotated"
        return "\n".join([title, *rows, f"even would be {self.even:.1%}"])

    def table_row(self) -> str:
        """The standings as a row of a table in Markdown."""
        won = [
            f"{each.level} {each.rate:.0%} ({each.low:.0%}–{each.high:.0%})"  # noqa: RUF001
            for each in self.strengths
        ]
        line = ", ".join(self.line)
        return f"| {self.game} | {line} | {self.matches} | {self.even:.0%} | {'; '.join(won)} |"


def _verdict(strength: Strength, even: float) -> str:
    if strength.low > even:
        return "stronger"
    return "weaker" if strength.high < even else "not told apart"


def play_match(
    game: Game,
    line: Sequence[str],
    randbelow: RandBelow,
    start_clock: Callable[[], Callable[[], bool]],
    cards: Any = None,
) -> tuple[int, ...]:
    """Play a match with a level on each seat, and a new clock for each choice; return who won."""
    state = begin(game, len(line), cards=cards)
    for _ in range(game.max_events):
        need = game.need(state)
        if isinstance(need, Over):
            return need.winners
        if isinstance(need, Ask):
            seat = next(iter(need.forms))
            answer = choose(game, line[seat], state, seat, randbelow, start_clock())
            state = game.apply(state, Move(seat, answer))
        else:
            state = game.apply(state, draw(need, randbelow))
    raise KitError(f"{game.key}: expected fewer than {game.max_events} events, and no end has come")


def rotated(line: Sequence[str], match: int) -> tuple[str, ...]:
    """The levels by seat in a match: everybody moves on by one seat from match to match."""
    by = match % len(line)
    return (*line[by:], *line[:by])


def standings(
    game: Game, line: Sequence[str], results: Iterable[tuple[int, tuple[int, ...]]]
) -> Standings:
    """Add up matches, each with its number and its winners. A shared win counts in parts."""
    won = dict.fromkeys(line, 0.0)
    matches = 0
    for match, winners in results:
        matches += 1
        seats = rotated(line, match)
        for seat in winners:
            won[seats[seat]] += 1 / len(winners)
    strengths = tuple(
        _strength(level, count / line.count(level), matches) for level, count in won.items()
    )
    return Standings(game.name, tuple(line), matches, 1 / len(line), strengths)


def _strength(level: str, won: float, matches: int) -> Strength:
    """Wilson's interval: it holds for few matches too, and for those that are nearly all won."""
    rate = won / matches
    wide = 1 + Z * Z / matches
    middle = (rate + Z * Z / (2 * matches)) / wide
    reach = Z * sqrt(rate * (1 - rate) / matches + Z * Z / (4 * matches * matches)) / wide
    return Strength(level, rate, max(0.0, middle - reach), min(1.0, middle + reach))
