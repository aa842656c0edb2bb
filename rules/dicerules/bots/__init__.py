"""Bots: three players of different strength, for every game. None can cheat.

``choose`` is the only way to ask one. It draws imagined positions, which the seat cannot tell from
the real one, and hands the bot nothing else. Chance and time come from the caller.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from dicerules.bots.budget import Budget
from dicerules.bots.sharp import search
from dicerules.core import Game, check_asked, quick_rules
from dicerules.forms import RandBelow, fill
from dicerules.previews import is_complete

RANDOM, STEADY, SHARP = "random", "steady", "sharp"

LEVELS = (RANDOM, STEADY, SHARP)
"""From the weakest to the strongest."""


def levels(game: Game) -> tuple[str, ...]:
    """The levels that a game has: without ``imagine`` only the random one."""
    if game.imagine is None:
        return (RANDOM,)
    return LEVELS if game.steady is not None else (RANDOM, SHARP)


def choose(
    game: Game,
    level: str,
    state: Any,
    seat: int,
    randbelow: RandBelow,
    budget: Budget,
) -> dict[str, Any]:
    """An answer for the form of a seat that is asked; the form always accepts it.

    A level that the game does not have is played at random. Only ``sharp`` spends its
    budget, and has an answer even if that is nothing. What the game's own
    functions raise comes out as it is.
    """
    form = check_asked(quick_rules(game).need(state), seat)
    answer: dict[str, Any] | None = None
    if level != RANDOM and level in levels(game):
        assert game.imagine is not None
        imagine = partial(game.imagine, state, seat, randbelow)
        if level == SHARP:
            answer = search(game, imagine, seat, randbelow, budget)
        elif game.steady is not None:
            answer = dict(game.steady(imagine(), seat, randbelow))
    # A game's own bot may err; the table's form decides.
    return answer if answer is not None and is_complete(form, answer) else fill(form, randbelow)


__all__ = ["LEVELS", "RANDOM", "SHARP", "STEADY", "Budget", "choose", "levels"]
