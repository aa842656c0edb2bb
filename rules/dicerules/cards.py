"""Reading card files: TOML text in, checked rows out. Each game says what its rows are.

A row that cannot be used is refused with the file, the row, the field, what was expected and what
came, so that a person who types in the cards of a printed game can correct it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, Self, TypeVar

from msgspec.structs import replace
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails

from dicerules.core import Face, Game
from dicerules.errors import CardError

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{1,24}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40)]


def _read_lamps(rows: Any) -> int:
    if not isinstance(rows, list) or len(rows) != 3 or not all(map(_is_row, rows)):
        raise ValueError("three strings of three signs, each x (lit) or . (dark)")
    return int("".join(rows).replace("x", "1").replace(".", "0"), 2)


def _is_row(row: Any) -> bool:
    return isinstance(row, str) and len(row) == 3 and set(row) <= {"x", "."}


Icon = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{0,24}$")]
"""The name of one of the drawings that screens have, as in ``Face.icon``."""

Lamps = Annotated[int, BeforeValidator(_read_lamps)]
"""Nine lamps, written as three strings such as "x.x" and read as ``Face.lamps``."""


class Row(BaseModel):
    """One row of a card file.

    ``source`` is where it comes from: the rulebook, a public page, or ourselves (``house``).
    ``house`` names the fields that are ours in a row from elsewhere.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    source: Literal["rulebook", "found", "house"]
    house: list[str] = []

    @model_validator(mode="after")
    def _names_its_own_fields(self) -> Self:
        unknown = set(self.house) - (set(type(self).model_fields) - {"source", "house"})
        if unknown:
            raise ValueError(f"house to name fields of this row, not {sorted(unknown)}")
        return self

    @property
    def is_house(self) -> bool:
        """Whether anything in this row is ours."""
        return self.source == "house" or bool(self.house)


class FaceRow(Row):
    """One face of a die with pictures."""

    key: Key
    name: Name
    mark: Annotated[str, StringConstraints(pattern=r"^\w{1,2}$")]
    lamps: Lamps
    icon: Icon = ""

    @property
    def face(self) -> Face:
        """The face for ``Game.faces``."""
        return Face(self.name, self.mark, self.lamps, self.icon)


class CardFile(BaseModel):
    """A whole card file: ``game`` is the key of its game; each game adds its lists of rows."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: str


S = TypeVar("S", bound=CardFile)


def read_card_file(text: str, file: str, kind: type[S]) -> S:
    """Read a card file, or raise ``CardError`` with every mistake in it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardError(f"{file}: expected TOML, got a mistake: {error}") from None
    try:
        return kind.model_validate(table)
    except ValidationError as error:
        raise CardError("\n".join(_tell(file, flaw) for flaw in error.errors())) from None


def default_cards(game: Game) -> Any:
    """Read the cards that come with a game; None for a game without cards."""
    if game.read_cards is None:
        return None
    file = game.folder.joinpath("cards.toml")
    return shared(game.read_cards(file.read_text(encoding="utf-8"), "cards.toml"))


def shared(cards: Any) -> Any:
    """The one object that stands for all equal cards.

    Games keep what they have worked out by their cards. A match with cards that are equal to those,
    but another object, would compare them card by card each time it looks something up.
    """
    try:
        if len(_SHARED) >= MOST_SHARED:
            _SHARED.clear()
        return _SHARED.setdefault(cards, cards)
    except TypeError:  # a game whose cards have no hash keeps nothing by them
        return cards


_SHARED: dict[Any, Any] = {}
MOST_SHARED = 64


def with_shared_cards(state: Any) -> Any:
    """A position read from JSON, with the one object for its cards if it has a field for them."""
    cards = getattr(state, "cards", None)
    one = shared(cards)
    return state if one is cards else replace(state, cards=one)


def card_error(file: str, at: Sequence[str | int], expected: str, got: object) -> CardError:
    """Say what is wrong at a place such as ``("portraits", 2, "need")``: field need of row 3."""
    place, fields = str(at[0]), at[1:]
    if fields and isinstance(fields[0], int):
        place, fields = f"{place} row {fields[0] + 1}", fields[1:]
    if fields:
        place += f", field {'.'.join(map(str, fields))}"
    return CardError(f"{file}: {place}: expected {expected}, got {got}")


def check_unique(file: str, name: str, field: str, values: Iterable[object]) -> None:
    """Refuse the first row whose field has the same value as an earlier row."""
    seen: dict[object, int] = {}
    for row, value in enumerate(values):
        if value in seen:
            expected = f"something else than row {seen[value] + 1} has"
            raise card_error(file, (name, row, field), expected, repr(value))
        seen[value] = row


def _tell(file: str, flaw: ErrorDetails) -> str:
    got = _short(flaw["input"])
    if flaw["type"] == "missing":
        expected, got = "a value", "nothing"
    elif flaw["type"] == "extra_forbidden":
        expected = "no field of this name"
    else:
        # Pydantic says "Input should be …"; our own validators say only what was expected.
        expected = flaw["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
        expected = expected[0].lower() + expected[1:]
    return str(card_error(file, flaw["loc"], expected, got))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
