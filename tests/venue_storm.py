"""Storms over a venue: servers and hosts die, freeze and are cut off while people play.

    python -m tests.venue_storm [SEQUENCES] [FIRST SEED] [AT A TIME]

Each sequence is a match at one of three hosts, over three servers, with mishaps at random moments
in the middle of its rolls. It must end with the match finished, one outcome for each roll id, every
shown face in the journal, and one whole chain of lines that all hosts agree on.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import signal
import statistics
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import websockets
from dicehost.journal.entry import Entry, sound_part
from dicehost.journal.events import RollOutcome, read_event
from dicehost.journal.store import Journal
from dicerules.forms import Form

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Host, Tower, fill_boldly, wait_until
from tests.venue import Cables, Cluster

HOSTS = 3
SILENCE = 3.0
"""Seconds that a screen waits for an answer before it looks elsewhere."""
SECOND_MISHAP = 0.4
"""How often a mishap is followed by another one before the first is over."""
TOLD = ("seq", "roll", "played", "trouble", "question", "over")
"""What is told of a screen of a sequence that came to no end."""
HELD = 9.0
"""Seconds that something is frozen or cut off: longer than a lease."""


class Room:
    """A cluster and its hosts, each with a tower and cables of its own."""

    def __init__(self, folder: Path, hosts: int = HOSTS, *arguments: str) -> None:
        self.cluster = Cluster(folder / "servers")
        self.cluster.start()
        self.cables = [Cables(self.cluster) for _ in range(hosts)]
        self.towers: list[Tower] = []
        self.hosts: list[Host] = []
        for at, cables in enumerate(self.cables):
            home = folder / f"host-{at}"
            self.towers.append(Tower(home / "towers", chip=f"e66058388372000{at}"))
            name = ("--table-name", f"Table {at}")
            self.hosts.append(Host(home, "--journal", cables.servers, *name, *arguments))

    def lines(self, at: int, match: str) -> list[Entry]:
        """What a host's copy of the journal says of a match."""
        file = self.hosts[at].folder / "journal.sqlite"
        with closing(Journal(file, mend=False)) as journal:
            return journal.sound_lines(match)[0]

    def place(self, at: int, match: str) -> str:
        """Where a host says that a match is played; nothing while it does not answer."""
        with contextlib.suppress(httpx.TransportError), self.hosts[at].client() as client:
            answer = client.get(f"/api/matches/{match}/links", timeout=SILENCE)
            if answer.status_code == 200:
                return str(answer.json()["played"])
        return ""

    def play_on(self, at: int, match: str) -> bool:
        """Tap “Play on here” in the lobby of a host; False if it could not."""
        with contextlib.suppress(httpx.TransportError), self.hosts[at].client() as client:
            answer = client.post(f"/api/matches/{match}/reopen", json={})
            return answer.status_code == 200
        return False

    def close(self) -> None:
        for one in (*self.hosts, *self.towers, *self.cables, self.cluster):
            one.close()


