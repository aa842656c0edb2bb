"""A backup: everything that a host keeps, in one file, taken while people play.

Databases are copied by SQLite's own backup, so the copy is whole. Heads are copied before the
journal: a head that promised a line which is not in the copy would look like damage. What can be
worked out again is left out. The file holds keys and tokens, so only its owner may read it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from msgspec import Struct

from dicehost import __version__
from dicehost.errors import HostError
from dicehost.journal.file import look
from dicehost.storage import OWNER_ONLY, FolderLock, sync_folder

log = logging.getLogger(__name__)

EVERY = timedelta(days=1)
LOOK = 600.0
"""Seconds between two looks whether a backup is due: clocks of sleeping machines jump."""
DATABASES = ("journal.sqlite", "seats.sqlite", "health.sqlite")
FILES = (
    "owner.key",
    "events.key",
    "room.key",
    "webhooks.key",
    "authority.pem",
    "authority.key",
    "service.env",
)
KEPT = ("hindsight/*", "journal-taken-out-*")
_LIST = "backup.json"
_FORMAT = 1
_MOST = 1 << 34
"""Bytes that a backup may unpack to."""
_NAME = re.compile(r"dicetower-\d{4}-\d\d-\d\d-\d{6}\.backup")


class BackupError(HostError, OSError):
    """A backup cannot be written, read or restored."""


class Listed(Struct, frozen=True):
    """What a backup says about itself: its files, each with the hash of what it holds."""

    format: int
    version: str
    at: str
    files: dict[str, str]


def write(folder: Path, file: Path) -> Listed:
    """Back a folder up to a file; a former file stays until the new one is whole."""
    if not (folder / "journal.sqlite").exists():
        raise BackupError("backup.nothing", folder=str(folder))
    made = file.with_name(f"{file.name}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as room:
            listed = _pack(folder, made, Path(room))
        made.replace(file)
        sync_folder(file.parent)
    except (OSError, sqlite3.Error) as error:
        made.unlink(missing_ok=True)
        if isinstance(error, HostError):
            raise
        raise BackupError("backup.unwritten", file=str(file), why=str(error)) from None
    return listed


def _pack(folder: Path, made: Path, room: Path) -> Listed:
    made.unlink(missing_ok=True)
    made.touch(mode=OWNER_ONLY)
    hashes = dict[str, str]()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as box:
        for name, source in _sources(folder, room):
            box.write(source, name)
            hashes[name] = _hash(source)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        listed = Listed(_FORMAT, __version__, now, hashes)
        box.writestr(_LIST, msgspec.json.encode(listed))
    with made.open("rb+") as written:
        os.fsync(written.fileno())
    return listed


def _sources(folder: Path, room: Path) -> Iterator[tuple[str, Path]]:
    heads = folder / "journal.heads"
    if heads.exists():
        copy = room / heads.name
        shutil.copyfile(heads, copy)
        yield heads.name, copy
    for name in DATABASES:
        if (folder / name).exists():
            copy = room / name
            _copy_database(folder / name, copy)
            yield name, copy
    for pattern in (*FILES, *KEPT):
        for file in sorted(folder.glob(pattern)):
            if file.is_file():
                yield file.relative_to(folder).as_posix(), file


def _copy_database(source: Path, copy: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as original,
        closing(sqlite3.connect(copy)) as made,
    ):
        original.backup(made)
        # As one file: what was copied is in WAL mode as its source is.
        made.execute("PRAGMA journal_mode=DELETE")


def restore(folder: Path, file: Path) -> tuple[Listed, Path | None]:
    """Put a backup into a folder; what was there is moved aside, and where to is returned."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(FolderLock(folder)), tempfile.TemporaryDirectory(dir=folder) as room:
        listed = _unpack(file, Path(room))
        look(Path(room) / "journal.sqlite")
        aside = _set_aside(folder)
        for name in listed.files:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (Path(room) / name).replace(target)
        sync_folder(folder)
    return listed, aside


def _unpack(file: Path, room: Path) -> Listed:
    try:
        with zipfile.ZipFile(file) as box:
            listed = msgspec.json.decode(box.read(_LIST), type=Listed)
            if listed.format > _FORMAT:
                raise BackupError("backup.newer", file=str(file), got=listed.version)
            if sum(info.file_size for info in box.infolist()) > _MOST:
                raise BackupError("backup.unread", file=str(file), why="it is too large")
            for name, expected in listed.files.items():
                if not _is_ours(name):
                    raise BackupError("backup.unread", file=str(file), why=f"it holds {name!r}")
                target = room / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.touch(mode=OWNER_ONLY)
                with box.open(name) as packed, target.open("wb") as unpacked:
                    shutil.copyfileobj(packed, unpacked)
                    unpacked.flush()
                    os.fsync(unpacked.fileno())
                if _hash(target) != expected:
                    raise BackupError("backup.changed", file=str(file), name=name)
    except (OSError, KeyError, zipfile.BadZipFile, zlib.error, msgspec.MsgspecError) as error:
        if isinstance(error, HostError):
            raise
        raise BackupError("backup.unread", file=str(file), why=str(error)) from None
    if "journal.sqlite" not in listed.files:
        raise BackupError("backup.unread", file=str(file), why="it holds no journal")
    return listed


def _is_ours(name: str) -> bool:
    # Nothing in a file decides where it is written.
    path = Path(name)
    if path.is_absolute() or ".." in path.parts:
        return False
    known = (*DATABASES, *FILES, "journal.heads")
    return name in known or any(path.match(pattern) for pattern in KEPT)


def _set_aside(folder: Path) -> Path | None:
    patterns = [
        name + tail for name in (*DATABASES, "ledger.sqlite") for tail in ("", "-wal", "-shm")
    ]
    found = [
        file
        for pattern in ("journal.heads", *patterns, *FILES, *KEPT)
        for file in folder.glob(pattern)
    ]
    if not found:
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    aside = folder / f"before-restore-{stamp}"
    for file in found:
        target = aside / file.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.rename(target)
    return aside


def _hash(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


async def keep_backing_up(folder: Path, to: Path, keep: int) -> None:
    """Back up once a day if anything has changed, and keep the newest; until cancelled."""
    while True:
        try:
            await asyncio.to_thread(back_up_if_due, folder, to, keep, datetime.now(UTC))
        except HostError as error:  # a full or missing disk: said, and tried again
            log.error("no backup was made: %s", error)
        await asyncio.sleep(LOOK)


def back_up_if_due(folder: Path, to: Path, keep: int, now: datetime) -> Path | None:
    """Make one backup if the newest is a day old and something was written since."""
    known = sorted(file for file in to.glob("*.backup") if _NAME.fullmatch(file.name))
    if known:
        last = known[-1].stat().st_mtime
        if now - datetime.fromtimestamp(last, UTC) < EVERY or not _changed(folder, last):
            return None
    file = to / f"dicetower-{now:%Y-%m-%d-%H%M%S}.backup"
    write(folder, file)
    for old in [*known, file][:-keep]:
        old.unlink(missing_ok=True)
    return file


def _changed(folder: Path, since: float) -> bool:
    # Lines are in the log beside a database before they are in the database itself.
    names = [name + tail for name in ("journal.sqlite", "seats.sqlite") for tail in ("", "-wal")]
    files = [folder / name for name in names]
    return any(file.exists() and file.stat().st_mtime > since for file in files)
