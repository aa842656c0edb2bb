"""A tower on the table, for tests: frames are said to it, things happen to it, it says frames.

Runs on CPython and on MicroPython, so that both can be given the same evening. As a program it
reads lines of PROTOCOL.md's examples and prints what came of each.
"""

import binascii
import hashlib
import sys

from tower.desk import Desk
from tower.lamps import Lamps
from tower.noise import Noise
from tower.settings import Settings

CHIP = "e66138528350be31"
BOOTS = ("9c41d2aa", "1b7e03c5")
FIRST_EVENT = 4711


class SteadySource:
    """Raw noise that is the same each time, and can stick."""

    def __init__(self, name: str = "evening") -> None:
        self.stuck = False
        self._name = name
        self._blocks = 0

    def raw(self, buffer: bytearray) -> None:
        for at in range(0, len(buffer), 32):
            block = hashlib.sha256(f"{self._name} {self._blocks}".encode()).digest()
            part = bytes(32) if self.stuck else block
            buffer[at : at + 32] = part[: len(buffer) - at]
            self._blocks += 1

    def spice(self, buffer: bytearray) -> None:
        pass


class Table:
    """The first thing to happen is "power up"."""

    desk: Desk
    source: SteadySource

    def __init__(self, noise: str = "evening") -> None:
        self.now = 0
        self._noise = noise
        self._said: list[bytes] = []
        self._starts = 0

    def hears(self, line: bytes) -> None:
        self.now += 1
        for whole in self.desk.lines(line + b"\n"):
            answer = self.desk.line(whole, self.now)
            if answer:
                self._said.append(answer)

    def says(self) -> bytes | None:
        """What it says next: an answer if one is due, else an event if one is due."""
        return self._said.pop(0) if self._said else self.desk.tick(self.now)

    def happens(self, what: str) -> None:
        self.now += 1
        if what == "power up":
            self.source = SteadySource(self._noise)
            noise = Noise(self.source, CHIP)
            noise.start()
            boot = BOOTS[self._starts % 2]
            can = "roll,show,lamp,status"
            self.desk = Desk(noise, Settings(""), CHIP, boot, can, FIRST_EVENT, self.now)
            self.desk.python = "1.28.0"
            self._starts += 1
        elif what == "the button is pressed":
            self.desk.press(self.now)
        elif what == "something falls through the tower":
            self.desk.drop(self.now)
        elif what == "the noise sticks":
            self.source.stuck = True
        elif what == "the noise is well again":
            self.source.stuck = False
        elif what == "something stays in the beam":
            self.desk.beam_blocked(True)
        elif what.endswith(" ms pass"):
            self.now += int(what.split()[0])
        else:
            raise ValueError(f"nothing known happens by the name of {what!r}")


def main() -> None:
    table = Table()
    lamps = Lamps(250, 32)
    for line in sys.stdin:
        kind, what = line[0], line[2:].rstrip("\n")
        if kind == ">":
            table.hears(what.encode())
        elif kind == "!":
            table.happens(what)
        elif kind == "<":
            print(table.says())
        scene = table.desk.scene(table.now)
        print(scene.name, binascii.crc32(lamps.draw(scene, table.now)))


if __name__ == "__main__":
    main()
