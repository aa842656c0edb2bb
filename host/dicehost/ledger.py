"""Every die that was rolled and every result, in tables to be counted. Folded from the journal.

It holds nothing of its own: the file may be thrown away at any time and is made anew. Of a match
that is still being played only dice that every screen has shown are counted.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from threading import Lock

import msgspec
from dicerules import games
from dicerules.core import Game, Roll, encode
from dicerules.words import Say, say
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.fold import Fold
from dicehost.journal import Entry, Journal
from dicehost.lines import Outcome

_SHAPE = 1
"""Of the tables; a file of another shape is made anew."""
MATCHES_OFFERED = 100
"""How many matches, the newest, are listed to choose from."""
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
    """What came of a match, in the order of its seats. Without an end there are no winners yet."""

    match: str
    game: str
    began: str
    ended: str
    over: bool
    names: tuple[str, ...]
    colours: tuple[str, ...]
    winners: tuple[int, ...]
    standing: tuple[int, ...]
    spent_ms: tuple[int, ...]


class Die(Struct, frozen=True):
    """One die that was rolled: when, for which line of which match, by whom and by what."""

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
    """Which dice are asked for; an empty text means all."""

    match: str = ""
    player: str = ""
    game: str = ""
    source: str = ""

    def where(self) -> tuple[str, list[str]]:
        """The same for the table of dice."""
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


class Played(Struct, frozen=True):
    """A match that dice fell in, and when the first one did."""

    match: str
    game: str
    at: str


class Choices(Struct, frozen=True):
    """What dice can be asked for by."""

    players: tuple[str, ...]
    games: tuple[str, ...]
    sources: tuple[str, ...]
    matches: tuple[Played, ...]


class Ledger:
    """The tables. ``bring_up`` before looking: it folds what was played since."""

    def __init__(self, path: Path, journal: Journal) -> None:
        self.unread: dict[str, Say] = {}
        self._journal = journal
        self._lock = Lock()
        self._book = _open(path)

    def bring_up(self) -> None:
        """Fold every match that has grown since the last time."""
        with self._lock:
            known = dict(self._book.execute("SELECT match, lines FROM results").fetchall())
            self.unread.clear()
            for match, lines in self._journal.lengths().items():
                if known.get(match) != lines:
                    try:
                        self._write(self._journal.lines(match))
                    except HostError as error:
                        self.unread[match] = error.words
                    except ValueError as error:  # rules that have changed, or a game that is gone
                        self.unread[match] = say("host.ledger.unread", why=repr(error))

    def _write(self, entries: list[Entry]) -> None:
        key = json.loads(entries[0].body)["game"]
        if key not in games():
            raise HostError("match.game", expected=", ".join(games()), got=key)
        result, dice = read(games()[key], entries)
        with self._book:
            row = (result.match, len(entries), encode(result).decode())
            self._book.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", row)
            self._book.execute("DELETE FROM dice WHERE match = ?", (result.match,))
            self._book.executemany(
                "INSERT INTO dice VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [msgspec.structs.astuple(die) for die in dice],
            )

    def results(self) -> list[Result]:
        """Every match, the last played first."""
        with self._lock:
            rows = self._book.execute("SELECT body FROM results").fetchall()
        results = [msgspec.json.decode(body, type=Result) for (body,) in rows]
        return sorted(results, key=lambda result: result.ended, reverse=True)

    def dice(self, wish: Wish) -> list[Die]:
        """Every die, in the order they fell."""
        clause, values = wish.where()
        with self._lock:
            rows = self._book.execute(
                f"SELECT * FROM dice{clause} ORDER BY at, match, line, nth",  # noqa: S608 - names
                values,
            ).fetchall()
        return [Die(*row) for row in rows]

    def tallies(self, wish: Wish) -> list[Tally]:
        """Count the dice by faces and source."""
        clause, values = wish.where()
        with self._lock:
            rows = self._book.execute(
                f"SELECT faces, source, tower, face FROM dice{clause}"  # noqa: S608 - names
                " ORDER BY faces, source, tower, at, match, line, nth",
                values,
            ).fetchall()
        return [
            tally(faces, source, tower, [face for *_, face in fallen])
            for (faces, source, tower), fallen in groupby(rows, key=lambda row: row[:3])
        ]

    def choices(self) -> Choices:
        """What there are dice of."""

        def column(name: str) -> tuple[str, ...]:
            rows = self._book.execute(
                f"SELECT DISTINCT {name} FROM dice WHERE {name} != '' ORDER BY 1"  # noqa: S608
            )
            return tuple(value for (value,) in rows)

        with self._lock:
            newest = self._book.execute(
                "SELECT match, game, MIN(at) FROM dice GROUP BY match ORDER BY 3 DESC LIMIT ?",
                (MATCHES_OFFERED,),
            )
            matches = tuple(Played(*row) for row in newest)
            return Choices(column("player"), column("game"), column("source"), matches)

    def close(self) -> None:
        """Close the file."""
        self._book.close()


def tally(faces: int, source: str, tower: str, fallen: list[int]) -> Tally:
    """Count the faces of dice that fell one after another."""
    counts = tuple(fallen.count(face) for face in range(1, faces + 1))
    run = max((len(list(same)) for _, same in groupby(fallen)), default=0)
    return Tally(faces, source, tower, counts, run)


def read(game: Game, entries: list[Entry]) -> tuple[Result, list[Die]]:
    """Fold a match into its result and its dice."""
    first, last = entries[0], entries[-1]
    fold, dice, hidden = Fold(game, first), list[Die](), list[Die]()
    for entry in entries[1:]:
        roll = fold.need
        fold.take(entry)
        if entry.kind == "rolled" and isinstance(roll, Roll):
            (hidden if roll.hidden else dice).extend(_dice(fold, roll, entry))
    result = Result(
        match=first.match,
        game=game.key,
        began=first.at,
        ended=last.at,
        over=fold.closed,
        names=tuple(fold.names),
        colours=tuple(fold.opened.colours),
        winners=(fold.winners or ()) if fold.closed else (),
        standing=fold.game.standing(fold.state),
        spent_ms=fold.account.spent,
    )
    return result, dice + hidden if fold.closed else dice


def _dice(fold: Fold, roll: Roll, entry: Entry) -> Iterator[Die]:
    outcome = msgspec.json.decode(entry.body, type=Outcome)
    thrown = [cast for cast in roll.casts for _ in range(cast.count)]
    for nth, (cast, face) in enumerate(zip(thrown, outcome.event.faces, strict=True), 1):
        seat = roll.seat if cast.seat is None else cast.seat
        yield Die(
            match=entry.match,
            line=entry.seq,
            nth=nth,
            at=entry.at,
            game=fold.game.key,
            player="" if seat is None else fold.names[seat],
            faces=cast.faces,
            kind=cast.kind,
            face=face,
            source=outcome.source,
            tower=outcome.tower,
        )


def _open(path: Path) -> sqlite3.Connection:
    with contextlib.suppress(sqlite3.DatabaseError):
        return _connect(path)
    for tail in ("", "-wal", "-shm"):  # damaged, and nothing in it that is not in the journal
        path.with_name(path.name + tail).unlink(missing_ok=True)
    return _connect(path)


def _connect(path: Path) -> sqlite3.Connection:
    book = sqlite3.connect(path, check_same_thread=False)
    try:
        book.execute("PRAGMA journal_mode=WAL")
        book.execute("PRAGMA synchronous=NORMAL")
        (shape,) = book.execute("PRAGMA user_version").fetchone()
        if shape != _SHAPE:
            book.executescript(_TABLES)
            book.execute(f"PRAGMA user_version={_SHAPE}")
    except BaseException:
        book.close()
        raise
    return book
