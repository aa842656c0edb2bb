"""The journal's SQLite file: opened, checked, migrated, and moved aside if it is damaged.

``PRAGMA user_version`` is the version of the tables. Each entry of ``MIGRATIONS`` takes a file one
version further; a file is migrated in one transaction when it is opened. To change the tables, add
an entry and leave the earlier ones alone: files of every version are still in use.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from dicehost.errors import JournalError

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
)
VERSION = len(MIGRATIONS)
"""The version of the tables that this code reads and writes."""


def open_writer(path: Path) -> tuple[sqlite3.Connection, Path | None]:
    """Open the file to write to it, and say where a damaged one was moved to, if it was."""
    try:
        return _connect(path), None
    except sqlite3.OperationalError as error:
        raise JournalError("journal.unopened", file=str(path), why=str(error)) from None
    except sqlite3.DatabaseError as error:
        moved_to = _move_aside(path)
        log.error("journal damaged (%s); moved aside to %s", error, moved_to)
        return _connect(path), moved_to


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    _refuse_newer(path)
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        # FULL syncs every commit; with NORMAL, a power cut could take back lines already shown.
        connection.execute("PRAGMA synchronous=FULL")
        (health,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise sqlite3.DatabaseError(health)
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_newer(path: Path) -> None:
    # Looked at through a connection that cannot write, so that the file stays as it is.
    if not path.exists():
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
        version = _version(reader)
    if version > VERSION:
        raise JournalError("journal.newer_file", file=str(path), expected=VERSION, got=version)


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


def _move_aside(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    path.rename(aside)
    for tail in ("-wal", "-shm"):
        beside = path.with_name(path.name + tail)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + tail))
    return aside
