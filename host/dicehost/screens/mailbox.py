"""What waits for one screen: the newest state, and a few calls. A slow phone slows nobody."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

MOST_CALLS = 8
"""Calls that wait for a screen; of more than these the oldest are dropped."""


class Mailbox:
    """One screen's mailbox. ``viewer`` is the seat the screen belongs to.

    ``tablet``: it is the table's tablet, in the hands of that seat for a while.
    """

    def __init__(self, viewer: int, tablet: bool = False) -> None:
        self.viewer = viewer
        self.tablet = tablet
        self.ended = False
        self._newest: bytes | None = None
        self._calls: deque[bytes] = deque(maxlen=MOST_CALLS)
        self._ring: Callable[[], None] = _nobody

    def put(self, message: bytes) -> None:
        """Replace whatever state waits."""
        self._newest = message
        self._ring()

    def call(self, message: bytes) -> None:
        """Add something that passes, such as a cheer; states go first."""
        self._calls.append(message)
        self._ring()

    @property
    def waits(self) -> bool:
        """Whether a state waits to be taken."""
        return self._newest is not None

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all waits."""
        return self._newest is None and not self._calls

    def end(self, message: bytes) -> None:
        """Put the last message: the connection is closed after it."""
        self.ended = True
        self.put(message)

    def take(self) -> bytes | None:
        """Take what waits, the state before any call; None if nothing does."""
        if self._newest is None:
            return self._calls.popleft() if self._calls else None
        newest, self._newest = self._newest, None
        return newest

    def ring(self, ring: Callable[[], None]) -> None:
        """Call this whenever something is put, and now if something waits."""
        self._ring = ring
        if not self.is_empty:
            ring()


def _nobody() -> None:
    """Nobody takes messages yet."""
