"""An evening at the table for tests: real processes, a real port, real sockets. No browser here.

``Tower`` is a simulated tower in its own process, ``Host`` the service in its own process;
``Player`` is a screen that reads its websocket and answers its forms as a thumb would.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import re
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets
from dicerules.forms import Field, Form, Number, PickOne, RandBelow, fill

GIVE_UP_AFTER = 60.0
"""Seconds without progress after which a test gives up: far above what is needed, no measure."""

PLAIN_HTTP: dict[str, Any] = {
    "trust_env": False,
    "timeout": GIVE_UP_AFTER,
    "verify": ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
}
"""Options of clients that speak plain http: each would read all of the machine's certificates."""


class Tower:
    """A simulated tower in its own process."""

    def __init__(
        self,
        announce: Path,
        *arguments: str,
        chip: str = "e660583883724a32",
        program: tuple[str, ...] = ("-m", "dicehost.simulated"),
    ) -> None:
        announce.mkdir(parents=True, exist_ok=True)
        self.announce = announce
        self.chip = chip
        command = [sys.executable, *program, "--announce", str(announce)]
        self.process = subprocess.Popen([*command, "--chip", chip, *arguments])
        self.page = ""
        wait_until(self._announced, "the tower to announce itself")
        self._client = httpx.Client(base_url=self.page, **PLAIN_HTTP)

    def _announced(self) -> bool:
        assert self.process.poll() is None, "the tower ended before it announced itself"
        for file in self.announce.glob("*.json"):
            with contextlib.suppress(OSError, ValueError):
                said = json.loads(file.read_text())
                if said["pid"] == self.process.pid:
                    self.page = said["page"]
                    return True
        return False

    def announced(self) -> str:
        """What the announcements say, for a test that failed."""
        return " ".join(file.read_text() for file in self.announce.glob("*.json"))

    def ask(self, path: str, **body: Any) -> None:
        self._client.post(path, json=body).raise_for_status()

    def press(self) -> None:
        self.ask("/press")

    def shown(self) -> list[dict[str, Any]]:
        """Every face lit so far: roll id, place of the first, the faces."""
        lit: list[dict[str, Any]] = self._client.get("/shown").json()
        return lit

    def state(self) -> dict[str, Any]:
        seen: dict[str, Any] = self._client.get("/lamps").json()
        return seen

    def close(self) -> None:
        self._client.close()
        end(self.process)


def line(url: str) -> websockets.connect:
    """A websocket to a host, which can be slow to answer on a busy machine."""
    return websockets.connect(
        url, proxy=None, open_timeout=GIVE_UP_AFTER, ping_timeout=GIVE_UP_AFTER
    )


class Host:
    """The service in its own process, started again after each crash as a service manager would."""

    def __init__(self, folder: Path, *arguments: str, program: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.errors = folder / "host-errors.log"
        self._program = program or ("-m", "dicehost.cli")
        self._arguments = arguments
        self._port = 0
        self.starts = 0
        self.base = self.key = self.said = ""
        self.start()

    def start(self) -> None:
        command = [sys.executable, *self._program, "play", "--local", "--port", str(self._port)]
        # Looking back takes a while of computing that only its own tests are about.
        command += ["--hindsight-seconds", "0", "--data-dir", str(self.folder), *self._arguments]
        log = self.folder / f"host-{self.starts}.log"
        with log.open("w") as file, self.errors.open("a") as errors:
            self.process = subprocess.Popen(command, stdout=file, stderr=errors)

        def opened() -> bool:
            self.said = log.read_text()
            found = re.search(r"(http://[\d.]+:(\d+))/#key=(\S+)", self.said)
            if found and "Ctrl-C stops" in self.said:
                self.base, self._port, self.key = found[1], int(found[2]), found[3]
                return True
            assert self.process.poll() is None, f"the host ended before it opened:\n{self.said}"
            return False

        wait_until(opened, "the host to open")
        self.starts += 1

    def crashed(self) -> bool:
        return self.process.poll() == -signal.SIGKILL

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        end(self.process)

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token or self.key}"}
        return httpx.Client(base_url=self.base, headers=headers, **PLAIN_HTTP)

    def open(
        self,
        names: list[str],
        game: str = "cow",
        clock: Any = "off",
        hints: bool = False,
        **options: Any,
    ) -> dict[str, Any]:
        with self.client() as client:
            body = {"game": game, "names": names, "options": options, "clock": clock}
            body |= {"hints": hints}
            answer = client.post("/api/matches", json=body)
            assert answer.status_code == 201, answer.text
            opened: dict[str, Any] = answer.json()
            return opened


