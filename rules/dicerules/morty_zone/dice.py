"""The eight dice of The Morty Zone: two each of four colours, always in the same order. No cards.

A colour is told by its letter and its place as well: red, blue, green and black lie side by side in
this order on every screen and on the lamps, where black is a dim violet (see tower/colours.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dicerules.core import Cast, Face
from dicerules.views import Die
from dicerules.words import Say, say

COLOURS = ("red", "blue", "green", "black")
LETTERS = ("R", "B", "G", "K")
DICE = 8
OUT = 0
"""The face of a die that is not in this toss: removed by a Rick card, or not rolled yet."""

NO_DICE = (OUT,) * DICE
PLACES = tuple(f"{colour}{number}" for colour in COLOURS for number in (1, 2))
"""What a form calls each die: red1, red2, blue1 …"""

PIPS = (0o020, 0o401, 0o421, 0o505, 0o525, 0o555)

FACES = {
    colour: tuple(
        Face(f"{letter}{value}", f"{letter}{value}", lamps) for value, lamps in enumerate(PIPS, 1)
    )
    for colour, letter in zip(COLOURS, LETTERS, strict=True)
}
"""Plain pips, marked R3 or K6 on a screen for those to whom two of the colours look alike."""

Dice = tuple[int, ...]
Totals = tuple[int, ...]


def totals(dice: Dice) -> Totals:
    """What each colour comes to; 0 is no total, as both dice are out (MZ-R2, MZ-R3)."""
    red, red2, blue, blue2, green, green2, black, black2 = dice
    return (red + red2, blue + blue2, green + green2, black + black2)


@lru_cache
def casts(counts: tuple[int, ...]) -> tuple[Cast, ...]:
    """Dice to roll, so many of each colour."""
    return tuple(
        Cast(count, 6, colour, colour)
        for colour, count in zip(COLOURS, counts, strict=True)
        if count
    )


def put(dice: Dice, places: Iterable[int], faces: Iterable[int]) -> Dice:
    """Turn the dice at these places to these faces."""
    turned = list(dice)
    for place, face in zip(places, faces, strict=True):
        turned[place] = face
    return tuple(turned)


@lru_cache
def die_seen(colour: str, face: int) -> Die:
    """A die of a colour, lying there."""
    return Die(face, colour, colour)


@lru_cache
def name(colour: int) -> Say:
    """Name a colour."""
    return say(f"colour.{COLOURS[colour]}")


@lru_cache(maxsize=4096)
def spell(key: str, values: tuple[int, ...]) -> Say:
    """Say a sentence that has a value for every colour; 0 is said as a dash."""
    told = {colour: str(value or "-") for colour, value in zip(COLOURS, values, strict=True)}
    return Say(key, dict(told))


def listed(parts: list[Say]) -> Say:
    """Join up to five sentences with commas."""
    return Say(f"list.{len(parts)}", dict(zip("abcde", parts, strict=False)))
