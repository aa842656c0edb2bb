"""Files that last: written whole or not at all, checked when they are opened, set aside if damaged.

Nothing is ever deleted because it cannot be read: it is renamed, and the new name is said.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from dicehost.errors import JournalError

log = logging.getLogger(__name__)

OWNER_ONLY = 0o600


class FolderError(JournalError):
    """Another host uses this folder."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a kill or a full disk leaves the old one, or none, or the new one."""
    made = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made.touch(mode=OWNER_ONLY)
        with made.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        made.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            made.unlink(missing_ok=True)
        raise JournalError("journal.unwritten", file=str(path), why=str(error)) from None


def sync_folder(folder: Path) -> None:
    """Let the names of files in a folder survive a power cut, too."""
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_private(path: Path) -> None:
    """Make a file that only its owner reads, or make the one that is there so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=OWNER_ONLY)
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(OSError):  # it may be gone already, or somebody else's
            if file.stat().st_mode & 0o077:
                file.chmod(OWNER_ONLY)


def set_aside(path: Path) -> Path:
    """Rename a damaged file, with all that SQLite keeps beside it, and return its new name."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    aside, number = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}"), 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
    path.rename(aside)
    for tail in ("-wal", "-shm"):
        beside = path.with_name(path.name + tail)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + tail))
    sync_folder(path.parent)
    return aside


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that the file itself is bad, not the disk, a lock or a permission."""
    damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    code = getattr(error, "sqlite_errorcode", None)
    return type(error) is sqlite3.DatabaseError if code is None else code & 0xFF in damaged


def check_book(book: sqlite3.Connection, tables: str) -> None:
    """Raise an error that is damage unless SQLite and every row of these tables can be read."""
    (health,) = book.execute("PRAGMA quick_check(1)").fetchone()
    if health != "ok":
        raise sqlite3.DatabaseError(health)
    book.executescript(tables)
    as_made = sqlite3.connect(":memory:")
    as_made.executescript(tables)
    for name in [name for (name,) in as_made.execute("SELECT name FROM sqlite_schema")]:
        columns = f"PRAGMA table_info({name})"
        if book.execute(columns).fetchall() != as_made.execute(columns).fetchall():
            raise sqlite3.DatabaseError(f"the table {name} has other columns")
    as_made.close()
    for (name,) in book.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        try:
            book.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608 - a name of ours
        except sqlite3.OperationalError as error:
            if "decode" in str(error):  # a bad byte in a text
                raise sqlite3.DatabaseError(str(error)) from None
            raise


def open_book(path: Path, tables: str) -> tuple[sqlite3.Connection, Path | None]:
    """Open a small SQLite file and its tables, and say where a damaged one was set aside to."""
    keep_private(path)
    try:
        return _connect(path, tables), None
    except sqlite3.Error as error:
        if not is_damage(error):
            raise JournalError("journal.unopened", file=str(path), why=str(error)) from None
        aside = set_aside(path)
        log.error("%s is damaged (%s); it was set aside as %s", path.name, error, aside)
    keep_private(path)
    return _connect(path, tables), aside


def _connect(path: Path, tables: str) -> sqlite3.Connection:
    book = sqlite3.connect(path)
    try:
        check_book(book, tables)
    except BaseException:
        book.close()
        raise
    return book


class FolderLock:
    """One host a folder: held until it is closed, and by no process that has ended."""

    def __init__(self, folder: Path) -> None:
        keep_private(folder / "host.lock")
        self._file = (folder / "host.lock").open("ab")
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._file.close()
                raise FolderError("play.folder_used", folder=str(folder)) from None

    def close(self) -> None:
        """Let another host have the folder."""
        self._file.close()