class Player:
    """One screen. Keeps every byte it was sent; comes back by itself when the host does.

    ``answer`` fills a form; without one it is filled at random.
    """

    def __init__(
        self,
        host: Host,
        link: str,
        seed: int = 0,
        answer: Callable[[Form, RandBelow], dict[str, Any]] = fill,
    ) -> None:
        self.host = host
        self._fill = answer
        path, self.token = link.split("#")
        self.match = path.rsplit("/", 1)[1]
        self.randbelow = random.Random(seed).randrange
        self.received: list[str] = []
        self.screen: dict[str, Any] | None = None
        self.over = asyncio.Event()
        self._answered = 0
        self._ids = itertools.count(1)

    async def watch(self, react: Callable[[Player], Awaitable[None]]) -> None:
        """Read the websocket until the match is over, reacting to each screen."""
        url = f"{self.host.base.replace('http', 'ws')}/api/matches/{self.match}/screen"
        while not self.over.is_set():
            try:
                async with line(url) as socket:
                    await socket.send(json.dumps({"token": self.token}))
                    async for message in socket:
                        assert isinstance(message, str)
                        self.received.append(message)
                        if message.startswith('{"notice"'):
                            continue  # said to the whole room, beside the match
                        self.screen = json.loads(message)
                        assert "code" not in self.screen, self.screen
                        await react(self)
                        if self.screen["over"]:
                            self.over.set()
                            break
            except (OSError, websockets.WebSocketException):
                self.screen = None  # the host is away: nobody acts on what is old; knock again
                await asyncio.sleep(0.05)

    async def command(
        self, do: str, answer: dict[str, Any] | None = None, question: int | None = None
    ) -> int:
        """Send a command, again and again with the same id until it is answered."""
        body: dict[str, Any] = {"id": f"{os.getpid()}-{id(self)}-{next(self._ids)}", "do": do}
        if answer is not None:
            body["answer"] = answer
        if question is not None:
            body["question"] = question
        url = f"{self.host.base}/api/matches/{self.match}/commands"
        while True:
            try:
                async with httpx.AsyncClient(**PLAIN_HTTP) as client:
                    headers = {"Authorization": f"Bearer {self.token}"}
                    said = await client.post(url, json=body, headers=headers)
                    if said.status_code == 503 and said.json()["code"] == "venue.cut_off":
                        await asyncio.sleep(0.05)
                        continue  # servers are choosing a leader: a person taps again
                    assert said.status_code == 200, said.text
                    seq: int = said.json()["seq"]
                    return seq
            except httpx.TransportError:
                await asyncio.sleep(0.05)

    async def answer_form(self) -> None:
        """Fill the form on the screen; one that was on its way before the answer is old."""
        assert self.screen is not None
        form = self.screen["form"]
        if form is not None and self.screen["seq"] >= self._answered:
            answer = self._fill(msgspec.convert(form, Form), self.randbelow)
            self._answered = await self.command("move", answer, self.screen["question"])


def fill_boldly(form: Form, randbelow: RandBelow) -> dict[str, Any]:
    """Fill a form at random, but bet as much as can be: a match of Cow is soon over then."""
    answer = fill(form, randbelow)
    asked: list[Field] = list(form.fields)
    for field in asked:
        if isinstance(field, Number) and field.key == "bet":
            answer[field.key] = field.high
        elif isinstance(field, PickOne):
            picked = next(one for one in field.options if one.key == answer[field.key])
            asked += picked.fields
    return answer


