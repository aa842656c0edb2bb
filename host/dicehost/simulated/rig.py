"""The simulated tower: firmware, stand-in board, cable and observer, put together.

The observer writes down every face that was ever lit, so that it can be held against the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Protocol

from tower.paint import SIZE
from tower.run import Tower
from tower.scenes import Scene

from dicehost.simulated.board import StandIn
from dicehost.simulated.faults import LossyLine
from dicehost.simulated.port import Port, port_for_this_machine

Json = dict[str, Any]

_PAGES = 50
"""The most pages one roll can have; they take turns, and each is written down once."""


class Herald(Protocol):
    """Tells the world where the tower is plugged in."""

    def announce(self, port: str, boot: str) -> None:
        """It is there, with this boot mark in its hello."""

    def withdraw(self) -> None:
        """It is gone."""


class SimulatedTower:
    """A tower to press, unplug and harm. Pulling its cable takes its power, as with a real one."""

    def __init__(
        self,
        chip: str,
        seed: str | None,
        herald: Herald,
        make_port: Callable[[Callable[[bytes], None]], Port] = port_for_this_machine,
    ) -> None:
        self.chip = chip
        self.pixels = bytes(SIZE)
        self.frames = 0
        self.shown: list[Json] = []
        self.starts = 0
        self.stuck = False
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._seed = seed
        self._flash: dict[str, str] = {}
        self._herald = herald
        self._port = make_port(self._from_host)
        self._rate = (0.0, "")
        self._inward, self._outward = LossyLine(), LossyLine()
        self._tower: Tower | None = None
        self._board: StandIn | None = None
        self._task: asyncio.Task[None] | None = None
        self._noted: Scene | None = None

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._tower is not None

    async def plug(self) -> None:
        """Plug in: the firmware starts, with nothing in its memory."""
        if self.plugged:
            return
        self.starts += 1
        noise = None if self._seed is None else f"{self._seed} start {self.starts}"
        self._board = StandIn(self.chip, noise, self._flash, self._to_host, self._watch)
        self._board.stuck = self.stuck
        self._tower = Tower(self._board)
        address = await self._port.open()
        self._task = asyncio.create_task(self._tower.run())
        self._task.add_done_callback(self._ended)
        self._herald.announce(address, self._tower.boot)

    async def unplug(self) -> None:
        """Pull the cable out: lamps dark, memory gone."""
        if self._task is None:
            return
        task, self._task, self._tower, self._board = self._task, None, None, None
        self._herald.withdraw()
        self._port.close()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        self._watch(bytes(SIZE))

    def press(self) -> None:
        """Press the button."""
        if self._board is not None:
            self._board.press()

    def hold(self) -> None:
        """Press the button for long."""
        if self._board is not None:
            self._board.hold()

    def block(self, blocked: bool) -> None:
        """Let something stay in the beam, or take it away."""
        if self._board is not None:
            self._board.blocked = blocked

    def drop(self) -> None:
        """Drop something through the tower."""
        if self._board is not None:
            self._board.drop()

    def harm(self, rate: float, seed: str) -> None:
        """From now on this share of all lines comes to harm, each way for itself."""
        inward, outward = LossyLine(rate, f"{seed} in"), LossyLine(rate, f"{seed} out")
        self._rate = (rate, seed)
        self._inward, self._outward = inward, outward

    def stick(self, stuck: bool) -> None:
        """Let the noise stick at zero, or not. A trip stays until the next plugging in."""
        self.stuck = stuck
        if self._board is not None:
            self._board.stuck = stuck

    def state(self) -> Json:
        """What an onlooker sees, and what the tower counts."""
        scene = self._tower.scene if self._tower else None
        lit = scene is not None and scene is self._noted
        return {
            "plugged": self.plugged,
            "scene": scene.name if scene else "dark",
            "roll": scene.roll if scene and lit else "",
            "first": scene.first if scene else 0,
            "faces": list(scene.faces) if scene and lit else None,
            "still": scene.still if scene else 0,
            "pixels": self.pixels.hex(),
            "frame": self.frames,
            "faults": {"rate": self._rate[0], "seed": self._rate[1]},
            "noise": {"stuck": self.stuck},
            "settings": self._flash.get("settings", ""),
            "counters": self._counters(),
        }

    def _counters(self) -> Json:
        counters: Json = {
            "starts": self.starts,
            "harmed": {"in": dict(self._inward.harmed), "out": dict(self._outward.harmed)},
        }
        if self._tower is not None:
            noise, desk = self._tower.noise, self._tower.desk
            counters |= {
                "health": noise.health,
                "rolls": desk.rolls.drawn,
                "trips": noise.trips,
                "bad": desk.bad,
                "surplus": desk.events.surplus,
            }
        return counters

    def _from_host(self, chunk: bytes) -> None:
        if self._board is not None:
            self._deliver(self._inward.carry(chunk), self._board.hear)

    def _to_host(self, frame: bytes) -> None:
        self._deliver(self._outward.carry(frame), self._port.write)

    def _deliver(self, pieces: list[tuple[float, bytes]], deliver: Callable[[bytes], None]) -> None:
        loop, start = asyncio.get_running_loop(), self.starts

        def later(piece: bytes) -> None:
            if self.plugged and self.starts == start:
                deliver(piece)

        for delay, piece in pieces:
            if delay:
                loop.call_later(delay, later, piece)
            else:
                deliver(piece)

    def _watch(self, pixels: bytes) -> None:
        self.pixels = pixels
        self.frames += 1
        if self._tower is None or self._board is None:
            self._noted = None
            return
        scene = self._tower.scene
        if scene is not self._noted and scene.faces and self._board.now() >= scene.since:
            self._noted = scene
            lit = {
                "id": scene.roll,
                "at": scene.first,
                "of": scene.count,
                "faces": list(scene.faces),
                "start": self.starts,
            }
            if lit not in self.shown[-_PAGES:]:
                self.shown.append(lit)

    def _ended(self, task: asyncio.Task[None]) -> None:
        # The firmware never returns; if it fell over, the whole process must not look healthy.
        if not task.cancelled() and not self.failed.done():
            self.failed.set_exception(task.exception() or RuntimeError("the firmware ended"))
