"""The open journal and its heads, one promise at a time: full, shared, removed, mended, packed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest
from dicehost.errors import JournalError
from dicehost.journal import heads as heads_module
from dicehost.journal.entry import FIRST
from dicehost.journal.events import Closed, Moved, Recovered, RollOutcome, read_event
from dicehost.journal.heads import Head, Heads
from dicehost.journal.store import Journal
from dicerules.core import Move, Rolled
from msgspec.structs import replace

from tests.host.rooms import until
from tests.kept import Clerk


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
async def journal(file: Path) -> AsyncIterator[Journal]:
    journal = Journal(file)
    yield journal
    journal.close()


def move(number: int) -> Moved:
    return Moved(Move(0, {"n": number}))


async def write(journal: Journal, match: str, count: int, over: bool = False) -> None:
    for seq in range(1, count + 1):
        await journal.append(match, seq, move(seq))
    if over:
        await journal.append(match, count + 1, Closed([0]))


def spoil(file: Path, match: str, seq: int) -> None:
    """Change a line behind the journal's back."""
    with sqlite3.connect(file) as book:
        book.execute("UPDATE journal SET at = 'x' WHERE match = ? AND seq = ?", (match, seq))
    book.close()


def code(refused: pytest.ExceptionInfo[JournalError]) -> str:
    return refused.value.code


async def test_a_line_that_finds_no_room_is_refused_in_words_and_written_when_there_is_some(
    journal: Journal,
) -> None:
    await write(journal, "aa", 2)
    head = journal.heads.get("aa")
    pages = journal._writer.execute("PRAGMA page_count").fetchone()[0]
    journal._writer.execute(f"PRAGMA max_page_count={pages}")
    large = Moved(Move(0, {"n": "x" * 100_000}))
    with pytest.raises(JournalError) as refused:
        await journal.append("aa", 3, large)
    assert code(refused) == "journal.unwritten"
    assert str(journal.path) in str(refused.value.facts["file"])
    other = [replace(journal.lines("aa")[0], match="bb", body='"' + "x" * 100_000 + '"')]
    with pytest.raises(JournalError) as refused:
        await journal.adopt(other)
    assert code(refused) == "journal.unwritten"
    assert (len(journal.lines("aa")), journal.heads.get("aa")) == (2, head)
    assert [match for match, _, _ in journal.matches()] == ["aa"]
    journal._writer.execute(f"PRAGMA max_page_count={pages + 1000}")
    await journal.append("aa", 3, large)
    assert len(journal.lines("aa")) == 3


async def test_one_outcome_a_roll_is_kept_by_the_file_and_the_refusal_names_the_line(
    journal: Journal,
) -> None:
    await journal.append("aa", 1, RollOutcome("aa.1", Rolled((1,)), "tower", "e6"))
    with pytest.raises(JournalError) as refused:
        await journal.append("aa", 2, RollOutcome("aa.1", Rolled((6,)), "tower", "e6"))
    facts = refused.value.facts
    assert (code(refused), facts["expected"], facts["got"]) == ("journal.taken", 3, 2)


async def test_how_a_match_was_opened_is_read_from_its_first_line_alone(
    journal: Journal, file: Path
) -> None:
    clerk = Clerk("aa", "cow", ["Ann", "Bo"])
    clerk.open()
    clerk.step("", "")
    await journal.adopt(clerk.entries)
    spoil(file, "aa", 2)
    assert journal.opening("aa").names == ["Ann", "Bo"]


async def test_what_cannot_be_taken_out_stays_and_is_said(journal: Journal) -> None:
    await write(journal, "aa", 1, over=True)
    journal._writer.execute("PRAGMA query_only=1")
    with pytest.raises(JournalError) as refused:
        await journal.remove("aa")
    assert code(refused) == "journal.unwritten"
    assert len(journal.lines("aa")) == 2


async def test_a_disk_that_does_not_answer_is_no_damage(journal: Journal) -> None:
    await write(journal, "aa", 2)
    journal._reader.set_progress_handler(lambda: 1, 1)
    for ask in (lambda: journal.lines("aa"), journal.matches, journal.lengths):
        with pytest.raises(JournalError) as refused:
            ask()
        assert code(refused) == "journal.unopened"
    journal._reader.set_progress_handler(None, 1)
    assert len(journal.lines("aa")) == 2


