"""Exact chances of rolls as fractions: by the dice alone, or by what the rules make of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from dicerules.core import DiceGroup, Roll, Rolled


def at_least(count: int, dice: int, of: Fraction) -> Fraction:
    """The chance that ``count`` or more of these dice show what one die shows by ``of``."""
    return sum(
        (comb(dice, n) * of**n * (1 - of) ** (dice - n) for n in range(count, dice + 1)),
        Fraction(0),
    )


def outcomes(roll: Roll) -> int:
    """How many outcomes a roll has, where equal dice may change places."""
    return prod(comb(group.count + group.faces - 1, group.count) for group in roll.dice)


def chance_that(roll: Roll, comes_true: Callable[[Rolled], bool]) -> Fraction:
    """The chance of a roll without shuffles to come out so. Dice of one group are alike."""
    chance = Fraction(0)
    for hands in product(*(list(_hands(group)) for group in roll.dice)):
        faces = tuple(face for hand, _ in hands for face in hand)
        if comes_true(Rolled(faces)):
            chance += prod((part for _, part in hands), start=Fraction(1))
    return chance


def _hands(group: DiceGroup) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    ways = group.faces**group.count
    for hand in combinations_with_replacement(range(1, group.faces + 1), group.count):
        same = prod(factorial(count) for count in Counter(hand).values())
        yield hand, Fraction(factorial(group.count) // same, ways)
