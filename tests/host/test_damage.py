"""A bad disk: the damaged match is named and has a way out, and everything else goes on."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from dicehost.cli import main
from dicehost.clock.clock import Timing
from dicehost.errors import JournalError
from dicehost.house.house import House
from dicehost.journal.entry import Entry
from dicehost.journal.events import read_event
from dicehost.journal.file import MIGRATIONS
from dicehost.journal.store import Journal
from dicehost.link.towers import Towers
from dicehost.past import archive
from dicehost.screens.seats import Seats
from dicehost.wording import host_words
from dicerules.views import TABLE
from dicerules.words import sentence

from tests.host.rooms import answer, asked, housed, until
from tests.kept import Clerk, keep_evening

OVER, OPEN = "c0ffee02", "c0ffee04"
NAMES = ["Ann", "Bo"]

NO_TEXT = "CAST(x'7bff7d' AS TEXT)"
DAMAGES = {
    "a bad byte in a body": f"UPDATE journal SET body = {NO_TEXT} WHERE match = ? AND seq = 3",
    "a bad byte in a time": f"UPDATE journal SET at = {NO_TEXT} WHERE match = ? AND seq = 3",
    "a body that is no JSON": "UPDATE journal SET body = '{' WHERE match = ? AND seq = 3",
    "a hash of nothing": "UPDATE journal SET hash = x'00' WHERE match = ? AND seq = 3",
    "an unreadable first line": f"UPDATE journal SET body = {NO_TEXT} WHERE match = ? AND seq = 1",
    "another number": "UPDATE journal SET seq = 999 WHERE match = ? AND seq = 3",
    "another match": f"UPDATE journal SET match = {NO_TEXT} WHERE match = ? AND seq = 3",
    "no lines at all": "DELETE FROM journal WHERE match = ?",
    "no tail": "DELETE FROM journal WHERE match = ? AND seq > 4",
}


def damage(folder: Path, match: str, how: str) -> None:
    with closing(sqlite3.connect(folder / "journal.sqlite")) as file, file:
        unindex, index = MIGRATIONS[-1]  # a disk does not ask what is valid
        file.execute(unindex)
        file.execute(how, (match,))
        file.execute(index)


async def listed(house: House) -> dict[str, Any]:
    return {one.match: one for one in await house.lists.all()}


@pytest.mark.parametrize("how", DAMAGES)
async def test_a_damaged_match_is_named_and_all_others_go_on(tmp_path: Path, how: str) -> None:
    keep_evening(tmp_path)
    damage(tmp_path, OVER, DAMAGES[how])
    async with housed(tmp_path) as house, asked(house) as client:
        await until(lambda: house.register.damage(OVER) is not None)
        refused = (await listed(house))[OVER].refused
        assert refused["code"] in ("journal.chain", "journal.short")
        assert OVER in refused["message"]
        others = await listed(house)
        assert all(others[match].refused is None for match in ("c0ffee01", OPEN))
        said = (await client.get("/api/matches")).json()
        assert {OVER, OPEN} <= {one["match"] for one in said}
        history = (await client.get("/api/history")).json()
        assert {one["match"] for one in history["matches"]} == {"c0ffee01", "c0ffee03", OPEN}
        assert OVER in history["unread"]
        assert (await client.get("/api/fairness")).status_code == 200
        assert (await client.get("/metrics")).status_code == 200
        assert (await client.get("/health")).json()["matches_damaged"] >= 1
        exported = (await client.get("/api/export")).text
        assert {json.loads(line)["match"] for line in exported.splitlines()} == {
            "c0ffee01",
            "c0ffee03",
        }
        table = await house.table(OPEN)
        before = table.match.seq
        await answer(table, min(table.match.acting))
        assert table.match.seq > before
        await house.open("cow", NAMES, {}, Timing())


@pytest.mark.parametrize("how", ["a body that is no JSON", "another number", "no tail"])
async def test_the_owner_may_go_on_with_the_sound_part_and_it_says_so_for_ever(
    tmp_path: Path, how: str
) -> None:
    clerk = Clerk("aa", "cow", NAMES)
    clerk.open(timing=Timing())
    clerk.play()
    journal = Journal(tmp_path / "journal.sqlite")
    journal.adopt_now(clerk.entries)
    journal.close()
    damage(tmp_path, "aa", DAMAGES[how])
    sound = 4 if how == "no tail" else 2
    async with housed(tmp_path) as house, asked(house) as client:
        await until(lambda: house.register.damage("aa") is not None)
        assert (await listed(house))["aa"].sound == sound
        for match in ("aa/commands", "aa/after"):
            assert (await client.get(f"/api/matches/{match}")).status_code != 200
        part = await client.get("/api/matches/aa/export")
        assert [json.loads(line)["seq"] for line in part.text.splitlines()] == [
            *range(1, sound + 1)
        ]
        said = await client.post("/api/matches/aa/recover")
        assert said.status_code == 200, said.text
        assert (said.json()["refused"], said.json()["state"]) == (None, "open")
        table = await house.table("aa")
        assert table.match.seq == sound + 1
        news = [sentence(one.message, host_words(), NAMES) for one in table.match.log]
        lost = len(clerk.entries) - sound
        assert any(f"lost to damage on the disk: {lost}" in one for one in news), news
        again = await client.post("/api/matches/aa/recover")
        assert (again.status_code, again.json()["code"]) == (409, "journal.sound")
    taken = [*tmp_path.glob("journal-taken-out-aa-*.jsonl")]
    assert len(taken) == (0 if how == "no tail" else 1), "what followed is kept"
    async with housed(tmp_path) as house:
        table = await house.table("aa")
        assert read_event(house.journal.lines("aa")[sound]).kind == "recovered"
        assert table.supervisor.stopped is None


async def test_a_damaged_match_is_restored_from_a_file_that_was_exported_before(
    tmp_path: Path,
) -> None:
    keep_evening(tmp_path)
    async with housed(tmp_path) as house, asked(house) as client:
        whole = (await client.get(f"/api/matches/{OVER}/export")).content
        lines = house.journal.lines(OVER)
    damage(tmp_path, OVER, DAMAGES["a body that is no JSON"])
    async with housed(tmp_path) as house, asked(house) as client:
        await until(lambda: house.register.damage(OVER) is not None)
        clerk = Clerk(OVER, "cow", NAMES)
        clerk.open()
        clerk.play()
        with closing(Journal(tmp_path / "other" / "journal.sqlite")) as other:
            other.adopt_now(clerk.entries)
            another = b"".join(archive.write(other, [OVER]))
        refused = await client.post("/api/import", content=another)
        assert refused.json()["code"] == "journal.chain", "another match of the same name"
        restored = await client.post("/api/import", content=whole)
        assert restored.json() == {"new": [OVER], "known": []}
        assert house.journal.lines(OVER) == lines
        assert (await listed(house))[OVER].refused is None
        assert (await client.get(f"/api/matches/{OVER}/after")).status_code == 200


async def test_the_owner_may_take_a_damaged_match_off_the_list(tmp_path: Path) -> None:
    keep_evening(tmp_path)
    async with housed(tmp_path) as house, asked(house) as client:
        assert (await client.get("/api/history")).json()["found"] == 4
    damage(tmp_path, OVER, DAMAGES["an unreadable first line"])
    async with housed(tmp_path) as house, asked(house) as client:
        await until(lambda: house.register.damage(OVER) is not None)
        said = await client.post(f"/api/matches/{OVER}/recover")
        assert said.json()["code"] == "journal.nothing_sound"
        kept = await client.post(f"/api/matches/{OPEN}/remove")
        assert kept.json()["code"] == "journal.still_open", "what is sound and played stays"
        left = await client.post(f"/api/matches/{OVER}/remove")
        assert {one["match"] for one in left.json()} == {"c0ffee01", "c0ffee03", OPEN}
        assert (await client.get("/api/history")).json()["found"] == 3
    (aside,) = tmp_path.glob(f"journal-taken-out-{OVER}-*.jsonl")
    assert '"{\\udcff}"' in aside.read_text(), "to the byte"
    async with housed(tmp_path) as house:
        assert set(await listed(house)) == {"c0ffee01", "c0ffee03", OPEN}


async def test_a_page_of_the_journal_that_is_bad_costs_the_matches_on_it(tmp_path: Path) -> None:
    keep_evening(tmp_path)
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        whole = {match: journal.lines(match) for match, _, _ in journal.matches()}
    file = tmp_path / "journal.sqlite"
    content = bytearray(file.read_bytes())
    at = content.index(whole[OVER][5].hash.encode()) // 4096 * 4096
    content[at : at + 4096] = b"\xa5" * 4096
    file.write_bytes(content)
    async with housed(tmp_path) as house:
        assert house.journal.moved_aside is not None
        assert house.journal.moved_aside.read_bytes() == content
        assert [notice.key for notice in house.notices] == ["host.aside.journal"]
        assert set(await listed(house)) == set(whole)
        read = {match: lines(house.journal, match) for match in whole}
        assert any(read.values()), "some matches are on other pages"
        assert None in read.values()
        assert all(found in (None, whole[match]) for match, found in read.items())
    assert main(["check", "--data-dir", str(tmp_path)]) == 1


def lines(journal: Journal, match: str) -> list[Entry] | None:
    try:
        return journal.lines(match)
    except JournalError:
        return None


@pytest.mark.parametrize("spoil", ["no database", "a bad byte in a text", "another column"])
@pytest.mark.parametrize("name", ["seats", "health"])
async def test_damaged_books_are_set_aside_and_said_and_the_host_starts(
    tmp_path: Path, name: str, spoil: str
) -> None:
    keep_evening(tmp_path)
    async with housed(tmp_path) as house:
        links = (await listed(house))[OPEN].table
    file = tmp_path / f"{name}.sqlite"
    text = {"seats": "token", "health": "tower"}[name]
    if spoil == "no database":
        file.write_bytes(b"not a database" * 500)
    else:
        with closing(sqlite3.connect(file)) as book, book:
            if name == "health":
                book.execute("INSERT INTO health (tower) VALUES ('e6')")
            if spoil == "another column":
                book.execute(f"ALTER TABLE {name} RENAME COLUMN {text} TO bad")
            else:
                book.execute(f"UPDATE {name} SET {text} = {NO_TEXT}")
    async with housed(tmp_path) as house, asked(house) as client:
        assert [notice.key for notice in house.notices] == [f"host.aside.{name}"]
        (aside,) = tmp_path.glob(f"{name}-damaged-*.sqlite")
        (said,) = (await client.get("/health")).json()["notices"]
        assert aside.name in said
        (told,) = (await client.get("/api/notices")).json()
        assert told["key"] == f"host.aside.{name}"
        now = (await listed(house))[OPEN].table
        assert now
        assert (now == links) == (name == "health"), "every seat has a new link"
        assert (await house.table(OPEN)).match.id == OPEN
        await house.open("cow", NAMES, {}, Timing())


async def test_a_second_host_on_the_same_folder_is_refused_in_words(tmp_path: Path) -> None:
    async with housed(tmp_path):
        with pytest.raises(JournalError) as caught:
            House(tmp_path, Towers(tmp_path / "towers"))
    said = sentence(caught.value.words, host_words(), [])
    assert str(tmp_path) in said
    assert "Another dicetower" in said
    async with housed(tmp_path) as house:
        assert house.key


async def test_only_the_hosts_user_reads_its_files(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    Journal(file).close()
    file.chmod(0o644)
    async with housed(tmp_path) as house, asked(house) as client:
        match = await house.open("cow", NAMES, {}, Timing())
        assert TABLE in house.seats.tokens(match)
        assert (await client.get("/api/history")).status_code == 200
        files = {file for file in tmp_path.rglob("*") if file.is_file()}
        assert {"journal.sqlite-wal", "ledger.sqlite-wal"} <= {file.name for file in files}
        assert [file.name for file in files if file.stat().st_mode & 0o077] == []


async def test_the_command_line_lists_and_checks_damaged_matches(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    keep_evening(tmp_path)
    there = ["--data-dir", str(tmp_path)]
    assert main(["check", *there]) == 0
    damage(tmp_path, OVER, DAMAGES["no tail"])
    damage_first = DAMAGES["an unreadable first line"]
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as file, file:
        file.execute(damage_first, ("c0ffee03",))
    capfd.readouterr()
    assert main(["check", *there]) == 1
    said = capfd.readouterr().out
    assert "Match c0ffee02 had" in said
    assert "Line 1 of match c0ffee03" in said
    assert "4 matches" in said
    assert "2 matches damaged" in said
    assert main(["replay", *there]) == 0
    assert "Line 1 of match c0ffee03" in capfd.readouterr().out
    (tmp_path / "journal.sqlite").write_bytes(b"no journal" * 500)
    assert main(["check", *there]) == 2
    assert "dicetower play" in capfd.readouterr().err
    assert not list(tmp_path.glob("*damaged*")), "a host may be using it"
    Seats(tmp_path / "seats.sqlite").close()
