"""A board made of nothing: what the firmware asks of a Pico, without one. It decides nothing.

``tower.kinds.Board`` says what is asked.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable

PRESS_LOOKS = 8
"""Looks at the button for which a finger stays down, and then up before it presses once more.

Counted in looks, not in time: on a busy machine two presses must not pass between two looks.
"""
LISTEN_S = 0.25
"""How long the board waits for a byte before it shows that it is alive."""


class StandIn:
    """One start of a simulated board; plugging in again is another one, as with a real one."""

    can = "roll,show,lamp,status,sim"
    budget = 250
    level = 32

    def __init__(
        self,
        chip: str,
        noise: str | None,
        write: Callable[[bytes], None],
        watch: Callable[[bytes], None],
    ) -> None:
        self.chip = chip
        self.stuck = False
        self.meals = 0
        self._noise = random.Random(noise) if noise is not None else None  # noqa: S311 - on demand
        self._write = write
        self._watch = watch
        self._began = time.monotonic()
        self._came = bytearray()
        self._arrived = asyncio.Event()
        self._presses = 0
        self._down = False
        self._looks = 0
        self._broken = False
        self._lit = False

    def press(self) -> None:
        """Let a finger press the button once; fingers queue."""
        self._presses += 1

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

    def raw(self, buffer: bytearray) -> None:
        """Raw noise: the machine's own, or from a seed, or stuck at zero."""
        if self.stuck:
            buffer[:] = bytes(len(buffer))
        elif self._noise is not None:
            buffer[:] = self._noise.randbytes(len(buffer))
        else:
            buffer[:] = os.urandom(len(buffer))

    def read(self) -> bytes:
        """Take what came on the port."""
        came = bytes(self._came)
        self._came.clear()
        self._arrived.clear()
        return came

    async def arrive(self) -> None:
        """Wait for a byte, not too long."""
        try:
            await asyncio.wait_for(self._arrived.wait(), LISTEN_S)
        except TimeoutError:
            return

    def write(self, frame: bytes) -> None:
        """Send a frame to the port."""
        self._write(frame)

    def button(self) -> bool:
        """Tell whether the button is down."""
        self._looks += 1
        if self._looks >= PRESS_LOOKS and (self._down or self._presses):
            self._presses -= not self._down
            self._down = not self._down
            self._looks = 0
        return self._down

    def beam(self) -> bool:
        """Tell whether the beam was broken since last asked."""
        broken, self._broken = self._broken, False
        return broken

    def lamps(self, pixels: bytearray) -> None:
        """Light the lamps, as far as their rail is on."""
        self._watch(bytes(pixels) if self._lit else bytes(len(pixels)))

    def rail(self, on: bool) -> None:
        """Switch the lamps' supply."""
        self._lit = on

    def feed(self) -> None:
        """Feed the watchdog."""
        self.meals += 1

    def let_go(self) -> None:
        """Give the prompt back: there is none here."""