async def test_the_first_line_follows_sixty_four_zeros_as_the_protocol_tells(
    journal: Journal,
) -> None:
    await write(journal, "aa", 1)
    (line,) = journal.lines("aa")
    said = ("0" * 64, line.match, str(line.seq), line.at, line.kind, line.body)
    assert line.hash == sha256("\n".join(said).encode()).hexdigest()


def test_a_file_that_others_could_read_is_made_private(file: Path) -> None:
    Journal(file).close()
    file.chmod(0o644)
    Journal(file).close()
    assert file.stat().st_mode & 0o077 == 0


async def test_matches_are_listed_newest_first_with_what_became_of_them(journal: Journal) -> None:
    await write(journal, "aa", 1, over=True)
    await write(journal, "bb", 3)
    listed = journal.matches()
    assert [(match, over) for match, _, over in listed] == [("bb", False), ("aa", True)]
    assert [at for _, at, _ in listed] == [journal.lines("bb")[-1].at, journal.lines("aa")[-1].at]
    assert journal.lengths() == {"aa": 2, "bb": 3}
    assert (journal.is_over("aa"), journal.is_over("bb")) == (True, False)
    await journal.append("aa", 3, move(1))
    assert journal.heads.get("aa") == Head(
        "aa", 3, journal.lines("aa")[-1].hash, journal.lines("aa")[-1].at, over=True
    ), "what is over stays so"


async def test_what_another_process_has_written_is_listed_and_read(
    journal: Journal, file: Path
) -> None:
    await write(journal, "aa", 2)
    other = Journal(file, mend=False)
    await write(other, "bb", 1, over=True)
    assert [(match, over) for match, _, over in journal.matches()] == [
        ("bb", True),
        ("aa", False),
    ]
    assert journal.lengths() == {"aa": 2, "bb": 2}
    await other.append("aa", 3, move(3))
    with pytest.raises(JournalError) as refused:
        await journal.append("aa", 3, move(4))
    assert code(refused) == "journal.taken"
    await journal.append("aa", 4, move(4))  # it has looked again
    assert [entry.seq for entry in journal.lines("aa")] == [1, 2, 3, 4]
    other.close()


async def test_a_match_that_nobody_has_written_is_unknown(journal: Journal) -> None:
    for ask in (journal.lines, journal.opening):
        with pytest.raises(JournalError) as refused:
            ask("zz")
        assert code(refused) == "journal.unknown"
    for change in (journal.recover, journal.remove):
        with pytest.raises(JournalError) as refused:
            await change("zz")
        assert code(refused) == "journal.unknown"


async def test_a_damaged_match_goes_on_after_its_sound_part_and_keeps_what_it_lost(
    journal: Journal, file: Path
) -> None:
    await write(journal, "aa", 5)
    last = journal.lines("aa")[-1].hash
    with pytest.raises(JournalError) as refused:
        await journal.recover("aa")
    assert code(refused) == "journal.sound"
    spoil(file, "aa", 4)
    with pytest.raises(JournalError) as refused:
        journal.lines("aa")
    assert (code(refused), refused.value.facts["line"]) == ("journal.chain", 4)
    await journal.recover("aa")
    entries = journal.lines("aa")
    assert (len(entries), read_event(entries[-1])) == (4, Recovered(2, last))
    await journal.append("aa", 5, move(5))
    (kept,) = file.parent.glob("journal-taken-out-aa-*.jsonl")
    assert len(kept.read_text().splitlines()) == 2


async def test_of_a_match_without_a_sound_line_nothing_goes_on(
    journal: Journal, file: Path
) -> None:
    await write(journal, "aa", 2)
    spoil(file, "aa", 1)
    with pytest.raises(JournalError) as refused:
        await journal.recover("aa")
    assert code(refused) == "journal.nothing_sound"
    with pytest.raises(JournalError) as refused:
        journal.opening("aa")
    assert code(refused) == "journal.chain"
    await journal.remove("aa")
    assert journal.matches() == []


async def test_what_is_removed_is_gone_and_its_name_can_be_used_again(journal: Journal) -> None:
    await write(journal, "aa", 2)
    with pytest.raises(JournalError) as refused:
        await journal.remove("aa")
    assert code(refused) == "journal.still_open"
    await journal.append("aa", 3, Closed([0]))
    await write(journal, "ab", 1)
    await journal.remove("aa")
    assert [match for match, _, _ in journal.matches()] == ["ab"]
    assert journal.heads.get("aa") is None
    await write(journal, "aa", 1)
    assert len(journal.lines("aa")) == 1


