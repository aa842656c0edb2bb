"""Exact chances of a row of The Morty Zone: the next toss, and how it will end. It decides nothing.

They are about the row's own two dice: Rick cards and gifts can change what is tossed.
"""

from __future__ import annotations

from functools import cache

from dicerules.morty_zone.rows import FULL, WAYS, safety, ways
from dicerules.morty_zone.score import FULL_ROW

TWO_DICE = sum(WAYS.values())
"""The number of ways in which two dice can fall."""


def survives(row: int) -> float:
    """The chance that the next toss does not lock an open row."""
    return safety(row) / TWO_DICE


def final(row: int) -> int:
    """The points of a row that is locked as it is: its marks, and more for a full one."""
    return row.bit_count() + (FULL_ROW if row == FULL else 0)


@cache
def expected(row: int) -> float:
    """How many points an open row will come to on average, if it is always marked in the best way.

    The next total locks the row if no way is left to mark it.
    """
    if row == FULL:
        return float(final(row))
    after = {total: [expected(row | way) for way in ways(row, total)] for total in WAYS}
    return (
        sum(
            count * (max(after[total]) if after[total] else final(row))
            for total, count in WAYS.items()
        )
        / TWO_DICE
    )
