"""The journal: an append-only list of events, on disk before anything else happens.

It is one SQLite file in WAL mode with ``synchronous=FULL``: once ``append`` returns, the line
survives a power cut. The primary key (match, seq) is the lock: two writers cannot both write line
17. Each line carries the hash of the line before it, so a changed line is found; ``heads`` says how
many lines there must be, so a missing one is found too. Knows no rules.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dicerules.core import encode

from dicehost.errors import JournalError
from dicehost.journal.entry import (
    FIRST,
    TOURNAMENT,
    Entry,
    chained,
    follows,
    is_match,
    sound_part,
)
from dicehost.journal.events import Closed, JournalEvent, Opened, Recovered, read_opened
from dicehost.journal.file import LINES, insert, look, open_reader, open_writer
from dicehost.journal.heads import Head, Heads
from dicehost.journal.room_events import NoticeGiven
from dicehost.journal.taken_out import take_out
from dicehost.journal.tournament_events import TournamentEvent
from dicehost.storage import is_damage

log = logging.getLogger(__name__)

AnyEvent = JournalEvent | TournamentEvent | NoticeGiven
"""What a line may say: of a match, of a tournament, or of the whole room."""

LAST_LINES = """
SELECT match, seq, hash, at,
    EXISTS (SELECT 1 FROM journal AS other WHERE other.match = of AND other.kind = 'closed')
    FROM journal JOIN (SELECT match AS of, max(seq) AS last FROM journal GROUP BY match)
    ON match = of AND seq = last
    WHERE typeof(match) || typeof(seq) || typeof(hash) || typeof(at) = 'textintegertexttext'
"""

LATER_LINES = """
SELECT match, seq, at, kind, body, hash FROM journal WHERE match = ? AND seq > ? ORDER BY seq
"""
NAMES = """
WITH RECURSIVE each (match, before) AS (
    SELECT min(match), NULL FROM journal
    UNION ALL
    SELECT (SELECT min(match) FROM journal WHERE match > each.match), each.match
        FROM each WHERE each.match > coalesce(each.before, '')
)
SELECT match FROM each
"""
"""Every match, from one to the next by its key: far fewer rows than there are lines.

