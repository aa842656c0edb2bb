"""One line of the journal as it is stored, and the chain of hashes that holds lines together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from dicehost.errors import JournalError

Event = TypeVar("Event")

FIRST = "0" * 64
"""The hash that comes before the first line of a match."""
TOURNAMENT = "tournament-"
"""What the name of a tournament's journal begins with. No match is called so."""
ROOM = "room"
"""The name of the journal of what concerns the whole room."""


def is_match(name: str) -> bool:
    """Whether a journal of this name is a match's."""
    return name != ROOM and not name.startswith(TOURNAMENT)


class Entry(Struct, frozen=True):
    """One stored line. ``body`` is JSON text; ``events.read_event`` says what it means."""

    match: str
    seq: int
    at: str
    kind: str
    body: str
    hash: str


def said(entry: Entry, decoders: Mapping[str, msgspec.json.Decoder[Event]]) -> Event:
    """What a line says, by the decoder of its kind; refused if there is none, or if it fails."""
    decoder = decoders.get(entry.kind)
    if decoder is None:
        raise JournalError("journal.kind", match=entry.match, line=entry.seq, got=entry.kind[:40])
    try:
        return decoder.decode(entry.body)
    except msgspec.MsgspecError as error:
        raise JournalError(
            "journal.body", match=entry.match, line=entry.seq, kind=entry.kind, why=str(error)
        ) from None


def chained(prev: str, match: str, seq: int, at: str, kind: str, body: str) -> str:
    """The hash of a line: of everything it says, and of the hash of the line before it."""
    return hashlib.sha256("\n".join((prev, match, str(seq), at, kind, body)).encode()).hexdigest()


def follows(entry: Entry, prev: str) -> bool:
    """Whether a line is as it was written, after the line with the hash ``prev``."""
    said = entry.match, entry.seq, entry.at, entry.kind, entry.body
    return entry.hash == chained(prev, *said)


def sound_part(
    match: str, rows: Iterable[Sequence[Any]]
) -> tuple[list[Entry], JournalError | None]:
    """Read rows as the lines of a match, as far as the chain is whole, and say what breaks it.

    A bad byte on the disk can turn a value of a row into one of any type.
    """
    entries, prev = list[Entry](), FIRST
    for number, row in enumerate(rows, 1):
        of, seq, *texts = row
        if not all(isinstance(text, str) for text in (of, *texts)) or (of, seq) != (match, number):
            return entries, JournalError("journal.chain", match=match, line=number)
        entry = Entry(of, seq, *texts)
        if not follows(entry, prev):
            return entries, JournalError("journal.chain", match=match, line=number)
        entries.append(entry)
        prev = entry.hash
    return entries, None
