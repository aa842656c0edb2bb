"""Exact chances of a roll in R.Y.B.: of one colour, for a goal, with more tries, to bank.

It decides nothing.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

from dicerules.ryb.cards import NEEDS
from dicerules.ryb.state import Pool

SIDES = 6


@lru_cache(maxsize=1024)
def chance(count: int, least: int) -> float:
    """The chance that this many dice show at least this much in all."""
    ways = {0: 1}
    for _ in range(count):
        after: dict[int, int] = {}
        for had, number in ways.items():
            for face in range(1, SIDES + 1):
                after[had + face] = after.get(had + face, 0) + number
        ways = after
    return sum(number for shown, number in ways.items() if shown >= least) / sum(ways.values())


@lru_cache(maxsize=65536)
def reach(colour: str, dice: Pool, target: int) -> float:
    """The chance to make a goal: each colour of dice that it takes has to come to the target."""
    return prod(chance(dice[at], target) for at in NEEDS[colour])


def with_tries(part: float, tries: int) -> float:
    """The chance that one of several rolls of the same dice makes it."""
    return float(1 - (1 - part) ** tries)


@lru_cache(maxsize=65536)
def expected_to_bank(colour: str, dice: Pool, target: int) -> float:
    """The points that a roll leaves to bank on average: what it shows if that is too little."""
    made = reach(colour, dice, target)
    return sum(reach(colour, dice, least) - made for least in range(1, target))