In a damaged file keys may be out of order. The search goes forward only, so it always ends.
"""


class Journal:
    """The open journal. Appends run one after another in a thread of their own.

    A damaged file is mended: set aside, with a new one of all that is sound. Who may not have the
    folder alone says ``mend=False`` and is refused.
    """

    def __init__(self, path: Path, mend: bool = True) -> None:
        self.path = path
        if not mend:
            look(path)
        self.heads = Heads(path.with_suffix(".heads"))
        known = [head.match for head in self.heads.all()]
        try:
            self._writer, self.moved_aside = open_writer(path, known)
        except BaseException:
            self.heads.close()
            raise
        # A second connection for reading sees only what is on disk already.
        self._reader = open_reader(path)
        self._hashes: dict[str, tuple[int, str]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        self._bring_heads_up()
        self.overtaken: Callable[[str], None] = _ignore
        """Called with a match to which another host has added lines."""

    def _bring_heads_up(self) -> None:
        # Files from before there were heads get them here; so do lines whose head a power cut took.
        found = [
            Head(match, seq, hashed, at, bool(over))
            for match, seq, hashed, at, over in self._select(LAST_LINES)
        ]
        # A head is taken from lines that are sound only: a bad byte may have made up a number.
        behind = [head for head in found if self._ends_before(head)]
        sound = [head for head in behind if self.sound_lines(head.match)[1] is None]
        if sound:
            self.heads.put(sound)

    def _ends_before(self, head: Head) -> bool:
        known = self.heads.get(head.match)
        if known is None or known.seq < head.seq:
            return True
        # A head that says less than its line: lines can follow the one that closed a match.
        return known.hash == head.hash and head.over and not known.over

    async def append(self, match: str, seq: int, event: AnyEvent) -> Entry:
        """Write line ``seq`` and sync it.

        Refused if the line is written already, or if the event is a second outcome of one roll.
        """
        loop = asyncio.get_running_loop()
        kind, body = event.kind, encode(event).decode()
        return await loop.run_in_executor(self._thread, self._append, match, seq, kind, body)

    def _append(self, match: str, seq: int, kind: str, body: str) -> Entry:
        entry = self._next(match, seq, kind, body)
        self._store([entry])
        return entry

    def _next(self, match: str, seq: int, kind: str, body: str) -> Entry:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        last, prev = self._last(match)
        if seq != last + 1:
            raise JournalError("journal.taken", match=match, expected=last + 1, got=seq)
        return Entry(match, seq, at, kind, body, chained(prev, match, seq, at, kind, body))

    def _store(self, entries: list[Entry]) -> None:
        # All of them or none.
        try:
            with self._writer:
                insert(self._writer, entries)
        except sqlite3.IntegrityError:
            for entry in entries:
                self._hashes.pop(entry.match, None)
            match, seq = entries[0].match, entries[0].seq
            raise JournalError("journal.taken", match=match, expected=seq + 1, got=seq) from None
        except sqlite3.Error as error:
            raise JournalError("journal.unwritten", file=str(self.path), why=str(error)) from None
        heads = dict[str, Head]()
        for entry in entries:
            self._hashes[entry.match] = (entry.seq, entry.hash)
            before = heads.get(entry.match) or self.heads.get(entry.match)
            over = before is not None and before.seq == entry.seq - 1 and before.over
            heads[entry.match] = _head(entry, over)
        self.heads.put(heads.values())

    def _sync(self, always: bool) -> None:
        # Whether the next lines are synced each by itself: only what servers have need not be.
        self._writer.execute(f"PRAGMA synchronous={'FULL' if always else 'NORMAL'}")

    async def adopt(self, entries: Iterable[Entry], damaged: Iterable[str] = ()) -> None:
        """Write the lines of whole matches from another journal, all of them or none.

        What is left here of ``damaged`` ones among them is taken out first.
        """
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self.adopt_now, entries, damaged)

    def adopt_now(self, entries: Iterable[Entry], damaged: Iterable[str] = ()) -> None:
        """Do what ``adopt`` does where there is no event loop."""
        for match in damaged:
            if self.sound_lines(match)[1] is not None:
                self._take_out(match, 0)
        last: dict[str, Head] = {}

        def passing() -> Iterator[Entry]:
            for entry in entries:
                before = last.get(entry.match)
                last[entry.match] = _head(entry, before is not None and before.over)
                yield entry

        try:
            with self._writer:
                insert(self._writer, passing())
        except sqlite3.Error as error:
            raise JournalError("journal.unwritten", file=str(self.path), why=str(error)) from None
        finally:
            for match in last:
                self._hashes.pop(match, None)
        self.heads.put(last.values())

    def _last(self, match: str) -> tuple[int, str]:
        if match not in self._hashes:
            entries = self.lines(match) if self._has(match) else []
            self._hashes[match] = (len(entries), entries[-1].hash) if entries else (0, FIRST)
        return self._hashes[match]

    def _has(self, match: str) -> bool:
        rows = self._select("SELECT 1 FROM journal WHERE match = ? LIMIT 1", match)
        return bool(rows) or self.heads.get(match) is not None

    async def catch_up(self, match: str) -> None:
        """Bring a match up with what other hosts have written; at home there are none."""

    async def read(self, match: str) -> list[Entry]:
        """Read all lines of a match and check the chain of hashes, and that none is missing."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self.lines, match)

    def read_on(self, match: str, after: Entry) -> list[Entry]:
        """Read the lines of a match that follow a known one, and check the chain from there."""
        rows, lines = self._select(LATER_LINES, match, after.seq), [after]
        for row in rows:
            entry = Entry(*row)
            if entry.seq != lines[-1].seq + 1 or not follows(entry, lines[-1].hash):
                raise JournalError("journal.chain", match=match, line=entry.seq)
            lines.append(entry)
        return lines[1:]

    def lines(self, match: str) -> list[Entry]:
        """Do what ``read`` does where there is no event loop."""
        entries, damage = self.sound_lines(match)
        if damage is not None:
            raise damage
        return entries

    def sound_lines(self, match: str) -> tuple[list[Entry], JournalError | None]:
        """The lines of a match up to where it is damaged, and how it is, if it is."""
        head = self.heads.get(match)  # before the lines: more may be written meanwhile
        rows, damage = list[tuple[object, ...]](), None
        try:
            for row in self._reader.execute(LINES, (match,)):
                rows.append(row)  # one by one: what comes before an error counts
        except sqlite3.DatabaseError as error:
            self._check_damage(error)
            line = len(rows) + 1
            damage = JournalError("journal.unread", match=match, line=line, why=str(error))
        entries, broken = sound_part(match, rows)
        if broken or damage:
            return entries, broken or damage
        if head is not None and len(entries) < head.seq:
            missing = head.seq - len(entries)
            facts = {"expected": head.seq, "got": len(entries), "missing": missing}
            return entries, JournalError("journal.short", match=match, **facts)
        if head is not None and entries[head.seq - 1].hash != head.hash:
            changed = JournalError("journal.chain", match=match, line=head.seq)
            return entries[: head.seq - 1], changed
        return entries, None if entries else JournalError("journal.unknown", match=match)

    def matches(self) -> list[tuple[str, str, bool]]:
        """Every match with the time of its last line and whether it is over, newest first.

        Also those that are damaged, and those of which nothing is left.
        """
        listed = {head.match: (head.at, head.over) for head in self.heads.all()}
        # Another process may have imported a match, and a damaged one may have no head.
        for (match,) in self._select(NAMES):
            if isinstance(match, str) and match not in listed:
                query = "SELECT max(at), max(kind = 'closed') FROM journal WHERE match = ?"
                for at, over in self._select(query, match):
                    if isinstance(at, str):
                        listed[match] = (at, bool(over))
        found = [(match, *listed[match]) for match in sorted(listed) if is_match(match)]
        return sorted(found, key=lambda one: one[1], reverse=True)

    def tournaments(self) -> list[str]:
        """The name of every tournament's journal."""
        found = {head.match for head in self.heads.all()}
        found.update(name for (name,) in self._select(NAMES) if isinstance(name, str))
        return sorted(name for name in found if name.startswith(TOURNAMENT))

    def is_over(self, match: str) -> bool:
        """Whether a match is over."""
        closed = "SELECT 1 FROM journal WHERE match = ? AND kind = 'closed'"
        return bool(self._select(closed, match))

    def lengths(self) -> dict[str, int]:
        """How many lines every journal has: of matches, of tournaments, of the room."""
        found = {head.match: head.seq for head in self.heads.all()}
        rows = self._select(
            "SELECT match, max(seq) FROM journal WHERE typeof(seq) = 'integer' GROUP BY match"
        )
        found |= {match: seq for match, seq in rows if isinstance(match, str)}
        return found

    def opening(self, match: str) -> Opened:
        """What the first line of a match says."""
        entries, damage = sound_part(match, self._select(f"{LINES} LIMIT 1", match))
        if damage is None and not entries:
            _, damage = self.sound_lines(match)
        if damage is not None:
            raise damage
        return read_opened(entries[0])

    async def recover(self, match: str) -> None:
        """Go on with a damaged match after its sound part; what follows that is taken out."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._recover, match)

    def _recover(self, match: str) -> None:
        entries, damage = self._damaged(match)
        if not entries:
            raise JournalError("journal.nothing_sound", match=match)
        head = self.heads.get(match)
        taken = self._take_out(match, len(entries))
        self._hashes[match] = (len(entries), entries[-1].hash)
        lost = max(taken, head.seq - len(entries) if head else 0)
        event = Recovered(lost, head.hash if head else "")
        log.warning("match %s goes on after line %d: %s", match, len(entries), damage)
        self._append(match, len(entries) + 1, event.kind, encode(event).decode())

    async def remove(self, match: str) -> None:
        """Take a match off the list that is over or damaged.

        Its lines are kept in a file beside the journal.
        """
        await asyncio.get_running_loop().run_in_executor(self._thread, self._remove, match)

    def _remove(self, match: str) -> None:
        _, damage = self.sound_lines(match)
        if damage is None and not self.is_over(match):
            raise JournalError("journal.still_open", match=match)
        if damage is not None and damage.code == "journal.unknown":
            raise damage
        self._take_out(match, 0)
        self._hashes.pop(match, None)
        log.warning("match %s is taken off the list: %s", match, damage or "as the owner wishes")
        self.heads.put([Head(match, 0, FIRST, "")])

    def _take_out(self, match: str, keep: int) -> int:
        try:
            return take_out(self.path, self._writer, match, keep)
        except sqlite3.Error as error:
            raise JournalError("journal.unwritten", file=str(self.path), why=str(error)) from None

    def _damaged(self, match: str) -> tuple[list[Entry], JournalError]:
        entries, damage = self.sound_lines(match)
        if damage is None:
            raise JournalError("journal.sound", match=match)
        if damage.code == "journal.unknown":
            raise damage
        return entries, damage

    def _select(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._check_damage(error)
            # Heads say what should be there; each match says what is wrong when it is read.
            log.error("the journal cannot be read whole: %s", error)
            return []

    def _check_damage(self, error: sqlite3.DatabaseError) -> None:
        if isinstance(error, sqlite3.OperationalError):  # a lock or a loose cable may pass
            raise JournalError("journal.unopened", file=str(self.path), why=str(error)) from None
        if not is_damage(error):
            raise error

    async def join(self) -> None:
        """Bring this file up with what other hosts wrote. Nobody else writes to a file."""

    async def follow(self) -> None:
        """Watch for lines of other hosts until cancelled."""

    def close(self) -> None:
        """Finish what is being written, then close the file."""
        self._thread.shutdown()
        self._reader.close()
        self._writer.close()
        self.heads.close()


def _ignore(match: str) -> None:
    pass


def _head(entry: Entry, over: bool) -> Head:
    over = over or entry.kind == Closed.kind
    return Head(entry.match, entry.seq, entry.hash, entry.at, over)
