"""What a choice is worth: amounts for what a form offers, exact or estimated.

A game says them for a position: ``weigh`` exactly, ``sample`` as it comes out once. Callers ask by
``exact``, and by ``estimate`` where nothing exact is known; both hand the game imagined positions
only. So no amount can tell what is hidden from the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from dicerules.forms import Answer, Form, PickOne, RandBelow
from dicerules.previews import is_complete, valid_part
from dicerules.words import Message

if TYPE_CHECKING:
    from dicerules.core import Game

DRAWS = 400
"""Imagined positions of an estimate, unless the time is up before."""
LEAST = 8
"""Imagined positions without which nothing is said."""


class Amount(Struct, frozen=True, omit_defaults=True):
    """One amount: what it counts, in a few words, and how much.

    A chance is from 0 to 1. A gain is a count that can be below 0 and is written with its sign.
    ``error`` is the standard error of an estimate; None says that the value is exact.
    """

    what: Message
    value: float
    unit: Literal["chance", "count", "gain"] = "chance"
    error: float | None = None


class Worth(Struct, frozen=True, omit_defaults=True):
    """What one choice is worth: an option of a field, or without one the field as it is filled."""

    field: str
    amounts: tuple[Amount, ...]
    option: str = ""


def offered(form: Form, answer: Answer) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What can be chosen next so that the form is filled: each field and option, and the answer.

    A field that is filled in other ways than by one option is offered as it is filled, without an
    option, once the form is.
    """
    right = valid_part(form, answer)
    asked = list(form.fields)
    for field in asked:
        options = field.options if isinstance(field, PickOne) else ()
        for option in options:
            whole = valid_part(form, {**right, field.key: option.key})
            if is_complete(form, whole):
                yield field.key, option.key, whole
            if right.get(field.key) == option.key:
                asked += option.fields
        if not options and is_complete(form, right):
            yield field.key, "", right


def can_weigh(game: Game) -> bool:
    """Whether a game says what its choices are worth."""
    return game.imagine is not None and (game.weigh is not None or game.sample is not None)


def exact(
    game: Game, state: Any, seat: int, answer: Answer, randbelow: RandBelow
) -> tuple[Worth, ...]:
    """What is worked out exactly about a seat's choices, with its form filled so far."""
    if game.weigh is None or game.imagine is None:
        return ()
    return game.weigh(game.imagine(state, seat, randbelow), seat, answer)


def estimate(
    game: Game,
    state: Any,
    seat: int,
    answer: Answer,
    randbelow: RandBelow,
    is_time_up: Callable[[], bool] = lambda: False,
    draws: int = DRAWS,
) -> tuple[Worth, ...]:
    """What is estimated about a seat's choices: the mean over imagined positions, and its error.

    Nothing is said if the time is up before there are enough of them.
    """
    if game.sample is None or game.imagine is None:
        return ()
    first: tuple[Worth, ...] = ()
    means: list[_Mean] = []
    for draw in range(draws):
        if is_time_up():
            break
        worths = game.sample(game.imagine(state, seat, randbelow), seat, answer, randbelow)
        values = [amount.value for worth in worths for amount in worth.amounts]
        if draw == 0:
            if not values:
                return ()
            first, means = worths, [_Mean() for _ in values]
        for mean, value in zip(means, values, strict=True):
            mean.take(value)
    if not means or means[0].count < LEAST:
        return ()
    left = iter(means)
    return tuple(
        replace(worth, amounts=tuple(next(left).told(amount) for amount in worth.amounts))
        for worth in first
    )


class _Mean:
    """A mean and its standard error, taken in one value after the other (Welford's way)."""

    def __init__(self) -> None:
        self.count = 0
        self._mean = self._spread = 0.0

    def take(self, value: float) -> None:
        self.count += 1
        gap = value - self._mean
        self._mean += gap / self.count
        self._spread += gap * (value - self._mean)

    def told(self, amount: Amount) -> Amount:
        # One is added: if all were alike so far, the next may still come out otherwise.
        error = sqrt((self._spread + 1) / (self.count - 1) / self.count)
        return replace(amount, value=self._mean, error=error)
