"""Help for ``imagine``: hidden cards dealt anew, so that how they lie decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dicerules.forms import RandBelow


def shuffled(
    cards: Iterable[int], randbelow: RandBelow, looks: Callable[[int], Any] | None = None
) -> tuple[int, ...]:
    """The cards in a new order, whatever the old one was.

    ``looks`` is for cards of which there are copies with numbers of their own: which of two copies
    is hidden must decide nothing.
    """
    left = sorted(cards)
    if looks is not None:
        left.sort(key=looks)
    return tuple([left.pop(randbelow(below)) for below in range(len(left), 0, -1)])


def dealt(
    cards: Iterable[int], sizes: Sequence[int], randbelow: RandBelow
) -> list[tuple[int, ...]]:
    """The cards shuffled and cut into piles of these sizes, and a last one with the rest."""
    left = shuffled(cards, randbelow)
    piles = []
    for size in sizes:
        piles.append(left[:size])
        left = left[size:]
    return [*piles, left]
