"""Which number each table has. Matches come and go; a home's automations know table 1 and table 2.

A match gets a number when somebody is there. It keeps it until it is over, or until nobody is there
any more and another match needs one. The match that the same people play next takes it over.
"""

from __future__ import annotations

from collections.abc import Callable


class Numbers:
    """Hands out numbers from 1 on. ``is_free`` says whether a match could do without its number."""

    def __init__(self, is_free: Callable[[str], bool]) -> None:
        self._is_free = is_free
        self._by_match: dict[str, int] = {}

    @property
    def matches(self) -> list[str]:
        """Every match that has a number."""
        return list(self._by_match)

    def of(self, match: str) -> int | None:
        """The number of a match that has one."""
        return self._by_match.get(match)

    def claim(self, match: str, after: str | None = None) -> int:
        """The number of a match. A new one gets that of the match before it, or the lowest free."""
        if match not in self._by_match:
            held = {has for known, has in self._by_match.items() if not self._is_free(known)}
            lowest = next(n for n in range(1, len(self._by_match) + 2) if n not in held)
            number = self._by_match.get(after or "", lowest)
            for known in [known for known, has in self._by_match.items() if has == number]:
                self.release(known)
            self._by_match[match] = number
        return self._by_match[match]

    def release(self, match: str) -> int | None:
        """A match is gone; the number that it had."""
        return self._by_match.pop(match, None)
