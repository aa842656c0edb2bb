"""What is too large, too deep or not text is refused in words, and before it is read or parsed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Host, Tower, line

NAMES = ["Ed", "Chris", "Donna"]
HUGE = 11 << 20
MOST_BUFFERED = 8 << 20
"""Far above what sockets hold back on the way; far below what is sent."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("service")
    tower = Tower(folder / "towers")
    host = Host(folder)
    yield host
    host.close()
    tower.close()


class Caller:
    """A client that sends what it likes, byte by byte, and counts it."""

    def __init__(self, host: Host) -> None:
        name, _, port = host.base.removeprefix("http://").partition(":")
        self.socket = socket.create_connection((name, int(port)), timeout=GIVE_UP_AFTER)
        self.sent = 0

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def head(self, path: str, *headers: str) -> None:
        lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
        self.socket.sendall("\r\n".join([*lines, *headers, "", ""]).encode())

    def pour(self, piece: bytes, most: int) -> None:
        """Send pieces until the other side has had enough, or there are no more."""
        try:
            while self.sent < most:
                self.socket.sendall(piece)
                self.sent += len(piece)
        except ConnectionError:
            pass

    def answer(self) -> tuple[int, dict[str, Any]]:
        with self.socket.makefile("rb") as stream:
            status = int(stream.readline().split()[1])
            headers = {}
            while (header := stream.readline().strip()) != b"":
                name, _, value = header.partition(b":")
                headers[name.lower()] = value.strip()
            told: dict[str, Any] = json.loads(stream.read(int(headers[b"content-length"])))
            return status, told


def memory(host: Host) -> int:
    """The most memory that the host ever had, in bytes."""
    status = Path(f"/proc/{host.process.pid}/status").read_text()
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
    return int(peak) << 10


PATHS = ["/api/matches", "/api/join", "/api/qr", "/api/matches/ffffffff/commands", "/nowhere"]


@pytest.mark.parametrize("path", [*PATHS, "/api/import"])
def test_a_body_that_says_it_is_huge_is_refused_before_a_byte_of_it_came(
    host: Host, path: str
) -> None:
    with Caller(host) as caller:
        caller.head(path, f"Content-Length: {HUGE << 3}")
        status, told = caller.answer()
    assert (status, told["code"]) == (413, "request.large")
    assert told["message"].endswith(".")


@pytest.mark.parametrize("path", PATHS)
def test_a_huge_body_of_unknown_length_is_refused_while_others_are_served(
    host: Host, path: str
) -> None:
    chunk = b"10000\r\n" + b"[" * (1 << 16) + b"\r\n"
    before = memory(host)
    with Caller(host) as caller, Caller(host) as other, host.client() as client:
        for one in (caller, other):
            one.head(path, "Transfer-Encoding: chunked")
        other.pour(chunk[:5000], 5000)
        assert client.get("/api/clocks").status_code == 200
        caller.pour(chunk, HUGE << 3)
        assert caller.sent < MOST_BUFFERED
        assert memory(host) - before < MOST_BUFFERED


def test_who_may_send_a_body_is_asked_before_it_is_read(host: Host) -> None:
    match = host.open(NAMES)["match"]
    for path, code in (
        ("/api/matches", "seat.owner"),
        (f"/api/matches/{match}/commands", "seat.token"),
        (f"/api/matches/{match}/preview", "seat.token"),
        (f"/api/matches/{match}/tablet", "seat.owner"),
        ("/api/import", "seat.owner"),
    ):
        with Caller(host) as caller:
            caller.head(path, "Content-Length: 2000", "Authorization: Bearer wrong")
            status, told = caller.answer()
        assert (status, told["code"]) == (403, code), path


@pytest.mark.parametrize("length", ["many", "-1", "1_000", "٣"])
def test_a_length_that_is_no_number_is_refused(host: Host, length: str) -> None:
    with Caller(host) as caller:
        caller.head("/api/join", f"Content-Length: {length}")
        status, told = caller.answer()
    assert (status, told["code"]) == (400, "request.malformed")


BODIES = {
    "deep lists": b'{"code": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "deep objects": b'{"code": ' + b'{"a":' * 9_000 + b"1" + b"}" * 9_000 + b"}",
    "open brackets": b"[" * 10_000,
    "half a pair of surrogates": rb'{"code": "\ud800"}',
    "half a pair in a name": rb'{"\udfff": 1}',
    "no text": b'{"code": "\xff\xfe"}',
    "no JSON": b"{",
    "a number without end": b'{"code": ' + b"9" * 6_000 + b"}",
    "not a number": b'{"code": NaN}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_a_body_that_cannot_be_read_is_refused_in_words(host: Host, body: bytes) -> None:
    match = host.open(NAMES)["match"]
    with host.client() as client:
        for path in ("/api/join", "/api/qr", "/api/matches", f"/api/matches/{match}/commands"):
            sent = {"content": body, "headers": {"Content-Type": "application/json"}}
            answer = client.post(path, **sent)
            assert answer.status_code == 422, answer.text
            assert answer.json()["code"] in ("body", "request.deep", "request.unreadable")
            assert answer.json()["message"].endswith(".")
    assert "Traceback" not in host.errors.read_text()


def test_brackets_inside_of_a_text_are_not_deep(host: Host) -> None:
    with httpx.Client(base_url=host.base, **PLAIN_HTTP) as client:
        drawn = client.post("/api/qr", json={"text": '\\"' + "[" * 100})
        assert drawn.status_code == 200, drawn.text


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_that_is_not_called_json_is_refused_as_such(host: Host, kind: str) -> None:
    with httpx.Client(base_url=host.base, **PLAIN_HTTP) as client:
        headers = {"Content-Type": kind} if kind else {}
        answer = client.post("/api/join", content=b'{"code": "AAAAAA"}', headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (415, "request.type")


async def test_a_screen_that_sends_bytes_is_told_so_and_let_go(host: Host) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    url = f"{host.base.replace('http', 'ws')}/api/matches/{opened['match']}/screen"
    greeting = json.dumps({"token": opened["table"].split("#")[1]})
    for before in ([], [greeting]):
        async with asyncio.timeout(GIVE_UP_AFTER), line(url) as screen:
            for text in before:
                await screen.send(text)
                assert "view" in json.loads(await screen.recv())
            await screen.send(b"\x00\x01")
            told = json.loads(await screen.recv())
            assert told["code"] == "screen.bytes"
            with pytest.raises(websockets.ConnectionClosed):
                await screen.recv()
    assert "Traceback" not in host.errors.read_text()


async def test_a_greeting_that_is_huge_or_deep_closes_its_socket_alone(host: Host) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    url = f"{host.base.replace('http', 'ws')}/api/matches/{opened['match']}/screen"
    for greeting in ("[" * 10_000, '{"token": "' + "x" * (1 << 20) + '"}'):
        async with asyncio.timeout(GIVE_UP_AFTER), line(url) as screen:
            with contextlib.suppress(websockets.ConnectionClosed):
                await screen.send(greeting)
            await screen.wait_closed()
            assert screen.close_code in (1008, 1009)
    assert "Traceback" not in host.errors.read_text()
