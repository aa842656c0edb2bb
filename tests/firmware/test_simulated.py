"""The simulated tower as its own process, over a real port: the firmware, pressed and unplugged."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import serial
from dicehost.simulated.port import SocketPort
from dicehost.simulated.rig import SimulatedTower
from tower.wire import Frame, Lines, WireError, decode, encode, next_seq

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Tower, wait_until


class Asker:
    """A plain host on pyserial: asks, asks again, acknowledges."""

    def __init__(self, port: str) -> None:
        self.serial = serial.serial_for_url(port, timeout=0.1)
        self.serial.write(b"\n")
        self.events: list[Frame] = []
        self._last_event: int | None = None
        self._lines = Lines()
        self._seq = 500

    def ask(self, verb: str, **fields: str) -> Frame:
        """The answer, however often it takes."""
        until = time.monotonic() + GIVE_UP_AFTER
        self._seq = next_seq(self._seq)
        while time.monotonic() < until:
            self.serial.write(encode(Frame(verb, self._seq, *fields.items())))
            for frame in self._hear():
                if frame.verb != "event" and frame.seq == self._seq:
                    return frame
        raise AssertionError(f"no answer to {verb}")

    def play(self, verb: str, **fields: str) -> Frame:
        """Ask, greeting again if the tower has lost count."""
        while (answer := self.ask(verb, **fields)).get("code") == "seq":
            self.ask("hello", proto="1.0")
        return answer

    def event(self) -> Frame:
        until = time.monotonic() + GIVE_UP_AFTER
        while not self.events and time.monotonic() < until:
            self._hear()
        return self.events.pop(0)

    def _hear(self) -> list[Frame]:
        frames = []
        for line in self._lines.feed(self.serial.read(self.serial.in_waiting or 1)):
            with contextlib.suppress(WireError):
                frames.append(decode(line))
        for frame in frames:
            if frame.verb == "event":
                self.serial.write(encode(Frame("ack", frame.seq)))
                if frame.seq != self._last_event:
                    self._last_event = frame.seq
                    self.events.append(frame)
        return frames

    def close(self) -> None:
        self.serial.close()


def announced(tower: Tower) -> dict[str, Any]:
    """What the tower's file says, once it is there."""
    wait_until(lambda: bool(list(tower.announce.glob("*.json"))), "the tower to announce itself")
    (file,) = tower.announce.glob("*.json")
    said: dict[str, Any] = json.loads(file.read_text())
    return said


@contextlib.contextmanager
def plugged(tower: Tower) -> Iterator[Asker]:
    asker = Asker(announced(tower)["port"])
    yield asker
    asker.close()


