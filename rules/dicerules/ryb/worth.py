"""What goals and dice of R.Y.B. are worth to a seat, as a sensible player judges them.

A pool of dice is judged by what it could attempt next: the exact chance of each goal in sight times
what the goal is worth. Only what the seat may know is looked at.
"""

from __future__ import annotations

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
    kind = state.cards.kinds[goal.card]
    if kind.colour not in within_reach(pool):
        return 0.0
    value = float(kind.value)
    had = {state.cards.kinds[done.card].colour for done in state.treasure[seat]}
    if len(had) < COLOURS and kind.colour not in had:
        value *= NEW_COLOUR
    target = target_for(state.cards, goal, seat)
    return value * reach(kind.colour, dice_for(kind.colour, pool), target)


def judge(state: State, seat: int, pool: Pool, goals: tuple[Goal, ...]) -> float:
    """What a pool is worth: the best attempt with it, and something for every die."""
    best = max((expect(state, seat, goal, pool) for goal in goals), default=0.0)
    return best + DIE * sum(pool) + min(pool)


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
