"""Every hot function on told inputs, each result as one line: the same on every Python, or wrong.

On MicroPython they are machine code, on CPython they run as they stand.
"""

import binascii
from array import array

from tower import paint
from tower.health import Health
from tower.lamps import Lamps
from tower.panels import wiring
from tower.patterns import read
from tower.scenes import Scene
from tower.wire import Frame

SCENES = ("idle", "turn", "armed", "tumble", "win", "wait", "time", "test", "lost", "fault")
PATTERN = "d.f0fsuc28sl728r.30fk.20fcd028"


class Chance:
    """Numbers that look like chance and are the same everywhere, in thirty bits."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, n: int) -> int:
        self._state = (self._state * 16807) % 2147483647
        return (self._state >> 8) % n


def report(name: str, held: bytes) -> None:
    print(name, binascii.hexlify(binascii.crc32(held).to_bytes(4, "big")).decode())


def strokes(rounds: int) -> None:
    chance = Chance(20)
    pixels = bytearray(paint.SIZE)
    words = array("I", [0] * paint.LAMPS)
    rows = bytearray(16)
    for _ in range(rounds):
        light = chance.below(1 << 24)
        weight = chance.below(256)
        time = chance.below(48000)
        die = chance.below(8)
        for i in range(16):
            rows[i] = chance.below(256)
        paint.clear(pixels)
        paint.scroll(pixels, rows, light, weight, 0, 0, 0)
        paint.cell(pixels, die, chance.below(1 << 16), 0xFFFFFF - light, weight)
        paint.spin(pixels, chance.below(256), time, light)
        paint.lamp(pixels, chance.below(128), light, 255 - weight)
        report("drawn", pixels)
        paint.glyph(pixels, 16 + chance.below(13), chance.below(1 << 15), light, weight)
        move = chance.below(5)
        paint.scroll(pixels, rows, light, weight, move, chance.below(5100), chance.below(2))
        paint.sand(pixels, light, chance.below(129), weight, chance.below(2))
        report("drawn", pixels)
        total = paint.finish(pixels, chance.below(256), chance.below(32768))
        assert total == sum(pixels)
        report("finished", pixels)
        chain = wiring(chance.below(2), chance.below(4), chance.below(4), chance.below(2))
        paint.pack(pixels, chain, words)
        report("packed", bytes(words))


def frames(rounds: int) -> None:
    chance = Chance(21)
    for calm in (False, True):
        lamps = Lamps(250, 32)
        lamps.calm = calm
        for name in SCENES:
            for _ in range(rounds):
                scene = Scene(name, chance.below(1000), (255, chance.below(256), 7))
                whole = chance.below(2) * (1 + chance.below(600))
                scene.runs_out(chance.below(whole + 1), whole, chance.below(2) == 1)
                report(name, lamps.draw(scene, chance.below(100000)))
        for _ in range(4 * rounds):
            faces = tuple(
                [1 + chance.below(9 + chance.below(2) * 20) for _ in range(1 + chance.below(8))]
            )
            groups = tuple([chance.below(6) for _ in faces])
            lights = tuple([(chance.below(256), chance.below(256), 90) for _ in faces])
            scene = Scene("show", 0, count=len(faces)).put("a", 0, faces, (), lights, groups)
            report("show", lamps.draw(scene, chance.below(2000)))
            pattern = read(Frame("play", 0, ("id", "a"), ("p", PATTERN), ("d", "a5")), 0)
            report("pattern", lamps.draw(scene, chance.below(pattern.lasts), pattern))


def health(rounds: int) -> None:
    chance = Chance(22)
    tests = Health(0.5, 30, 1024)
    print(tests.longest_run, tests.most_alike, tests.most_guessed)
    raw = bytearray(64)
    for round_ in range(rounds):
        bias = (0, 0, 255, 15, 85)[round_ % 5]
        for i in range(64):
            raw[i] = chance.below(256) | bias
        print(tests.passes(raw), tests.failures)


def main(rounds: int) -> None:
    strokes(rounds)
    frames(rounds)
    health(rounds)


if __name__ == "__main__":
    main(30)
