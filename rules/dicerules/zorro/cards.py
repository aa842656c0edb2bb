"""The dice, feats, equipment and foes of The Zorro Dice Game, and the card file they are read from.

It says what a card file may hold, not what is done with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

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
from dicerules.core import Face
from dicerules.zorro.effects import SYMBOLS, Effect, EquipmentOp, FoeOp

ZORRO_DICE = 6
HERO_DICE = 2
"""How many Hero Dice each location has."""
ZORRO = "zorro"
ZORRO_COLOUR = "black"
PLAYERS = range(2, 7)
MARKET = 4
"""How many feats lie face up."""
MOST_SYMBOLS = 8

Need = tuple[int, ...]
"""How many of each symbol are needed."""


class Location(Struct, frozen=True, gc=False):
    """A location: the colour of its Hero Dice, and the symbol on each of their six faces."""

    key: str
    name: str
    colour: str
    sides: tuple[int, ...]


class Feat(Struct, frozen=True, gc=False):
    """A Heroic Feat and the number of its location; ``house`` if it is ours, wholly or in part."""

    key: str
    name: str
    location: int
    need: Need
    house: bool = False


class Equipment(Struct, frozen=True, gc=False):
    """A piece of equipment; ``house`` as with a feat."""

    key: str
    name: str
    premium: bool
    effects: tuple[Effect, ...]
    house: bool = False


class Foe(Struct, frozen=True, gc=False):
    """A Scoundrel or Villain; ``house`` as with a feat."""

    key: str
    name: str
    need: Need
    ability: Effect
    house: bool = False


# Forms are kept by the cards they are made from, so the hash is asked for at every event.
class Cards(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything in the box.

    ``duel`` is the symbol that a duel counts. Scoundrels and Villains stand in the order of their
    locations. Feats and equipment are known by their numbers; a card with copies has several.
    """

    symbols: tuple[Face, ...]
    basic: tuple[int, ...]
    duel: int
    locations: tuple[Location, ...]
    feats: tuple[Feat, ...]
    equipment: tuple[Equipment, ...]
    scoundrels: tuple[Foe, ...]
    villains: tuple[Foe, ...]


class SymbolRow(FaceRow):
    """One symbol; a basic one can be named."""

    basic: bool = False


class DuelRow(Row):
    """What a duel counts."""

    symbol: Key


class LocationRow(Row):
    """One location and its Hero Dice."""

    key: Key
    name: Name
    colour: Literal["red", "yellow", "blue", "green", "white", "cyan", "plum", "peach", "pink"]
    hero_die: Annotated[list[Key], Field(min_length=6, max_length=6)]


SymbolCounts = Annotated[
    dict[Key, Annotated[int, Field(ge=1, le=MOST_SYMBOLS)]], Field(min_length=1)
]


class FeatRow(Row):
    """One feat: where it is, and how many of each symbol it takes."""

    key: Key
    name: Name
    location: Key
    need: SymbolCounts


class EquipmentRow(Row):
    """One kind of equipment, and how many cards of it there are."""

    key: Key
    name: Name
    copies: Annotated[int, Field(ge=1, le=10)] = 1
    effects: Annotated[list[EquipmentOp], Field(min_length=1, max_length=3)]


class FoeRow(FeatRow):
    """A Scoundrel or Villain: a feat with an ability."""

    ability: FoeOp


