"""The journal keeps its promises on a real file."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from dicehost.errors import JournalError
from dicehost.journal.events import Moved, RollOutcome, read_event
from dicehost.journal.store import Journal
from dicerules.core import Move, Rolled
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


async def test_a_line_is_there_after_reopening(file: Path) -> None:
    journal = Journal(file)
    await write(journal, 1, 2)
    journal.close()
    again = Journal(file)
    assert numbers(again) == [1, 2]
    await write(again, 3, first=3)
    assert [entry.seq for entry in again.lines("aa")] == [1, 2, 3]
    again.close()


async def test_a_line_is_written_once(file: Path) -> None:
    journal = Journal(file)
    await write(journal, 1)
    with pytest.raises(JournalError, match=r"journal\.taken"):
        await journal.append("aa", 1, move(2))
    with pytest.raises(JournalError, match=r"journal\.taken"):
        await journal.append("aa", 3, move(2))
    journal.close()


async def test_of_two_hosts_on_one_file_the_second_writer_is_refused(file: Path) -> None:
    one, two = Journal(file), Journal(file)
    await write(one, 1)
    two.lines("aa")
    await two.append("aa", 2, move(22))
    with pytest.raises(JournalError, match=r"journal\.taken"):
        await one.append("aa", 2, move(11))
    assert numbers(one) == [1, 22]
    one.close()
    two.close()


async def test_one_roll_id_has_one_outcome(file: Path) -> None:
    journal = Journal(file)
    await journal.append("aa", 1, RollOutcome("aa.1", Rolled((1,)), "tower", "e6"))
    with pytest.raises(JournalError, match=r"journal\.taken"):
        await journal.append("aa", 2, RollOutcome("aa.1", Rolled((6,)), "tower", "e6"))
    await journal.append("aa", 2, RollOutcome("aa.2", Rolled((6,)), "tower", "e6"))
    journal.close()


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


def test_what_was_appended_survives_a_kill(file: Path) -> None:
    writer = """
import asyncio, sys
from pathlib import Path
from dicehost.journal.events import Moved
from dicehost.journal.store import Journal
from dicerules.core import Move
async def go():
    journal = Journal(Path(sys.argv[1]))
    for seq in range(1, 10_000):
        await journal.append("aa", seq, Moved(Move(0, {})))
        print(seq, flush=True)
asyncio.run(go())
"""
    process = subprocess.Popen(
        [sys.executable, "-c", writer, str(file)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = [int(process.stdout.readline()) for _ in range(25)]
    process.send_signal(signal.SIGKILL)
    said += [int(line) for line in process.stdout.read().split() if line]
    process.wait()
    process.stdout.close()
    journal = Journal(file)
    assert len(journal.lines("aa")) >= said[-1]
    journal.close()
