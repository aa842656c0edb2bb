"""The journal keeps its promises on a real file."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from dicehost.errors import JournalError
from dicehost.journal.events import Moved, read_event
from dicehost.journal.store import Journal
from dicerules.core import Move
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def move(number: int) -> Moved:
    return Moved(Move(0, {"n": number}))


def numbers(journal: Journal) -> list[int]:
    """What the moves of the match say, in their order."""
    events = [read_event(entry) for entry in journal.lines("aa")]
    return [event.event.answer["n"] for event in events if isinstance(event, Moved)]


async def write(journal: Journal, *said: int, first: int = 1) -> None:
    for seq, number in enumerate(said, first):
        await journal.append("aa", seq, move(number))


@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_a_line_changed_behind_its_back_is_found(tmp_path_factory, data: st.DataObject) -> None:
    file = tmp_path_factory.mktemp("journal") / "journal.sqlite"
    journal = Journal(file)
    asyncio.run(write(journal, 1, 2, 3))
    line = data.draw(st.integers(1, 3))
    column = data.draw(st.sampled_from(["at", "kind", "body", "hash"]))
    with sqlite3.connect(file) as book:
        (old,) = book.execute(f"SELECT {column} FROM journal WHERE seq = ?", (line,)).fetchone()
        place = data.draw(st.integers(0, len(old) - 1))
        new = old[:place] + ("x" if old[place] != "x" else "y") + old[place + 1 :]
        book.execute(f"UPDATE journal SET {column} = ? WHERE seq = ?", (new, line))
    book.close()
    with pytest.raises(JournalError, match=r"journal\.chain"):
        journal.lines("aa")
    journal.close()


async def test_a_line_taken_out_is_found(file: Path) -> None:
    journal = Journal(file)
    await write(journal, 1, 2, 3)
    with sqlite3.connect(file) as book:
        book.execute("DELETE FROM journal WHERE seq = 2")
    book.close()
    with pytest.raises(JournalError, match=r"journal\.chain"):
        journal.lines("aa")
    journal.close()


async def test_a_damaged_file_is_moved_aside_and_play_can_begin_anew(file: Path) -> None:
    journal = Journal(file)
    await write(journal, *range(50))
    journal.close()
    whole = file.read_bytes()
    file.write_bytes(b"not a journal" + whole[13:])
    again = Journal(file)
    assert again.moved_aside is not None
    assert again.moved_aside.read_bytes()[13:] == whole[13:], "the damaged file is kept as it was"
    with pytest.raises(JournalError, match=r"journal\.short \(.*missing=50"):
        again.lines("aa")
    await again.append("bb", 1, move(1))
    assert [match for match, _, _ in again.matches()] == ["bb", "aa"]
    again.close()


def test_a_file_that_cannot_be_opened_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").mkdir()
    with pytest.raises(JournalError, match=r"journal\.unopened"):
        Journal(tmp_path / "journal.sqlite")