class Guest:
    """A screen that does as our pages do: it goes where the match is played, or where it may be."""

    def __init__(self, base: str, link: str, seed: int) -> None:
        path, self.token = link.split("#")
        self.match = path.rsplit("/", 1)[1]
        self.base = base
        self.screen: dict[str, Any] | None = None
        self.landed: list[dict[str, Any]] = []
        self.over = asyncio.Event()
        self._others: list[str] = []
        self._randbelow = random.Random(seed).randrange
        self._ids = itertools.count(1)
        self._answered: object = None

    async def watch(self, seen: Callable[[dict[str, Any]], None] = lambda _: None) -> None:
        while not self.over.is_set():
            url = f"{self.base.replace('http', 'ws')}/api/matches/{self.match}/screen"
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                async with websockets.connect(
                    url, proxy=None, open_timeout=SILENCE, ping_interval=1, ping_timeout=SILENCE
                ) as socket:
                    device = f"device of {self.token}"
                    await socket.send(json.dumps({"token": self.token, "device": device}))
                    async for message in socket:
                        if not self._told(json.loads(message), seen):
                            break
            self.screen = None
            if self._others and not self.over.is_set():
                self.base = self._others[0]
                self._others = [*self._others[1:], self.base]
            await asyncio.sleep(0.1)

    def _told(self, screen: dict[str, Any], seen: Callable[[dict[str, Any]], None]) -> bool:
        if screen.get("code") == "venue.cut_off":
            return False
        assert "code" not in screen, screen
        if "seq" not in screen:
            return True
        played = screen["played"]
        self._others = [*dict.fromkeys([*played["others"], self.base])]
        if screen["landed"]:
            self.landed.append(screen["landed"])
        if played["state"] == "elsewhere" and played["address"] != self.base:
            self._others = [played["address"], *self._others]
            return False
        self.screen = screen
        seen(screen)
        if screen["over"]:
            self.over.set()
        return not self.over.is_set()

    async def command(self, do: str, wanted: Callable[[], bool], **body: Any) -> None:
        """Give a command, again and again with the same id, while it is wanted."""
        said = {"id": f"{self.token}-{next(self._ids)}", "do": do, **body}
        while wanted() and not self.over.is_set():
            with contextlib.suppress(httpx.TransportError):
                async with httpx.AsyncClient(**PLAIN_HTTP | {"timeout": SILENCE}) as client:
                    answer = await client.post(
                        f"{self.base}/api/matches/{self.match}/commands",
                        json=said,
                        headers={
                            "Authorization": f"Bearer {self.token}",
                            "Device": f"device of {self.token}",
                        },
                    )
                if answer.status_code == 200:
                    return
                code = answer.json()["code"]
                if code.startswith(("table.", "form.")):
                    return  # somebody was faster, and the screen will say so
            await asyncio.sleep(0.1)

    async def play(self) -> None:
        """Answer whatever is asked, while the screen goes on hearing what becomes of it."""
        while not self.over.is_set():
            await self._answer_form()
            await asyncio.sleep(0.02)

    async def _answer_form(self) -> None:
        screen = self.screen
        if screen is None or screen["form"] is None or screen["question"] == self._answered:
            return
        question = screen["question"]
        answer = fill_boldly(msgspec.convert(screen["form"], Form), self._randbelow)

        def asked() -> bool:
            return self.screen is None or self.screen["question"] == question

        await self.command("move", asked, answer=answer, question=question)
        self._answered = question

    async def press(self) -> None:
        roll = self.screen and self.screen["roll"]
        if not roll or not roll["may_press"] or roll["id"] == self._answered:
            return

        def asked() -> bool:
            now = self.screen and self.screen["roll"]
            return self.screen is None or bool(now and now["id"] == roll["id"])

        await self.command("press", asked, answer={"roll": roll["id"]})
        self._answered = None  # a press that a dying host took is made again


def open_match(host: Host) -> dict[str, Any]:
    """Open a match at a host that may not be back in the venue yet."""
    opened: dict[str, Any] = {}

    def done() -> bool:
        with contextlib.suppress(AssertionError, httpx.TransportError):
            opened.update(host.open(["Ann", "Ben"]))
        return bool(opened)

    wait_until(done, "the host to be back in the venue")
    return opened


class Happened(NamedTuple):
    """What a sequence did: its rolls, and the seconds from its mishap to a roll, if it had one."""

    rolls: int
    failover: float | None


