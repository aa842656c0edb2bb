"""Strangers on the network: silent, slow, too many, or under another name. Others are served."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
import websockets
from dicehost.clock.clock import Timing
from dicehost.house.house import House
from dicehost.link.towers import Towers
from dicehost.own_names import is_own
from dicehost.web.app import create
from dicehost.web.limits import Limits
from dicehost.web.server import configure, text_frame
from fastapi import FastAPI
from websockets.frames import Frame, Opcode

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, line

NAMES = ["Ed", "Chris", "Donna"]
SHORT = 0.05
PATIENT = Limits(*[GIVE_UP_AFTER] * 4)


class Service:
    """The service inside the test's own process, with limits that a test can reach."""

    def __init__(self, house: House, app: FastAPI, port: int) -> None:
        self.house, self.app, self.port = house, app, port
        self.base = f"http://127.0.0.1:{port}"

    async def get(self, path: str, **options: Any) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.base, **PLAIN_HTTP) as client:
            return await client.get(path, **options)

    def screen(self, match: str) -> websockets.connect:
        return line(f"ws://127.0.0.1:{self.port}/api/matches/{match}/screen")

    async def open(self, text: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection that sends what it is given, and then nothing more."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(text.replace("\n", "\r\n").encode())
        return reader, writer


@contextlib.asynccontextmanager
async def serving(folder: Path, limits: Limits) -> AsyncIterator[Service]:
    house = House(folder, Towers(folder / "towers", ["no-such-port"]))
    with socket.create_server(("127.0.0.1", 0)) as sock:
        app = create(house, limits=limits)
        server = uvicorn.Server(configure(app))
        task = asyncio.create_task(server.serve(sockets=[sock]))
        async with asyncio.timeout(GIVE_UP_AFTER):
            while not server.started:
                await asyncio.sleep(0.005)
            yield Service(house, app, sock.getsockname()[1])
            server.should_exit = True
            await task


def refused(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    told = json.loads(body)
    assert told["message"].endswith("."), told
    return int(head.split()[1]), told["code"]


HALVES = {
    "nothing at all": "",
    "half a line": "GET /api/clo",
    "half a head": "GET /api/clocks HTTP/1.1\nHost: localhost\nX-Slow: y",
    "half a body": "POST /api/join HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
    'Content-Length: 100\n\n{"code"',
    "a chunk without an end": "POST /api/join HTTP/1.1\nHost: localhost\n"
    'Content-Type: application/json\nTransfer-Encoding: chunked\n\n5\n{"cod\n',
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES.keys())
async def test_half_a_request_is_refused_when_its_time_is_up(tmp_path: Path, half: str) -> None:
    async with serving(tmp_path, Limits(head=SHORT, body=SHORT)) as service:
        reader, writer = await service.open(half)
        assert refused(await reader.read()) == (408, "request.slow")
        writer.close()


async def test_after_a_whole_request_half_a_one_is_refused_as_well(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(head=SHORT)) as service:
        reader, writer = await service.open("GET /api/clocks HTTP/1.1\nHost: localhost\n\n")
        await reader.readuntil(b"}}]")
        writer.write(b"GET /api/clo")
        assert refused(await reader.read()) == (408, "request.slow")
        writer.close()


async def test_the_rest_of_a_body_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(head=SHORT)) as service:
        head = "POST /api/matches HTTP/1.1\nHost: localhost\nContent-Length: 100\n\n{"
        reader, writer = await service.open(head)
        assert refused(await reader.read()) == (403, "seat.owner")
        writer.close()


async def test_a_silent_screen_is_told_so_and_let_go_while_one_that_spoke_stays(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, PATIENT) as service:
        match = await service.house.open("cow", NAMES, {}, Timing())
        token = service.house.seats.tokens(match)[-1]
        async with service.screen(match) as table:
            await table.send(json.dumps({"token": token}))
            assert "view" in json.loads(await table.recv())
            service.app.state.limits = Limits(greeting=SHORT)
            async with service.screen(match) as silent:
                assert json.loads(await silent.recv())["code"] == "screen.silent"
                with pytest.raises(websockets.ConnectionClosed):
                    await silent.recv()
            await table.send("1")
            assert json.loads(await table.recv()) == {"alive": 1}


@pytest.mark.parametrize("limits", [{"each": 3}, {"all": 3}])
async def test_too_many_connections_are_refused_in_words_until_one_has_gone(
    tmp_path: Path, limits: dict[str, int]
) -> None:
    full = msgspec.structs.replace(PATIENT, **limits)
    async with serving(tmp_path, full) as service:
        match = await service.house.open("cow", NAMES, {}, Timing())
        async with service.screen(match):
            held = [await service.open() for _ in range(2)]
            reader, writer = await service.open()
            assert refused(await reader.read()) == (503, "request.crowd")
            writer.close()
            for _, one in held:
                one.close()
            answer = None
            while answer is None or answer.status_code == 503:
                with contextlib.suppress(httpx.TransportError):
                    answer = await service.get("/api/clocks")
            assert answer.status_code == 200
        for _ in range(6):  # each has gone before the next one comes, a websocket too
            with contextlib.suppress(websockets.WebSocketException):
                async with service.screen(match):
                    pass


async def test_who_does_not_take_what_they_asked_for_is_dropped(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(stalled=SHORT, each=1)) as service:
        with socket.socket() as greedy:
            greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            greedy.connect(("127.0.0.1", service.port))
            greedy.setblocking(False)
            wish = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            await asyncio.get_running_loop().sock_sendall(greedy, wish * 500)
            answer = None
            while answer is None or answer.status_code == 503:
                with contextlib.suppress(httpx.TransportError):
                    answer = await service.get("/api/clocks")
            assert answer.status_code == 200


@pytest.mark.parametrize("last", [False, True], ids=["newest", "last"])
async def test_a_screen_that_reads_again_is_sent_the_newest_message_alone(
    tmp_path: Path, last: bool
) -> None:
    async with serving(
        tmp_path, msgspec.structs.replace(PATIENT, stalled=GIVE_UP_AFTER)
    ) as service:
        match = await service.house.open("cow", NAMES, {}, Timing())
        table = await service.house.table(match)
        async with service.screen(match) as sleeping:
            await sleeping.send(json.dumps({"token": service.house.seats.tokens(match)[-1]}))
            await sleeping.recv()
            (mailbox,) = table.audience._screens
            for _ in range(500):  # more than any buffer holds
                mailbox.put(b'"%s"' % (b"x" * 60_000))
                await asyncio.sleep(0)
            assert mailbox.waits
            mailbox.put(b'"missed"')
            (mailbox.end if last else mailbox.put)(b'"newest"')
            read = ""
            while read != '"newest"':
                read = str(await sleeping.recv())
                assert read != '"missed"'
            if last:
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await sleeping.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1008


async def test_a_message_to_a_crowd_is_put_into_a_frame_once_and_wakes_no_task(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, PATIENT) as service:
        match = await service.house.open("cow", NAMES, {}, Timing())
        table, token = await service.house.table(match), service.house.seats.tokens(match)[-1]
        async with contextlib.AsyncExitStack() as crowd:
            for _ in range(5):
                screen = await crowd.enter_async_context(service.screen(match))
                await screen.send(json.dumps({"token": token}))
                await screen.recv()
            before = len(asyncio.all_tasks())
            text_frame.cache_clear()
            table.publish()
            assert not any(mailbox.waits for mailbox in table.audience._screens)
            assert len(asyncio.all_tasks()) == before
            assert text_frame.cache_info()[:2] == (4, 1), "made once, used again four times"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_of_any_size_is_framed_as_websockets_frame_it(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_what_is_no_request_is_refused_like_everything_else(tmp_path: Path) -> None:
    async with serving(tmp_path, PATIENT) as service:
        reader, writer = await service.open("HELO there\n\n")
        assert refused(await reader.read()) == (400, "request.malformed")
        writer.close()


STRANGE = ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "local", "a b", "[::1].x"]


async def test_a_name_that_was_made_to_lead_here_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, PATIENT) as service:
        for path in ("/", "/api/clocks", "/static/table.html", "/nowhere"):
            answer = await service.get(path, headers={"Host": STRANGE[0]})
            assert (answer.status_code, answer.json()["code"]) == (421, "request.host")
            assert STRANGE[0] in answer.json()["message"]
        for name in (f"127.0.0.1:{service.port}", "localhost", "tower.local:8437", "[fe80::1]:1"):
            assert (await service.get("/", headers={"Host": name})).status_code == 200, name
        match = await service.house.open("cow", NAMES, {}, Timing())
        url = f"ws://evil.example/api/matches/{match}/screen"
        with pytest.raises(websockets.InvalidStatus) as refusal:
            await websockets.connect(url, proxy=None, host="127.0.0.1", port=service.port)
        assert refusal.value.response.status_code == 421


async def test_every_answer_says_what_a_browser_may_do_with_it(tmp_path: Path) -> None:
    async with serving(tmp_path, PATIENT) as service:
        for path in (
            "/",
            "/static/table.html",
            "/static/images/icon.svg",
            "/static/nowhere.js",
            "/worker.js",
            "/manifest.webmanifest",
            "/api/clocks",
            "/api/games/cow/cover",
            "/api/matches",
            "/openapi.json",
            "/nowhere",
        ):
            headers = (await service.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert "default-src 'self'" in headers["content-security-policy"], path
            assert headers["referrer-policy"] == "no-referrer", path


def test_only_names_of_a_home_are_this_machines() -> None:
    assert [name for name in STRANGE if is_own(name)] == []
    assert is_own(socket.gethostname())
    assert is_own("LOCALHOST.")
