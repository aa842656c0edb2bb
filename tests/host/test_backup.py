"""Backups: whole while people play, checked when they are read, and nothing is overwritten."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from dicehost import backup
from dicehost.backup import BackupError, back_up_if_due, restore, write
from dicehost.clock.clock import Timing
from dicehost.journal.store import Journal
from dicehost.storage import FolderError

from tests.host.rooms import answer, housed
from tests.kept import keep_match

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def lines_of(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "journal.sqlite")) as book:
        return book.execute("SELECT * FROM journal ORDER BY match, seq").fetchall()


async def test_a_backup_while_people_play_is_whole_and_keeps_links_and_keys(
    tmp_path: Path,
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    async with housed(here) as house:
        match = await house.open("cow", ["Ann", "Bo"], {}, Timing())
        table = await house.table(match)
        await answer(table, 0)
        told = await house.lists.all()
        # The host holds its files open and may write at any time.
        await asyncio.to_thread(write, here, tmp_path / "one.backup")
        await answer(table, 1)
        key, links = house.key, [(one.table, one.join, one.seats) for one in told]
    assert (tmp_path / "one.backup").stat().st_mode & 0o077 == 0
    listed, aside = restore(there, tmp_path / "one.backup")
    assert aside is None
    assert "owner.key" in listed.files
    kept = lines_of(there)
    assert kept == lines_of(here)[: len(kept)]
    assert len(kept) < len(lines_of(here)), "the answer that came later is not in it"
    async with housed(there) as house:
        assert house.key == key
        assert [(one.table, one.join, one.seats) for one in await house.lists.all()] == links
        await answer(await house.table(match), 1)


def test_a_head_in_a_backup_never_promises_a_line_that_is_not_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    journal = Journal(here / "journal.sqlite")
    keep_match(journal, "aa")
    copy = backup._copy_database

    def while_somebody_plays(source: Path, to: Path) -> None:
        if source.name == "journal.sqlite":
            copy(source, to)
            keep_match(journal, "bb")  # between the journal and whatever is copied after it
        else:
            copy(source, to)

    monkeypatch.setattr(backup, "_copy_database", while_somebody_plays)
    write(here, tmp_path / "one.backup")
    journal.close()
    restore(there, tmp_path / "one.backup")
    with closing(Journal(there / "journal.sqlite")) as restored:
        matches = [match for match, _, _ in restored.matches()]
        assert matches == ["aa"]
        assert restored.sound_lines("aa")[1] is None


def test_what_was_there_is_moved_aside_and_a_running_host_is_left_alone(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, match in ((here, "aa"), (there, "bb")):
        with closing(Journal(folder / "journal.sqlite")) as journal:
            keep_match(journal, match)
    write(here, tmp_path / "one.backup")
    _, aside = restore(there, tmp_path / "one.backup")
    assert aside is not None
    assert {line[0] for line in lines_of(there)} == {"aa"}
    assert {line[0] for line in lines_of(aside)} == {"bb"}
    with closing(backup.FolderLock(there)), pytest.raises(FolderError):
        restore(there, tmp_path / "one.backup")


def test_a_changed_cut_or_foreign_file_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with closing(Journal(here / "journal.sqlite")) as journal:
        keep_match(journal, "aa")
    good = tmp_path / "one.backup"
    write(here, good)
    with closing(Journal(there / "journal.sqlite")) as journal:
        keep_match(journal, "bb")
    before = lines_of(there)

    def refused(content: bytes) -> str:
        bad = tmp_path / "bad.backup"
        bad.write_bytes(content)
        with pytest.raises(BackupError) as refusal:
            restore(there, bad)
        assert lines_of(there) == before
        return refusal.value.code

    whole = good.read_bytes()
    assert refused(b"hello") == "backup.unread"
    assert refused(whole[: len(whole) // 2]) == "backup.unread"
    with zipfile.ZipFile(good) as box:
        parts = {name: box.read(name) for name in box.namelist()}

    def packed(changed: dict[str, bytes]) -> bytes:
        path = tmp_path / "packed"
        with zipfile.ZipFile(path, "w") as box:
            for name, content in (parts | changed).items():
                box.writestr(name, content)
        return path.read_bytes()

    assert refused(packed({"journal.sqlite": parts["journal.sqlite"] + b"x"})) == "backup.changed"
    listed = parts["backup.json"]
    assert refused(packed({"backup.json": listed.replace(b'"format":1', b'"format":9')})) == (
        "backup.newer"
    )
    outside = listed.replace(b'"journal.heads"', b'"../journal.heads"')
    assert refused(packed({"backup.json": outside})) == "backup.unread"
    with pytest.raises(BackupError, match=r"backup\.nothing"):
        write(tmp_path / "empty", tmp_path / "two.backup")


def test_once_a_day_if_something_was_played_and_only_the_newest_are_kept(tmp_path: Path) -> None:
    here, to = tmp_path / "here", tmp_path / "backups"
    to.mkdir()
    (to / "notes.backup").write_text("somebody else's")
    with closing(Journal(here / "journal.sqlite")) as journal:
        keep_match(journal, "aa")
    at = NOW
    made = list[Path]()
    for day in range(4):
        at = NOW + timedelta(days=day, minutes=1)
        file = back_up_if_due(here, to, 2, at)
        assert file is not None, day
        made.append(file)
        _touch(file, at)
        assert back_up_if_due(here, to, 2, at + timedelta(hours=23)) is None, "a day has not passed"
        assert back_up_if_due(here, to, 2, at + timedelta(days=30)) is None, "nothing was played"
        _touch(here / "journal.sqlite", at + timedelta(hours=1))
    assert sorted(to.iterdir()) == [*made[-2:], to / "notes.backup"]


def _touch(file: Path, at: datetime) -> None:
    os.utime(file, (at.timestamp(), at.timestamp()))
