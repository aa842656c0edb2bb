"""The tower on MicroPython's own loop, with a clock that nothing moves but work and waiting.

Prints, for each kind of host, when the frames of two seconds were begun, and how long it had been
quiet when memory was tidied.
"""

import asyncio
import os
import time
from asyncio import core

from tower.pause import pause
from tower.run import Tower
from tower.wire import Frame, encode

END = 2000  # ms


class OverError(Exception):
    pass


class Clock:
    """Stands in for the loop's poll, too: to wait is to move the clock."""

    map = ()

    def __init__(self):
        self.ms = time.ticks_ms()

    def ticks(self):
        return self.ms

    def wait_io_event(self, ms):
        self.ms += max(ms, 0)


clock = Clock()
core.ticks = clock.ticks
core._io_queue = clock


class Board:
    """What work takes on the emulated board, in milliseconds, rounded up."""

    chip, can, python, model, firmware = "e66138528350be31", "", "", "", ""
    trial = False

    def __init__(self, host):
        self.source = self
        self.begun = []
        self.quiet = []
        self._host = host
        self._began = self._heard = clock.ms
        self._came = encode(Frame("hello", 0, ("proto", "1.2")))

    def now(self):
        return clock.ms - self._began

    def read(self):
        came, self._came = self._came[:64], self._came[64:]
        if came:
            clock.ms += 5
            self._heard = clock.ms
        return came

    def write(self, frame):
        clock.ms += 12  # with the judging of the line it answers
        if not self._came:
            self._came = next(self._host, b"")

    def raw(self, buffer):
        clock.ms += 13
        buffer[:] = os.urandom(len(buffer))

    def spice(self, buffer):
        clock.ms += 4  # with the tests

    def lamps(self, pixels):
        if self.now() > END:
            raise OverError
        self.begun.append(self.now())
        clock.ms += 2

    def self_test(self):
        return ()

    def tidy(self):
        if self.begun:
            self.quiet.append(clock.ms - self._heard)
        clock.ms += 15

    def arrive(self):
        return pause(2)

    def nonce(self):
        return bytes(8)

    def load(self):
        return ""

    def big_supply(self):
        return False

    button = beam = big_supply

    def rail(self, on):
        pass

    wire = glow = sound = sign = save = rail

    def feed(self):
        pass


def asks():
    seq = 0
    while True:
        seq += 1
        yield encode(Frame("status", seq))


def asks_thrice():
    # Each line three times at once, as after a cable that held them up.
    for line in asks():
        yield line * 3


def asks_and_stops():
    for seq in range(1, 16):
        yield encode(Frame("status", seq))


def rolls():
    seq = 0
    while True:
        seq += 2
        key = ("id", str(seq))
        yield encode(Frame("roll", seq - 1, key, ("d", "8x6"), ("at", "0")))
        yield encode(Frame("show", seq, key, ("n", "8"), ("f", "1.2.3.4.5.6.1.2")))


def main():
    for host in (asks, asks_thrice, asks_and_stops, rolls):
        board = Board(host())
        try:
            asyncio.run(Tower(board).run())
        except OverError:
            print(host.__name__, "frames", *board.begun)
            print(host.__name__, "quiet", *board.quiet)
        asyncio.new_event_loop()
        core._io_queue = clock


main()
