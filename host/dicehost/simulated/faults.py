"""A line that harms what passes: lost, cut, flipped, repeated, late or merged, from a seed.

The same seed harms the same lines in the same way. It knows no frames, only lines.
"""

from __future__ import annotations

import random
from collections import Counter

KINDS = ("drop", "cut", "flip", "repeat", "delay", "merge")
LONGEST_DELAY = 0.4
_LONGEST_LINE = 256


class LossyLine:
    """One direction of a port. ``rate`` is the share of lines that come to harm."""

    def __init__(self, rate: float = 0.0, seed: str = "") -> None:
        if not 0 <= rate <= 1:
            raise ValueError(f"fault rate is a share from 0 to 1; got {rate}")
        self.rate = rate
        self.harmed: Counter[str] = Counter()
        self._chance = random.Random(seed)  # noqa: S311 - harm on demand, to be repeated
        self._part = b""

    def carry(self, chunk: bytes) -> list[tuple[float, bytes]]:
        """What comes out at the other end: seconds to wait, and bytes, for each piece."""
        *lines, self._part = (self._part + chunk).split(b"\n")
        whole = [line + b"\n" for line in lines]
        if not self.rate or len(self._part) > _LONGEST_LINE:
            whole.append(self._part)
            self._part = b""
        return [piece for line in whole if line for piece in self._harm(line)]

    def _harm(self, line: bytes) -> list[tuple[float, bytes]]:
        chance = self._chance
        if chance.random() >= self.rate:
            return [(0.0, line)]
        kind = chance.choice(KINDS)
        self.harmed[kind] += 1
        if kind == "drop":
            return []
        if kind == "cut":
            return [(0.0, line[: chance.randrange(len(line))])]
        if kind == "flip":
            at = chance.randrange(len(line))
            harmed = bytearray(line)
            harmed[at] ^= 1 << chance.randrange(8)
            return [(0.0, bytes(harmed))]
        if kind == "repeat":
            return [(0.0, line), (0.0, line)]
        if kind == "delay":
            return [(chance.uniform(0.01, LONGEST_DELAY), line)]
        return [(0.0, line.rstrip(b"\n"))]
