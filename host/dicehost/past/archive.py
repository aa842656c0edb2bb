"""Export and import of finished matches, as text with one line for each line of the journal.

A file is checked as a whole, against the chain of hashes and against the rules, before any of it
is written. It is read twice, match by match: however large it is, one match is in memory at a time.
Matches that are still being played are not exported: their lines hold secrets.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import IO, NamedTuple

import msgspec
from dicerules import games
from dicerules.core import encode
from dicerules.errors import RuleError
from msgspec import Struct
from tower.colours import COLOURS

from dicehost.errors import HostError, JournalError
from dicehost.journal.entry import FIRST, Entry, chained, is_match
from dicehost.journal.events import Closed, Resumed, RollOutcome, Seated, read_opened
from dicehost.journal.store import Journal
from dicehost.match.names import LONGEST_NAME, is_name
from dicehost.match.record import Match

log = logging.getLogger(__name__)

LONGEST_TEXT = 64
"""Characters of a source or a tower's id."""
_NAME = re.compile(r"[0-9a-z]{1,32}")


class ArchiveError(HostError, ValueError):
    """Matches cannot be exported or imported as asked."""


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file. ``body`` is exactly the bytes that were hashed."""

    match: str
    seq: int
    at: str
    kind: str
    body: msgspec.Raw
    hash: str


class Taken(Struct, frozen=True):
    """The matches of an imported file: the new ones, and those that were here already."""

    new: tuple[str, ...]
    known: tuple[str, ...]


class Checked(NamedTuple):
    """A file that may be taken in: its matches, those damaged here, and the lines to adopt."""

    taken: Taken
    damaged: tuple[str, ...]
    lines: Iterator[Entry]


_LINES = msgspec.json.Decoder(Written)


def write(
    journal: Journal, matches: Sequence[str] | None = None, unfinished: bool = False
) -> Iterator[bytes]:
    """Export some matches, or all that are over, oldest first: one chunk of lines for each.

    A match that is still being played is refused unless ``unfinished`` ones may be shown; of a
    damaged one, its sound part is shown then. Without ``matches`` damaged ones are left out.
    """
    over = {match: closed for match, _, closed in reversed(journal.matches())}
    for match in matches or [match for match, closed in over.items() if closed]:
        if not over.get(match, True) and not unfinished:
            raise ArchiveError("archive.open", match=match)
        entries, damage = journal.sound_lines(match)
        if damage is not None and not matches:
            log.error("match %s is not exported: %s", match, damage)
            continue
        if damage is not None and not (unfinished and entries):
            raise damage
        yield b"".join(map(_line, entries))


def _line(entry: Entry) -> bytes:
    body = msgspec.Raw(entry.body.encode())
    written = Written(entry.match, entry.seq, entry.at, entry.kind, body, entry.hash)
    return encode(written) + b"\n"


def take_in(journal: Journal, file: IO[bytes]) -> Checked:
    """Check a file, from its beginning; the lines to adopt are read again while it stays open.

    A match that is damaged here and whole in the file counts as new.
    """
    here = journal.lengths()
    new, known, damaged = dict[str, str](), list[str](), list[str]()
    for first, entries in read(file):
        match = entries[0].match
        if match in new or match in known:
            raise ArchiveError("archive.twice", line=first, match=match)
        damage = journal.sound_lines(match)[1] if match in here else None
        if damage is not None:
            _check_restores(journal, entries, damage)
            damaged.append(match)
        if match in here and damage is None:
            _check_same(first, entries, journal.lines(match))
            known.append(match)
        else:
            new[match] = entries[-1].hash
    if not new and not known:
        raise ArchiveError("archive.empty")
    return Checked(Taken(tuple(new), tuple(known)), tuple(damaged), _read_again(file, new))


def _read_again(file: IO[bytes], new: dict[str, str]) -> Iterator[Entry]:
    # Nothing keeps others from writing to the file: what is adopted is what was checked.
    file.seek(0)
    left = dict(new)
    for _, entries in _read_matches(file):
        match = entries[0].match
        if match in new and left.pop(match, "") != entries[-1].hash:
            raise ArchiveError("archive.changed")
        yield from entries if match in new else ()
    if left:
        raise ArchiveError("archive.changed")


def _check_restores(journal: Journal, entries: list[Entry], damage: JournalError) -> None:
    # Only the very match that was here may take the place of what the disk has left of it.
    head, (ours, _) = journal.heads.get(entries[0].match), journal.sound_lines(entries[0].match)
    reached = entries[head.seq - 1 : head.seq] if head is not None else entries[-1:]
    if entries[: len(ours)] != ours or not reached or (head and reached[0].hash != head.hash):
        raise damage


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


def read(file: Iterable[bytes]) -> Iterator[tuple[int, list[Entry]]]:
    """Read a file match by match, each with its first line number in the file, and check it."""
    for begun, entries in _read_matches(file):
        _check_rules(begun, entries)
        yield begun, entries


def _read_matches(file: Iterable[bytes]) -> Iterator[tuple[int, list[Entry]]]:
    entries, begun = list[Entry](), 1
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        entry = _read_line(number, line)
        if entries and entry.match != entries[0].match:
            yield begun, entries
            entries = []
        if not entries:
            begun = number
        _check_chain(number, entry, entries)
        entries.append(entry)
    if entries:
        yield begun, entries


def _read_line(number: int, line: bytes) -> Entry:
    try:
        said = _LINES.decode(line)
        datetime.fromisoformat(said.at)
        body = bytes(said.body).decode()
    except ValueError as error:  # msgspec's errors are ValueErrors too
        raise ArchiveError("archive.line", line=number, why=str(error)) from None
    if not _NAME.fullmatch(said.match) or not is_match(said.match):
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
    played, number = None, first
    for number, entry in enumerate(entries, first):
        try:
            played = _next(played, entry)
        except (HostError, RuleError) as refusal:
            raise ArchiveError("archive.rules", line=number, why=refusal.words) from None
        except Exception as error:  # a made-up position may break a game in any way
            raise ArchiveError("archive.rules", line=number, why=repr(error)[:200]) from None
    if played is None or not played.closed:
        raise ArchiveError("archive.unfinished", line=number)


def _next(played: Match | None, entry: Entry) -> Match:
    if played is None:
        return _begin(entry)
    roll_id, was_over = played.roll_id, played.closed
    event = played.take(entry)
    # A phone that came after the end was written down for a while.
    if was_over and not isinstance(event, Seated | Resumed):
        raise ArchiveError("archive.after_closed", got=entry.kind)
    if isinstance(event, RollOutcome):
        _check_outcome(event, roll_id)
    _check_text(played.tower)
    if isinstance(event, Closed):
        won = played.winners
        if won is None or list(won) != event.winners:
            raise ArchiveError("archive.result", expected=str(won), got=str(event.winners)[:40])
    return played


def _check_outcome(outcome: RollOutcome, roll_id: str) -> None:
    if outcome.id != roll_id:
        raise ArchiveError("archive.roll", expected=roll_id, got=outcome.id[:40])
    for text in (outcome.source, outcome.tower):
        _check_text(text)


def _check_text(text: str) -> None:
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise ArchiveError("archive.text", most=LONGEST_TEXT, got=repr(text)[:60])


def _begin(entry: Entry) -> Match:
    opened = read_opened(entry)
    if opened.game not in games():
        raise ArchiveError("match.game", expected=", ".join(games()), got=opened.game[:40])
    game = games()[opened.game]
    if len(opened.names) not in game.seats or len(opened.colours) != len(opened.names):
        low, high = game.seats[0], game.seats[-1]
        raise ArchiveError("match.seats", low=low, high=high, got=len(opened.names))
    for name in opened.names:
        if not is_name(name):
            raise ArchiveError("match.name", most=LONGEST_NAME, got=repr(name)[:60])
    unknown = set(opened.colours) - set(COLOURS)
    if unknown:
        raise ArchiveError("archive.colour", expected=", ".join(COLOURS), got=min(unknown)[:40])
    return Match(game, entry)
