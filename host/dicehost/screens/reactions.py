"""What people call out while others play: a cheer, a laugh. It passes, and nothing of it is kept.

A reaction goes to every screen at once and into no journal. A seat has a few in a row and then one
now and then; what is too much is swallowed, so nobody can drum on a table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from dicerules.core import encode
from msgspec import Struct

Kind = Literal["cheer", "laugh", "gasp", "groan"]
ROW = 4
"""How many a seat may call out in a row."""
EVERY = 1.2
"""Seconds after which a seat has one more."""


class Reaction(Struct, frozen=True):
    """What a screen is told: who calls out what."""

    react: Kind
    seat: int


class Reactions:
    """``send`` tells every screen; ``now`` is a clock in seconds."""

    def __init__(
        self, send: Callable[[bytes], None], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._send = send
        self._now = now
        self._spent: dict[int, float] = {}
        """For each seat, when it will have all its reactions again."""

    def call(self, seat: int, kind: Kind) -> bool:
        """Tell everybody, unless the seat has called out too often; whether they were told."""
        now = self._now()
        whole = max(self._spent.get(seat, now), now) + EVERY
        if whole - now > ROW * EVERY:
            return False
        self._spent[seat] = whole
        self._send(encode(Reaction(kind, seat)))
        return True
