"""Columns of chances, one number for each way the dice can lie, and what is made of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import mul

Column = Sequence[float]
"""A number for each lie, in their order."""


def best_of(columns: list[Column]) -> Column:
    """For each lie the highest number of all columns."""
    return list(map(max, *columns)) if len(columns) > 1 else columns[0]


def best_of_less(column: Column, less: list[tuple[int, ...]]) -> Column:
    """For each lie the highest of its own number and those of all lies with fewer dice saved."""
    best = list[float]()
    for worth, places in zip(column, less, strict=True):
        for other in places:
            if best[other] > worth:
                worth = best[other]
        best.append(worth)
    return best


def met_column(
    lies: list[tuple[int, ...]], lacks: list[int], wild: tuple[tuple[int, int], ...]
) -> Column:
    """1 where the dice are all that is lacking of each symbol, 0 elsewhere; a wild die fills a gap.

    ``wild`` has symbols and how many dice showing them may count as any other.
    """
    column = []
    for lie in lies:
        gaps = sum(lack - on for lack, on in zip(lacks, lie, strict=False) if lack > on)
        if gaps and wild:
            gaps -= sum(min(count, max(0, lie[symbol] - lacks[symbol])) for symbol, count in wild)
        column.append(float(gaps <= 0))
    return column


def mixed(parts: Iterable[tuple[float, Column]]) -> Column:
    """The mean of columns, each with its chance."""
    shares, columns = zip(*parts, strict=True)
    if len(shares) == 2:
        p, q = shares
        return [p * a + q * b for a, b in zip(*columns, strict=True)]
    if len(shares) == 3:
        p, q, r = shares
        return [p * a + q * b + r * c for a, b, c in zip(*columns, strict=True)]
    return [sum(map(mul, shares, row)) for row in zip(*columns, strict=True)]
