"""Matches that nobody wants to finish or to keep: the owner ends them early, and removes them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from dicehost.clock.clock import PRESETS, Timing
from dicehost.errors import JournalError, SeatError, TableError
from dicehost.house.house import House
from dicehost.journal.events import Closed, RollOutcome
from dicehost.match.commands import Command
from dicehost.match.lamps import choose_lamps
from dicerules.core import Over, Roll, encode
from dicerules.simulate import draw
from dicerules.views import TABLE

from tests.evening import GIVE_UP_AFTER
from tests.host.rooms import answer, asked, housed, mail
from tests.kept import keep_evening

NAMES = ["Ann", "Bo"]
OVER, OPEN = "c0ffee01", "c0ffee04"


async def begun(house: House) -> str:
    match = await house.open("cow", NAMES, {}, PRESETS["brisk"])
    await answer(await house.table(match), 0)
    return match


async def test_an_abandoned_match_is_over_and_nobody_has_won(tmp_path: Path) -> None:
    async with housed(tmp_path) as house, asked(house) as client:
        match = await begun(house)
        table = await house.table(match)
        phone = table.watch(1, "phone")
        said = await client.post(f"/api/matches/{match}/abandon")
        assert (said.status_code, said.json()["state"]) == (200, "over")
        async with asyncio.timeout(GIVE_UP_AFTER):
            told = json.loads(await mail(phone))
        assert told["over"]["winners"] == []
        assert told["over"]["why"] == {"key": "host.abandoned.why"}
        assert (told["form"], told["roll"], told["waiting"], told["question"]) == (
            None,
            None,
            [],
            None,
        )
        assert told["log"][-1]["message"]["key"] == "host.abandoned.news"
        lines = table.match.seq
        await client.post(f"/api/matches/{match}/abandon")
        assert table.match.seq == lines, "twice is once"
        assert choose_lamps(table.match, None, None).scene == "wait"
        assert (await client.get(f"/api/matches/{match}/after")).status_code == 200
        assert (await client.get(f"/api/matches/{match}/finale")).status_code == 200
        history = (await client.get("/api/history")).json()
        assert history["matches"][0]["abandoned"]
        assert history["players"] == [], "it is in nobody's record"
    async with housed(tmp_path) as house:
        assert isinstance((await house.table(match)).match.need, Over), "also after a restart"


async def test_a_roll_that_was_under_way_changes_nothing_any_more(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        match = await begun(house)
        table = await house.table(match)
        await answer(table, 1)
        assert isinstance(table.match.need, Roll)
        roll_id, rolled = table.match.roll_id, draw(table.match.need, lambda count: 0)
        await house.abandon(match)
        with pytest.raises(TableError):
            await table.do(0, Command("p", "press", {"roll": roll_id}))
        await table._rolled(RollOutcome(roll_id, rolled, "tower", "e6"))
        assert table.match.winners == ()
        assert table.match.last_roll is None


def test_lines_of_a_match_that_was_won_are_written_as_before() -> None:
    assert encode(Closed([1])) == b'{"winners":[1]}'


async def test_a_match_whose_game_is_gone_can_be_ended_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with housed(tmp_path) as house:
        match = await begun(house)
    monkeypatch.setattr("dicehost.house.opening.games", dict)
    async with housed(tmp_path) as house:
        await house.abandon(match)
        assert [one.state for one in await house.lists.all()] == ["over"]
        await house.remove(match)
        assert await house.lists.all() == []


async def test_a_removed_match_is_kept_in_a_file_and_its_links_open_nothing(
    tmp_path: Path,
) -> None:
    keep_evening(tmp_path)
    async with housed(tmp_path) as house, asked(house) as client:
        exported = (await client.get(f"/api/matches/{OVER}/export")).content
        lines = house.journal.lines(OVER)
        table = await house.table(OVER)
        token = house.seats.tokens(OVER)[0]
        assert (await client.get(f"/api/matches/{OVER}/after")).status_code == 200
        phone = table.watch(TABLE, "tablet")
        left = await client.post(f"/api/matches/{OVER}/remove")
        assert OVER not in {one["match"] for one in left.json()}
        assert json.loads(await mail(phone))["code"] == "journal.unknown"
        assert phone.ended
        with pytest.raises(SeatError):
            house.seats.whose(OVER, token)
        with pytest.raises(JournalError):
            await house.table(OVER)
        assert (await client.get(f"/api/matches/{OVER}/after")).status_code == 404
        history = (await client.get("/api/history")).json()
        assert OVER not in {one["match"] for one in history["matches"]}
        (aside,) = tmp_path.glob(f"journal-taken-out-{OVER}-*.jsonl")
        assert len(aside.read_text().splitlines()) == len(lines), "nothing is lost"
        again = await client.post(f"/api/matches/{OVER}/remove")
        assert (again.status_code, again.json()["code"]) == (404, "journal.unknown")
        restored = await client.post("/api/import", content=exported)
        assert restored.json()["new"] == [OVER]
        assert house.journal.lines(OVER) == lines


async def test_only_the_owner_ends_and_removes_and_what_is_played_stays(tmp_path: Path) -> None:
    keep_evening(tmp_path)
    async with housed(tmp_path) as house, asked(house) as client:
        refused = await client.post(f"/api/matches/{OPEN}/remove")
        assert (refused.status_code, refused.json()["code"]) == (409, "journal.still_open")
        client.headers["Authorization"] = f"Bearer {house.seats.tokens(OPEN)[TABLE]}"
        for what in ("abandon", "remove"):
            stranger = await client.post(f"/api/matches/{OPEN}/{what}")
            assert (stranger.status_code, stranger.json()["code"]) == (403, "seat.owner")
        assert not house.journal.is_over(OPEN)


async def test_the_same_people_play_again_after_the_next_match_was_removed(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        first = await house.open("cow", NAMES, {}, Timing())
        await house.abandon(first)
        second = await house.again(first)
        await house.abandon(second)
        await house.remove(second)
        assert await house.again(first) not in (first, second)
