"""The notice for all screens of a house or venue, kept in the journal, so every host has it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from dicerules.core import encode
from msgspec import Struct

from dicehost.errors import HostError, TableError
from dicehost.journal.entry import ROOM, Entry
from dicehost.journal.room_events import NoticeGiven, read_notice
from dicehost.journal.store import Journal

log = logging.getLogger(__name__)

LONGEST = 140
LASTS = timedelta(hours=4)
"""How long a notice stays that nobody takes down."""


class Notice(Struct, frozen=True):
    """What a screen is told: the notice, or none."""

    notice: str


class Notices:
    """``tell`` sends what screens are told to all of them; ``changed`` is called after it."""

    def __init__(self, journal: Journal, tell: Callable[[bytes], None]) -> None:
        self._journal = journal
        self._tell_screens = tell
        self.changed: Callable[[], None] = lambda: None
        self._last: Entry | None = None
        self._length = 0
        self._turn = asyncio.Lock()
        self._news = asyncio.Event()
        self._news.set()

    @property
    def text(self) -> str:
        """What is to be read now; empty for nothing."""
        last = self._last
        if last is None or datetime.now(UTC) - datetime.fromisoformat(last.at) > LASTS:
            return ""
        return read_notice(last).text

    @property
    def told(self) -> bytes | None:
        """What a screen that comes now is told, if there is anything."""
        return encode(Notice(self.text)) if self.text else None

    async def run(self) -> None:
        """Read what other hosts say, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            async with self._turn:
                await self._read()

    def overtaken(self) -> None:
        """Another host has said something."""
        self._news.set()

    async def give(self, text: str) -> None:
        """Show a text on every screen; an empty one takes the last one down."""
        said = " ".join(text.split())
        if len(said) > LONGEST or not said.isprintable():
            raise TableError("notice.text", most=LONGEST, got=len(said))
        async with self._turn:
            await self._read()
            entry = await self._journal.append(ROOM, self._length + 1, NoticeGiven(said))
            self._take(entry)

    async def _read(self) -> None:
        try:
            entries = await self._journal.read(ROOM)
            if len(entries) > self._length:
                read_notice(entries[-1])
                self._take(entries[-1])
        except HostError as error:
            if error.code != "journal.unknown":
                log.error("the room's notices cannot be read: %s", error)

    def _take(self, entry: Entry) -> None:
        self._last, self._length = entry, entry.seq
        self._tell_screens(encode(Notice(self.text)))
        self.changed()