async def play_out(
    host: Host,
    tower: Tower,
    opened: dict[str, Any],
    seed: int = 1,
    answer: Callable[[Form, RandBelow], dict[str, Any]] = fill,
) -> list[Player]:
    """Play a match to its end: seats answer at random, the tower's button makes every roll."""
    places = [opened["table"], *(seat["link"] for seat in opened["seats"])]
    players = [Player(host, link, seed + at, answer) for at, link in enumerate(places)]
    table = players[0]

    async def seat(player: Player) -> None:
        await player.answer_form()

    async def look(player: Player) -> None:
        # How long a match is depends on the dice: what is bounded is the time without progress.
        limit.reschedule(asyncio.get_running_loop().time() + GIVE_UP_AFTER)

    async def press() -> None:
        # Somebody stands at the tower: presses while the screen says so, again if nothing comes.
        # Dice are looked at once: a hand that is always quicker than the lamps would see none.
        seen = False
        while not table.over.is_set():
            roll = table.screen and table.screen["roll"]
            if roll and roll["state"] == "armed":
                seen = seen or await asyncio.to_thread(has_lit, tower)
                if seen or (await asyncio.to_thread(tower.state))["scene"] == "armed":
                    await asyncio.to_thread(tower.press)
                    await asyncio.sleep(0.1)
            await asyncio.sleep(0.01)

    async def attend() -> None:
        # A host that dies after its last word to the table is needed by the others.
        while not all(player.over.is_set() for player in players):
            if host.crashed():
                await asyncio.to_thread(host.start)
            assert host.process.poll() is None or host.crashed(), "the host ended by itself"
            await asyncio.sleep(0.01)

    async with asyncio.timeout(GIVE_UP_AFTER) as limit, asyncio.TaskGroup() as tasks:
        tasks.create_task(table.watch(look))
        for player in players[1:]:
            tasks.create_task(player.watch(seat))
        tasks.create_task(press())
        tasks.create_task(attend())
    return players


async def leave(*watching: asyncio.Task[None]) -> None:
    """Let players go, each with a goodbye to the host: a socket that is left open is a failure."""
    for task in watching:
        task.cancel()
    for ended in await asyncio.gather(*watching, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended


async def play_by_screens(
    host: Host,
    opened: dict[str, Any],
    seed: int = 1,
    answer: Callable[[Form, RandBelow], dict[str, Any]] = fill,
) -> list[Player]:
    """Play a match to its end over the interface alone: the table's screen makes every roll."""
    places = [opened["table"], *(seat["link"] for seat in opened["seats"])]
    players = [Player(host, link, seed + at, answer) for at, link in enumerate(places)]
    pressed = ""

    async def table(player: Player) -> None:
        nonlocal pressed
        limit.reschedule(asyncio.get_running_loop().time() + GIVE_UP_AFTER)
        roll = player.screen and player.screen["roll"]
        if roll and roll["may_press"] and roll["id"] != pressed:
            pressed = roll["id"]
            await player.command("press", {"roll": pressed})

    async def seat(player: Player) -> None:
        await player.answer_form()

    async with asyncio.timeout(GIVE_UP_AFTER) as limit, asyncio.TaskGroup() as tasks:
        await players[0].command("pace", {"pace": "none"})
        tasks.create_task(players[0].watch(table))
        for player in players[1:]:
            tasks.create_task(player.watch(seat))
    return players


def has_lit(tower: Tower) -> bool:
    """Whether the lamps have shown the dice of a roll."""
    return any(lit["id"] for lit in tower.shown())


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Look again until it is so; the test fails, naming it, when it never is."""
    give_up = time.monotonic() + GIVE_UP_AFTER
    while not true():
        assert time.monotonic() < give_up, f"waited in vain for {what}"
        time.sleep(0.01)


def end(process: subprocess.Popen[Any]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=GIVE_UP_AFTER)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