class Storm:
    """One match in a room, with mishaps. ``play`` it, then ``check`` it."""

    def __init__(self, room: Room, seed: int, mishaps: tuple[str, ...] = ()) -> None:
        self._room = room
        self._random = random.Random(seed)
        self._seed = seed
        drawn = self._random.sample(sorted(MISHAPS), 1 + (self._random.random() < SECOND_MISHAP))
        self.mishaps = mishaps or tuple(drawn)
        self._failover: float | None = None
        self._struck: list[datetime] = []
        self._frozen: set[int] = set()
        self._seen: dict[str, datetime] = {}
        self._seq = 0
        self._guests: list[Guest] = []
        self.at = 0
        self.match = ""

    async def play(self) -> Happened:
        room = self._room
        self.at = self._random.randrange(len(room.hosts))
        host = room.hosts[self.at]
        opened = await asyncio.to_thread(open_match, host)
        self.match = opened["match"]
        places = [opened["table"], *(seat["link"] for seat in opened["seats"])]
        guests = [Guest(host.base, link, self._seed + at) for at, link in enumerate(places)]
        self._guests, table = guests, guests[0]

        def look(screen: dict[str, Any]) -> None:
            if screen["landed"]:
                self._seen.setdefault(screen["landed"]["id"], datetime.now(UTC))
            if screen["seq"] > self._seq:
                self._seq = screen["seq"]
                limit.reschedule(asyncio.get_running_loop().time() + GIVE_UP_AFTER)

        async def press() -> None:
            await table.command("pace", lambda: True, answer={"pace": "none"})
            while not table.over.is_set():
                await table.press()
                await asyncio.sleep(0.02)

        async def stand_by() -> None:
            # People at the other tables: they take up a match that is offered to them.
            while not all(guest.over.is_set() for guest in guests):
                await asyncio.to_thread(self._offer)
                await asyncio.sleep(0.2)

        async with asyncio.timeout(GIVE_UP_AFTER) as limit, asyncio.TaskGroup() as tasks:
            tasks.create_task(table.watch(look))
            for guest in guests[1:]:
                tasks.create_task(guest.watch())
                tasks.create_task(guest.play())
            tasks.create_task(press())
            tasks.create_task(stand_by())
            await self._break(table)
        await asyncio.to_thread(self.heal)
        rolls = await asyncio.to_thread(self.check)
        return Happened(rolls, self._failover)

    def _offer(self) -> None:
        for at, host in enumerate(self._room.hosts):
            if host.process.poll() is None and at not in self._frozen:
                gone = self._room.place(at, self.match) == "gone"
                if gone and self._room.play_on(at, self.match):
                    self.at = at
                    return

    async def _break(self, table: Guest) -> None:
        for mishap in self.mishaps:
            # In the middle of a roll, if there is one soon.
            wait = self._random.randrange(2, 12)
            while self._seq < wait and not table.over.is_set():
                await asyncio.sleep(0.01)
            until = time.monotonic() + 2
            while time.monotonic() < until:
                roll = table.screen and table.screen["roll"]
                if roll and roll["state"] in ("armed", "tumbling"):
                    break
                await asyncio.sleep(0.005)
            await MISHAPS[mishap](self)

    def _strikes(self) -> None:
        self._struck.append(datetime.now(UTC))

    async def _kill_server(self) -> None:
        await self._kill_and_start(self._random.randrange(3))

    async def _kill_leader(self) -> None:
        await self._kill_and_start(await self._room.cluster.leader())

    async def _kill_and_start(self, number: int) -> None:
        cluster = self._room.cluster
        self._strikes()
        await asyncio.to_thread(cluster.kill, number)
        await asyncio.sleep(self._random.random() * 6)
        await asyncio.to_thread(cluster.start, number)

    async def _kill_host(self) -> None:
        self._strikes()
        await asyncio.to_thread(self._room.hosts[self.at].kill)

    async def _restart_host(self) -> None:
        host = self._room.hosts[self.at]
        self._strikes()
        await asyncio.to_thread(host.kill)
        await asyncio.to_thread(host.start)

    async def _freeze_host(self) -> None:
        at = self.at
        self._frozen = {at}
        self._strikes()
        self._room.hosts[at].process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(HELD)
        self._room.hosts[at].process.send_signal(signal.SIGCONT)
        self._frozen = set()

    async def _cut_host_off(self) -> None:
        cables = self._room.cables[self.at]
        self._strikes()
        cables.cut()
        await asyncio.sleep(HELD)
        cables.mend()

    async def _blink(self) -> None:
        cables = self._room.cables[self.at]
        self._strikes()
        cables.cut()
        await asyncio.sleep(self._random.random())
        cables.mend()

    def heal(self) -> None:
        """Let everything run again."""
        for cables in self._room.cables:
            cables.mend()
        for host in self._room.hosts:
            if host.process.poll() is None:
                host.process.send_signal(signal.SIGCONT)
            else:
                host.start()

    def check(self) -> int:
        """Hold the promises; return how many rolls there were."""
        room, match = self._room, self.match
        played: list[Entry] = []

        def closed() -> bool:
            # The result is there with the last move; the line that closes the match comes after it.
            nonlocal played
            played = max((room.lines(at, match) for at in range(len(room.hosts))), key=len)
            return played[-1].kind == "closed"

        wait_until(closed, "the match to be closed")
        for at in range(len(room.hosts)):
            wait_until(lambda at=at: room.lines(at, match) == played, f"host {at} to have it all")
        rows = [(e.match, e.seq, e.at, e.kind, e.body, e.hash) for e in played]
        sound, damage = sound_part(match, rows)
        assert damage is None, damage
        assert len(sound) == len(played)
        rolled: dict[str, list[int]] = {}
        asked: dict[str, datetime] = {}
        for entry in played:
            event = read_event(entry)
            if isinstance(event, RollOutcome):
                assert event.id not in rolled, f"{event.id} has two outcomes"
                rolled[event.id] = list(event.event.faces)
                asked[event.id] = datetime.fromisoformat(entry.at)
        for lit in (lit for tower in room.towers for lit in tower.shown()):
            if lit["id"].partition(".")[0] == match:
                known = rolled.get(lit["id"], [])[lit["at"] : lit["at"] + len(lit["faces"])]
                assert known == lit["faces"], f"a face was lit that is not in the journal: {lit}"
        for landed in (landed for guest in self._guests for landed in guest.landed):
            faces = [die["value"] for die in landed["dice"]]
            assert faces == rolled.get(landed["id"]), f"a screen showed another roll: {landed}"
        if len(self._struck) == 1:
            # A line names the time at which it was made: it counts when a screen was told of it.
            (struck,) = self._struck
            later = [self._seen[roll] for roll, at in asked.items() if at > struck]
            if later:
                self._failover = (min(later) - struck).total_seconds()
        return len(rolled)

    def stuck(self) -> str:
        """Where everything stands, for a sequence that came to no end."""
        told = [f"    match {self.match}, last at host {self.at}, line {self._seq} seen"]
        for at in range(len(self._room.hosts)):
            lines = [f"{line.seq} {line.kind}" for line in self._room.lines(at, self.match)[-3:]]
            told.append(f"    host {at}: {self._room.place(at, self.match)}, {', '.join(lines)}")
        for guest in self._guests:
            seen = guest.screen or {}
            told.append(f"    screen at {guest.base}: " + str({k: seen.get(k) for k in TOLD}))
        return "\n".join(told)


