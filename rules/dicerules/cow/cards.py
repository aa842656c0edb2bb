"""The cubes, chips and portraits of Don't Have a Cow, and the card file they are read from.

It says what a card file may hold, not what is done with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct
from pydantic import Field

from dicerules.cards import (
    CardFile,
    FaceRow,
    Key,
    Name,
    Row,
    card_error,
    check_unique,
    read_card_file,
)
from dicerules.core import Face, Message
from dicerules.words import message

CUBES = 8
FACES = 6
CUBE_COLOUR = "yellow"
PLAYERS = range(2, 5)


class Stakes(Struct, frozen=True, gc=False):
    """What everybody starts with at this number of players, and the largest bet."""

    players: int
    start: int
    most: int


class Portrait(Struct, frozen=True, gc=False):
    """A portrait of the album: the faces it takes, one cube each.

    ``house`` tells that the portrait is ours, wholly or in part.
    """

    key: str
    name: str
    need: tuple[int, ...]
    house: bool = False

    @property
    def size(self) -> int:
        """How many cubes it takes."""
        return len(self.need)


# Forms are kept by the cards they are made from, so the hash is asked for at every event.
class Cards(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything in the box. ``wild`` are the faces that stand for any other."""

    blue: int
    worth: int
    bonus: int
    stakes: tuple[Stakes, ...]
    cube: tuple[Face, ...]
    wild: tuple[int, ...]
    portraits: tuple[Portrait, ...]


class ChipsRow(Row):
    """The chips in the bank that no option changes."""

    blue: Annotated[int, Field(ge=0, le=100)]
    worth: Annotated[int, Field(ge=1, le=100)]
    bonus: Annotated[int, Field(ge=1, le=100)]


class StakesRow(Row):
    """The stakes for one number of players."""

    players: Annotated[int, Field(ge=PLAYERS[0], le=PLAYERS[-1])]
    start: Annotated[int, Field(ge=1, le=100)]
    most: Annotated[int, Field(ge=1, le=100)]


class CubeRow(FaceRow):
    """One face of the cubes."""

    wild: bool = False


class PortraitRow(Row):
    """One portrait: how often it takes each face."""

    key: Key
    name: Name
    need: Annotated[dict[Key, Annotated[int, Field(ge=1, le=CUBES)]], Field(min_length=1)]


class CowSheet(CardFile):
    """A whole card file."""

    game: Literal["cow"]
    cube: Annotated[list[CubeRow], Field(min_length=FACES, max_length=FACES)]
    chips: ChipsRow
    stakes: list[StakesRow]
    portraits: Annotated[list[PortraitRow], Field(min_length=1, max_length=60)]


def read_cards(text: str, file: str) -> Cards:
    """Read a card file, or raise ``CardError`` saying what is wrong with it and where."""
    sheet = read_card_file(text, file, CowSheet)
    for field in ("key", "mark", "lamps"):
        check_unique(file, "cube", field, (getattr(row, field) for row in sheet.cube))
    check_unique(file, "portraits", "key", (row.key for row in sheet.portraits))
    players = sorted(row.players for row in sheet.stakes)
    if players != list(PLAYERS):
        raise card_error(file, ("stakes",), "one row each for 2, 3 and 4 players", players)
    # No portrait asks for a wild face: it stands for the others.
    faces = {row.key: face for face, row in enumerate(sheet.cube, 1) if not row.wild}
    return Cards(
        blue=sheet.chips.blue,
        worth=sheet.chips.worth,
        bonus=sheet.chips.bonus,
        stakes=tuple(Stakes(row.players, row.start, row.most) for row in sheet.stakes),
        cube=tuple(row.face for row in sheet.cube),
        wild=tuple(face for face, row in enumerate(sheet.cube, 1) if row.wild),
        portraits=tuple(
            Portrait(row.key, row.name, _read_need(file, at, row, faces), row.is_house)
            for at, row in enumerate(sheet.portraits)
        ),
    )


def _read_need(file: str, at: int, row: PortraitRow, faces: dict[str, int]) -> tuple[int, ...]:
    for key in row.need:
        if key not in faces:
            expected = f"one of {', '.join(faces)}"
            raise card_error(file, ("portraits", at, "need"), expected, repr(key))
    size = sum(row.need.values())
    if size > CUBES:
        raise card_error(file, ("portraits", at, "need"), f"at most {CUBES} in all", size)
    return tuple(faces[key] for key, count in row.need.items() for _ in range(count))


@lru_cache(maxsize=4096)
def spell(cards: Cards, faces: tuple[int, ...]) -> Message:
    """Name faces in the order they come first in: "Homer, 3 Barts"."""
    counts = {face: faces.count(face) for face in faces}
    return _together(
        message("face" if count == 1 else "faces", name=cards.cube[face - 1].name, count=count)
        for face, count in counts.items()
    )


def _together(parts: Iterable[Message]) -> Message:
    first, *rest = parts
    for part in rest:
        first = message("both", first=first, second=part)
    return first
