"""What a search may spend: a number of playouts, and what the caller's clock allows."""

from __future__ import annotations

from collections.abc import Callable

MOST = 20_000
"""Playouts of one decision at most, so that what they came to stays small in memory."""


class Budget:
    """Counts playouts; ``clock()`` says which part of the time is gone, from 0 to 1 and beyond."""

    def __init__(self, playouts: int = MOST, clock: Callable[[], float] = lambda: 0.0) -> None:
        self._playouts = playouts
        self._clock = clock
        self._spent = 0

    def spend(self, playouts: int) -> None:
        """Count playouts that are about to begin."""
        self._spent += playouts

    def used(self) -> float:
        """The part of the budget that is used: 1 or more when nothing is left."""
        counted = self._spent / self._playouts if self._playouts else 1.0
        return max(counted, self._clock())

    def is_time_up(self) -> bool:
        """Whether the clock says stop, in the middle of a playout too."""
        return self._clock() >= 1
