"""Faces through the whole chain, from raw bits to dice, counted and judged by chi-square.

As a program: ``python -m tests.firmware.faces 6000000`` prints a line for each kind of dice.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from tower.dice import Item, Stream, draw
from tower.noise import Noise

KINDS = (2, 6, 10, 20, 100)
ROLL = 400
# Chi-square is above this once in a thousand times, for this many degrees of freedom.
CRITICAL = {1: 10.828, 5: 20.515, 9: 27.877, 19: 43.820, 99: 148.230}


class Seeded:
    """Raw bits of which six in ten are ones: sound, and far from fair."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def raw(self, buffer: bytearray) -> None:
        # 154 chances in 256, bit by bit but all at a stroke.
        bits = 0
        for place in range(8):
            fresh = self._chance.getrandbits(8 * len(buffer))
            bits = bits | fresh if 154 >> place & 1 else bits & fresh
        buffer[:] = bits.to_bytes(len(buffer), "big")

    def spice(self, buffer: bytearray) -> None:
        pass


def counted(kind: int, count: int, seed: int) -> Counter[int]:
    """That many dice with that many faces, 400 a roll."""
    noise = Noise(Seeded(seed), "e66138528350be31")
    noise.start()
    seen: Counter[int] = Counter()
    for _ in range(count // ROLL):
        seen.update(draw([Item(ROLL, kind)], Stream(noise.pool())))
    return seen


def chi_square(seen: Counter[int], kind: int) -> float:
    expected = seen.total() / kind
    return sum((seen[face] - expected) ** 2 for face in range(1, kind + 1)) / expected


def main() -> None:
    count = int(sys.argv[1])
    for kind in KINDS:
        found = chi_square(counted(kind, count, seed=kind), kind)
        bar = CRITICAL[kind - 1]
        print(f"{kind:4} faces, {count} dice: chi-square {found:.2f}, bar {bar} at 0.1 %")


if __name__ == "__main__":
    main()
