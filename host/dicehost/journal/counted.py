"""Which lines of a venue's stream count: those of the host that held the match when it wrote them.

The servers let a host write under its own name only (``dicetower.match.<match>.<host>``), into any
match. So every host looks at who wrote a line before it takes it into its copy, and all come to the
same answer, because all see the same lines in the same order. A line counts if it follows the last
one that counts, and its writer

- is the host that the match's newest ``hosted`` line names, or names itself with a new one; or
- began the match, or wrote its last line: a match that was played before its host joined, or that
  is restored, is written down as it is, whichever host its lines name.

Tournaments and the room's notices belong to all hosts.
"""

from __future__ import annotations

import logging

import msgspec

from dicehost.errors import JournalError
from dicehost.journal.entry import FIRST, Entry, follows, is_match
from dicehost.journal.events import Hosted, read_event

log = logging.getLogger(__name__)

_ENTRIES = msgspec.json.Decoder(Entry)


def read_line(match: str, by: str, content: bytes) -> Entry | None:
    """A line as a message of the stream says it; None if it says no line of that match."""
    try:
        entry = _ENTRIES.decode(content)
    except ValueError:  # msgspec's errors are ValueErrors too
        entry = None
    if entry is None or entry.match != match:
        log.warning("host %s wrote into match %s what is no line of it", by, match)
        return None
    return entry


def names(entry: Entry) -> str:
    """The host that a line says plays the match from here on, if it says so."""
    if entry.kind != Hosted.kind:
        return ""
    try:
        event = read_event(entry)
    except JournalError:
        return ""
    return event.host if isinstance(event, Hosted) else ""


def may_write(entry: Entry, by: str, holder: str, last_by: str) -> bool:
    """Whether a line of this host counts, in a match that one host holds and one wrote last."""
    if not is_match(entry.match) or entry.seq == 1:
        return True
    return by in (holder, last_by, names(entry))


class Counted:
    """The lines of one match that count. ``take`` messages in the stream's order."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.entries: list[Entry] = []
        self.last_by = ""
        """The host that wrote the last of them."""
        self._holder = ""

    @property
    def hash(self) -> str:
        """The hash of the last line."""
        return self.entries[-1].hash if self.entries else FIRST

    def take(self, by: str, entry: Entry) -> bool:
        """Take a line if it counts, and say whether it does."""
        if entry.match != self.match or entry.seq != len(self.entries) + 1:
            return False
        if not follows(entry, self.hash) or not may_write(entry, by, self._holder, self.last_by):
            return False
        self.entries.append(entry)
        self.last_by = by
        self._holder = names(entry) or self._holder
        return True
