"""What waits for one screen: the newest message and nothing else, so a slow phone slows nobody."""

from __future__ import annotations

import asyncio


class Mailbox:
    """One screen's mailbox. ``viewer`` is the seat the screen belongs to."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self._newest = b""
        self._filled = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Replace whatever waits."""
        self._newest = message
        self._filled.set()

    async def take(self) -> bytes:
        """Wait for a message and take it."""
        await self._filled.wait()
        self._filled.clear()
        return self._newest
