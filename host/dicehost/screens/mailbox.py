"""What waits for one screen: the newest message and nothing else, so a slow phone slows nobody."""

from __future__ import annotations

import asyncio


class Mailbox:
    """One screen's mailbox. ``viewer`` is the seat the screen belongs to.

    ``tablet``: it is the table's tablet, in the hands of that seat for a while.
    """

    def __init__(self, viewer: int, tablet: bool = False) -> None:
        self.viewer = viewer
        self.tablet = tablet
        self.ended = False
        self._newest = b""
        self._filled = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Replace whatever waits."""
        self._newest = message
        self._filled.set()

    @property
    def waits(self) -> bool:
        """Whether a message waits to be taken."""
        return self._filled.is_set()

    def end(self, message: bytes) -> None:
        """Put the last message: the connection is closed after it."""
        self.ended = True
        self.put(message)

    async def take(self) -> bytes:
        """Wait for a message and take it."""
        await self._filled.wait()
        self._filled.clear()
        return self._newest
