"""A game that raises: every command is answered, the screens say it, and no other match notices."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from dicehost.house.house import House
from dicehost.journal.store import Journal
from dicehost.link.towers import Towers
from dicehost.web.app import create

from tests.evening import GIVE_UP_AFTER, Host, Tower, line
from tests.host.test_table import Seat

NAMES = ["Ann", "Bo"]
STRICT = {"mode": "strict", "decision": 0.3, "grace": 0}
FIRST_CHOICE = {"side": "low"}


class Service:
    """A host with a game that raises where a file says so, and two other matches being played."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.where = folder / "where"
        self.where.touch()
        plugin = folder / "plugin" / "star-1.0.dist-info"
        plugin.mkdir(parents=True)
        (plugin / "METADATA").write_text("Metadata-Version: 2.1\nName: star\nVersion: 1.0\n")
        entry = "[dicetower.games]\nstar = tests.host.raising_game:GAME\n"
        (plugin / "entry_points.txt").write_text(entry)
        patch.setenv("RAISE_WHERE", str(self.where))
        patch.setenv("PYTHONPATH", str(plugin.parent), prepend=":")
        self.tower = Tower(folder / "towers")
        self.host = Host(folder)
        others = [self.host.open(["Ed", "Chris", "Donna"], clock="relaxed") for _ in range(2)]
        self.others = [Seat(self.host, opened["table"]) for opened in others]

    def raise_in(self, where: str) -> None:
        self.where.write_text(where)

    async def others_play_on(self) -> None:
        for table in self.others:
            before = await table.must("pause")
            assert await table.must("resume") == before + 1

    def log_since(self, start: int) -> str:
        return self.host.errors.read_text()[start:]

    def reopen(self, match: str, key: str | None = None) -> httpx.Response:
        with self.host.client(key) as client:
            return client.post(f"/api/matches/{match}/reopen")

    def listed(self, match: str) -> dict[str, Any]:
        with self.host.client() as client:
            listed: dict[str, Any] = client.get(f"/api/matches/{match}/links").json()
            return listed

    def close(self) -> None:
        self.host.close()
        self.tower.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as patch:
        service = Service(tmp_path_factory.mktemp("service"), patch)
        yield service
        service.close()


class Play:
    """A match of the game that raises, followed on the owner's tablet."""

    def __init__(self, service: Service, clock: Any = "off") -> None:
        self.service = service
        service.raise_in("")
        opened = service.host.open(NAMES, "star", clock)
        self.match: str = opened["match"]
        self.table = Seat(service.host, opened["table"])
        self.ann, self.bo = (Seat(service.host, seat["link"]) for seat in opened["seats"])
        self.log_start = service.host.errors.stat().st_size

    async def asked(self) -> int:
        """Wait until everybody is asked to guess; the number of Ann's question."""
        screen = await self.ann.see(waiting=[0, 1])
        question: int = screen["question"]
        return question

    async def guess(self, seat: Seat, question: int) -> httpx.Response:
        return await seat.answer(question, **FIRST_CHOICE)

    async def says(self, code: str) -> dict[str, Any]:
        """The first state of the table's screen that says this went wrong."""
        return await self.table.see("broken", key=f"host.{code}")

    def is_logged(self, function: str) -> None:
        log = self.service.log_since(self.log_start)
        assert f"match {self.match}" in log
        assert f"KeyError in {function}" in log
        assert log.count("Traceback") - log.count("direct cause") == 1, log

    async def goes_on(self) -> None:
        """Mended and opened again, the match is played to its end."""
        self.service.raise_in("")
        said = self.service.reopen(self.match)
        assert said.status_code == 200, said.text
        assert said.json()["trouble"] is None
        screen = await self.table.see(broken=None)
        for seat in screen["waiting"]:
            await (self.ann, self.bo)[seat].must("move", **FIRST_CHOICE)
        await self.roll()

    async def roll(self) -> None:
        # Another match may have the tower; a press on the screen fetches it.
        roll = (await self.table.see("roll", may_press=True))["roll"]["id"]
        await self.table.must("press", roll=roll)
        await self.is_over()

    async def is_over(self) -> None:
        async with asyncio.timeout(GIVE_UP_AFTER):
            while (await self.table.see())["over"] is None:
                await asyncio.sleep(0.01)


@pytest.fixture
async def play(service: Service) -> AsyncIterator[Play]:
    yield Play(service)
    await service.others_play_on()


