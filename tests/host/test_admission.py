"""At the door of a seat: short codes, moving to another phone, renewed links, the next match."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from dicehost.clock.clock import Timing
from dicehost.errors import SeatError
from dicehost.house.opening import SEAT_COLOURS, seat_colours
from dicehost.screens.guess_limit import (
    ALL,
    EACH,
    FORGOTTEN,
    LONGEST,
    MINUTE,
    MOST_KNOWN,
    GuessLimit,
)
from dicehost.screens.seats import LETTERS
from dicerules import games
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Host, Tower, line, play_out
from tests.host.rooms import housed

NAMES = ["Ed", "Chris", "Donna"]
AIM = {"portrait": "FP03", "bet": 2, "cubes": 4}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Host, Tower]]:
    folder = tmp_path_factory.mktemp("service")
    tower = Tower(folder / "towers")
    host = Host(folder)
    yield host, tower
    host.close()
    tower.close()


@pytest.fixture
def host(service: tuple[Host, Tower]) -> Host:
    return service[0]


class Phone:
    """One device with a seat's link; hears what its socket is sent."""

    def __init__(self, host: Host, link: str, device: str, socket: ClientConnection) -> None:
        self.host, self.device, self.socket = host, device, socket
        path, self.token = link.split("#")
        self.match = path.rsplit("/", 1)[1]
        self.heard: list[dict[str, Any]] = []

    async def sit_down(self) -> None:
        await self.socket.send(json.dumps({"token": self.token, "device": self.device}))

    async def hear(self, *wanted: str, **equal: Any) -> dict[str, Any]:
        """The next message that has these fields, filled, and those as given."""
        async with asyncio.timeout(GIVE_UP_AFTER):
            while True:
                told: dict[str, Any] = json.loads(await self.socket.recv())
                self.heard.append(told)
                as_given = all(told.get(key) == value for key, value in equal.items())
                if as_given and all(told.get(key) for key in wanted):
                    return told

    async def do(self, do: str, answer: dict[str, Any] | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", "Device": self.device}
        body = {"id": f"{self.device}-{do}-{json.dumps(answer)}", "do": do, "answer": answer}
        body["question"] = self.heard[-1].get("question") if do == "move" else None
        async with httpx.AsyncClient(base_url=self.host.base, **PLAIN_HTTP) as client:
            path = f"/api/matches/{self.match}/commands"
            return await client.post(path, json=body, headers=headers)


@asynccontextmanager
async def phone(host: Host, link: str, device: str, silent: bool = False) -> AsyncIterator[Phone]:
    match = link.split("#")[0].rsplit("/", 1)[1]
    url = f"{host.base.replace('http', 'ws')}/api/matches/{match}/screen"
    async with line(url) as socket:
        mine = Phone(host, link, device, socket)
        if not silent:
            await mine.sit_down()
        yield mine


async def test_a_second_phone_hears_nothing_of_the_match_until_the_first_lets_it_in(
    host: Host,
) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    link = opened["seats"][0]["link"]
    async with phone(host, link, "old") as old, phone(host, opened["seats"][1]["link"], "c") as c:
        assert (await old.hear("view"))["knocks"] == []
        await c.hear("view")
        async with phone(host, link, "new") as new:
            waits = await new.hear("code")
            assert set(waits) == {"code", "message", "say", "number"}
            assert waits["code"] == "seat.waits"
            refused = await new.do("move", AIM)
            assert (refused.status_code, refused.json()["code"]) == (403, "seat.device")
            knock = (await old.hear("knocks"))["knocks"]
            assert knock == [{"seat": 0, "number": waits["number"]}]
            await c.do("let_in", {"number": waits["number"]})
            await new.do("let_in", {"number": waits["number"]})
            assert (await old.do("move", AIM)).status_code == 200
            await old.hear("knocks", seq=2)
            assert len(new.heard) == 1, "neither another seat nor it itself opened the door"
            await old.do("let_in", {"number": waits["number"]})
            assert (await new.hear())["me"] == 0, "the first word of the match comes after the yes"
            assert (await new.do("ask_back")).status_code == 200, "two phones, one seat"
            await old.hear(knocks=[], seq=3)
        async with phone(host, link, "new") as new:
            assert (await new.hear())["me"] == 0, "who was let in once need not ask again"
        assert all(not told["knocks"] for told in c.heard), "other seats are not bothered"


async def test_a_phone_that_is_turned_away_is_told_and_let_go(host: Host) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    link = opened["seats"][0]["link"]
    async with phone(host, opened["table"], "tablet") as table, phone(host, link, "old") as old:
        await old.hear("view")
        async with phone(host, link, "new") as new:
            number = (await new.hear("number"))["number"]
            await table.hear(knocks=[{"seat": 0, "number": number}])
            await table.do("turn_away", {"number": number})
            assert (await new.hear())["code"] == "seat.turned_away"
            with pytest.raises(ConnectionClosed):
                await new.socket.recv()
        async with phone(host, link, "other") as other:
            number = (await other.hear("number"))["number"]
            await table.do("let_in", {"number": number})
            assert (await other.hear())["me"] == 0, "the table may open the door too"


async def test_a_phone_that_is_asleep_keeps_its_seat_and_the_table_may_give_it_away(
    host: Host,
) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    link = opened["seats"][0]["link"]
    async with phone(host, opened["table"], "tablet") as table:
        async with phone(host, link, "old") as old:
            await old.hear("view")
            await table.hear("view")
        async with phone(host, link, "new") as new:
            number = (await new.hear(code="seat.waits"))["number"]
            refused = await new.do("move", AIM)
            assert (refused.status_code, refused.json()["code"]) == (403, "seat.device")
            await table.hear(knocks=[{"seat": 0, "number": number}])
            async with phone(host, link, "old") as old:
                told = await old.hear("knocks")
                assert told["me"] == 0, "it wakes up, sits there and sees who knocks"
            assert len(new.heard) == 1
            await table.do("let_in", {"number": number})
            assert (await new.hear())["me"] == 0


async def test_however_long_a_phone_is_away_no_stranger_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        waiting = table.watch(0, "old"), table.watch(0, "early")
        table.unwatch(waiting[0])
        loop = asyncio.get_running_loop()
        now = loop.time
        monkeypatch.setattr(loop, "time", lambda: now() + 3600)
        for _ in range(5):  # whatever waits for a time that has come now has its turn
            await asyncio.sleep(0)
        assert waiting[1] not in table.audience
        assert table.watch(0, "late") not in table.audience
        assert table.watch(0, "old") in table.audience


async def test_a_restarted_host_knows_its_phones_and_no_stranger_slips_in(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    host = Host(tmp_path_factory.mktemp("again"))
    try:
        link = host.open(NAMES)["seats"][0]["link"]
        async with phone(host, link, "old") as old:
            await old.hear("view")
        host.kill()
        host.start()
        async with phone(host, link, "old", silent=True) as old, phone(host, link, "new") as new:
            await new.hear(code="seat.waits")
            await old.sit_down()
            assert (await old.hear("knocks"))["me"] == 0
            assert [told["code"] for told in new.heard] == ["seat.waits"]
    finally:
        host.close()


async def test_a_renewed_link_cuts_off_every_screen_of_the_old_one(host: Host) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    async with phone(host, opened["seats"][1]["link"], "old") as old:
        await old.hear("view")
        with host.client() as client:
            renewed = client.post(f"/api/matches/{opened['match']}/seats/1/rekey").json()
        assert renewed["seats"][1]["code"] != opened["seats"][1]["code"]
        assert (await old.hear("code"))["code"] == "seat.token"
        with pytest.raises(ConnectionClosed):
            await old.socket.recv()
    async with phone(host, renewed["seats"][1]["link"], "new") as new:
        assert (await new.hear())["me"] == 1, "and nobody is asked"


def test_a_short_code_leads_to_its_seat_however_it_is_typed(host: Host) -> None:
    opened = host.open(NAMES)
    codes = [opened["code"], *(seat["code"] for seat in opened["seats"])]
    links = [opened["table"], *(seat["link"] for seat in opened["seats"])]
    assert len(set(codes)) == 4
    with httpx.Client(base_url=host.base, **PLAIN_HTTP) as client:
        for code, link in zip(codes, links, strict=True):
            assert len(code) == 6
            assert set(code) <= set(LETTERS)
            typed = f" {code[:3].lower()}-{code[3:]} "
            assert client.post("/api/join", json={"code": typed}).json() == {"link": link}


def test_guessing_codes_ends_after_a_few_with_a_sentence(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    host = Host(tmp_path_factory.mktemp("guess"))
    try:
        right = host.open(NAMES)["seats"][0]["code"]
        with httpx.Client(base_url=host.base, **PLAIN_HTTP) as client:
            for _ in range(EACH):
                wrong = client.post("/api/join", json={"code": "AAAAAA"})
                assert (wrong.status_code, wrong.json()["code"]) == (403, "seat.code")
                assert "'AAAAAA'" in wrong.json()["message"]
            for code in ("AAAAAA", right):
                enough = client.post("/api/join", json={"code": code})
                assert (enough.status_code, enough.json()["code"]) == (429, "seat.tries")
                assert "Wait " in enough.json()["message"]
    finally:
        host.close()


def seconds(tries: GuessLimit, who: str) -> int:
    try:
        tries.check(who)
    except SeatError as refusal:
        return int(str(refusal.facts["seconds"]))
    return 0


def test_wrong_codes_cost_an_address_more_time_each_and_are_forgotten_at_last() -> None:
    now = [100.0]
    tries = GuessLimit(lambda: now[0])
    waits = []
    for _ in range(EACH + 12):
        waits.append(seconds(tries, "one"))
        now[0] += waits[-1]
        tries.wrong("one")
    assert waits[:EACH] == [0] * EACH
    assert waits[EACH : EACH + 4] == [8, 16, 32, 64]
    assert max(waits) == LONGEST
    assert seconds(tries, "another") == 0
    now[0] += FORGOTTEN
    assert seconds(tries, "one") == 0


def test_guessing_from_many_addresses_is_bounded_and_locks_nobody_out() -> None:
    now = [100.0]
    tries = GuessLimit(lambda: now[0])
    for address in range(ALL):
        tries.wrong(f"192.168.0.{address}")
    assert seconds(tries, "192.168.0.1") == MINUTE, "all who guess wait"
    assert seconds(tries, "192.168.0.200") == 0, "and who mistyped nothing does not"
    for address in range(EACH):
        tries.wrong(f"fe80::{address}")
    assert seconds(tries, "fe80::ff:1") > 0, "one network is one guesser"
    for address in range(3 * MOST_KNOWN):
        tries.wrong(f"name {address}")
    assert len(tries._wrong) <= MOST_KNOWN


async def test_the_same_people_play_again_and_every_screen_is_led_there(
    service: tuple[Host, Tower],
) -> None:
    host, tower = service
    body = {
        "game": "cow",
        "names": NAMES,
        "colours": ["plum", "cyan", "grey"],
        "options": {"red_chips": 20},
        "clock": {"mode": "gentle", "decision": 600},
    }
    with host.client() as client:
        opened = client.post("/api/matches", json=body).json()
        await play_out(host, tower, opened)
        path = f"/api/matches/{opened['match']}"
        async with phone(host, opened["seats"][2]["link"], "") as donna:
            assert (await donna.hear("over"))["next"] is None
            again = client.post(f"{path}/again").json()
            assert (await donna.hear("next"))["next"] == again["seats"][1]["link"]
        # The next person at the table begins; everybody keeps name and colour.
        assert [seat["colour"] for seat in again["seats"]] == ["cyan", "grey", "plum"]
        assert again["names"] == [*NAMES[1:], NAMES[0]]
        assert client.post(f"{path}/again").json()["match"] == again["match"], "twice is once"
        old = client.get(f"{path}/links").json()
        assert (old["next"], old["code"]) == (again["match"], "")
        gone = client.post("/api/join", json={"code": opened["seats"][0]["code"]})
        assert gone.json()["code"] == "seat.code", "codes end with their match"
    async with phone(host, again["table"], "t") as table:
        told = await table.hear()
        assert told["clock"]["mode"] == "gentle"
        assert [seat["colour"] for seat in told["seats"]] == ["cyan", "grey", "plum"]


@pytest.mark.parametrize("colours", [["red", "cyan"], ["cyan", "cyan"], ["cyan"], ["neon", "pink"]])
def test_seats_have_different_colours_of_the_palette(host: Host, colours: list[str]) -> None:
    with host.client() as client:
        body = {"game": "cow", "names": NAMES[:2], "colours": colours}
        answer = client.post("/api/matches", json=body)
    assert answer.status_code == 409
    assert SEAT_COLOURS[0] in answer.json()["message"]


def test_seats_get_no_colour_of_the_games_dice_unless_they_choose_it(host: Host) -> None:
    free = ["cyan", "pink", "green", "peach", "plum"]
    with host.client() as client:
        names = [*NAMES, "Fay", "Gus"]
        opened = client.post("/api/matches", json={"game": "ryb", "names": names}).json()
        assert [seat["colour"] for seat in opened["seats"]] == free
        body = {"game": "ryb", "names": NAMES, "colours": ["blue", "yellow", "cyan"]}
        chosen = client.post("/api/matches", json=body).json()
        assert [seat["colour"] for seat in chosen["seats"]] == body["colours"]
        listed = {game["key"]: game["colours"] for game in client.get("/api/games").json()}
    assert listed["ryb"] == [*free, "grey"]


def test_where_too_few_colours_are_left_seats_get_those_of_the_dice_last() -> None:
    game = replace(games()["ryb"], dice_colours=frozenset(SEAT_COLOURS[:4]))
    assert seat_colours(game) == (*SEAT_COLOURS[4:], *SEAT_COLOURS[:4])


def test_a_game_has_a_cover_and_one_without_gets_a_plain_die(host: Host) -> None:
    with host.client() as client:
        for game in client.get("/api/games").json():
            cover = client.get(f"/api/games/{game['key']}/cover")
            assert cover.headers["content-type"] == "image/svg+xml"
            assert cover.text.startswith("<svg")
            assert len(cover.content) <= 3000
            assert "default-src 'self'" in cover.headers["content-security-policy"]
