"""Finished matches as text, one line of the journal a line: out of one journal, into another.

What comes in is held against the chain of hashes and against the rules, whole, before one line of
it is written. Matches that are still being played stay where they are: their lines hold secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

import msgspec
from dicerules import games
from dicerules.core import encode
from dicerules.errors import RuleError
from msgspec import Struct
from tower.colours import COLOURS

from dicehost.errors import HostError
from dicehost.fold import Fold
from dicehost.journal import FIRST, Entry, Journal, chained
from dicehost.lines import Closed, Outcome

_NAME = re.compile(r"[0-9a-z]{1,32}")


class ArchiveError(HostError, ValueError):
    """A file of matches that cannot be written or taken in as asked."""


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file. ``body`` stands there as the very bytes that were hashed."""

    match: str
    seq: int
    at: str
    kind: str
    body: msgspec.Raw
    hash: str


class Taken(Struct, frozen=True):
    """What came of taking a file in: matches that are new, and those that were here already."""

    new: tuple[str, ...]
    known: tuple[str, ...]


_LINES = msgspec.json.Decoder(Written)


def write(journal: Journal, matches: Sequence[str] | None = None) -> Iterator[bytes]:
    """Write matches, or all that are over, oldest first: one chunk of lines a match."""
    over = {match: closed for match, _, closed in reversed(journal.matches())}
    for match in matches or [match for match, closed in over.items() if closed]:
        if not over.get(match, True):
            raise ArchiveError("archive.open", match=match)
        yield b"".join(map(_line, journal.lines(match)))


def _line(entry: Entry) -> bytes:
    body = msgspec.Raw(entry.body.encode())
    written = Written(entry.match, entry.seq, entry.at, entry.kind, body, entry.hash)
    return encode(written) + b"\n"


def take_in(journal: Journal, text: bytes) -> tuple[Taken, list[Entry]]:
    """Check a file; return what would come of it, and the lines to adopt."""
    here = journal.lengths()
    new, known, lines = list[str](), list[str](), list[Entry]()
    for first, entries in read(text):
        match = entries[0].match
        if match in new or match in known:
            raise ArchiveError("archive.twice", line=first, match=match)
        if match in here:
            _check_same(first, entries, journal.lines(match))
            known.append(match)
        else:
            new.append(match)
            lines += entries
    if not new and not known:
        raise ArchiveError("archive.empty")
    return Taken(tuple(new), tuple(known)), lines


def _check_same(first: int, entries: list[Entry], ours: list[Entry]) -> None:
    for at, entry in enumerate(entries):
        if at >= len(ours) or entry != ours[at]:
            expected = ours[at].hash[:16] if at < len(ours) else ""
            raise ArchiveError(
                "archive.other",
                line=first + at,
                match=entry.match,
                expected=expected,
                got=entry.hash[:16],
            )


def read(text: bytes) -> Iterator[tuple[int, list[Entry]]]:
    """Read a file match by match, each with the number of its first line in the file."""
    entries, begun, number = list[Entry](), 1, 0
    for number, line in enumerate(text.split(b"\n"), 1):
        if not line.strip():
            continue
        entry = _read_line(number, line)
        if entries and entry.match != entries[0].match:
            _check_rules(begun, entries)
            yield begun, entries
            entries = []
        if not entries:
            begun = number
        _check_chain(number, entry, entries)
        entries.append(entry)
    if entries:
        _check_rules(begun, entries)
        yield begun, entries


def _read_line(number: int, line: bytes) -> Entry:
    try:
        said = _LINES.decode(line)
        datetime.fromisoformat(said.at)
        body = bytes(said.body).decode()
    except ValueError as error:  # msgspec's refusals are of this family too
        raise ArchiveError("archive.line", line=number, why=str(error)) from None
    if not _NAME.fullmatch(said.match):
        raise ArchiveError("archive.name", line=number, got=said.match[:40])
    return Entry(said.match, said.seq, said.at, said.kind, body, said.hash)


def _check_chain(number: int, entry: Entry, before: list[Entry]) -> None:
    expected = len(before) + 1
    if entry.seq != expected:
        raise ArchiveError(
            "archive.seq", line=number, match=entry.match, expected=expected, got=entry.seq
        )
    prev = before[-1].hash if before else FIRST
    want = chained(prev, entry.match, entry.seq, entry.at, entry.kind, entry.body)
    if entry.hash != want:
        raise ArchiveError("archive.chain", line=number, expected=want[:16], got=entry.hash[:16])


def _check_rules(first: int, entries: Iterable[Entry]) -> None:
    fold, number = None, first
    for number, entry in enumerate(entries, first):
        try:
            fold = _next(fold, entry)
        except (HostError, RuleError) as refusal:
            raise ArchiveError("archive.rules", line=number, why=refusal.words) from None
        except Exception as error:  # whatever a position that no game ever had may lead to
            raise ArchiveError("archive.rules", line=number, why=repr(error)[:200]) from None
    if fold is None or not fold.closed:
        raise ArchiveError("archive.unfinished", line=number)


def _next(fold: Fold | None, entry: Entry) -> Fold:
    if fold is None:
        return _begin(entry)
    if entry.kind == "rolled":
        told = msgspec.json.decode(entry.body, type=Outcome).id
        if told != fold.roll_id:
            raise ArchiveError("archive.roll", expected=fold.roll_id, got=told[:40])
    fold.take(entry)
    if entry.kind == "closed":
        won = msgspec.json.decode(entry.body, type=Closed).winners
        if fold.winners is None or list(fold.winners) != won:
            raise ArchiveError("archive.result", expected=str(fold.winners), got=str(won))
    return fold


def _begin(entry: Entry) -> Fold:
    opened = msgspec.json.decode(entry.body, type=_Opening)
    if entry.kind != "opened":
        raise ArchiveError("archive.opened", got=entry.kind[:40])
    if opened.game not in games():
        raise ArchiveError("match.game", expected=", ".join(games()), got=opened.game[:40])
    game = games()[opened.game]
    if len(opened.names) not in game.seats or len(opened.colours) != len(opened.names):
        low, high = game.seats[0], game.seats[-1]
        raise ArchiveError("match.seats", low=low, high=high, got=len(opened.names))
    unknown = set(opened.colours) - set(COLOURS)
    if unknown:
        raise ArchiveError("archive.colour", expected=", ".join(COLOURS), got=min(unknown)[:40])
    return Fold(game, entry)


class _Opening(Struct, frozen=True):
    game: str
    names: list[str]
    colours: list[str]
