# The board: a Raspberry Pi Pico, its pins and drivers. The only module that touches the chip.
# It decides nothing: edges, scenes and answers are made elsewhere and tried without a board.

import asyncio
import os
import select
import sys
from binascii import hexlify
from time import ticks_diff, ticks_ms

from machine import WDT, Pin, mem32, unique_id
from micropython import const
from neopixel import NeoPixel

_LED_DATA = const(2)
_BUTTON = const(3)  # to ground, active low
_BEAM = const(4)  # open collector, low while something is in the way
_LED_EN = const(7)  # low: the lamps' rail is off, as it is before the firmware runs
_PSU_SEL = const(27)  # low: the big supply; a broken wire reads as USB

_LAMPS = const(128)
_USB_LIGHT = const(250)  # mA: 500, less a tenth, less 200 for everything that is not light
_PSU_LIGHT = const(2200)  # mA: 3000, less a fifth, less the same 200
_USB_LEVEL = const(32)
_PSU_LEVEL = const(96)

_ROSC_STATUS = const(0x40060018)
_ROSC_RUNS = 0x80001000  # stable and enabled
_ROSC_BIT = const(0x4006001C)

_WATCHDOG_MS = const(8000)  # the chip's longest is 8388
_WATCHDOG_CLEAR = const(0x4005B000)  # WATCHDOG.CTRL, writing ones clears
_WATCHDOG_ENABLE = const(1 << 30)

_AT_ONCE = const(32)  # characters read in one go: each costs 0.2 ms, and frames must not wait


class Pico:
    can = "roll,show,lamp,status"

    def __init__(self) -> None:
        self.chip = hexlify(unique_id()).decode()
        self._rail = Pin(_LED_EN, Pin.OUT, value=0)
        self._strip = NeoPixel(Pin(_LED_DATA, Pin.OUT, value=0), _LAMPS)
        self._button = Pin(_BUTTON, Pin.IN, Pin.PULL_UP)
        self._beam = Pin(_BEAM, Pin.IN, Pin.PULL_UP)
        self._broken = False
        self._beam.irq(self._on_beam, Pin.IRQ_FALLING)
        big = Pin(_PSU_SEL, Pin.IN, Pin.PULL_UP).value() == 0
        self.budget = _PSU_LIGHT if big else _USB_LIGHT
        self.level = _PSU_LEVEL if big else _USB_LEVEL
        self._ticks = ticks_ms()
        self._now = 0
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._watchdog: WDT | None = None

    def _on_beam(self, pin: Pin) -> None:
        self._broken = True

    def nonce(self) -> bytes:
        # A pseudo-random generator on this chip: good for a name, never for dice.
        return os.urandom(8)

    def now(self) -> int:
        # Ticks come round after twelve days; the sum of their steps does not.
        ticks = ticks_ms()
        self._now += ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def raw(self, buffer: bytearray) -> None:
        # The ring oscillator's own bit. Read faster than every 10 us it repeats itself; here one
        # reading takes 27 us or more, and the last byte's low bits vary the pace, lest it lock to
        # a harmonic. An oscillator that stands gives zeros, which the health tests refuse.
        runs = mem32[_ROSC_STATUS] & _ROSC_RUNS == _ROSC_RUNS
        pace = 0
        for i in range(len(buffer)):
            byte = 0
            for _ in range(8):
                for _ in range(pace):
                    pass
                byte = byte << 1 | mem32[_ROSC_BIT] & 1
            pace = byte & 3
            buffer[i] = byte if runs else 0

    def read(self) -> bytes:
        # sys.stdin.read(n) would wait for all n; one at a time, as long as there are some.
        came = bytearray()
        while len(came) < _AT_ONCE and self._in.poll(0):
            came.extend(sys.stdin.buffer.read(1))
        return bytes(came)

    async def arrive(self) -> None:
        await asyncio.sleep(0.002)

    def write(self, frame: bytes) -> None:
        # With the port open and nobody reading, a write stands for half a second and is then
        # cut. A frame not sent is asked for again, so better none than a late half.
        if self._out.poll(0):
            sys.stdout.buffer.write(frame)

    def button(self) -> bool:
        return self._button.value() == 0

    def beam(self) -> bool:
        broken = self._broken or self._beam.value() == 0
        self._broken = False
        return broken

    def lamps(self, pixels: bytearray) -> None:
        # From rows of sixteen to one panel after the other, and from red first to green first.
        wire = self._strip.buf
        to = 0
        for panel in (0, 24):
            for row in range(panel, panel + 384, 48):
                for at in range(row, row + 24, 3):
                    wire[to] = pixels[at + 1]
                    wire[to + 1] = pixels[at]
                    wire[to + 2] = pixels[at + 2]
                    to += 3
        self._strip.write()

    def rail(self, on: bool) -> None:
        self._rail.value(1 if on else 0)

    def feed(self) -> None:
        if self._watchdog is None:
            self._watchdog = WDT(timeout=_WATCHDOG_MS)
        self._watchdog.feed()

    def let_go(self) -> None:
        # MicroPython cannot stop a watchdog it has started, but the chip can: without this a
        # developer's prompt would be gone after eight seconds.
        mem32[_WATCHDOG_CLEAR] = _WATCHDOG_ENABLE