def is_refused(said: httpx.Response, code: str) -> None:
    assert said.status_code == 503, said.text
    told = said.json()
    assert told["code"] == code
    assert told["say"]["key"] == f"host.{code}"
    assert "High Star" in told["message"]
    assert "KeyError" in told["message"]
    assert "on purpose" not in told["message"], "what an error says may be a secret"


async def test_a_game_that_raises_at_its_start_is_refused_in_words(service: Service) -> None:
    with service.host.client() as client:
        before = client.get("/api/matches").json()
    for where in ("start", "need", "view", "scores"):
        service.raise_in(where)
        start = service.host.errors.stat().st_size
        with service.host.client() as client:
            body = {"game": "star", "names": NAMES}
            is_refused(client.post("/api/matches", json=body), "match.start")
            assert client.get("/api/matches").json() == before, "nothing was written"
        log = service.log_since(start)
        assert "Traceback" in log
        assert (
            "KeyError while doing: starting" if where == "start" else f"KeyError in {where}"
        ) in log
    await service.others_play_on()


@pytest.mark.parametrize("where", ["apply Move", "need", "scores", "view"])
async def test_a_move_that_makes_the_game_raise_is_refused_and_another_can_be_made(
    where: str, play: Play
) -> None:
    question = await play.asked()
    before = (await play.table.see())["seq"]
    play.service.raise_in(where)
    is_refused(await play.guess(play.ann, question), "match.failed")
    await play.says("match.failed")
    play.is_logged(where.split()[0])
    play.service.raise_in("")
    assert (await play.guess(play.ann, question)).status_code == 200
    screen = await play.table.see(seq=before + 1)
    assert screen["broken"] is None, "play went on"


async def test_a_roll_that_makes_the_game_raise_stops_the_match_until_it_is_opened_again(
    play: Play,
) -> None:
    question = await play.asked()
    assert (await play.guess(play.ann, question)).status_code == 200
    assert (await play.guess(play.bo, question)).status_code == 200
    roll = (await play.table.see("roll", state="armed"))["roll"]["id"]
    play.service.raise_in("apply Rolled")
    await play.table.must("press", roll=roll)
    await play.says("match.broken")
    assert (await play.bo.see("broken", key="host.match.broken"))["view"], "it can be looked at"
    for _ in range(2):
        is_refused(await play.ann.do("press", roll=roll), "match.broken")
        is_refused(await play.guess(play.ann, question), "match.broken")
    play.is_logged("apply")
    assert play.service.listed(play.match)["trouble"]["code"] == "match.broken"
    assert play.service.reopen(play.match, play.ann.token).status_code == 403
    play.service.raise_in("")
    assert play.service.reopen(play.match).json()["trouble"] is None
    # The tower still has the dice that it rolled, so nobody presses again.
    await play.is_over()


async def test_a_time_out_that_makes_the_game_raise_leaves_the_choice_to_the_player(
    service: Service,
) -> None:
    play = Play(service, STRICT)
    question = await play.asked()
    service.raise_in("apply TimeUp")
    await play.table.must("resume")
    async with looking(play.ann), looking(play.bo):
        await play.says("match.no_default")
        play.service.raise_in("")
        assert (await play.guess(play.ann, question)).status_code == 200
    await service.others_play_on()


async def test_a_take_back_that_makes_the_game_raise_is_refused_and_nothing_is_written(
    play: Play,
) -> None:
    question = await play.asked()
    assert (await play.guess(play.ann, question)).status_code == 200
    await play.ann.must("ask_back")
    before = (await play.table.see())["seq"]
    play.service.raise_in("need")
    is_refused(await play.bo.do("agree_back"), "match.failed")
    assert (await play.says("match.failed"))["seq"] == before
    play.service.raise_in("")
    await play.bo.must("agree_back")
    assert (await play.ann.see(back=None))["form"] is not None


async def test_a_view_that_raises_stops_the_match_and_the_last_good_one_stays(play: Play) -> None:
    question = await play.asked()
    async with looking(play.ann) as screens:
        play.service.raise_in("view")
        # Bo's screen is new, so its view has to be built now.
        told = await first(play.bo)
        assert told["code"] == "match.broken"
        seen = await anext(s async for s in screens if s["broken"])
        assert seen["view"]["boards"], "Ann still sees how it stood"
    is_refused(await play.guess(play.ann, question), "match.broken")
    play.is_logged("view")
    again = play.service.reopen(play.match)
    is_refused(again, "match.broken")
    await play.goes_on()


