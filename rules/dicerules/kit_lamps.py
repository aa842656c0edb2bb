"""Promises about a game's own patterns for lamps: the tower plays each of them as it is."""

from __future__ import annotations

from typing import get_args

from dicerules.core import Game
from dicerules.errors import KitError
from dicerules.lamps import LampPattern, LampStep, Moment, Move, Shape
from dicerules.limits import (
    COLOURS,
    LAMP_STEP_MS,
    LONGEST_PATTERN_MS,
    MOST_LAMP_LEVEL,
    MOST_LAMP_STEPS,
    MOST_LAMP_STEPS_WITH_PICTURE,
    MOST_PATTERN_TIMES,
    MOVING_LAMP_STEP_MS,
)

_ROWS, _DOTS = 8, 16


def check_lamps(game: Game) -> None:
    """Hold that each pattern is for a moment that there is, and that a tower can play it."""
    for moment, pattern in game.lamps.items():
        if moment not in get_args(Moment):
            raise KitError(f"expected lamps for one of {get_args(Moment)}, got {moment!r}")
        try:
            check_pattern(pattern)
        except KitError as error:
            raise KitError(f"lamps for {moment!r}: {error}") from None


def check_pattern(pattern: LampPattern) -> None:
    """Hold that a tower can play it."""
    most = MOST_LAMP_STEPS_WITH_PICTURE if pattern.picture else MOST_LAMP_STEPS
    if not 1 <= len(pattern.steps) <= most:
        raise KitError(f"expected 1 to {most} steps, got {len(pattern.steps)}")
    for step in pattern.steps:
        _check_step(step)
    if any(step.shape == "picture" for step in pattern.steps) != bool(pattern.picture):
        raise KitError("expected a picture if, and only if, a step shows it")
    if pattern.picture and (
        len(pattern.picture) != _ROWS
        or any(len(row) != _DOTS or set(row) - {"#", "."} for row in pattern.picture)
    ):
        raise KitError(f"expected {_ROWS} rows of {_DOTS} dots, # or ., got {pattern.picture}")
    if pattern.colour not in ("", *COLOURS):
        raise KitError(f"expected a colour of the tower, got {pattern.colour!r}")
    whole = pattern.times * sum(step.ms for step in pattern.steps)
    if not 1 <= pattern.times <= MOST_PATTERN_TIMES or whole > LONGEST_PATTERN_MS:
        raise KitError(
            f"expected 1 to {MOST_PATTERN_TIMES} times and at most {LONGEST_PATTERN_MS} ms,"
            f" got {pattern.times} times and {whole} ms"
        )


def _check_step(step: LampStep) -> None:
    if step.shape not in get_args(Shape) or step.move not in get_args(Move):
        raise KitError(f"expected one of {get_args(Shape)} and {get_args(Move)}, got {step}")
    times = MOVING_LAMP_STEP_MS if step.move else LAMP_STEP_MS
    if step.ms not in times:
        raise KitError(f"expected {times[0]} to {times[-1]} ms in steps of 20, got {step}")
    if not 0 <= step.level <= MOST_LAMP_LEVEL:
        raise KitError(f"expected a level of 0 to {MOST_LAMP_LEVEL}, got {step}")
