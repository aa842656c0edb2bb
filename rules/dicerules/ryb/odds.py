"""The exact chance of a roll in R.Y.B., of one colour or for a goal. It decides nothing."""

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


def reach(colour: str, dice: Pool, target: int) -> float:
    """The chance to make a goal: each colour of dice that it takes has to come to the target."""
    return prod(chance(dice[at], target) for at in NEEDS[colour])
