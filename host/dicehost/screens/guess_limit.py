"""How often somebody may guess a short code: a bounded number of wrong ones a minute, then no more.

Counted for each address, and for all together, so that many addresses guess no faster.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable

from dicehost.errors import SeatError

MINUTE = 60.0
EACH = 8
ALL = 60


class GuessLimit:
    """The wrong codes of the last minute; never more than ``ALL``."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: deque[tuple[float, str]] = deque()

    def check(self, who: str) -> None:
        """Refuse another try to somebody who has had enough of them."""
        now = self._now()
        while self._wrong and self._wrong[0][0] <= now - MINUTE:
            self._wrong.popleft()
        own = [at for at, other in self._wrong if other == who]
        every = [at for at, _ in self._wrong]
        for times, most in ((own, EACH), (every, ALL)):
            if len(times) >= most:
                raise SeatError("seat.tries", seconds=math.ceil(times[-most] + MINUTE - now))

    def wrong(self, who: str) -> None:
        """Count a wrong one."""
        self._wrong.append((self._now(), who))