async def test_a_match_read_in_replaces_a_damaged_one_and_no_sound_one(
    journal: Journal, file: Path
) -> None:
    await write(journal, "aa", 3)
    whole = journal.lines("aa")
    with pytest.raises(JournalError):
        await journal.adopt(whole, damaged=["aa"])
    assert journal.lines("aa") == whole
    spoil(file, "aa", 2)
    await journal.recover("aa")
    assert len(journal.lines("aa")) == 2
    spoil(file, "aa", 2)
    await journal.adopt(whole, damaged=["aa"])
    assert journal.lines("aa") == whole
    await journal.append("aa", 4, move(4))


async def test_bad_bytes_of_what_is_taken_out_are_kept_as_they_were(
    journal: Journal, file: Path
) -> None:
    await write(journal, "aa", 2)
    with sqlite3.connect(file) as book:
        book.execute("UPDATE journal SET body = CAST(x'7bff7d' AS TEXT) WHERE seq = 2")
    book.close()
    await journal.recover("aa")
    (kept,) = file.parent.glob("journal-taken-out-aa-*.jsonl")
    (row,) = [json.loads(line) for line in kept.read_text().splitlines()]
    assert row[4] == "{\udcff}"


async def test_lines_without_a_head_get_theirs_when_the_file_is_opened(file: Path) -> None:
    journal = Journal(file)
    await write(journal, "aa", 2, over=True)
    await write(journal, "bb", 2)
    expected = journal.heads.all()
    spoil(file, "bb", 1)
    journal.close()
    file.with_suffix(".heads").unlink()
    again = Journal(file)
    assert again.heads.all() == [head for head in expected if head.match == "aa"], "sound ones only"
    again.close()
    text = file.with_suffix(".heads").read_text()
    assert text.count("\n") == 1
    Journal(file).close()
    assert file.with_suffix(".heads").read_text() == text, "and only once"


def heads_of(path: Path, *heads: Head) -> Heads:
    opened = Heads(path)
    opened.put(heads)
    return opened


def head(match: str, seq: int, over: bool = False) -> Head:
    return Head(match, seq, FIRST, "2026-11-13T19:30:00+00:00", over)


def test_the_last_record_of_a_match_counts_and_line_0_takes_it_off_the_list(tmp_path: Path) -> None:
    path = tmp_path / "journal.heads"
    heads_of(path, head("aa", 1), head("bb", 1)).close()
    heads_of(path, head("aa", 2), head("bb", 0)).close()
    again = Heads(path)
    assert (again.all(), again.damaged) == ([head("aa", 2)], 0)
    assert again.get("bb") is None
    again.put([head("aa", 2)])
    again.close()
    assert path.read_bytes().count(b"\n") == 4, "what is known is not written again"
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("cut", [1, 20])
def test_a_record_that_was_cut_off_takes_no_other_one_along_and_is_said(
    tmp_path: Path, cut: int, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.heads"
    heads_of(path, head("aa", 1), head("aa", 2)).close()
    path.write_bytes(path.read_bytes()[:-cut])
    torn = heads_of(path, head("bb", 5))
    whole = cut == 1  # only its end of line is missing
    assert torn.damaged == (not whole)
    assert ("1 records cannot be read" in caplog.text) == (not whole)
    torn.close()
    again = Heads(path)
    assert again.all() == [head("aa", 2 if whole else 1), head("bb", 5)]
    again.close()


def test_a_file_of_heads_is_packed_when_it_is_worth_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads_module, "WORTH_PACKING", 5)
    path = tmp_path / "journal.heads"
    many = heads_of(path, *(head("aa", seq) for seq in range(1, 6)))
    many.pack()
    assert path.read_bytes().count(b"\n") == 5
    many.close()
    many = heads_of(path, head("bb", 1), head("aa", 6))
    many.pack()
    assert path.read_bytes().count(b"\n") == 2
    many.put([head("cc", 1)])
    many.pack()
    many.close()
    again = Heads(path)
    assert again.all() == [head("aa", 6), head("bb", 1), head("cc", 1)]
    again.close()


async def test_a_head_is_synced_soon_after_its_line_though_nothing_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = list[int]()
    monkeypatch.setattr(heads_module.os, "fsync", synced.append)
    heads = heads_of(tmp_path / "journal.heads", head("aa", 1), head("bb", 1))
    await until(lambda: len(synced) == 1)
    heads.put([head("aa", 2)])
    await until(lambda: len(synced) == 2)
    heads.close()
