"""The eight dice of The Morty Zone: two each of four colours, always in the same order. No cards.

Red, blue, green and black lie side by side in this order on every screen and on the lamps, where
black is a dim violet (see tower/colours.py). Screens draw a shape beside each colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dicerules.core import DiceGroup, Face
from dicerules.views import Die
from dicerules.words import Message, message

COLOURS = ("red", "blue", "green", "black")
DICE = 8
OUT = 0
"""The face of a die that is not in this toss: removed by a Rick card, or not rolled yet."""

NO_DICE = (OUT,) * DICE
PLACES = tuple(f"{colour}{number}" for colour in COLOURS for number in (1, 2))
"""What a form calls each die: red1, red2, blue1 …"""

PIPS = (0o020, 0o401, 0o421, 0o505, 0o525, 0o555)

FACES = {
    colour: tuple(Face(f"face.{colour}{value}", "", lamps) for value, lamps in enumerate(PIPS, 1))
    for colour in COLOURS
}
"""Plain pips. Their names are keys in the words files, so that a screen can say "black 6"."""

Dice = tuple[int, ...]
Totals = tuple[int, ...]


def totals(dice: Dice) -> Totals:
    """What each colour comes to; 0 is no total, as both dice are out (MZ-R2, MZ-R3)."""
    red, red2, blue, blue2, green, green2, black, black2 = dice
    return (red + red2, blue + blue2, green + green2, black + black2)


@lru_cache
def dice_groups(counts: tuple[int, ...]) -> tuple[DiceGroup, ...]:
    """Ask for this number of dice of each colour."""
    return tuple(
        DiceGroup(count, 6, colour, colour)
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
def name(colour: int) -> Message:
    """Name a colour."""
    return message(f"colour.{COLOURS[colour]}")


@lru_cache(maxsize=4096)
def spell(key: str, values: tuple[int, ...]) -> Message:
    """Say a sentence that has a value for every colour; 0 is said as a dash."""
    told = {colour: str(value or "-") for colour, value in zip(COLOURS, values, strict=True)}
    return Message(key, dict(told))


def listed(parts: list[Message]) -> Message:
    """Join up to five sentences with commas."""
    return Message(f"list.{len(parts)}", dict(zip("abcde", parts, strict=False)))


def either(names: list[str]) -> Message:
    """Join the names of one or two cards with "or"."""
    return Message(f"either.{len(names)}", dict(zip("ab", names, strict=False)))
