"""The stream of public facts and webhooks: a key of its own, signed posts, as documented."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from dicehost.cli import main
from dicehost.outside.feed import MOST_WAITING, Listener
from dicehost.outside.happenings import Happened
from dicehost.outside.keys import events_key, webhooks_key
from dicehost.outside.numbers import Numbers
from dicehost.outside.webhooks import sign

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Host, fill_boldly, play_by_screens, wait_until

GUIDE = (Path(__file__).parents[2] / "host" / "AT-HOME.md").read_text()


def example(name: str) -> str:
    """A program of the guide, by the comment that it begins with."""
    found = re.search(rf"```python\n(# {name}.*?)```", GUIDE, re.DOTALL)
    assert found is not None, name
    return found[1]


class Receiver:
    """A program that is posted to. It is out of order for the first tries."""

    def __init__(self, refuses: int) -> None:
        got: list[tuple[dict[str, str], bytes]] = []
        self.got, self.tries = got, 0
        receiver = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.tries += 1
                if receiver.tries > refuses:
                    got.append((dict(self.headers), body))
                self.send_response(204 if receiver.tries > refuses else 500)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self._server = HTTPServer(("127.0.0.1", 0), Answer)
        self.address = f"http://127.0.0.1:{self._server.server_port}/hook"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver(refuses=2)
    yield receiver
    receiver.close()


async def test_a_program_of_ten_lines_and_a_webhook_hear_a_whole_match(
    tmp_path: Path, receiver: Receiver
) -> None:
    host = Host(tmp_path, "--tower", "simulated", "--webhook", receiver.address)
    program = example("Says who rolled what")
    assert len([line for line in program.splitlines() if line]) <= 10
    key = events_key(tmp_path)
    reader = subprocess.Popen(
        [sys.executable, "-u", "-c", program, host.base, key], stdout=subprocess.PIPE, text=True
    )
    try:
        opened = await asyncio.to_thread(host.open, ["Ann", "Bo"])
        await play_by_screens(host, opened, answer=fill_boldly)

        def delivered() -> bool:
            return any(heads["Dicetower-Event"] == "win" for heads, _ in receiver.got)

        await asyncio.to_thread(wait_until, delivered, "the winner to be posted")
    finally:
        host.close()
    reader.wait(GIVE_UP_AFTER)
    said = reader.communicate()[0].splitlines()
    assert said
    assert all(re.match("(Ann|Bo) rolled .+", line) for line in said)
    secret = webhooks_key(tmp_path)
    for heads, body in receiver.got:
        assert heads["Dicetower-Signature"] == sign(secret, heads["Dicetower-Time"], body)
    rolls = [body for heads, body in receiver.got if heads["Dicetower-Event"] == "roll"]
    assert len(rolls) == len(said), "the two tries that were refused have lost nothing"
    deliveries = [heads["Dicetower-Delivery"] for heads, _ in receiver.got]
    assert len(set(deliveries)) == len(deliveries)
    # The guide's own check of a signature.
    names: dict[str, Any] = {}
    exec(example("Checks that a post came from your dicetower"), names)
    heads, body = receiver.got[0]
    assert names["is_genuine"](secret, heads, body)
    assert not names["is_genuine"](secret, heads, body + b" ")
    assert not names["is_genuine"]("another", heads, body)


async def test_the_key_to_read_opens_nothing_else(tmp_path: Path) -> None:
    host = Host(tmp_path, "--tower", "simulated")
    try:
        opened = await asyncio.to_thread(host.open, ["Ann", "Bo"])
        key = events_key(tmp_path)
        with host.client(key) as client:
            match = opened["match"]
            for path in ("/api/matches", "/api/history", f"/api/matches/{match}/links"):
                assert client.get(path).status_code in (401, 403, 404), path
            command = {"id": "1", "do": "pause"}
            answer = client.post(f"/api/matches/{match}/commands", json=command)
            assert answer.status_code == 403
        for token in ("none", "wrong", opened["join"].partition("#")[2]):
            heads = {"Authorization": f"Bearer {token}"}
            refused = httpx.get(f"{host.base}/api/events", headers=heads, **PLAIN_HTTP)
            assert (refused.status_code, refused.json()["code"]) == (403, "seat.events")
        for token in (key, host.key):
            with (
                host.client(token) as client,
                client.stream("GET", "/api/events") as stream,
            ):
                assert stream.headers["content-type"].startswith("text/event-stream")
                assert stream.headers["cache-control"] == "no-store"
                first = next(stream.iter_lines())
                assert first.startswith("event: t")
    finally:
        host.close()


async def test_a_listener_that_is_too_slow_is_cut_off_and_has_to_come_again() -> None:
    listener = Listener([])
    for line in range(MOST_WAITING + 1):
        listener.put(Happened("turn", 1, "aa", "cow", line))
    assert await listener.take() is None


def test_tables_keep_their_numbers_while_somebody_is_there() -> None:
    gone = set[str]()
    numbers = Numbers(lambda match: match in gone)
    assert [numbers.claim(match) for match in ("a", "b", "c", "a")] == [1, 2, 3, 1]
    gone.add("b")
    assert numbers.claim("d") == 2, "the lowest that is free"
    assert numbers.of("b") is None
    gone |= {"a", "c"}
    assert numbers.claim("e", after="c") == 3, "the same people stay at their table"
    assert numbers.claim("f") == 1
    numbers.release("d")
    assert numbers.claim("g") == 2


@pytest.mark.parametrize(
    "options",
    [["--webhook", "ftp://x"], ["--mqtt", "http://x"], ["--https", "--certificate", "a"]],
)
def test_what_cannot_work_is_said_before_anything_starts(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["play", "--local", "--port", "0", "--data-dir", str(tmp_path / "data"), *options]
    assert main(asked) == 2
    assert capsys.readouterr().err.startswith("dicetower: ")


def test_a_broker_password_is_not_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--local", "--mqtt", "ftp://ann:secret@host"]) == 2
    assert "secret" not in capsys.readouterr().err


def test_facts_are_json_and_happenings_leave_out_what_they_lack() -> None:
    from dicerules.core import encode

    said = json.loads(encode(Happened("turn", 1, "aa", "cow", 3, ("Ann",))))
    assert said == {
        "event": "turn",
        "table": 1,
        "match": "aa",
        "game": "cow",
        "line": 3,
        "players": ["Ann"],
    }
