"""One flipped byte anywhere on the disk: every match is intact, or it is refused in words.

``DICETOWER_FLIPS=5000`` flips that many bytes of each file instead of a few.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from pathlib import Path

import pytest
from dicehost.errors import JournalError
from dicehost.journal.entry import Entry
from dicehost.journal.events import Moved
from dicehost.journal.store import Journal
from dicehost.wording import host_words
from dicerules.core import Move
from dicerules.words import blanks, sentence

from tests.kept import Clerk, keep_match

FLIPS = int(os.environ.get("DICETOWER_FLIPS", "40"))
FILES = ("journal.sqlite", "journal.sqlite-wal", "journal.heads")


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[Entry]]]:
    """A folder as a killed host leaves it: old matches in the database, new lines in the log."""
    folder, left = tmp_path_factory.mktemp("stored"), tmp_path_factory.mktemp("left") / "folder"
    journal = Journal(folder / "journal.sqlite")
    for match in ("aa", "bb"):
        keep_match(journal, match)
    journal.close()
    journal = Journal(folder / "journal.sqlite")
    going = Clerk("cc", "cow", ["Ann", "Bo"])
    going.open()
    going.play()
    for entry in going.entries[:-1]:
        journal.adopt_now([entry])
    keep_match(journal, "dd")
    shutil.copytree(folder, left)
    kept = {match: journal.lines(match) for match, _, _ in journal.matches()}
    journal.close()
    assert len(kept) == 4
    return left, kept


def read(journal: Journal, match: str) -> list[Entry] | None:
    """The lines of a match, or none if it is refused in words."""
    try:
        return journal.lines(match)
    except JournalError as refusal:
        check_words(refusal)
        return None


def check_words(refusal: JournalError) -> None:
    said = sentence(refusal.words, host_words(), [])
    assert said != refusal.words.key
    assert not blanks(said), said


def outcome(folder: Path, kept: dict[str, list[Entry]]) -> str:
    try:
        journal = Journal(folder / "journal.sqlite")
    except JournalError as refusal:
        check_words(refusal)
        return "refused as a whole"
    try:
        listed = {match for match, _, _ in journal.matches()}
        assert listed >= kept.keys(), "a match is gone without a word"
        for stranger in listed - kept.keys():
            assert read(journal, stranger) is None
        refused = 0
        for match, lines in kept.items():
            found = read(journal, match)
            assert found in (None, lines), f"match {match} is silently another one"
            refused += found is None
            if found is None:
                with pytest.raises(JournalError):
                    journal._append(match, len(lines), "moved", "{}")
        return "one refused" if refused == 1 else "some refused" if refused else "intact"
    finally:
        journal.close()


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_byte_leaves_every_match_intact_or_refused_in_words(
    stored: tuple[Path, dict[str, list[Entry]]], tmp_path: Path, name: str
) -> None:
    folder, kept = stored
    chance, outcomes = random.Random(f"flips of {name}"), Counter[str]()
    size = (folder / name).stat().st_size
    for _ in range(FLIPS):
        copy = shutil.copytree(folder, tmp_path / "copy")
        at, flip = chance.randrange(size), chance.randrange(1, 256)
        content = bytearray((copy / name).read_bytes())
        content[at] ^= flip
        (copy / name).write_bytes(content)
        try:
            outcomes[outcome(copy, kept)] += 1
        except BaseException as error:
            error.add_note(f"byte {at} of {name} flipped by {flip}")
            raise
        shutil.rmtree(copy)
    if name == "journal.heads":
        assert set(outcomes) == {"intact"}, "what is in the journal is not lost with a head"
    else:
        assert len(outcomes) > 1, outcomes


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_cut_off_or_gone_is_noticed(
    stored: tuple[Path, dict[str, list[Entry]]], tmp_path: Path, name: str
) -> None:
    folder, kept = stored
    size = (folder / name).stat().st_size
    for number, part in enumerate((0, 0.3, 0.7, 0.99)):
        copy = shutil.copytree(folder, tmp_path / str(number))
        os.truncate(copy / name, int(size * part))
        outcome(copy, kept)
    copy = shutil.copytree(folder, tmp_path / "gone")
    (copy / name).unlink()
    assert outcome(copy, kept) != "intact" or name == "journal.heads"


async def test_a_shortened_match_is_not_continued_and_says_how_many_lines_are_missing(
    tmp_path: Path,
) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    for seq in range(1, 6):
        await journal.append("aa", seq, Moved(Move(0, {})))
    journal.close()
    backup = (tmp_path / "journal.sqlite").read_bytes()
    journal = Journal(tmp_path / "journal.sqlite")
    for seq in range(6, 9):
        await journal.append("aa", seq, Moved(Move(0, {})))
    journal.close()
    (tmp_path / "journal.sqlite").write_bytes(backup)
    for _ in range(2):  # it is not forgotten either
        journal = Journal(tmp_path / "journal.sqlite")
        with pytest.raises(JournalError) as caught:
            await journal.append("aa", 6, Moved(Move(0, {})))
        assert caught.value.code == "journal.short"
        assert caught.value.facts == {"match": "aa", "expected": 8, "got": 5, "missing": 3}
        assert len(journal.sound_lines("aa")[0]) == 5
        journal.close()
