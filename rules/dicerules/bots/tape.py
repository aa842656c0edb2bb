"""Chance that can be played again, so that two ways of playing on meet the same luck."""

from __future__ import annotations

from dicerules.forms import RandBelow

FINE = 1 << 30
"""Chance is kept in steps this fine, whatever it is asked for later."""


class Tape:
    """The same numbers in the same order, each time from the beginning."""

    def __init__(self, randbelow: RandBelow) -> None:
        self._randbelow = randbelow
        self._drawn: list[int] = []
        self._at = 0

    def rewind(self) -> None:
        """Begin again with the first number."""
        self._at = 0

    def __call__(self, below: int) -> int:
        """A whole number below ``below``."""
        if self._at == len(self._drawn):
            self._drawn.append(self._randbelow(FINE))
        fine = self._drawn[self._at]
        self._at += 1
        return fine * below // FINE
