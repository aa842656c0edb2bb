"""A journal in a venue: lines are in the venue's stream first, and the file here is a copy of it.

A line counts once the stream has acknowledged it. Then it is copied to the file, as the lines of
other hosts are, so everything that reads a journal reads the file: lists, replays, exports, the
fairness of the dice. The copy may be behind, never ahead: what was played here before there was a
venue, or read in from a file, is published as whole matches.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from dicerules.core import encode

from dicehost.errors import JournalError
from dicehost.journal.entry import FIRST, Entry, follows
from dicehost.journal.events import RollOutcome
from dicehost.journal.store import AnyEvent, Journal
from dicehost.journal.stream import Stream
from dicehost.storage import write_whole

log = logging.getLogger(__name__)

Returned = TypeVar("Returned")

ONE_OUTCOME = """
SELECT 1 FROM journal
    WHERE kind = 'rolled' AND json_valid(body) AND json_extract(body, '$.id') = ?
"""
WORTH_NOTING = 500
"""Lines that may be read twice after a restart: how often the position is noted."""


class VenueJournal(Journal):
    """The copy of a stream. ``join`` it once, then ``follow`` it."""

    def __init__(self, path: Path, stream: Stream, mend: bool = True) -> None:
        super().__init__(path, mend)
        self._stream = stream
        self._position = path.with_suffix(".venue")
        self._number = self._read_position()
        self._own: set[str] = set()

    async def append(self, match: str, seq: int, event: AnyEvent) -> Entry:
        """Write line ``seq`` to the stream; it is acknowledged by a majority, then copied."""
        entry = await self._in_thread(self._prepare, match, seq, event)
        self._own.add(entry.hash)
        try:
            await self._stream.publish(entry)
        except JournalError:
            self._own.discard(entry.hash)  # if it is stored after all, it comes as any other line
            raise
        await self._in_thread(self._copy, entry)
        return entry

    def _prepare(self, match: str, seq: int, event: AnyEvent) -> Entry:
        # The stream keeps the order of lines; that a roll has one outcome is looked up here.
        if isinstance(event, RollOutcome) and self._select(ONE_OUTCOME, event.id):
            raise JournalError("journal.taken", match=match, expected=seq + 1, got=seq)
        return self._next(match, seq, event.kind, encode(event).decode())

    def _copy(self, entry: Entry) -> bool:
        # True if it is new here. The stream tells a line that we wrote ourselves, too.
        last, prev = self._last(entry.match)
        if entry.seq <= last:
            return False
        if entry.seq != last + 1 or not follows(entry, prev):
            raise JournalError("journal.chain", match=entry.match, line=entry.seq)
        self._store(entry)
        return True

    async def join(self) -> None:
        """Bring copy and stream together: each gets the lines that only the other has."""
        there, here = await self._stream.lengths(), self.lengths()
        for match in sorted(there.keys() | here.keys()):
            if there.get(match, 0) != here.get(match, 0):
                try:
                    await self._bring_together(match, there.get(match, 0))
                except JournalError as error:
                    if error.code == "venue.cut_off":
                        raise
                    log.error("match %s is not in step with the venue: %s", match, error)

    async def _bring_together(self, match: str, length: int) -> None:
        theirs = await self._stream.read(match, length) if length else []
        ours, damage = await self._in_thread(self.sound_lines, match)
        same = sum(one == two for one, two in zip(ours, theirs, strict=False))
        if damage is None and same == length:
            for entry in ours[length:]:
                await self._stream.publish(entry)
        elif length:
            await self._in_thread(self._replace, match, same, theirs)

    def _replace(self, match: str, same: int, theirs: list[Entry]) -> None:
        # The venue's match counts. What differs here is kept in a file.
        if taken := self._take_out(match, same):
            log.warning("match %s: %d lines were not the venue's and are taken out", match, taken)
        self._hashes[match] = (same, theirs[same - 1].hash if same else FIRST)
        for entry in theirs[same:]:
            self._copy(entry)

    async def follow(self) -> None:
        """Copy what other hosts write, until cancelled."""
        noted = self._number
        async for number, entry in self._stream.follow(self._number):
            new = await self._follow_line(entry)
            if new and entry.hash not in self._own:
                self.overtaken(entry.match)
            self._own.discard(entry.hash)
            self._number = number
            if number - noted >= WORTH_NOTING:
                await self._in_thread(write_whole, self._position, b"%d" % number)
                noted = number

    async def _follow_line(self, entry: Entry) -> bool:
        try:
            return await self._in_thread(self._copy, entry)
        except JournalError as error:
            if error.code == "journal.unwritten":
                raise  # a full disk: tried again
            log.warning("match %s is not in step with the venue: %s", entry.match, error)
        try:
            await self._bring_together(entry.match, entry.seq)
        except JournalError as error:
            if error.code in ("journal.unwritten", "venue.cut_off"):
                raise
            log.error("match %s stays out of step with the venue: %s", entry.match, error)
            return False
        return True

    def _read_position(self) -> int:
        try:
            return int(self._position.read_text())
        except (OSError, ValueError):
            return 0  # from the first line: those that are known are passed over

    async def adopt(self, entries: Iterable[Entry], damaged: Iterable[str] = ()) -> None:
        """Write the lines of whole matches from another journal, here and to the stream."""
        await super().adopt(entries, damaged)
        await self.join()

    async def recover(self, match: str) -> None:
        """Copy a match anew whose copy is damaged; what was left of it is taken out."""
        await self._in_thread(self._damaged, match)
        length = (await self._stream.lengths()).get(match, 0)
        await (self._bring_together(match, length) if length else super().recover(match))

    async def remove(self, match: str) -> None:
        """Refused: other hosts have the match, too."""
        raise JournalError("venue.keeps", match=match)

    async def _in_thread(self, work: Callable[..., Returned], *values: object) -> Returned:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *values)
