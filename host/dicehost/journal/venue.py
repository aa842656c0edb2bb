"""A journal in a venue: lines are in the venue's stream first, and the file here is a copy of it.

A line counts once the stream has acknowledged it. Then it is copied to the file, as the lines of
other hosts are, so everything that reads a journal reads the file: lists, replays, exports, the
fairness of the dice. Lines of other hosts are not synced one by one: what a power cut takes of them
is fetched at the next start. The copy may be behind, and is never ahead while the venue is reached:
what was played here before there was a venue, or while this host was cut off and went on alone, or
was read in from a file, is published match by match.

Which host may write a match is written in the match: its newest ``hosted`` line names it. A line is
refused by the servers unless the writer knew the line before it, so a host that knows of no newer
``hosted`` line than its own cannot write after one. A line of a host that does not hold the match
is passed over by all (``journal.counted``).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from dicerules.core import encode

from dicehost.errors import HeldError, JournalError
from dicehost.journal.counted import may_write
from dicehost.journal.entry import FIRST, Entry, follows
from dicehost.journal.events import (
    Closed,
    Hosted,
    Opened,
    RollOutcome,
    read_event,
)
from dicehost.journal.heads import Head
from dicehost.journal.store import AnyEvent, Journal
from dicehost.journal.stream import Line, Stream
from dicehost.storage import write_whole

log = logging.getLogger(__name__)

Returned = TypeVar("Returned")

ONE_OUTCOME = """
SELECT 1 FROM journal
    WHERE kind = 'rolled' AND json_valid(body) AND json_extract(body, '$.id') = ?
"""
WRITERS = """
SELECT match, seq, at, kind, body, hash FROM journal
    WHERE match = ? AND kind = 'hosted' ORDER BY seq DESC LIMIT 1
