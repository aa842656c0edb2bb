"""What goals and dice of R.Y.B. are worth to a seat, as a sensible player judges them.

A pool of dice is judged by what it could attempt next: the exact chance of each goal in sight times
what the goal is worth. Only what the seat may know is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    return _best(_tries(state, seat, goals), pool)


Try = tuple[float, str, int]
"""What a goal is worth to a seat, its colour, and what has to be rolled for it."""


def _tries(state: State, seat: int, goals: Iterable[Goal]) -> list[Try]:
    kinds = state.cards.kinds
    had = {kinds[done.card].colour for done in state.treasure[seat]}
    found = []
    for goal in goals:
        kind = kinds[goal.card]
        value = float(kind.value)
        if len(had) < COLOURS and kind.colour not in had:
            value *= NEW_COLOUR
        found.append((value, kind.colour, target_for(state.cards, goal, seat)))
    return found


def _best(tries: Iterable[Try], pool: Pool) -> float:
    return max([value * _reach(colour, pool, least) for value, colour, least in tries], default=0.0)


@lru_cache(maxsize=65536)
def _reach(colour: str, pool: Pool, target: int) -> float:
    """The chance to make a goal with a whole pool; 0 if a colour of dice is missing."""
    return reach(colour, dice_for(colour, pool), target) if colour in within_reach(pool) else 0.0


def judge(state: State, seat: int, pool: Pool, goals: tuple[Goal, ...]) -> float:
    """What a pool is worth: the best attempt with it, and something for every die."""
    return _judge(_tries(state, seat, goals), pool)


def _judge(tries: Iterable[Try], pool: Pool) -> float:
    return _best(tries, pool) + DIE * sum(pool) + min(pool)


def in_sight(state: State, seat: int) -> tuple[Goal, ...]:
    """Goals on the table, and those in the seat's own hand."""
    kinds = state.cards.kinds
    return (*state.goals, *[Goal(card) for card in state.hands[seat] if kinds[card].colour])


def comparer(state: State, seat: int) -> Callable[[tuple[Pool, ...]], float]:
    """Tell how much better other pools are than the present ones: for the seat, less for others.

    What does not depend on these pools is worked out once: they are compared by the dozen.
    """
    tries, before = _tries(state, seat, in_sight(state, seat)), state.pools
    now = _judge(tries, before[seat])

    def gain(pools: tuple[Pool, ...]) -> float:
        better = _judge(tries, pools[seat]) - now
        for other, pool in enumerate(pools):
            if other != seat and pool != before[other]:
                better += DIE * (sum(before[other]) - sum(pool)) / len(pools)
        return better

    return gain
