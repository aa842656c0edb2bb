"""How often somebody may guess a short code: a few wrong ones are free, then each costs more time.

Counted for each address, and for all together. An address that has guessed nothing wrong lately is
heard even while others guess, so nobody is locked out by a stranger.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from dicehost.errors import SeatError

MINUTE = 60.0
EACH = 8
"""Wrong codes that an address has for nothing; the next ones cost twice as long each time."""
ALL = 60
"""Wrong codes a minute from everybody, after which only addresses that typed none are heard."""
LONGEST = 15 * MINUTE
FORGOTTEN = 60 * MINUTE
"""Seconds without a wrong code after which an address starts anew."""
MOST_KNOWN = 1000


class GuessLimit:
    """The wrong codes of each address, and when the last ones of all came. Both are bounded."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lately: deque[float] = deque(maxlen=ALL)
        self._wrong: dict[str, tuple[int, float]] = {}

    def check(self, who: str) -> None:
        """Refuse another try to somebody who has had enough of them."""
        now = self._now()
        wrong, last = self._known(who, now)
        wait = last + _pause(wrong) - now
        if wrong and len(self._lately) == ALL:
            wait = max(wait, self._lately[0] + MINUTE - now)
        if wait > 0:
            raise SeatError("seat.tries", seconds=math.ceil(wait))

    def wrong(self, who: str) -> None:
        """Count a wrong one."""
        now = self._now()
        wrong, _ = self._known(who, now)
        self._lately.append(now)
        self._wrong.pop(_place(who), None)
        self._wrong[_place(who)] = (wrong + 1, now)
        if len(self._wrong) > MOST_KNOWN:
            del self._wrong[next(iter(self._wrong))]

    def _known(self, who: str, now: float) -> tuple[int, float]:
        wrong, last = self._wrong.get(_place(who), (0, now))
        return (wrong, last) if now - last < FORGOTTEN else (0, now)


def _pause(wrong: int) -> float:
    # 8 s after the eighth, then 16, 32 … up to a quarter of an hour.
    return min(2.0 ** min(wrong - EACH + 3, 20), LONGEST) if wrong >= EACH else 0.0


def _place(who: str) -> str:
    # A device can take as many IPv6 addresses of its network as it likes.
    try:
        address = ip_address(who)
    except ValueError:
        return who
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ip_network((address, 64), strict=False))
    return who