def watch(tower: Tower, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Look at the live lamps until they are as expected."""
    with (
        httpx.Client(base_url=tower.page, **PLAIN_HTTP) as client,
        client.stream("GET", "/live") as live,
    ):
        for line in live.iter_lines():
            if line.startswith("data: ") and until(state := json.loads(line[6:])):
                found: dict[str, Any] = state
                return found
    raise AssertionError("the lamps went away")


def scene(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda state: bool(state["scene"] == name)


def test_an_evening_in_short(tower: Tower) -> None:
    with plugged(tower) as host:
        hello = host.ask("hello", proto="1.0")
        assert hello.get("id") == announced(tower)["id"]
        assert "sim" in hello.get("can").split(",")
        assert host.ask("arm", id="a.1", d="8x6", c="c").get("st") == "armed"
        assert watch(tower, scene("armed"))["faces"] is None
        tower.press()
        assert host.event().fields == (("k", "press"), ("id", "a.1"))
        faces = host.ask("roll", id="a.1", d="8x6", at="0").get("f")
        assert watch(tower, scene("tumble"))["faces"] is None
        assert tower.shown() == []
        assert host.ask("show", id="a.1", n="8", at="0", f=faces).verb == "shown"
        state = watch(tower, lambda state: state["faces"] is not None)
        assert (state["scene"], state["roll"]) == ("show", "a.1")
        told = [int(face) for face in faces.split(".")]
        assert state["faces"] == told
        assert tower.shown() == [{"id": "a.1", "at": 0, "of": 8, "faces": told, "start": 1}]
        assert len(bytes.fromhex(state["pixels"])) == 384


def test_pulling_the_cable_hangs_up_and_plugging_in_is_a_new_start(tower: Tower) -> None:
    with plugged(tower) as host:
        boot = host.ask("hello", proto="1.0").get("boot")
        former = announced(tower)["port"]
        tower.ask("/unplug")
        assert list(tower.announce.iterdir()) == []
        assert tower.state()["scene"] == "dark"
        assert not any(bytes.fromhex(tower.state()["pixels"]))
        with pytest.raises(serial.SerialException):
            host.serial.read(1)
    tower.ask("/replug")
    assert announced(tower)["port"] != former
    with plugged(tower) as host:
        assert host.ask("status").get("code") == "seq"
        assert host.ask("hello", proto="1.0").get("boot") != boot


def test_over_a_bad_line_every_roll_has_one_outcome(tmp_path: Path) -> None:
    tower = Tower(tmp_path, "--fault-rate", "0.3", "--seed", "rain")
    try:
        with plugged(tower) as host:
            for key in ("a", "b", "c", "d"):
                first, again = (host.play("roll", id=key, d="8x6", at="0") for _ in range(2))
                assert first.verb == "rolled"
                assert (first.get("f"), first.get("x")) == (again.get("f"), again.get("x"))
        counters = tower.state()["counters"]
        assert counters["rolls"] == 4
        assert counters["harmed"]["in"]
        assert counters["harmed"]["out"]
    finally:
        tower.close()


def test_the_same_seed_rolls_the_same_dice(tmp_path: Path) -> None:
    faces = []
    for folder in ("one", "other"):
        tower = Tower(tmp_path / folder, "--seed", "7")
        try:
            with plugged(tower) as host:
                host.ask("hello", proto="1.0")
                faces.append(host.ask("roll", id="a", d="50x6", at="0").get("f"))
        finally:
            tower.close()
    assert faces[0] == faces[1]


def test_stuck_noise_stops_the_dice_until_the_tower_starts_anew(tower: Tower) -> None:
    with plugged(tower) as host:
        host.ask("hello", proto="1.0")
        tower.ask("/noise", stuck=True)
        assert host.ask("roll", id="a", d="8x6", at="0").get("code") == "noise"
        assert host.event().fields == (("k", "fault"), ("code", "noise"))
        watch(tower, scene("fault"))
        tower.ask("/noise", stuck=False)
        assert host.ask("roll", id="b", d="8x6", at="0").get("code") == "noise"
    tower.ask("/unplug")
    tower.ask("/replug")
    with plugged(tower) as host:
        host.ask("hello", proto="1.0")
        assert host.ask("roll", id="a", d="8x6", at="0").verb == "rolled"


def test_without_a_host_it_is_plain_dice(tower: Tower) -> None:
    tower.press()
    state = watch(tower, lambda state: state["faces"] is not None)
    assert (state["scene"], state["roll"], len(state["faces"])) == ("plain", "", 2)
    assert tower.shown()[0]["id"] == ""


def test_every_press_counts_and_so_does_a_drop(tower: Tower) -> None:
    with plugged(tower) as host:
        host.ask("hello", proto="1.0")
        for path in ("/press", "/press", "/press", "/drop"):
            tower.ask(path)
            assert host.event().get("k") == path[1:]


def test_a_long_press_chooses_the_dice_to_play_with_alone(tower: Tower) -> None:
    tower.ask("/hold")
    watch(tower, scene("choose"))
    tower.press()
    state = watch(tower, lambda state: state["scene"] == "plain" and state["faces"] is not None)
    assert len(state["faces"]) > 2


def test_something_that_stays_in_the_beam_is_told(tower: Tower) -> None:
    with plugged(tower) as host:
        host.ask("hello", proto="1.0")
        tower.ask("/beam", blocked=True)
        assert host.event().get("k") == "drop"
        assert host.event().fields == (("k", "fault"), ("code", "beam"))
        assert host.ask("status").get("f") == "beam"


def test_settings_outlive_the_cable(tower: Tower) -> None:
    with plugged(tower) as host:
        host.ask("hello", proto="1.1")
        assert host.ask("set", k="calm", v="1").get("v") == "1"
    wait_until(lambda: '"calm": 1' in tower.state()["settings"], "the settings to be written")
    tower.ask("/unplug")
    tower.ask("/replug")
    with plugged(tower) as host:
        host.ask("hello", proto="1.1")
        assert host.ask("set", k="calm").get("v") == "1"


def test_its_page_is_there_and_other_sites_are_not_let_in(tower: Tower) -> None:
    with httpx.Client(base_url=tower.page, **PLAIN_HTTP) as client:
        page = client.get("/")
        assert page.headers["content-type"].startswith("text/html")
        assert "<canvas" in page.text
        assert (
            client.post("/press", headers={"Origin": "http://elsewhere.example"}).status_code == 403
        )
        address = httpx.URL(tower.page)
        own = f"{address.scheme}://{address.netloc.decode()}"
        assert client.post("/press", headers={"Origin": own}).status_code == 200
        for name in ("evil.example", "127.0.0.1.evil.example", f"evil.example:{address.port}"):
            headers = {"Host": name, "Origin": f"http://{name}"}
            answer = client.post("/press", headers=headers)
            assert answer.status_code == 403, "a name that was made to lead here"
            assert "another name" in answer.json()["error"]
        assert client.get("/lamps", headers={"Host": "localhost"}).status_code == 200


def test_its_page_is_for_who_was_given_its_address(tower: Tower) -> None:
    address = httpx.URL(tower.page)
    assert address.host == "127.0.0.1"
    bare = f"{address.scheme}://{address.netloc.decode()}"
    with httpx.Client(base_url=bare, **PLAIN_HTTP) as client:
        for method, path in (
            ("GET", "/"),
            ("GET", "/lamps"),
            ("GET", "/live"),
            ("POST", "/press"),
            ("POST", "/wrong/press"),
            ("POST", address.path[:-2]),
        ):
            answer = client.request(method, path)
            assert answer.status_code == 403, path
            assert "link in the lobby" in answer.json()["error"]
    assert not tower.state()["counters"]["rolls"]


def test_what_it_cannot_do_it_says(tower: Tower) -> None:
    cases = [
        ("GET", "/nowhere", "", 404, "GET /nowhere"),
        ("DELETE", "/press", "", 404, "DELETE /press"),
        ("POST", "/faults", '{"rate": 2}', 400, "from 0 to 1; got 2"),
        ("POST", "/faults", "{}", 400, "from 0 to 1; got None"),
        ("POST", "/noise", '{"stuck": "yes"}', 400, "true or false; got 'yes'"),
        ("POST", "/noise", "[]", 400, "JSON object"),
        ("POST", "/noise", "{", 400, "JSON"),
        ("POST", "/noise", "[" * 4000, 400, "JSON"),
        ("POST", "/noise", "x" * 5000, 400, "4096"),
    ]
    with httpx.Client(base_url=tower.page, **PLAIN_HTTP) as client:
        for method, path, body, status, told in cases:
            answer = client.request(method, path, content=body)
            assert answer.status_code == status, told
            assert told in answer.json()["error"]


def test_told_to_end_it_takes_its_file_away(tower: Tower) -> None:
    tower.process.send_signal(signal.SIGTERM)
    assert tower.process.wait(GIVE_UP_AFTER) == 0
    assert list(tower.announce.iterdir()) == []


def test_with_its_parent_it_goes_when_the_parent_dies(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dicehost.simulated", "--announce", str(tmp_path)]
    process = subprocess.Popen([*command, "--with-parent"], stdin=subprocess.PIPE)
    wait_until(lambda: bool(list(tmp_path.glob("*.json"))), "the tower to announce itself")
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(GIVE_UP_AFTER) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "told"),
    [(["--chip", "XYZ"], "16 lower-case hex"), (["--fault-rate", "9"], "from 0 to 1")],
)
def test_options_that_make_no_sense_are_refused(
    tmp_path: Path, option: list[str], told: str
) -> None:
    command = [sys.executable, "-m", "dicehost.simulated", "--announce", str(tmp_path), *option]
    said = subprocess.run(command, capture_output=True, text=True, timeout=GIVE_UP_AFTER)
    assert said.returncode == 2
    assert told in said.stderr


class Where:
    """Where a tower is plugged in, for one that runs inside the test."""

    port = ""

    def announce(self, port: str, boot: str) -> None:
        self.port = port

    def withdraw(self) -> None:
        self.port = ""


async def test_where_there_is_no_pseudo_terminal_a_socket_does() -> None:
    where = Where()
    tower = SimulatedTower("51b0000000000001", None, where, SocketPort)
    await tower.plug()
    assert where.port.startswith("socket://")

    def talk() -> Frame:
        host = Asker(where.port)
        assert host.ask("hello", proto="1.0").verb == "hello"
        rolled = host.ask("roll", id="a", d="8x6", at="0")
        host.close()
        return rolled

    assert (await asyncio.to_thread(talk)).verb == "rolled"
    await tower.unplug()
    assert where.port == ""


async def test_a_tower_on_a_socket_talks_to_one_host_at_a_time() -> None:
    where = Where()
    tower = SimulatedTower("51b0000000000001", None, where, SocketPort)
    await tower.plug()
    port = int(where.port.rpartition(":")[2])
    first, to_tower = await asyncio.open_connection("127.0.0.1", port)
    to_tower.write(encode(Frame("hello", 1, ("proto", "1.0"))))
    assert b"~hello 1 " in await first.readline()
    second, other = await asyncio.open_connection("127.0.0.1", port)
    assert await second.read() == b"", "who comes second is not heard"
    to_tower.write(encode(Frame("status", 2)))
    assert b"~status 2 " in await first.readline()
    for writer in (other, to_tower):
        writer.close()
    await tower.unplug()
