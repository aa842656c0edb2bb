"""Matches go out as lines of text and come in again: whole, checked, to the byte."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from dicehost.cli import main
from dicehost.house.house import House
from dicehost.journal.entry import FIRST, ROOM, TOURNAMENT, chained
from dicehost.journal.store import Journal
from dicehost.link.towers import Towers
from dicehost.past import archive
from dicehost.past.archive import ArchiveError
from dicehost.wording import host_words
from dicerules import games
from dicerules.words import blanks, sentence

from tests.host.rooms import asked, running
from tests.kept import Clerk, keep_match


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncIterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


@pytest.fixture
async def other(tmp_path: Path) -> AsyncIterator[Journal]:
    journal = Journal(tmp_path / "elsewhere" / "journal.sqlite")
    yield journal
    journal.close()


def text_of(journal: Journal, *matches: str) -> bytes:
    return b"".join(archive.write(journal, matches))


def rechained(lines: list[dict[str, object]]) -> bytes:
    """Write lines with a chain that is whole, whatever they say."""
    prev, out = FIRST, []
    for line in lines:
        body = json.dumps(line["body"], separators=(",", ":"), ensure_ascii=False)
        seq, match = line["seq"], line["match"]
        assert isinstance(seq, int)
        prev = chained(prev, str(match), seq, str(line["at"]), str(line["kind"]), body)
        out.append({**line, "hash": prev})
    rows = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in out]
    return "".join(row + "\n" for row in rows).encode()


async def test_every_game_goes_round_to_the_byte(journal: Journal, other: Journal) -> None:
    for number, key in enumerate(games()):
        seats = games()[key].seats[0]
        names = ["Ann", "Bøjana “B”", "Cy", "Di"][:seats]
        keep_match(journal, f"aa{number}", key, names)
    text = b"".join(archive.write(journal))
    taken, _, lines = archive.take_in(other, io.BytesIO(text))
    await other.adopt(lines)
    assert sorted(taken.new) == [f"aa{number}" for number in range(len(games()))]
    assert b"".join(archive.write(other, taken.new)) == text
    for match in taken.new:
        assert other.lines(match) == journal.lines(match)
    again, _, nothing = archive.take_in(other, io.BytesIO(text))
    assert (again.new, again.known, list(nothing)) == ((), taken.new, [])


async def test_a_match_that_is_still_played_does_not_leave_the_house(journal: Journal) -> None:
    keep_match(journal, "aa")
    going = Clerk("bb", "cow", ["Ann", "Bo"])
    going.open()
    await journal.adopt(going.entries)
    assert {json.loads(line)["match"] for line in text_of(journal).splitlines()} == {"aa"}
    with pytest.raises(ArchiveError, match=r"archive\.open"):
        text_of(journal, "bb")


async def test_one_bad_line_keeps_the_whole_file_out(journal: Journal, other: Journal) -> None:
    keep_match(journal, "aa")
    keep_match(journal, "bb", "zorro")
    text = text_of(journal, "aa", "bb")
    lines = text.splitlines(keepends=True)
    last = len(lines)
    at = len(journal.lines("aa")) + 3
    changed = lines[at - 1].replace(b'"at":"20', b'"at":"21')
    bad = {
        "archive.chain": (at, [*lines[: at - 1], changed, *lines[at:]]),
        "archive.seq": (at, [*lines[: at - 1], *lines[at:]]),
        "archive.line": (last, [*lines[:-1], lines[-1][:-20]]),
        "archive.unfinished": (last - 1, lines[:-1]),
        "archive.twice": (last + 1, [*lines, *lines[: len(journal.lines("aa"))]]),
    }
    for code, (line, wrong) in bad.items():
        with pytest.raises(ArchiveError) as caught:
            archive.take_in(other, io.BytesIO(b"".join(wrong)))
        assert (caught.value.code, caught.value.facts["line"]) == (code, line)
        said = sentence(caught.value.words, host_words(), [])
        assert f"Line {line}" in said
        assert not blanks(said), said
    with pytest.raises(ArchiveError, match=r"archive\.empty"):
        archive.take_in(other, io.BytesIO(b"\n"))
    assert other.matches() == []


async def test_a_whole_chain_does_not_help_against_the_rules(
    journal: Journal, other: Journal
) -> None:
    keep_match(journal, "aa")
    rows = [json.loads(line) for line in text_of(journal, "aa").splitlines()]
    assert rechained(rows) == text_of(journal, "aa")
    roll = next(row["seq"] for row in rows if row["kind"] == "rolled")

    def forged(line: int, **body: object) -> bytes:
        said = [{**row, "body": dict(row["body"])} for row in rows]
        said[line - 1]["body"].update(body)
        return rechained(said)

    wrong = {
        forged(roll, event={"type": "rolled", "faces": [9]}): roll,
        forged(roll, id="bb.1"): roll,
        forged(1, colours=["mud", "cyan"]): 1,
        forged(1, colours=["cyan"]): 1,
        forged(1, game="chess"): 1,
        forged(1, state={"nothing": 1}): 1,
        forged(len(rows), winners=[0, 1, 2]): len(rows),
    }
    for text, line in wrong.items():
        with pytest.raises(ArchiveError) as caught:
            archive.take_in(other, io.BytesIO(text))
        assert (caught.value.code, caught.value.facts["line"]) == ("archive.rules", line)


async def test_nothing_that_garbles_a_terminal_or_a_page_comes_in(
    journal: Journal, other: Journal
) -> None:
    keep_match(journal, "aa")
    rows = [json.loads(line) for line in text_of(journal, "aa").splitlines()]
    roll = next(at for at, row in enumerate(rows) if row["kind"] == "rolled")

    def forged(at: int, **body: object) -> bytes:
        said = [{**row, "body": dict(row["body"])} for row in rows]
        said[at]["body"].update(body)
        return rechained(said)

    for names in (["\x1b[2J", "Bo"], ["A" * 21, "Bo"], [" ", "Bo"], ["Ann\nBo", "Cy"]):
        with pytest.raises(ArchiveError, match=r"archive\.rules.*match\.name"):
            archive.take_in(other, io.BytesIO(forged(0, names=names)))
    for text in ("\x1b]0;owned\x07", "t" * 65):
        for field in ("source", "tower"):
            with pytest.raises(ArchiveError, match=r"archive\.rules.*archive\.text"):
                archive.take_in(other, io.BytesIO(forged(roll, **{field: text})))


async def test_what_is_refused_cannot_steer_a_terminal(
    journal: Journal, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    keep_match(journal, "aa")
    rows = [json.loads(line) for line in text_of(journal, "aa").splitlines()]
    steering = "\x1b[2J\x1b]0;owned\x07\u202e"
    file = tmp_path / "bad.jsonl"
    for text in (
        rechained([{**row, "match": steering} for row in rows]),
        rechained([{**rows[0], "body": {**rows[0]["body"], "game": steering}}, *rows[1:]]),
        rechained([{**rows[0], "kind": steering}, *rows[1:]]),
    ):
        file.write_bytes(text)
        assert main(["import", str(file), "--data-dir", str(tmp_path / "there")]) == 2
        said = capfd.readouterr().err
        assert "Nothing was imported." in said
        assert said.rstrip("\n").isprintable(), repr(said)


@pytest.mark.parametrize("name", [ROOM, TOURNAMENT + "1", "AA", "a" * 33])
async def test_a_match_cannot_take_the_name_of_another_kind_of_journal(
    name: str, journal: Journal, other: Journal
) -> None:
    keep_match(journal, "aa")
    rows = [json.loads(line) for line in text_of(journal, "aa").splitlines()]
    with pytest.raises(ArchiveError, match=r"archive\.name"):
        archive.take_in(other, io.BytesIO(rechained([{**row, "match": name} for row in rows])))


async def test_nothing_is_played_after_the_end(journal: Journal, other: Journal) -> None:
    keep_match(journal, "aa")
    rows = [json.loads(line) for line in text_of(journal, "aa").splitlines()]
    closed = rows[-1]
    assert closed["kind"] == "closed"
    paused = {"viewer": 0, "command": "c"}
    for kind, body in (
        ("closed", closed["body"]),
        ("paused", paused),
        ("hand_begun", {"viewers": []}),
    ):
        more = {**closed, "seq": len(rows) + 1, "kind": kind, "body": body}
        with pytest.raises(ArchiveError, match=r"archive\.rules.*archive\.after_closed"):
            archive.take_in(other, io.BytesIO(rechained([*rows, more])))
    seated = {**closed, "seq": len(rows) + 1, "kind": "seated"}
    seated["body"] = {"seats": [0], "tablet": False}
    assert archive.take_in(other, io.BytesIO(rechained([*rows, seated]))).taken.new == ("aa",)


async def test_the_command_line_carries_matches_from_house_to_house(
    journal: Journal, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    keep_match(journal, "aa")
    file, there = tmp_path / "aa.jsonl", ["--data-dir", str(tmp_path / "there")]
    assert main(["export", "--data-dir", str(tmp_path), "--to", str(file)]) == 0
    assert file.read_bytes() == text_of(journal, "aa")
    capfd.readouterr()
    assert main(["import", str(file), *there]) == 0
    assert main(["import", str(file), *there]) == 0
    assert main(["export", "aa", *there]) == 0
    said = capfd.readouterr().out
    assert said == f"aa  imported\naa  already here\n{file.read_text()}"
    file.write_bytes(file.read_bytes()[:-5])
    assert main(["import", str(file), *there]) == 2
    assert "Nothing was imported." in capfd.readouterr().err


BLANKS = (b" " * (1 << 16) + b"\n") * 128
"""Lines without a word in them: 8 MB that cost nothing to check."""


async def test_a_large_file_is_never_in_memory_as_a_whole(journal: Journal, tmp_path: Path) -> None:
    keep_match(journal, "aa")
    text = text_of(journal, "aa")
    file = tmp_path / "large.jsonl"
    file.write_bytes(text + BLANKS)

    async def chunks() -> AsyncIterator[bytes]:
        yield text
        for at in range(0, len(BLANKS), 1 << 16):
            yield BLANKS[at : at + (1 << 16)]

    async with running(House(tmp_path / "there", Towers(None))) as house, asked(house) as client:
        tracemalloc.start()
        try:
            answer = await client.post("/api/import", content=chunks())
            over_the_web = tracemalloc.get_traced_memory()[1]
            assert answer.json() == {"new": ["aa"], "known": []}, answer.text
            tracemalloc.reset_peak()
            assert main(["import", str(file), "--data-dir", str(tmp_path / "elsewhere")]) == 0
            by_hand = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert max(over_the_web, by_hand) < len(BLANKS) / 2


async def test_a_file_that_changes_while_it_is_read_is_refused(
    journal: Journal, other: Journal
) -> None:
    for match in ("aa", "bb"):
        keep_match(journal, match)
    whole, less = text_of(journal, "aa", "bb"), text_of(journal, "aa")
    for changed in (less, less + less, text_of(journal, "bb"), b""):
        file = io.BytesIO(whole)
        checked = archive.take_in(other, file)
        file.seek(0)
        file.truncate()
        file.write(changed)
        with pytest.raises(ArchiveError, match=r"archive\.(changed|seq)"):
            await other.adopt(checked.lines, checked.damaged)
        assert other.matches() == []


async def test_another_match_of_the_same_name_is_refused(journal: Journal, other: Journal) -> None:
    keep_match(journal, "aa")
    keep_match(other, "aa", names=["Cy", "Di"])
    with pytest.raises(ArchiveError) as caught:
        archive.take_in(other, io.BytesIO(text_of(journal, "aa")))
    assert (caught.value.code, caught.value.facts["line"]) == ("archive.other", 1)
