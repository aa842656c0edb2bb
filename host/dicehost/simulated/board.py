"""A board made of nothing: what the firmware asks of a Pico, without one. It decides nothing.

``tower.kinds.Board`` says what is asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import Callable

PRESS_LOOKS = 8
"""Looks at the button for which a finger stays down, and then up before it presses once more.

Counted in looks, not in time: on a busy machine two presses must not pass between two looks.
"""
HOLD_LOOKS = 300
"""Looks for which a finger stays down that means a long press."""
LISTEN_S = 0.25
"""How long the board waits for a byte before it shows that it is alive."""


class StandIn:
    """One start of a simulated board; plugging in again is another one, as with a real one."""

    can = "roll,show,lamp,status,sim"
    python = ""
    model = ""
    firmware = ""
    trial = False

    def __init__(
        self,
        chip: str,
        noise: str | None,
        flash: dict[str, str],
        write: Callable[[bytes], None],
        watch: Callable[[bytes], None],
    ) -> None:
        self.chip = chip
        self.source = self
        self.stuck = False
        self.blocked = False
        self.own = False
        self.meals = 0
        self._flash = flash
        self._noise = random.Random(noise) if noise is not None else None  # noqa: S311 - on demand
        self._write = write
        self._watch = watch
        self._began = time.monotonic()
        self._came = bytearray()
        self._arrived = asyncio.Event()
        self._presses: list[int] = []
        self._down = False
        self._stay = PRESS_LOOKS
        self._looks = 0
        self._broken = False
        self._lit = False

    def press(self) -> None:
        """Let a finger press the button once; fingers queue."""
        self._presses.append(PRESS_LOOKS)

    def hold(self) -> None:
        """Let a finger stay on the button for a while."""
        self._presses.append(HOLD_LOOKS)

    def drop(self) -> None:
        """Let something fall through the beam."""
        self._broken = True

    def hear(self, chunk: bytes) -> None:
        """Put bytes into the port's input."""
        self._came += chunk
        self._arrived.set()

    def nonce(self) -> bytes:
        """Eight bytes, other ones at each start, whatever the seed."""
        return os.urandom(8)

    def now(self) -> int:
        """Milliseconds since the start."""
        return int((time.monotonic() - self._began) * 1000)

    def turn_back(self, ms: int) -> None:
        """Make the time since the start that much shorter."""
        self._began += ms / 1000

    def raw(self, buffer: bytearray) -> None:
        """Raw noise: the machine's own, or from a seed, or stuck at zero."""
        if self.stuck:
            buffer[:] = bytes(len(buffer))
        elif self._noise is not None:
            buffer[:] = self._noise.randbytes(len(buffer))
        else:
            buffer[:] = os.urandom(len(buffer))

    def spice(self, buffer: bytearray) -> None:
        """Nothing else here differs from roll to roll, and a seed must give the same dice."""

    def big_supply(self) -> bool:
        """Tell whether a supply of their own feeds the lamps."""
        return self.own

    def read(self) -> bytes:
        """Take what came on the port."""
        came = bytes(self._came)
        self._came.clear()
        self._arrived.clear()
        return came

    async def arrive(self) -> None:
        """Wait for a byte, not too long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LISTEN_S):
                await self._arrived.wait()

    def write(self, frame: bytes) -> None:
        """Send a frame to the port."""
        self._write(frame)

    def button(self) -> bool:
        """Tell whether the button is down."""
        self._looks += 1
        if self._down and self._looks >= self._stay:
            self._down, self._looks = False, 0
        elif not self._down and self._looks >= PRESS_LOOKS and self._presses:
            self._down, self._looks, self._stay = True, 0, self._presses.pop(0)
        return self._down

    def beam(self) -> bool:
        """Tell whether the beam is broken, or was since last asked."""
        broken, self._broken = self._broken, False
        return broken or self.blocked

    def wire(self, chain: bytearray) -> None:
        """Lamps here are seen as they are drawn, however a chain might run."""

    def lamps(self, pixels: bytearray) -> None:
        """Light the lamps, as far as their rail is on."""
        self._watch(bytes(pixels) if self._lit else bytes(len(pixels)))

    def self_test(self) -> tuple[str, ...]:
        """Find nothing wrong: there is nothing here that could be."""
        return ()

    def rail(self, on: bool) -> None:
        """Switch the lamps' supply."""
        self._lit = on

    def glow(self, on: bool) -> None:
        """The button here has no lamp."""

    def sound(self, hertz: int) -> None:
        """It is silent."""

    def sign(self, lit: bool) -> None:
        """It has no lamp of its own."""

    def load(self) -> str:
        """Settings as they were saved."""
        return self._flash.get("settings", "")

    def save(self, text: str) -> None:
        """Save settings; they outlive pulling the cable."""
        self._flash["settings"] = text

    def keep_firmware(self) -> None:
        """There is only one."""

    def restart(self) -> None:
        """It is never on trial."""

    def tidy(self) -> None:
        """Python tidies its memory by itself."""

    def feed(self) -> None:
        """Feed the watchdog."""
        self.meals += 1

    def let_go(self) -> None:
        """Give the prompt back: there is none here."""
