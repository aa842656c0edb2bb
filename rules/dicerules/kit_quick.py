"""The promise about quick rules: they come to the same positions as the game's own, only sooner."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from dicerules.bare import strip
from dicerules.core import Event, Game, Over
from dicerules.errors import KitError
from dicerules.forms import RandBelow
from dicerules.kit_trial import Position, Trial
from dicerules.simulate import random_event

TRIES = 2
"""Events that are tried in a position; there are many positions."""


def plays_the_same_quickly(trial: Trial, now: Position) -> None:
    """The quick rules need the same as the others, and lead to the same position without news."""
    quick = trial.game.quick
    if quick is None:
        return
    check_need(trial.game, now.state)
    if isinstance(now.need, Over):
        return
    for _ in range(TRIES):
        event = random_event(now.need, trial.randbelow)
        check_apply(trial.game, now.state, now.state, event)


def check_need(game: Game, state: Any) -> None:
    """Refuse quick rules that need something else in a position, or offer it in another order."""
    assert game.quick is not None
    expected, got = strip(game.need(state)), strip(game.quick.need(state))
    if got != expected:
        raise KitError(f"quick rules: expected the need {expected}, got {got}")


def check_apply(game: Game, state: Any, silent: Any, event: Event) -> tuple[Any, Any]:
    """Apply an event both ways, the quick one to the silent state; refuse different positions."""
    assert game.quick is not None
    after, quickly = game.apply(state, event), game.quick.apply(silent, event)
    expected = without_news(after)
    if quickly != expected:
        raise KitError(f"quick rules, after {event}: expected {expected}, got {quickly}")
    return after, quickly


def without_news(state: Any) -> Any:
    """The position with nothing to tell, if it has news at all."""
    return replace(state, news=()) if hasattr(state, "news") else state


def check_match(game: Game, state: Any, randbelow: RandBelow) -> int:
    """Play a match both ways with the same chance, and hold every position; count the events."""
    silent = without_news(state)
    for events in range(game.max_events):
        check_need(game, silent)
        need = game.need(state)
        if isinstance(need, Over):
            return events
        state, silent = check_apply(game, state, silent, random_event(need, randbelow))
    raise KitError(f"{game.key}: expected fewer than {game.max_events} events, and no end has come")
