"""Seats at the tablet: the owner's key opens those without a phone, and nobody else's key does."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.evening import Host, Tower, line
from tests.host.test_manual_dice import looking
from tests.host.test_table import AIM, Seat

NAMES = ["Ed", "Chris", "Donna"]


class Tablet(Seat):
    """The table's tablet with the owner's key, in the hands of one seat."""

    def __init__(self, host: Host, link: str, seat: int) -> None:
        super().__init__(host, link)
        self.seat = seat

    async def hears(self, token: str) -> dict[str, Any]:
        url = f"{self.host.base.replace('http', 'ws')}/api/matches/{self.match}/screen"
        async with line(url) as socket:
            await socket.send(json.dumps({"token": token, "seat": self.seat}))
            heard: dict[str, Any] = json.loads(await socket.recv())
            return heard

    def move(self, token: str, question: int | None, **answer: Any) -> int:
        body = {"id": f"t{self.seat}", "do": "move", "answer": answer, "seat": self.seat}
        body["question"] = question
        with self.host.client(token) as client:
            return client.post(f"/api/matches/{self.match}/commands", json=body).status_code


@pytest.fixture
def opened(host: Host) -> dict[str, Any]:
    return host.open(NAMES)


def seat_at_tablet(host: Host, match: str, seats: list[int], key: str | None = None) -> str:
    with host.client(key) as client:
        said = client.post(f"/api/matches/{match}/tablet", json={"seats": seats})
        return "" if said.status_code == 200 else said.json()["code"]


async def test_the_owner_may_play_the_seats_that_have_no_phone_on_the_tablet(
    host: Host, tower: Tower, opened: dict[str, Any]
) -> None:
    table = Seat(host, opened["table"])
    ed, chris, donna = (Tablet(host, opened["table"], seat) for seat in range(3))
    phone = Seat(host, opened["seats"][2]["link"])
    match, key = opened["match"], host.key

    assert (await ed.hears(key))["code"] == "seat.not_tablet"
    assert seat_at_tablet(host, match, [0], table.token) == "seat.owner"
    assert seat_at_tablet(host, match, [7]) == "seat.unknown"
    async with looking(phone):
        assert seat_at_tablet(host, match, [0, 1, 2]) == "seat.has_phone"
        assert seat_at_tablet(host, match, [0, 1]) == ""
        assert seat_at_tablet(host, match, [0, 1]) == "", "saying it twice is saying it once"
    assert (await donna.hears(key))["code"] == "seat.not_tablet"

    shown = await table.see(seq=2)
    assert [seat["here"] for seat in shown["seats"]] == [True, True, False]
    asked = {"seat": 0, "asked": True, "secret": False}
    assert shown["tablet"] == [asked, {"seat": 1, "asked": False, "secret": False}]
    assert (await phone.see())["tablet"] == [], "other screens are not told"
    assert (await ed.hears(table.token))["code"] == "seat.owner"
    assert (await ed.hears(phone.token))["code"] == "seat.owner"
    heard = await ed.hears(key)
    assert heard["me"] == 0
    assert ed.move(phone.token, heard["question"], **AIM) == 403
    assert ed.move(key, heard["question"], **AIM) == 200

    # Bets are hidden: the tablet goes round behind its curtain.
    shown = await table.see(seq=3)
    assert shown["tablet"][1] == {"seat": 1, "asked": True, "secret": True}
    assert chris.move(key, (await chris.hears(key))["question"], side="yes", bet=2) == 200
    shown = await table.see(seq=4)
    assert shown["tablet"][1]["asked"] is False

    # A player who gets a phone of their own leaves the tablet by that alone.
    await Seat(host, opened["seats"][1]["link"]).see()
    shown = await table.see(seq=5)
    assert [seat["seat"] for seat in shown["tablet"]] == [0]
    assert (await chris.hears(key))["code"] == "seat.not_tablet"
    assert shown["log"][-1]["message"]["key"] == "host.seated.phone"

    await asyncio.to_thread(host.kill)
    await asyncio.to_thread(host.start)
    assert [seat["seat"] for seat in (await table.see())["tablet"]] == [0]


async def test_a_screen_that_asks_is_told_whether_it_has_the_newest_line(
    host: Host, tower: Tower, opened: dict[str, Any]
) -> None:
    table = Seat(host, opened["table"])
    url = f"{host.base.replace('http', 'ws')}/api/matches/{table.match}/screen"
    await table.see("tower", state="ready")
    async with line(url) as socket:
        await socket.send(json.dumps({"token": table.token}))
        seq = json.loads(await socket.recv())["seq"]
        await socket.send(str(seq))
        heard = json.loads(await socket.recv())
        while "alive" not in heard:
            heard = json.loads(await socket.recv())
        assert heard == {"alive": seq}
        for odd in ("0", "what?"):
            await socket.send(odd)
            assert json.loads(await socket.recv())["seq"] == seq
