"""Chance that can be played again, so that two ways of playing on meet the same luck."""

from __future__ import annotations

from collections import defaultdict

from dicerules.forms import RandBelow

FINE = 1 << 30
"""Chance is kept in steps this fine, whatever it is asked for later."""


class Tape:
    """The same numbers in the same order, each time from the beginning.

    Each throw can have a page of its own: then the third throw is the same for two ways of playing
    on, even if their second throws had a different number of dice.
    """

    def __init__(self, randbelow: RandBelow) -> None:
        self._randbelow = randbelow
        self._pages: defaultdict[int, list[int]] = defaultdict(list)
        self._number = 0
        self._page = self._pages[0]
        self._at = 0

    def rewind(self) -> None:
        """Begin again with the first number."""
        self._open(0)

    def turn_page(self) -> None:
        """Go on with the first number of the next page."""
        self._open(self._number + 1)

    def _open(self, number: int) -> None:
        self._number, self._page, self._at = number, self._pages[number], 0

    def __call__(self, below: int) -> int:
        """A whole number below ``below``."""
        if self._at == len(self._page):
            self._page.append(self._randbelow(FINE))
        fine = self._page[self._at]
        self._at += 1
        return fine * below // FINE
