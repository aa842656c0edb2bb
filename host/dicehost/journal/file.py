"""The journal's SQLite file: opened, checked, migrated, and set aside if it is damaged.

What is sound in a damaged file is copied to a new one.

``PRAGMA user_version`` is the version of the tables. Each entry of ``MIGRATIONS`` takes a file one
version further; a file is migrated in one transaction when it is opened. To change the tables, add
an entry and leave the earlier ones alone: files of every version are still in use.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from dicehost.errors import JournalError
from dicehost.journal.entry import Entry, sound_part
from dicehost.storage import is_damage, keep_private, set_aside

log = logging.getLogger(__name__)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    # Files that were written before tables had a version have both of these already.
    (
        """
        CREATE TABLE IF NOT EXISTS journal (
            match TEXT NOT NULL,
            seq   INTEGER NOT NULL,
            at    TEXT NOT NULL,
            kind  TEXT NOT NULL,
            body  TEXT NOT NULL,
            hash  TEXT NOT NULL,
            PRIMARY KEY (match, seq)
        ) WITHOUT ROWID
        """,
        """
        CREATE UNIQUE INDEX IF NOT EXISTS one_outcome_a_roll
            ON journal (json_extract(body, '$.id')) WHERE kind = 'rolled'
        """,
    ),
    # A body that a bad byte has spoilt must not keep its row from being taken out.
    (
        "DROP INDEX one_outcome_a_roll",
        """
        CREATE UNIQUE INDEX one_outcome_a_roll
            ON journal (json_extract(body, '$.id')) WHERE kind = 'rolled' AND json_valid(body)
        """,
    ),
)
VERSION = len(MIGRATIONS)
"""The version of the tables that this code reads and writes."""
LINES = "SELECT match, seq, at, kind, body, hash FROM journal WHERE match = ? ORDER BY seq"


def open_writer(path: Path, known: Iterable[str]) -> tuple[sqlite3.Connection, Path | None]:
    """Open the file to write to it, and say where a damaged one was set aside to, if it was.

    ``known`` are matches that must be looked for in a damaged one.
    """
    aside = None
    mended = path.with_name(f"{path.name}.mended")
    if mended.exists() and not path.exists():
        mended.rename(path)  # a host that died while it did what comes below
    try:
        try:
            look(path)
        except JournalError as error:
            if error.code != "journal.damaged":
                raise
            _copy_sound_parts(path, mended, known)
            aside = set_aside(path)
            mended.rename(path)
            log.error("the journal is damaged (%s); it was set aside as %s", error, aside)
        return _connect(path), aside
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, JournalError):
            raise
        raise JournalError("journal.unopened", file=str(path), why=str(error)) from None


def open_reader(path: Path) -> sqlite3.Connection:
    """Open the file to read from it. It sees only what is on disk already."""
    reader = sqlite3.connect(path, check_same_thread=False)
    reader.text_factory = _text
    return reader


def look(path: Path) -> None:
    """Refuse a file that is damaged or of the future, and leave it as it is."""
    if not path.exists():
        return
    # Through a connection that cannot write, so that not even the log is cleared away.
    try:
        with closing(_open_read_only(path)) as reader:
            version = _version(reader)
            if version <= VERSION:
                _check(reader)
    except sqlite3.Error as error:
        code = "journal.damaged" if is_damage(error) else "journal.unopened"
        raise JournalError(code, file=str(path), why=str(error)) from None
    if version > VERSION:
        raise JournalError("journal.newer_file", file=str(path), expected=VERSION, got=version)


def _check(reader: sqlite3.Connection) -> None:
    (health,) = reader.execute("PRAGMA quick_check(1)").fetchone()
    if health != "ok":
        raise sqlite3.DatabaseError(health)
    columns = [name for _, name, *_ in reader.execute("PRAGMA table_info(journal)")]
    if columns not in ([], ["match", "seq", "at", "kind", "body", "hash"]):
        raise sqlite3.DatabaseError(f"the journal has the columns {columns}")
    for (index,) in reader.execute("SELECT sql FROM sqlite_schema WHERE type = 'index'"):
        if "(json_extract(body, '$.id')) WHERE kind = 'rolled'" not in " ".join(index.split()):
            raise sqlite3.DatabaseError(f"the journal has the index {index}")


def _copy_sound_parts(damaged: Path, mended: Path, known: Iterable[str]) -> None:
    for tail in ("", "-wal", "-shm"):
        mended.with_name(mended.name + tail).unlink(missing_ok=True)
    with closing(_connect(mended)) as writer:
        try:
            reader = _open_read_only(damaged)
        except sqlite3.Error:
            return
        with closing(reader):
            for match in sorted({*known, *_found(reader)}):
                entries, _ = sound_part(match, _rows(reader, match))
                with suppress(sqlite3.IntegrityError), writer:
                    insert(writer, entries)


def _open_read_only(path: Path) -> sqlite3.Connection:
    reader = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    reader.text_factory = _text
    return reader


def _text(stored: bytes) -> str:
    # A bad byte in a text then breaks the chain of its match, and no other match.
    return stored.decode("utf-8", "replace")


def _found(reader: sqlite3.Connection) -> set[str]:
    found = set[str]()
    every = "SELECT match FROM journal ORDER BY match"
    for query in (every, f"{every} DESC"):  # from both ends up to where the damage is
        with suppress(sqlite3.Error):
            for (match,) in reader.execute(query):
                found.add(match)
    return {match for match in found if isinstance(match, str)}


def _rows(reader: sqlite3.Connection, match: str) -> Iterator[tuple[object, ...]]:
    with suppress(sqlite3.Error):  # what comes before an error counts
        yield from reader.execute(LINES, (match,))


def _connect(path: Path) -> sqlite3.Connection:
    keep_private(path)
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        # FULL syncs every commit; with NORMAL, a power cut could take back lines already shown.
        connection.execute("PRAGMA synchronous=FULL")
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def insert(writer: sqlite3.Connection, entries: Iterable[Entry]) -> None:
    """Write lines; the caller commits them."""
    rows = ((e.match, e.seq, e.at, e.kind, e.body, e.hash) for e in entries)
    writer.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", rows)


def _migrate(connection: sqlite3.Connection) -> None:
    if _version(connection) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Read again: another host may have migrated the file while this one waited for the lock.
        for statements in MIGRATIONS[_version(connection) :]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