class ZorroSheet(CardFile):
    """A whole card file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: Literal["zorro"]
    symbols: Annotated[list[SymbolRow], Field(min_length=SYMBOLS, max_length=SYMBOLS)]
    duel: DuelRow
    locations: Annotated[list[LocationRow], Field(min_length=2, max_length=6)]
    feats: Annotated[list[FeatRow], Field(min_length=MARKET + 1, max_length=60)]
    common: Annotated[list[EquipmentRow], Field(min_length=1, max_length=60)]
    premium: Annotated[list[EquipmentRow], Field(min_length=1, max_length=30)]
    scoundrels: list[FoeRow]
    villains: list[FoeRow]


def read_cards(text: str, file: str) -> Cards:
    """Read a card file, or raise ``CardError`` saying what is wrong with it and where."""
    sheet = read_card_file(text, file, ZorroSheet)
    for field in ("key", "mark", "lamps"):
        check_unique(file, "symbols", field, (getattr(row, field) for row in sheet.symbols))
    for name in ("locations", "feats", "common", "premium", "scoundrels", "villains"):
        check_unique(file, name, "key", (row.key for row in getattr(sheet, name)))
    if not any(row.basic for row in sheet.symbols):
        expected = "a basic symbol for each card that lets one be named"
        raise card_error(file, ("symbols",), expected, "none")
    reader = _Reader(file, sheet)
    return Cards(
        symbols=tuple(row.face for row in sheet.symbols),
        basic=tuple(at for at, row in enumerate(sheet.symbols) if row.basic),
        duel=reader.symbol(("duel", "symbol"), sheet.duel.symbol),
        locations=tuple(
            Location(row.key, row.name, row.colour, reader.sides(at, row))
            for at, row in enumerate(sheet.locations)
        ),
        feats=tuple(
            Feat(
                row.key,
                row.name,
                reader.location(("feats", at, "location"), row.location),
                reader.need(("feats", at, "need"), row.need),
                row.is_house,
            )
            for at, row in enumerate(sheet.feats)
        ),
        equipment=(
            *reader.equipment("common", sheet.common, premium=False),
            *reader.equipment("premium", sheet.premium, premium=True),
        ),
        scoundrels=reader.foes("scoundrels", sheet.scoundrels),
        villains=reader.foes("villains", sheet.villains),
    )


At = tuple[str | int, ...]


class _Reader:
    """Turns the keys in rows into numbers, or says which row has a key that nothing has."""

    def __init__(self, file: str, sheet: ZorroSheet) -> None:
        self._file = file
        self._symbols = {row.key: at for at, row in enumerate(sheet.symbols)}
        self._locations = {row.key: at for at, row in enumerate(sheet.locations)}

    def symbol(self, at: At, key: str) -> int:
        return self._find(at, key, self._symbols)

    def location(self, at: At, key: str) -> int:
        return self._find(at, key, self._locations)

    def _find(self, at: At, key: str, known: dict[str, int]) -> int:
        if key not in known:
            raise card_error(self._file, at, f"one of {', '.join(known)}", repr(key))
        return known[key]

    def sides(self, at: int, row: LocationRow) -> tuple[int, ...]:
        return tuple(self.symbol(("locations", at, "hero_die"), key) for key in row.hero_die)

    def need(self, at: At, need: dict[str, int]) -> Need:
        counts = [0] * SYMBOLS
        for key, count in need.items():
            counts[self.symbol(at, key)] = count
        if sum(counts) > MOST_SYMBOLS:
            raise card_error(self._file, at, f"at most {MOST_SYMBOLS} in all", sum(counts))
        return tuple(counts)

    def equipment(self, name: str, rows: Sequence[EquipmentRow], premium: bool) -> list[Equipment]:
        return [
            Equipment(row.key, row.name, premium, effects, row.is_house)
            for at, row in enumerate(rows)
            for effects in [tuple(self.effect((name, at, "effects"), op) for op in row.effects)]
            for _ in range(row.copies)
        ]

    def effect(self, at: At, op: BaseModel) -> Effect:
        said = op.model_dump()
        if "symbol" in said:
            said["symbol"] = self.symbol(at, said["symbol"])
        return Effect(**said)

    def foes(self, name: str, rows: Sequence[FoeRow]) -> tuple[Foe, ...]:
        by_location = {}
        for at, row in enumerate(rows):
            foe = Foe(
                row.key,
                row.name,
                self.need((name, at, "need"), row.need),
                self.effect((name, at, "ability"), row.ability),
                row.is_house,
            )
            by_location[self.location((name, at, "location"), row.location)] = foe
        if len(by_location) != len(rows) or len(rows) != len(self._locations):
            expected = f"one row for each of {', '.join(self._locations)}"
            raise card_error(self._file, (name,), expected, [row.location for row in rows])
        return tuple(foe for _, foe in sorted(by_location.items()))


@lru_cache(maxsize=64)
def sides(cards: Cards) -> tuple[tuple[int, ...], ...]:
    """The symbols on the faces of each kind of die: first the Zorro Dice, then each location's."""
    return (tuple(range(SYMBOLS)), *(location.sides for location in cards.locations))


@lru_cache(maxsize=64)
def kinds(cards: Cards) -> tuple[tuple[str, str], ...]:
    """Name and colour of each kind of die, in the same order."""
    return ((ZORRO, ZORRO_COLOUR), *((place.key, place.colour) for place in cards.locations))


@lru_cache(maxsize=64)
def pictures(cards: Cards) -> dict[str, tuple[Face, ...]]:
    """The faces of each kind of die."""
    return {
        name: tuple(cards.symbols[symbol] for symbol in on)
        for (name, _), on in zip(kinds(cards), sides(cards), strict=True)
    }


@lru_cache(maxsize=4096)
def spell(cards: Cards, counts: Need) -> str:
    """Name each symbol with how many there are of it: once Charm, three times Leap."""
    told = zip(cards.symbols, counts, strict=True)
    names = [(face.name, count) for face, count in told if count]
    return ", ".join(
        name if count == 1 else f"{count}\N{MULTIPLICATION SIGN} {name}" for name, count in names
    )