async def test_scores_that_raise_stop_the_match_and_it_can_be_opened_again(
    service: Service,
) -> None:
    play = Play(service)
    await play.asked()
    await asyncio.to_thread(service.host.close)
    service.raise_in("scores")
    await asyncio.to_thread(service.host.start)
    assert (await first(play.ann))["code"] == "match.broken"
    await service.others_play_on()
    await play.goes_on()


async def test_a_preview_that_raises_costs_the_preview_alone(play: Play) -> None:
    question = await play.asked()
    play.service.raise_in("preview")
    for _ in range(3):
        with play.service.host.client(play.ann.token) as client:
            path = f"/api/matches/{play.match}/preview"
            is_refused(client.post(path, json={"answer": {}}), "match.preview")
    await play.says("match.preview")
    assert (await play.ann.see())["broken"] is None, "what Ann looked at is nobody else's affair"
    play.is_logged("preview")
    assert (await play.guess(play.ann, question)).status_code == 200


async def test_faces_that_raise_cost_the_lamps_and_play_goes_on(play: Play) -> None:
    question = await play.asked()
    play.service.raise_in("faces")
    with play.service.host.client() as client:
        is_refused(client.get(f"/api/matches/{play.match}/faces"), "match.failed")
    for seat in (play.ann, play.bo):
        assert (await play.guess(seat, question)).status_code == 200
    await play.roll()
    await play.says("match.task")


async def test_a_line_that_raises_when_it_is_read_stops_its_match_alone(service: Service) -> None:
    play = Play(service)
    question = await play.asked()
    assert (await play.guess(play.ann, question)).status_code == 200
    length = (await play.ann.see())["seq"]
    newest = service.host.open(NAMES, "star")["match"]
    await asyncio.to_thread(service.host.close)
    service.raise_in("apply Move")
    await asyncio.to_thread(service.host.start)
    async with asyncio.timeout(GIVE_UP_AFTER):
        while not (trouble := service.listed(play.match)["trouble"]):
            await asyncio.sleep(0.01)
    assert trouble["code"] == "match.broken", "the lobby says so before anybody opens it"
    assert service.listed(newest)["trouble"] is None
    screen = await play.says("match.broken")
    assert screen["seq"] == length - 1, "it can be looked at as far as it can be read"
    is_refused(await play.guess(play.bo, question), "match.broken")
    assert "reading line" in service.log_since(play.log_start)
    exported = export(service, play.match)
    assert exported.status_code == 200, "for the one who mends the game"
    assert len(exported.text.splitlines()) == length
    with service.host.client(play.ann.token) as client:
        refused = client.get(f"/api/matches/{play.match}/export")
        assert refused.json()["code"] == "archive.open", "it holds what Ann may not know"
    await service.others_play_on()
    await play.goes_on()
    assert export(service, play.match).status_code == 200, "it is over now"
    journal = Journal(service.host.folder / "journal.sqlite")
    assert len(journal.lines(play.match)) > length
    journal.close()


async def test_an_error_that_nobody_expected_is_answered_in_words(tmp_path: Path) -> None:
    house = House(tmp_path, Towers(tmp_path / "towers"))
    transport = httpx.ASGITransport(create(house), raise_app_exceptions=False)
    await house.close()  # whatever is asked for now, the journal is shut
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        headers = {"Authorization": f"Bearer {house.key}"}
        said = await client.get("/api/matches", headers=headers)
    assert (said.status_code, said.json()["code"]) == (503, "internal")
    assert "ProgrammingError" in said.json()["message"]


def export(service: Service, match: str) -> httpx.Response:
    with service.host.client() as client:
        return client.get(f"/api/matches/{match}/export")


async def first(seat: Seat) -> dict[str, Any]:
    """The first thing that a new screen is told."""
    async with looking(seat) as screens:
        return await anext(screens)


@asynccontextmanager
async def looking(seat: Seat) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """A screen that stays, and everything it is told."""
    url = f"{seat.host.base.replace('http', 'ws')}/api/matches/{seat.match}/screen"

    async def told(socket: Any) -> AsyncIterator[dict[str, Any]]:
        async for message in socket:
            yield json.loads(message)

    async with asyncio.timeout(GIVE_UP_AFTER), line(url) as socket:
        await socket.send(json.dumps({"token": seat.token}))
        yield told(socket)
