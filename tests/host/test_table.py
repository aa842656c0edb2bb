"""At the table: take-backs by consent, who has the tower, and going on after a restart."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Host, Tower, line

NAMES = ["Ed", "Chris", "Donna"]
AIM = {"portrait": "FP03", "bet": 2, "cubes": 4}


class Seat:
    """A seat at a match, spoken for by hand."""

    def __init__(self, host: Host, link: str) -> None:
        self.host = host
        path, self.token = link.split("#")
        self.match = path.rsplit("/", 1)[1]
        self._sent = 0

    async def do(self, do: str, **answer: Any) -> httpx.Response:
        if do == "move":
            return await self.answer((await self.see())["question"], **answer)
        return await self.send({"do": do, "answer": answer or None})

    async def answer(self, question: int | None, **answer: Any) -> httpx.Response:
        """Answer a question by its number; the one that is asked now is on the screen."""
        return await self.send({"do": "move", "answer": answer, "question": question})

    async def send(self, command: dict[str, Any]) -> httpx.Response:
        self._sent += 1
        body = {"id": f"{self.token}-{self._sent}", **command}
        async with httpx.AsyncClient(**PLAIN_HTTP) as client:
            return await client.post(
                f"{self.host.base}/api/matches/{self.match}/commands",
                json=body,
                headers={"Authorization": f"Bearer {self.token}"},
            )

    async def must(self, do: str, **answer: Any) -> int:
        said = await self.do(do, **answer)
        assert said.status_code == 200, said.text
        seq: int = said.json()["seq"]
        return seq

    async def refused(self, do: str, **answer: Any) -> str:
        said = await self.do(do, **answer)
        assert said.status_code == 409, said.text
        code: str = said.json()["code"]
        return code

    async def see(self, so: str = "", **wanted: Any) -> dict[str, Any]:
        """The first screen on which these fields are as wanted."""
        url = f"{self.host.base.replace('http', 'ws')}/api/matches/{self.match}/screen"
        async with asyncio.timeout(GIVE_UP_AFTER), line(url) as socket:
            await socket.send(json.dumps({"token": self.token}))
            async for message in socket:
                screen: dict[str, Any] = json.loads(message)
                seen = screen[so] or {} if so else screen
                if all(seen.get(key) == value for key, value in wanted.items()):
                    return screen
        raise AssertionError("the screen closed")


@pytest.fixture
def opened(host: Host) -> dict[str, Any]:
    return host.open(NAMES)


@pytest.fixture
def seats(host: Host, opened: dict[str, Any]) -> list[Seat]:
    return [Seat(host, seat["link"]) for seat in opened["seats"]]


async def test_a_take_back_happens_once_everybody_agreed(seats: list[Seat]) -> None:
    ed, chris, donna = seats
    await ed.must("move", **AIM)
    assert (await ed.see(seq=2))["may_ask_back"]
    await ed.must("ask_back")
    screen = await chris.see(seq=3)
    assert screen["back"] == {"seat": 0, "missing": [1, 2]}
    await chris.must("agree_back")
    assert (await donna.see(seq=4))["form"] is not None, "one has not agreed yet"
    await donna.must("agree_back")
    screen = await ed.see(back=None)
    assert screen["form"] is not None, "Ed chooses anew"
    assert "took back their last choice" in (await words(ed))[screen["log"][-1]["message"]["key"]]


async def words(seat: Seat) -> dict[str, str]:
    async with httpx.AsyncClient(**PLAIN_HTTP) as client:
        said = (await client.get(f"{seat.host.base}/api/games/cow/words/en")).json()
        return {key: value for key, value in said.items() if isinstance(value, str)}


async def test_one_no_is_enough_and_play_goes_on(seats: list[Seat]) -> None:
    ed, chris, donna = seats
    await ed.must("move", **AIM)
    await ed.must("ask_back")
    await donna.must("refuse_back")
    assert (await ed.see(back=None))["form"] is None
    assert await chris.refused("agree_back") == "back.not_asked"
    await chris.must("move", side="yes", bet=1)


async def test_nobody_takes_back_what_is_not_theirs_or_already_open(seats: list[Seat]) -> None:
    ed, chris, donna = seats
    assert await chris.refused("ask_back") == "back.too_late"
    await ed.must("move", **AIM)
    await chris.must("move", side="yes", bet=1)
    assert await ed.refused("ask_back") == "back.built_on"
    await donna.must("move", side="no", bet=1)
    assert await donna.refused("ask_back") == "back.too_late"
    assert await donna.refused("agree_back") == "back.not_asked"


async def test_a_take_back_asked_before_a_crash_goes_on_after_it(
    host: Host, seats: list[Seat]
) -> None:
    ed, chris, donna = seats
    await ed.must("move", **AIM)
    await ed.must("ask_back")
    await chris.must("agree_back")
    await asyncio.to_thread(host.kill)
    await asyncio.to_thread(host.start)
    await donna.must("agree_back")
    assert (await ed.see(back=None))["form"] is not None


async def test_only_who_rolls_or_the_table_may_press_on_a_screen(
    host: Host, opened: dict[str, Any], seats: list[Seat]
) -> None:
    ed, chris, donna = seats
    table = Seat(host, opened["table"])
    assert await ed.refused("press") == "table.press_what"
    assert await ed.refused("press", roll=f"{ed.match}.1") == "table.no_press"
    await ed.must("move", **AIM)
    await chris.must("move", side="yes", bet=1)
    await donna.must("move", side="no", bet=1)
    roll = (await table.see("roll", state="armed"))["roll"]["id"]
    assert await chris.refused("press", roll=roll) == "table.no_press"
    assert (await chris.see())["roll"]["may_press"] is False
    await ed.must("press", roll=roll)
    screen = await table.see(roll=None)
    assert screen["seq"] > 4
    assert await ed.must("press", roll=roll) == screen["seq"], "a late press rolls nothing more"
    assert await table.refused("move", **AIM) == "table.no_seat"


async def test_the_tower_goes_to_the_match_that_asks_for_it(host: Host, tower: Tower) -> None:
    first = await asyncio.to_thread(host.open, NAMES)
    one = [Seat(host, seat["link"]) for seat in first["seats"]]
    await one[0].must("move", **AIM)
    await one[1].must("move", side="yes", bet=1)
    await one[2].must("move", side="no", bet=1)
    await one[0].see("roll", state="armed")
    second = await asyncio.to_thread(host.open, ["Ann", "Bo"])
    other = Seat(host, second["seats"][0]["link"])
    await other.see()
    roll = (await one[0].see("tower", state="elsewhere"))["roll"]
    assert roll["may_press"] is True
    await one[0].must("press", roll=roll["id"])
    await one[0].see(roll=None)
    assert (await other.see())["tower"]["state"] == "elsewhere"


async def test_a_match_goes_on_after_a_restart_where_it_stood(
    host: Host, opened: dict[str, Any], seats: list[Seat]
) -> None:
    ed, chris, _ = seats
    await ed.must("move", **AIM)
    await chris.must("move", side="yes", bet=3)
    before = await chris.see(seq=3)
    await asyncio.to_thread(host.close)
    await asyncio.to_thread(host.start)
    after = await chris.see("tower", state="ready")
    assert after == before | {"seats": after["seats"]}
    with host.client() as client:
        (listed,) = client.get("/api/matches").json()
    assert listed["state"] == "open"
    assert listed["seats"] == opened["seats"], "links stay the same"


async def test_a_late_answer_is_not_taken_for_an_answer_to_the_next_question(
    seats: list[Seat],
) -> None:
    ed, chris, donna = seats
    question = (await ed.see())["question"]
    assert (await ed.answer(question, **AIM)).status_code == 200
    late = await ed.answer(question, **AIM)
    assert (late.status_code, late.json()["code"]) == (409, "table.other_question")
    assert "no longer open" in late.json()["message"]
    await ed.must("ask_back")
    await chris.must("agree_back")
    await donna.must("agree_back")
    again = await ed.see(back=None)
    assert again["form"] is not None
    assert again["question"] != question, "the same form asked anew is another question"
    late = await ed.answer(question, **AIM)
    assert late.json()["code"] == "table.other_question"
    assert (await ed.answer(again["question"], **AIM)).status_code == 200


async def test_my_question_stays_the_same_while_others_answer_theirs(
    host: Host, seats: list[Seat]
) -> None:
    ed, chris, donna = seats
    await ed.must("move", **AIM)
    before = await donna.see(seq=2)
    await chris.must("move", side="yes", bet=1)
    after = await donna.see(seq=3)
    assert after["question"] == before["question"]
    assert (await chris.see(seq=3))["question"] is None
    await asyncio.to_thread(host.close)
    await asyncio.to_thread(host.start)
    assert (await donna.see())["question"] == before["question"], "a restart changes nothing"
    assert (await donna.answer(before["question"], side="no", bet=1)).status_code == 200


async def test_a_move_that_names_no_question_is_refused(seats: list[Seat]) -> None:
    said = await seats[0].answer(None, **AIM)
    assert (said.status_code, said.json()["code"]) == (409, "table.which_question")
