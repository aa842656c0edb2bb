"""Tables of every die that was rolled and every result, worked out from the journal.

They hold nothing of their own: the file can be deleted at any time and is made again. Of a match
that is still being played, only dice that every screen has shown are counted.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from threading import Lock

import msgspec
from dicerules import games
from dicerules.core import Game, Roll, encode, single_dice
from dicerules.words import Message, message
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.journal.entry import Entry, is_match
from dicehost.journal.events import RollOutcome, read_opened
from dicehost.journal.store import Journal
from dicehost.match.record import Match
from dicehost.storage import keep_private

log = logging.getLogger(__name__)

_VERSION = 2
"""Of the tables; a file of another version is made again."""
MATCHES_OFFERED = 100
"""The fairness page offers this many of the newest matches to choose from."""
_TABLES = """
DROP TABLE IF EXISTS results;
DROP TABLE IF EXISTS dice;
CREATE TABLE results (match TEXT PRIMARY KEY, lines INTEGER, body TEXT) WITHOUT ROWID;
CREATE TABLE dice (
    match TEXT, line INTEGER, nth INTEGER, at TEXT, game TEXT, player TEXT,
    faces INTEGER, kind TEXT, face INTEGER, source TEXT, tower TEXT,
    PRIMARY KEY (match, line, nth)
) WITHOUT ROWID;
"""


class Result(Struct, frozen=True):
    """The result of a match, in the order of its seats; no winners until it is over.

    ``bots`` are the seats that a bot has played, from the start or for a while.
    """

    match: str
    game: str
    began: str
    ended: str
    over: bool
    names: tuple[str, ...]
    colours: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    spent_ms: tuple[int, ...]
    bots: tuple[int, ...] = ()
    abandoned: bool = False


# Built once: results are read in threads, and two that build it at once can crash msgspec.
_RESULTS = msgspec.json.Decoder(Result)


class Die(Struct, frozen=True):
    """One die that was rolled: when, in which line of which match, by whom and by what."""

    match: str
    line: int
    nth: int
    at: str
    game: str
    player: str
    faces: int
    kind: str
    face: int
    source: str
    tower: str


class Wish(Struct, frozen=True):
    """Which dice to look at; an empty text means all."""

    match: str = ""
    player: str = ""
    game: str = ""
    source: str = ""

    def where(self) -> tuple[str, list[str]]:
        """The same as a WHERE clause for the table of dice, and its values."""
        asked = [(name, value) for name, value in msgspec.structs.asdict(self).items() if value]
        clause = " AND ".join(f"{name} = ?" for name, _ in asked)
        return f" WHERE {clause}" if clause else "", [value for _, value in asked]


class Tally(Struct, frozen=True):
    """How often each face of one kind of die came from one source, and its longest run."""

    faces: int
    source: str
    tower: str
    counts: tuple[int, ...]
    run: int


def put_together(tallies: Sequence[Tally]) -> list[Tally]:
    """One tally for each kind of die, whatever rolled it; ``run`` is the longest of any tower."""
    counts: dict[int, list[int]] = {}
    runs: dict[int, int] = {}
    for tally in tallies:
        known = counts.setdefault(tally.faces, [0] * tally.faces)
        counts[tally.faces] = [one + other for one, other in zip(known, tally.counts, strict=True)]
        runs[tally.faces] = max(runs.get(tally.faces, 0), tally.run)
    return [Tally(faces, "", "", tuple(each), runs[faces]) for faces, each in counts.items()]


class Played(Struct, frozen=True):
    """A match with dice in it, and when the first one was rolled."""

    match: str
    game: str
    at: str


class Choices(Struct, frozen=True):
    """What dice can be chosen by."""

    players: tuple[str, ...]
    games: tuple[str, ...]
    sources: tuple[str, ...]
    matches: tuple[Played, ...]


class Ledger:
    """The tables. Call ``bring_up`` first: it adds what was played since."""

    def __init__(self, path: Path, journal: Journal) -> None:
        self.unread: dict[str, Message] = {}
        self._journal = journal
        self._lock = Lock()
        self._tables = _open(path)

    def bring_up(self) -> None:
        """Work out every match that has grown since the last time."""
        with self._lock:
            known = dict(self._tables.execute("SELECT match, lines FROM results").fetchall())
            self.unread.clear()
            counted = self._journal.lengths().items()
            lengths = {match: lines for match, lines in counted if is_match(match)}
            for gone in known.keys() - lengths.keys():
                self._forget(gone)
            for match, lines in lengths.items():
                if known.get(match) != lines:
                    try:
                        self._write(self._journal.lines(match))
                    except HostError as error:
                        self._forget(match)
                        self.unread[match] = error.words
                    except Exception as error:  # whatever a game does with a match it cannot read
                        log.exception("match %s cannot be counted", match)
                        self.unread[match] = message("host.ledger.unread", why=repr(error)[:200])

    def _forget(self, match: str) -> None:
        # A match that was taken off the list, or that is damaged by now.
        with self._tables:
            self._tables.execute("DELETE FROM results WHERE match = ?", (match,))
            self._tables.execute("DELETE FROM dice WHERE match = ?", (match,))

    def _write(self, entries: list[Entry]) -> None:
        key = read_opened(entries[0]).game
        if key not in games():
            raise HostError("match.game", expected=", ".join(games()), got=key)
        result, dice = read(games()[key], entries)
        with self._tables:
            row = (result.match, len(entries), encode(result).decode())
            self._tables.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", row)
            self._tables.execute("DELETE FROM dice WHERE match = ?", (result.match,))
            self._tables.executemany(
                "INSERT INTO dice VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [msgspec.structs.astuple(die) for die in dice],
            )

    def results(self) -> list[Result]:
        """Every match, the last played first."""
        with self._lock:
            rows = self._tables.execute("SELECT body FROM results").fetchall()
        results = [_RESULTS.decode(body) for (body,) in rows]
        return sorted(results, key=lambda result: result.ended, reverse=True)

    def dice(self, wish: Wish) -> list[Die]:
        """Every die, in the order they were rolled."""
        clause, values = wish.where()
        with self._lock:
            rows = self._tables.execute(
                f"SELECT * FROM dice{clause} ORDER BY at, match, line, nth",  # noqa: S608 - names
                values,
            ).fetchall()
        return [Die(*row) for row in rows]

    def tallies(self, wish: Wish) -> list[Tally]:
        """Count the dice by faces and source."""
        clause, values = wish.where()
        with self._lock:
            rows = self._tables.execute(
                f"SELECT faces, source, tower, face FROM dice{clause}"  # noqa: S608 - names
                " ORDER BY faces, source, tower, at, match, line, nth",
                values,
            ).fetchall()
        return [
            tally(faces, source, tower, [face for *_, face in fallen])
            for (faces, source, tower), fallen in groupby(rows, key=lambda row: row[:3])
        ]

    def choices(self) -> Choices:
        """What dice there are to choose from."""

        def column(name: str) -> tuple[str, ...]:
            rows = self._tables.execute(
                f"SELECT DISTINCT {name} FROM dice WHERE {name} != '' ORDER BY 1"  # noqa: S608
            )
            return tuple(value for (value,) in rows)

        with self._lock:
            newest = self._tables.execute(
                "SELECT match, game, MIN(at) FROM dice GROUP BY match ORDER BY 3 DESC LIMIT ?",
                (MATCHES_OFFERED,),
            )
            matches = tuple(Played(*row) for row in newest)
            return Choices(column("player"), column("game"), column("source"), matches)

    def close(self) -> None:
        """Close the file."""
        self._tables.close()


def tally(faces: int, source: str, tower: str, fallen: list[int]) -> Tally:
    """Count the faces of dice that were rolled one after another."""
    counts = tuple(fallen.count(face) for face in range(1, faces + 1))
    run = max((len(list(same)) for _, same in groupby(fallen)), default=0)
    return Tally(faces, source, tower, counts, run)


def read(game: Game, entries: list[Entry]) -> tuple[Result, list[Die]]:
    """Work out the result and the dice of a match."""
    first, last = entries[0], entries[-1]
    played, dice, hidden = Match(game, first), list[Die](), list[Die]()
    for entry in entries[1:]:
        roll, event = played.need, played.take(entry)
        if isinstance(event, RollOutcome) and isinstance(roll, Roll):
            (hidden if roll.hidden else dice).extend(_dice(played, roll, entry, event))
    result = Result(
        match=first.match,
        game=game.key,
        began=first.at,
        ended=last.at,
        over=played.closed,
        names=tuple(played.names),
        colours=tuple(played.opened.colours),
        winners=(played.winners or ()) if played.closed else (),
        scores=played.game.scores(played.state),
        spent_ms=played.account.spent,
        bots=tuple(sorted(played.had_bots)),
        abandoned=played.abandoned,
    )
    return result, dice + hidden if played.closed else dice


def _dice(played: Match, roll: Roll, entry: Entry, outcome: RollOutcome) -> Iterator[Die]:
    thrown = zip(single_dice(roll), outcome.event.faces, strict=True)
    for nth, (group, face) in enumerate(thrown, 1):
        seat = roll.seat if group.seat is None else group.seat
        yield Die(
            match=entry.match,
            line=entry.seq,
            nth=nth,
            at=entry.at,
            game=played.game.key,
            player="" if seat is None else played.names[seat],
            faces=group.faces,
            kind=group.kind,
            face=face,
            source=outcome.source,
            tower=outcome.tower,
        )


def _open(path: Path) -> sqlite3.Connection:
    with contextlib.suppress(sqlite3.DatabaseError):
        return _connect(path)
    for tail in ("", "-wal", "-shm"):  # damaged; everything in it is in the journal too
        path.with_name(path.name + tail).unlink(missing_ok=True)
    return _connect(path)


def _connect(path: Path) -> sqlite3.Connection:
    keep_private(path)
    tables = sqlite3.connect(path, check_same_thread=False)
    try:
        tables.execute("PRAGMA journal_mode=WAL")
        tables.execute("PRAGMA synchronous=NORMAL")
        (health,) = tables.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise sqlite3.DatabaseError(health)
        (version,) = tables.execute("PRAGMA user_version").fetchone()
        if version != _VERSION:
            tables.executescript(_TABLES)
            tables.execute(f"PRAGMA user_version={_VERSION}")
    except BaseException:
        tables.close()
        raise
    return tables
