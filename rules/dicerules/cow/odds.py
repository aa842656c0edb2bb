"""The exact chance to match a portrait in Don't Have a Cow, and what a bet on it gains.

It decides nothing.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from dicerules.cow.cards import FACES, Cards, Portrait


@lru_cache(maxsize=4096)
def chance(cards: Cards, portrait: Portrait, cubes: int) -> float:
    """The chance that this many cubes match the portrait, counted out."""
    wild = len(cards.wild)
    faces = set(portrait.need)
    # In how many ways the faces needed so far can have come: by cubes left and by gaps.
    ways = {(cubes, 0): 1}
    for face in faces:
        want, after = portrait.need.count(face), dict[tuple[int, int], int]()
        for (left, gaps), count in ways.items():
            for shown in range(left + 1):
                key = (left - shown, gaps + max(0, want - shown))
                after[key] = after.get(key, 0) + count * comb(left, shown)
        ways = after
    other = FACES - wild - len(faces)
    covered = sum(
        count * comb(left, shown) * wild**shown * other ** (left - shown)
        for (left, gaps), count in ways.items()
        for shown in range(gaps, left + 1)
    )
    return float(covered / FACES**cubes)


def gain(part: float, won: int, lost: int) -> float:
    """What a bet gains on average that comes true with this chance, and wins or loses so much."""
    return part * won - (1 - part) * lost