MISHAPS: dict[str, Callable[[Storm], Awaitable[None]]] = {
    "server killed": Storm._kill_server,
    "stream's leader killed": Storm._kill_leader,
    "host killed": Storm._kill_host,
    "host killed and started": Storm._restart_host,
    "host frozen past its lease": Storm._freeze_host,
    "host cut off past its lease": Storm._cut_host_off,
    "host cut off for a moment": Storm._blink,
}


class Storms:
    """Sequences in some rooms at once, and what they come to."""

    def __init__(self, seeds: range) -> None:
        self._left = iter(seeds)
        self.ended = self.broken = self.rolls = 0
        self._failovers = defaultdict[str, list[float]](list)

    async def run(self, folder: Path) -> None:
        """Play one sequence after another in a room of its own, as long as there are any."""
        room = await asyncio.to_thread(Room, folder)
        try:
            for seed in self._left:
                await self._play(Storm(room, seed), seed)
        finally:
            await asyncio.to_thread(room.close)

    async def _play(self, storm: Storm, seed: int) -> None:
        mishaps = ", ".join(storm.mishaps)
        began = time.monotonic()
        self.ended += 1
        try:
            happened = await storm.play()
        except Exception:
            self.broken += 1
            print(f"{seed:5} BROKEN: {mishaps}", flush=True)
            traceback.print_exc()
            print(await asyncio.to_thread(storm.stuck), flush=True)
            await asyncio.to_thread(storm.heal)
            return
        self.rolls += happened.rolls
        still = ""
        if happened.failover is not None:
            self._failovers[storm.mishaps[0]].append(happened.failover)
            still = f": {happened.failover:.1f} s"
        print(f"{seed:5} {time.monotonic() - began:5.1f} s  {mishaps}{still}", flush=True)

    def tell(self) -> None:
        """Print it."""
        print(f"{self.ended} sequences, {self.broken} broken, {self.rolls} rolls, one outcome each")
        print("From a mishap to the next accepted roll, where there was one mishap:")
        for mishap, took in sorted(self._failovers.items()):
            middle, worst = statistics.median(took), max(took)
            print(f"  {mishap:28} {len(took):4} times: median {middle:.1f} s, worst {worst:.1f} s")


async def storms(count: int, first: int, rooms: int) -> int:
    """Run sequences and print what they came to; 1 if one of them broke a promise."""
    run = Storms(range(first, first + count))
    with tempfile.TemporaryDirectory() as folder:
        async with asyncio.TaskGroup() as tasks:
            for at in range(rooms):
                tasks.create_task(run.run(Path(folder) / f"room-{at}"))
    run.tell()
    return int(run.broken > 0)


if __name__ == "__main__":
    asked = [int(word) for word in sys.argv[1:]]
    sys.exit(asyncio.run(storms(*(asked + [200, 1, 1][len(asked) :]))))
