"""Bots against each other: one match, and what many of them show about who is stronger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from dicerules.bots import Budget, choose
from dicerules.core import Ask, Game, Move, Over, quick_rules
from dicerules.errors import KitError
from dicerules.forms import RandBelow
from dicerules.simulate import begin, draw

Z = 1.96
"""Standard errors on either side of a 95 % interval."""


ROUNDS = 20
"""Rounds from which on it can be seen how much they differ."""


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
    throws: Iterator[RandBelow],
    randbelow: RandBelow,
    new_budget: Callable[[], Budget],
    cards: Any = None,
) -> tuple[int, ...]:
    """Play a match with a level on each seat, and a new budget for each choice; return who won.

    ``throws`` are the chance of each throw in turn; ``randbelow`` is the bots' own.
    """
    rules, state = quick_rules(game), begin(game, len(line), cards=cards)
    for _ in range(game.max_events):
        need = rules.need(state)
        if isinstance(need, Over):
            return need.winners
        if isinstance(need, Ask):
            seat = next(iter(need.forms))
            answer = choose(game, line[seat], state, seat, randbelow, new_budget())
            state = rules.apply(state, Move(seat, answer))
        else:
            state = rules.apply(state, draw(need, next(throws)))
    raise KitError(f"{game.key}: expected fewer than {game.max_events} events, and no end has come")


def rotated(line: Sequence[str], match: int) -> tuple[str, ...]:
    """The levels by seat in a match: everybody moves on by one seat from match to match."""
    by = match % len(line)
    return (*line[by:], *line[:by])


def standings(
    game: Game, line: Sequence[str], results: Iterable[tuple[int, tuple[int, ...]]]
) -> Standings:
    """Add up matches, each with its number and its winners. A shared win counts in parts."""
    played = sorted(results)
    strengths = tuple(_strength(level, line, played) for level in dict.fromkeys(line))
    return Standings(game.name, tuple(line), len(played), 1 / len(line), strengths)


def _strength(
    level: str, line: Sequence[str], played: Sequence[tuple[int, tuple[int, ...]]]
) -> Strength:
    """Wilson's interval: it holds for few matches too, and for those that are nearly all won."""
    won = [
        sum(rotated(line, match)[seat] == level for seat in winners)
        / len(winners)
        / line.count(level)
        for match, winners in played
    ]
    rate, count = sum(won) / len(won), _independent(won, len(line))
    wide = 1 + Z * Z / count
    middle = (rate + Z * Z / (2 * count)) / wide
    reach = Z * sqrt(rate * (1 - rate) / count + Z * Z / (4 * count * count)) / wide
    return Strength(level, rate, max(0.0, middle - reach), min(1.0, middle + reach))


def _independent(won: Sequence[float], seats: int) -> float:
    """How many matches with luck of their own would tell as much.

    The matches of a round have the same throws with the seats rotated, so that luck cancels out;
    how much it does is seen from how the rounds differ.
    """
    rounds = [sum(won[at : at + seats]) / seats for at in range(0, len(won) - seats + 1, seats)]
    if len(rounds) < ROUNDS:
        return len(won)
    mean = sum(rounds) / len(rounds)
    error = sum((each - mean) ** 2 for each in rounds) / (len(rounds) - 1) / len(rounds)
    return mean * (1 - mean) / error if error and 0 < mean < 1 else len(won)
