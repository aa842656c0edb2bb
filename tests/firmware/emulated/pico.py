"""An RP2040 in software with the firmware as shipped on its flash, spoken to by the host's link.

Needs ``rp2040py[fs]`` and, in ``PICO_UF2``, an image of MicroPython for the Raspberry Pi Pico. A
second on the board takes half a minute here; figures are given in the board's own time.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from dicehost.errors import LinkError
from dicehost.link import session as link
from dicehost.link.flash import shipped
from dicehost.link.session import Session
from littlefs import LittleFS, UserContext
from rp2040py.boards import BOARDS, resolve_firmware
from rp2040py.cli.pty_repl import PtyInteractiveRepl
from rp2040py.device import MicroPythonDevice
from rp2040py.external.key_mock import KeyMock
from rp2040py.external.ws2812 import Ws2812
from rp2040py.peripherals.peripheral import BasePeripheral
from tower.wire import Frame, encode

BLOCK, BLOCKS = 4096, 352
ROSC = 0x40060
PATIENCE = 900
"""Seconds of this process's own work: how busy the machine is otherwise must not matter."""
# The host's patience is told in real time, and here real time passes forty times as fast, or more
# on a busy machine: a host that asks again too soon would keep the board from doing anything else.
link.SILENCE = 600.0
link.Patience.FLOOR, link.Patience.CEILING = 10.0, 60.0


def good(seed: int = 1) -> Iterator[int]:
    chance = random.Random(seed)
    while True:
        yield chance.getrandbits(1)


class Ring(BasePeripheral):  # type: ignore[misc]
    """A ring oscillator whose bits are told, one by one or as a function of nanoseconds."""

    def __init__(self, mcu: Any, bits: Iterator[int] | Callable[[float], int]) -> None:
        super().__init__(mcu, "ROSC")
        self.bits = bits
        self.read_at: list[float] = []

    def read_uint32(self, offset: int) -> int:
        if offset == 0x1C:
            now = self.rp2040.clock.nanos
            self.read_at.append(now)
            return self.bits(now) if callable(self.bits) else next(self.bits)
        return 0x80001000 if offset == 0x18 else 0

    def write_uint32(self, offset: int, value: int) -> None:
        pass

    def reset(self) -> None:
        pass


def pace(dma: Any, channel: int) -> float:
    """Microseconds from one transfer to the next; the emulator has its timers upside down."""
    timer = dma.read_uint32(0x420 + 4 * (channel - 0x3B)) if 0x3B <= channel < 0x3F else 0
    return 0.0 if not timer else (timer & 0xFFFF) / (timer >> 16) * 1e6 / dma.rp2040.clk_sys


def flash(files: dict[str, bytes]) -> bytes:
    """A file system as the board keeps it."""
    context = UserContext(BLOCK * BLOCKS)
    system = LittleFS(
        context=context, block_size=BLOCK, block_count=BLOCKS, prog_size=256, disk_version=0x20000
    )
    for name, held in files.items():
        if "/" in name:
            system.makedirs(str(Path(name).parent), exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(held)
    system.unmount()
    return bytes(context.buffer)


def firmware() -> dict[str, bytes]:
    return shipped("armv6m")


class Board:
    """A board that runs, its lamps and its button."""

    def __init__(
        self,
        device: Any,
        strip: Ws2812,
        button: KeyMock,
        ring: Ring,
    ) -> None:
        self.device = device
        self.port = ""
        self.console = bytearray()
        self.strip = strip
        self.button = button
        self.ring = ring
        self.events: list[Frame] = []
        self.spoke = 0.0

    @property
    def ms(self) -> float:
        """The board's own time."""
        return float(self.device.mcu.clock.nanos) / 1e6

    def hear(self, said: bytes | bytearray) -> None:
        self.console += said
        self.spoke = self.ms

    def send(self, frame: Frame) -> None:
        for byte in encode(frame):
            self.device.cdc.send_serial_byte(byte)

    async def answers(self, frame: Frame) -> float:
        """Milliseconds from a request's last byte at the plug to its answer's last byte there.

        Past the host's link: while the board sleeps its clock runs far ahead of ours, and whatever
        time we took would be counted as the board's.
        """
        begins, asked = len(self.console), self.ms
        self.send(frame)
        answer = b" %d " % frame.seq
        await self.until(lambda: answer in self.console[begins:].rpartition(b"\n")[0], "an answer")
        return self.spoke - asked

    async def greet(self) -> Session:
        """Greet until the firmware answers."""
        until = time.process_time() + PATIENCE
        while time.process_time() < until:
            session = Session(self.port, self.events.append)
            try:
                await session.greet()
            except LinkError:
                session.close()
            else:
                return session
        raise AssertionError("the firmware did not say hello")

    async def until(self, happened: Any, what: str) -> None:
        until = time.process_time() + PATIENCE
        while not happened():
            assert time.process_time() < until, f"waited for {what}"
            await asyncio.sleep(0.02)


@asynccontextmanager
async def pico(
    files: dict[str, bytes] | bytes,
    bits: Iterator[int] | Callable[[float], int] | None = None,
    held: bool = False,
) -> AsyncIterator[Board]:
    """A board with these files, or this file system, on its flash, from power-up."""
    # A zero is high for 30 % of its time here and a one for 70 %; edges jitter in the emulator.
    strip = Ws2812(gpio=2, high_duty_threshold=0.5)
    button = KeyMock(gpio=3, active_high=False)
    spec = dataclasses.replace(BOARDS["pico"], extras=(lambda: strip, lambda: button))
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "flash.img"
        image.write_bytes(files if isinstance(files, bytes) else flash(files))
        device = MicroPythonDevice(
            board=resolve_firmware(spec, "micropython", os.environ["PICO_UF2"]),
            filesystem=str(image),
        )
        ring = Ring(device.mcu, bits or good())
        device.mcu.peripherals[ROSC] = ring
        device.mcu.dma.get_timer = lambda channel: pace(device.mcu.dma, channel)
        device.mcu.adc.channel_values = [0, 0, 0, 0, 876]
        if held:
            button.press()
        board = Board(device, strip, button, ring)
        repl = PtyInteractiveRepl(
            device.cdc, device.simulator, lambda code: None, on_data=board.hear
        )
        device.simulator.bind_loop()
        await repl.start()
        await device.astart()
        try:
            board.port = repl.slave_path
            yield board
        finally:
            device.stop()
            await repl.stop()
