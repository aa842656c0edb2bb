"""The dice of a roll in a row, as the lamps take them: which lie there, and where the others go.

The lamps have room for a page of eight. It knows no tower and sends nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dicerules.core import Face, Roll, Rolled, single_dice
from tower.scenes import PAGE

from dicehost.link.requests import Lit

Pictures = Mapping[str, tuple[Face, ...]]
Row = tuple[Lit, ...]

EMPTY = Lit(0, 0, "ivory")
"""A place without a die."""


def on_table(roll: Roll, pictures: Pictures) -> Row:
    """The row before the roll: what lies there, and empty places."""
    row = [EMPTY] * _length(roll)
    for place, die in enumerate(roll.on_table):
        if die is not None:
            row[place] = _lit(pictures, die.kind, die.value, die.colour)
    return tuple(row)


def fallen(roll: Roll, rolled: Rolled, pictures: Pictures) -> Row:
    """The row after the roll: what lay there, and the dice rolled in their places."""
    row = list(on_table(roll, pictures))
    for group, place, face in zip(single_dice(roll), _places(roll), rolled.faces, strict=True):
        row[place] = _lit(pictures, group.kind, face, group.colour)
    return tuple(row)


def busiest(roll: Roll) -> int:
    """The page that most of the rolled dice come to lie on: the one to look at meanwhile."""
    pages = Counter(place // PAGE for place in _places(roll))
    return max(pages, key=lambda page: (pages[page], -page), default=0)


def still(roll: Roll, page: int) -> int:
    """Which places of a page do not tumble, the first one the highest bit; none if nothing lies."""
    if not any(roll.on_table):
        return 0
    places = set(_places(roll))
    return sum(0x80 >> at for at in range(PAGE) if page * PAGE + at not in places)


def on_page(row: Row, page: int) -> Row:
    """The part of a row that is on a page."""
    return row[page * PAGE : (page + 1) * PAGE]


def agree(one: Row, other: Row, places: int) -> bool:
    """Whether two pages have the same dice in these places."""
    ends = (EMPTY,) * PAGE
    pairs = zip((one + ends)[:PAGE], (other + ends)[:PAGE], strict=True)
    return all(a == b for at, (a, b) in enumerate(pairs) if places & 0x80 >> at)


def _places(roll: Roll) -> Sequence[int]:
    return roll.places or range(sum(group.count for group in roll.dice))


def _length(roll: Roll) -> int:
    return max(0, len(roll.on_table), *(place + 1 for place in _places(roll)))


def _lit(pictures: Pictures, kind: str, face: int, colour: str) -> Lit:
    faces = pictures.get(kind)
    return Lit(face, faces[face - 1].lamps if faces else None, colour)
