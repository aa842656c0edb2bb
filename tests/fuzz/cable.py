"""The host's real link and roller, a cable and the firmware's desk, in one process.

Time is the loop's own: it leaps to the next thing that is due, so a lost frame costs nothing and an
evening of mishaps takes a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import selectors
import socket
from collections import deque
from collections.abc import Callable
from typing import Any

import serial
from dicehost.journal.events import CommitmentRefused, Committed, RollOutcome, read_event
from dicehost.link.tower import Tower
from dicehost.match.record import replay_match
from dicehost.match.roller import Roller
from dicerules.core import Ask
from tower.desk import Desk
from tower.noise import Noise
from tower.settings import Settings

from tests.firmware.conversation import CHIP, SteadySource
from tests.fuzz import protocol_wire
from tests.kept import Clerk

TICK = 0.02
HARMS = ("none", "drop", "cut", "flip", "repeat", "late", "merge")


class _Leaping(selectors.DefaultSelector):  # type: ignore[valid-type,misc]
    """Waits for nobody: if nothing is there to read, time leaps."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everybody waits for somebody else, for ever"
            self.now += timeout
        return ready


class LeapingLoop(asyncio.SelectorEventLoop):
    """An event loop on which nothing takes time, and threads do their work at once."""

    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


class BadCable:
    """A tower and its cable. What goes through is harmed as was decided beforehand."""

    def __init__(self, loop: LeapingLoop) -> None:
        self._loop = loop
        self._end: socket.socket | None = None
        self._starts = 0
        self._held = {"in": b"", "out": b""}
        self.harms: dict[str, deque[str]] = {"in": deque(), "out": deque()}
        self.desk: Desk | None = None

    @property
    def now(self) -> int:
        return int(self._loop.time() * 1000) - 999_000

    def power_up(self) -> None:
        """The tower starts, with nothing in its memory."""
        self._starts += 1
        noise = Noise(SteadySource(f"start {self._starts}"), CHIP)
        noise.start()
        boot, can = f"{self._starts:08x}", "roll,show,lamp,status"
        self.desk = Desk(noise, Settings(""), CHIP, boot, can, 4711, self.now)

    def plug(self) -> None:
        self.power_up()
        protocol_wire.plug[:] = [self._open]

    def unplug(self) -> None:
        self.desk = None
        protocol_wire.plug.clear()
        self._close()

    def _open(self) -> int:
        self._close()
        host, self._end = socket.socketpair()
        for end in (host, self._end):
            end.setblocking(False)
        self._loop.add_reader(self._end.fileno(), self._from_host)
        return host.detach()

    def _close(self) -> None:
        if self._end is not None:
            self._loop.remove_reader(self._end.fileno())
            self._end.close()
            self._end = None
        self._held = {"in": b"", "out": b""}

    def _from_host(self) -> None:
        assert self._end is not None
        chunk = b""
        with contextlib.suppress(ConnectionResetError):  # the host hung up with answers unread
            chunk = self._end.recv(4096)
        if chunk:
            self._carry("in", chunk, self._to_desk)
        else:
            self._close()

    def _to_desk(self, chunk: bytes) -> None:
        for line in self.desk.lines(chunk) if self.desk else ():
            answer = self.desk.line(line, self.now) if self.desk else None
            if answer:
                self._carry("out", answer, self._to_host)

    def _to_host(self, chunk: bytes) -> None:
        if self._end is not None:
            with contextlib.suppress(OSError):
                self._end.send(chunk)

    def _carry(self, way: str, chunk: bytes, arrive: Callable[[bytes], None]) -> None:
        harm = self.harms[way].popleft() if self.harms[way] else "none"
        if harm == "merge":
            self._held[way] += chunk
            return
        chunk, self._held[way] = self._held[way] + chunk, b""
        if harm == "late":
            of = self._end
            self._loop.call_later(0.4, lambda: arrive(chunk) if self._end is of else None)
        elif harm == "flip":
            at = len(chunk) // 2
            arrive(chunk[:at] + bytes([chunk[at] ^ 1]) + chunk[at + 1 :])
        elif harm != "drop":
            arrive(chunk[: len(chunk) // 2] if harm == "cut" else chunk)
            if harm == "repeat":
                arrive(chunk)

    async def beat(self) -> None:
        """Let the desk tell its events, as the firmware's loop does."""
        while True:
            event = self.desk.tick(self.now) if self.desk else None
            if event:
                self._carry("out", event, self._to_host)
            await asyncio.sleep(TICK)


class Complaints(logging.Handler):
    """What the host would log as an error of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


class OneProcess:
    """A match with its roller and its link, and a tower at the other end of the cable.

    Whatever is asked is answered at random, until dice are needed.
    """

    def begin(self, game: str = "cow", checkable: bool = True) -> None:
        """Open a match, plug the tower in and start the host."""
        if "tests.fuzz" not in serial.protocol_handler_packages:
            serial.protocol_handler_packages.append("tests.fuzz")
        self.loop = LeapingLoop()
        self.complaints = Complaints()
        logging.getLogger("dicehost").addHandler(self.complaints)
        self.loop.set_exception_handler(lambda _, what: self.complaints.said.append(str(what)))
        self.clerk = Clerk("aa", game, ["Ann", "Bo", "Cy"])
        self.clerk.open(checkable=checkable)
        self.answer()
        self.cable = BadCable(self.loop)
        self.cable.plug()
        self.beat = self.loop.create_task(self.cable.beat())
        self.start_host()

    def answer(self) -> None:
        """Let everybody answer until dice are needed."""
        while isinstance(self.clerk.match.need, Ask):
            self.clerk.step("", "")

    def start_host(self) -> None:
        """Take the match up from its lines, as a host does that starts."""
        self.clerk.match = replay_match(self.clerk.game, self.clerk.entries)
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._start())

    async def _start(self) -> None:
        self.link = Tower(None, protocol_wire.URL)
        self.roller = Roller(
            self.clerk.match, self.link, self.write, self.note, _no_draw, self.changed
        )
        self.link.take(self.clerk.match.id)
        self.tasks = [asyncio.create_task(part.run()) for part in (self.link, self.roller)]

    def stop_host(self) -> None:
        """End what the host does, in the middle of anything."""
        for task in self.tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*self.tasks, return_exceptions=True))

    def end(self) -> None:
        """End everything."""
        self.stop_host()
        self.beat.cancel()
        self.cable.unplug()
        self.loop.close()
        asyncio.set_event_loop(None)
        logging.getLogger("dicehost").removeHandler(self.complaints)

    async def write(self, outcome: RollOutcome) -> None:
        """Write an outcome, as the table does."""
        await asyncio.sleep(0.005)  # the disk
        self.clerk.write(outcome)
        self.answer()
        self.roller.landed()
        self.roller.stir()

    async def note(self, event: Committed | CommitmentRefused) -> None:
        """Write a commitment, as the table does."""
        await asyncio.sleep(0.005)
        self.clerk.write(event)

    def changed(self) -> None:
        """Screens would be told."""

    def let_pass(self, ms: int) -> None:
        """Let time pass, and all that happens in it."""
        self.loop.run_until_complete(asyncio.sleep(ms / 1000))

    @property
    def outcomes(self) -> list[RollOutcome]:
        """What was rolled so far."""
        events = [read_event(entry) for entry in self.clerk.entries[1:]]
        return [event for event in events if isinstance(event, RollOutcome)]


def _no_draw(*_: object) -> RollOutcome:
    raise AssertionError("nobody rolls by hand here")
