"""The journal's file has a version: old files are migrated, files of the future are left alone."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from dicehost.errors import JournalError
from dicehost.journal import file as journal_file
from dicehost.journal.events import Moved, RollOutcome
from dicehost.journal.file import VERSION
from dicehost.journal.store import Journal
from dicehost.wording import game_words, host_words
from dicerules import games
from dicerules.core import Move, Rolled
from dicerules.words import blanks, sentence

STORED = Path(__file__).parents[1] / "golden" / "journals" / "1" / "cow.sqlite"


def version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
        return int(number)


def rows(file: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT * FROM journal ORDER BY match, seq").fetchall()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file as it was written before files had a version."""
    copy = Path(shutil.copy(STORED, tmp_path / "journal.sqlite"))
    assert version(copy) == 0
    return copy


@pytest.fixture
def future(old: Path) -> Path:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute(f"PRAGMA user_version={VERSION + 1}")
    return old


def test_a_new_file_has_the_present_version(tmp_path: Path) -> None:
    Journal(tmp_path / "journal.sqlite").close()
    assert version(tmp_path / "journal.sqlite") == VERSION


async def test_a_file_from_before_versions_is_migrated_with_every_line_as_it_was(
    old: Path,
) -> None:
    before = rows(old)
    journal = Journal(old)
    assert len(journal.matches()) == len({match for match, *_ in before})
    await journal.append("aa", 1, RollOutcome("aa.1", Rolled((1,)), "tower", "e6"))
    with pytest.raises(JournalError, match=r"journal\.taken"):
        await journal.append("aa", 2, RollOutcome("aa.1", Rolled((6,)), "tower", "e6"))
    journal.close()
    assert version(old) == VERSION
    assert [row for row in rows(old) if row[0] != "aa"] == before
    Journal(old).close()
    assert version(old) == VERSION


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (*journal_file.MIGRATIONS, ("CREATE TABLE half (a)", "CREATE nonsense"))
    monkeypatch.setattr(journal_file, "MIGRATIONS", broken)
    monkeypatch.setattr(journal_file, "VERSION", len(broken))
    before = rows(old)
    with pytest.raises(JournalError, match=r"journal\.unopened"):
        Journal(old)
    assert (version(old), rows(old)) == (0, before)
    with closing(sqlite3.connect(old)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    assert "half" not in names


def test_a_file_of_the_present_version_goes_only_through_later_migrations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "journal.sqlite"
    Journal(file).close()
    later = (("CREATE nonsense",), ("CREATE TABLE more (a)",))
    monkeypatch.setattr(journal_file, "MIGRATIONS", later)
    monkeypatch.setattr(journal_file, "VERSION", len(later))
    Journal(file).close()
    assert version(file) == 2


def test_a_file_of_the_future_is_refused_in_words_and_nothing_is_written(future: Path) -> None:
    before = future.read_bytes()
    with pytest.raises(JournalError) as caught:
        Journal(future)
    assert caught.value.code == "journal.newer_file"
    assert (caught.value.facts["expected"], caught.value.facts["got"]) == (VERSION, VERSION + 1)
    assert future.read_bytes() == before
    assert [file.name for file in future.parent.glob("*damaged*")] == []
    for words in (host_words(), game_words(games()["cow"], "de")):
        said = sentence(caught.value.words, words, [])
        assert f"version {VERSION + 1}" in said.lower()
        assert "dicetower" in said
        assert not blanks(said)


async def test_a_file_of_the_future_keeps_what_its_host_left_in_the_log(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    journal = Journal(there / "journal.sqlite")
    with closing(sqlite3.connect(there / "journal.sqlite")) as connection:
        connection.execute(f"PRAGMA user_version={VERSION + 1}")
    await journal.append("aa", 1, Moved(Move(0, {})))
    shutil.copytree(there, here)  # as a host leaves it that lost power
    journal.close()
    before = {tail: (here / f"journal.sqlite{tail}").read_bytes() for tail in ("", "-wal")}
    with pytest.raises(JournalError, match=r"journal\.newer_file"):
        Journal(here / "journal.sqlite")
    after = {tail: (here / f"journal.sqlite{tail}").read_bytes() for tail in ("", "-wal")}
    assert after == before
