"""What goals and dice of R.Y.B. are worth to a seat, as a sensible player judges them.

A pool of dice is judged by what it could attempt next: the exact chance of each goal in sight times
what the goal is worth. Only what the seat may know is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dicerules.ryb.odds import reach
from dicerules.ryb.state import Goal, Pool, State
from dicerules.ryb.tally import COLOURS, dice_for, target_for, within_reach

DIE = 1.5
"""What a die is worth beyond the next attempt."""
CARD = 1.0
"""What a card in hand is worth."""
NEW_COLOUR = 1.4
"""How much more a goal counts that brings one of the three colours one needs."""


def expect(state: State, seat: int, goal: Goal, pool: Pool) -> float:
    """What attempting a goal with these dice brings on average."""
    return best_attempt(state, seat, pool, (goal,))


def best_attempt(state: State, seat: int, pool: Pool, goals: Iterable[Goal]) -> float:
    """What the best attempt of one of the goals with these dice brings on average."""
    kinds, best = state.cards.kinds, 0.0
    had = {kinds[done.card].colour for done in state.treasure[seat]}
    for goal in goals:
        kind = kinds[goal.card]
        value = float(kind.value)
        if len(had) < COLOURS and kind.colour not in had:
            value *= NEW_COLOUR
        value *= _reach(kind.colour, pool, target_for(state.cards, goal, seat))
        best = max(best, value)
    return best


@lru_cache(maxsize=65536)
def _reach(colour: str, pool: Pool, target: int) -> float:
    """The chance to make a goal with a whole pool; 0 if a colour of dice is missing."""
    return reach(colour, dice_for(colour, pool), target) if colour in within_reach(pool) else 0.0


def judge(state: State, seat: int, pool: Pool, goals: tuple[Goal, ...]) -> float:
    """What a pool is worth: the best attempt with it, and something for every die."""
    return best_attempt(state, seat, pool, goals) + DIE * sum(pool) + min(pool)


def in_sight(state: State, seat: int) -> tuple[Goal, ...]:
    """Goals on the table, and those in the seat's own hand."""
    kinds = state.cards.kinds
    return (*state.goals, *[Goal(card) for card in state.hands[seat] if kinds[card].colour])


def compare(state: State, seat: int, pools: tuple[Pool, ...]) -> float:
    """How much better these pools are than the present ones: for the seat, less for the others."""
    mine = in_sight(state, seat)
    gain = judge(state, seat, pools[seat], mine) - judge(state, seat, state.pools[seat], mine)
    for other, pool in enumerate(pools):
        if other != seat and pool != state.pools[other]:
            gain += DIE * (sum(state.pools[other]) - sum(pool)) / len(pools)
    return gain
