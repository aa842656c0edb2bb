"""Two programs timed in alternation in one run, told as a ratio: the machine's mood cancels out."""

from __future__ import annotations

import statistics
from collections.abc import Callable

PAIRS = 5


def ratio(ours: Callable[[], float], floor: Callable[[], float]) -> tuple[float, float, float]:
    """Time both ``PAIRS`` times by turns; return the median of ours ÷ floor, lowest and highest.

    Each function times itself and returns seconds (or any cost) for the same amount of work.
    """
    ours(), floor()  # both warm
    ratios = []
    for _ in range(PAIRS):
        base = floor()
        ratios.append(ours() / base)
    return statistics.median(ratios), min(ratios), max(ratios)


def tell(what: str, ours: Callable[[], float], floor: Callable[[], float], goal: str) -> None:
    """Print one line of the report."""
    middle, low, high = ratio(ours, floor)
    print(f"{what:48} {middle:7.2f}x  [{low:.2f}..{high:.2f}]   {goal}")