"""
SAME_LINE = "SELECT 1 FROM journal WHERE match = ? AND seq = ? AND hash = ?"
NOBODY = "nobody"
"""Who writes the lines of a journal that no host has entered the venue with."""
ATTEMPTS = 5
"""How often a match is compared with the venue's anew while another host writes it."""
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
        self._writers: dict[str, Hosted | None] = {}
        # The host that wrote the last line of a match, where that was seen.
        self._last_by: dict[str, str] = {}
        self._taken: dict[str, int] = {}
        self.host = ""
        """This host's id: it writes only matches whose newest ``hosted`` line names it."""
        self.alone = False
        """Whether lines are written here and go to the venue later."""
        self.may_write: Callable[[], bool] = lambda: True
        """Whether other hosts still take this one to be there."""
        self.replaced: Callable[[str, int], None] = lambda match, lines: None
        """Called with a match and how many of its lines were not the venue's; a file keeps them."""

    def writer(self, match: str) -> Hosted | None:
        """The host that plays a match, as its newest line about that says, if there is one."""
        if match not in self._writers:
            rows = self._reader.execute(WRITERS, (match,)).fetchall()
            found = [read_event(Entry(*row)) for row in rows]
            self._writers[match] = next((one for one in found if isinstance(one, Hosted)), None)
        return self._writers[match]

    def _store(self, entries: list[Entry]) -> None:
        super()._store(entries)
        for entry in entries:
            if entry.kind == Hosted.kind:
                self._writers.pop(entry.match, None)

    async def append(self, match: str, seq: int, event: AnyEvent) -> Entry:
        """Write line ``seq`` to the stream; it is acknowledged by a majority, then copied."""
        self._check_writer(match, event)
        if self.alone:
            return await super().append(match, seq, event)
        if not self.may_write():
            raise JournalError("venue.cut_off", servers=self._stream.servers)
        entry = await self._in_thread(self._prepare, match, seq, event)
        if not self._counts(self._me, entry) and seq > 1:
            await self.catch_up(match)
            if not self._counts(self._me, entry):
                raise HeldError("venue.gone", name=self._last_by.get(match, ""))
        self._own.add(entry.hash)
        try:
            await self._stream.publish(entry, self._me)
        except JournalError as error:
            self._own.discard(entry.hash)  # if it is stored after all, it comes as any other line
            if error.code == "journal.taken":
                await self.catch_up(match)
            raise
        _, misfits = await self._in_thread(self._copy, [Line(self._me, entry)], True)
        if misfits:
            await self._bring_together(match)
        return entry

    @property
    def _me(self) -> str:
        return self.host or NOBODY

    def _counts(self, by: str, entry: Entry) -> bool:
        # Whether a line of this host counts that follows the last one here.
        writer = self.writer(entry.match)
        holder = writer.host if writer is not None else ""
        return may_write(entry, by, holder, self._last_by.get(entry.match, ""))

    def _check_writer(self, match: str, event: AnyEvent) -> None:
        writer = self.writer(match)
        if isinstance(event, (Opened, Hosted)) or writer is None or not self.host:
            return
        if writer.host != self.host:
            raise HeldError("venue.elsewhere", name=writer.name, address=writer.address)

    def _prepare(self, match: str, seq: int, event: AnyEvent) -> Entry:
        # Once more: lines of other hosts are copied in this thread.
        self._check_writer(match, event)
        # The stream keeps the order of lines; that a roll has one outcome is looked up here.
        if isinstance(event, RollOutcome) and self._select(ONE_OUTCOME, event.id):
            raise JournalError("journal.taken", match=match, expected=seq + 1, got=seq)
        return self._next(match, seq, event.kind, encode(event).decode())

    def _copy(self, lines: list[Line], synced: bool = False) -> tuple[list[str], list[Line]]:
        # The matches that have new lines, and the lines that do not fit here.
        new, misfits = list[Line](), list[Line]()
        for line in lines:
            try:
                if self._is_new(line):
                    new.append(line)
            except JournalError as error:
                log.warning("a line of %s is out of step: %s", line.by, error)
                misfits.append(line)
        try:
            if new:
                self._store_copied([line.entry for line in new], synced)
        except JournalError as error:
            for line in new:
                self._forget(line.entry.match)
            if error.code != "journal.taken":
                raise
            if len(lines) == 1:
                return [], lines
            # One of them cannot be stored, such as a second outcome of a roll: not with the others.
            each = [self._copy([line], synced) for line in lines]
            return [match for some, _ in each for match in some], [
                line for _, some in each for line in some
            ]
        return [line.entry.match for line in new if line.entry.hash not in self._own], misfits

    def _is_new(self, line: Line) -> bool:
        # The stream tells a line that we wrote ourselves, too.
        entry, (last, prev) = line.entry, self._last(line.entry.match)
        if entry.seq <= last:
            same = entry.match, entry.seq, entry.hash
            if entry.hash not in self._own and not self._reader.execute(SAME_LINE, same).fetchone():
                raise JournalError("journal.chain", match=entry.match, line=entry.seq)
            return False
        sound = entry.seq == last + 1 and follows(entry, prev)
        if not sound or not self._counts(*line):
            raise JournalError("journal.chain", match=entry.match, line=entry.seq)
        self._hashes[entry.match] = entry.seq, entry.hash
        self._last_by[entry.match] = line.by
        if entry.kind == Hosted.kind:
            event = read_event(entry)
            self._writers[entry.match] = event if isinstance(event, Hosted) else None
        return True

    def _store_copied(self, entries: list[Entry], synced: bool) -> None:
        # The servers have them on disk: if power fails here, they are copied again.
        self._sync(synced)
        try:
            self._store(entries)
        finally:
            self._sync(True)

    def _forget(self, match: str) -> None:
        for known in (self._hashes, self._last_by, self._writers):
            known.pop(match, None)

    async def join(self) -> None:
        """Bring copy and stream together: each gets the lines that only the other has."""
        there, here = await self._stream.lengths(), self.lengths()
        for match in sorted(there.keys() | here.keys()):
            if there.get(match, 0) != here.get(match, 0):
                try:
                    await self._bring_together(match)
                except JournalError as error:
                    if error.code == "venue.cut_off":
                        raise
                    log.error("match %s is not in step with the venue: %s", match, error)

    def unclaimed(self) -> list[str]:
        """Open matches that this host has just brought into the venue and that no line gives it."""
        return [
            match
            for match, _, over in self.matches()
            if not over and self._last_by.get(match) == self._me and self.writer(match) is None
        ]

    async def catch_up(self, match: str) -> None:
        """Bring one match up with what the venue has of it now, and take out what it has not."""
        await self._bring_together(match, only_theirs=True)

    async def _bring_together(self, match: str, only_theirs: bool = False) -> None:
        for attempt in range(ATTEMPTS):
            theirs = await self._stream.read(match)
            if not theirs.entries and not self._has(match):
                return
            has_all = await self._in_thread(self._take_theirs, match, theirs.entries)
            self._last_by[match] = theirs.last_by
            if has_all:
                ours = (await self.read(match))[len(theirs.entries) :]
                may = [entry for entry in ours if theirs.take(self._me, entry)]
                if only_theirs and len(may) < len(ours):
                    await self._in_thread(self._take_theirs, match, theirs.entries, True)
            if taken := self._taken.pop(match, 0):
                self.replaced(match, taken)
            if not has_all:
                self.overtaken(match)
                return
            try:
                for entry in may:
                    await self._stream.publish(entry, self._me)
                    self._last_by[match] = self._me
                return
            except JournalError as error:
                # Another host has gone on with it: then its lines count.
                if error.code != "journal.taken" or attempt == ATTEMPTS - 1:
                    raise

    def _take_theirs(self, match: str, theirs: list[Entry], only: bool = False) -> bool:
        # The venue's match counts. What differs here is kept in a file. True if this host has all
        # of theirs, and maybe more that follows, unless it shall have only theirs.
        ours, damage = self.sound_lines(match)
        same = 0
        while same < min(len(ours), len(theirs)) and ours[same] == theirs[same]:
            same += 1
        if same == len(theirs) and (damage is None or not theirs) and not only:
            return damage is None
        if taken := self._take_out(match, same):
            log.warning("match %s: %d lines were not the venue's and are taken out", match, taken)
            self._taken[match] = taken
        self._writers.pop(match, None)
        self._hashes[match] = (same, theirs[same - 1].hash if same else FIRST)
        over = any(entry.kind == Closed.kind for entry in theirs[:same])
        at = theirs[same - 1].at if same else ""
        self.heads.put([Head(match, same, self._hashes[match][1], at, over)])
        if theirs[same:]:
            self._store_copied(theirs[same:], synced=False)
        return False

    async def follow(self) -> None:
        """Copy what other hosts write, until cancelled."""
        noted = self._number
        async for number, lines in self._stream.follow(self._number):
            for match in await self._follow_lines(lines):
                self.overtaken(match)
            self._number = number
            if number - noted >= WORTH_NOTING:
                await self._in_thread(write_whole, self._position, b"%d" % number)
                noted = number

    async def _follow_lines(self, lines: list[Line]) -> set[str]:
        # The matches that other hosts have written.
        changed, misfits = await self._in_thread(self._copy, lines)  # a full disk: tried again
        self._own.difference_update(line.entry.hash for line in lines)
        for match in {line.entry.match for line in misfits}:
            try:
                await self._bring_together(match)
            except JournalError as error:
                if error.code in ("journal.unwritten", "venue.cut_off"):
                    raise
                log.error("match %s stays out of step with the venue: %s", match, error)
        return set(changed)

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
        if (await self._stream.lengths()).get(match):
            await self._bring_together(match)
        else:
            await super().recover(match)

    async def remove(self, match: str) -> None:
        """Refused: other hosts have the match, too."""
        raise JournalError("venue.keeps", match=match)

    async def _in_thread(self, work: Callable[..., Returned], *values: object) -> Returned:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *values)
