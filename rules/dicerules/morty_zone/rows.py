"""One colour's row of a Fate Board: which numbers may be checked for a total. Knows no players.

A row is the set of its checked numbers, kept as ten bits: the number n is bit n - 1.
"""

from __future__ import annotations

from functools import cache

NUMBERS = range(1, 11)
FULL = (1 << 10) - 1
ALL_LOCKED = 0b1111
"""All four colours of a board, as bits."""

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of 36 ways two dice come to a total."""


def bits(*numbers: int) -> int:
    """Write numbers as a row."""
    return sum(1 << (number - 1) for number in numbers)


@cache
def numbers(row: int) -> tuple[int, ...]:
    """Read the numbers of a row."""
    return tuple(number for number in NUMBERS if row >> (number - 1) & 1)


@cache
def ways(row: int, total: int) -> tuple[int, ...]:
    """All ways to check a total: the number itself, or exactly two that add up to it.

    None means that the row locks, and only then does it (MZ-R1).
    """
    return tuple([way for way in _on_a_clear_row(total) if not way & row])


@cache
def _on_a_clear_row(total: int) -> tuple[int, ...]:
    single = [bits(total)] if total in NUMBERS else []
    pairs = [
        bits(low, total - low) for low in NUMBERS if low < total - low and total - low in NUMBERS
    ]
    return (*single, *pairs)


@cache
def safety(row: int) -> int:
    """In how many of 36 ways the next two dice do not lock the row."""
    return sum(count for total, count in WAYS.items() if ways(row, total))


def safest(row: int, total: int) -> int:
    """The way to check a total after which the next toss is least likely to lock the row."""
    return max(ways(row, total), key=lambda way: (safety(row | way), way.bit_count()))


@cache
def street(row: int) -> int:
    """Length of the longest sequence of checked numbers."""
    return 0 if row == 0 else 1 + street(row & row >> 1)


@cache
def spell(row: int, between: str = " + ") -> str:
    """Write a row's numbers for people."""
    return between.join(map(str, numbers(row)))
