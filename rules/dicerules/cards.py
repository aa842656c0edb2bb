"""Reading card files: TOML text in, checked rows out. Knows no game; a game says what its rows are.

A row that cannot be used is refused with the file, the row, the field, what was expected there and
what came, so that a person who types in the cards of a printed game can mend it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError
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


Lamps = Annotated[int, BeforeValidator(_read_lamps)]
"""Nine lamps, written as three strings such as "x.x" and read as ``Face.lamps``."""


class Row(BaseModel):
    """One row of a card file.

    ``source`` tells where it is from: the rulebook, a public page where it was found, or our house.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    source: Literal["rulebook", "found", "house"]


class FaceRow(Row):
    """One face of a die that has pictures."""

    key: Key
    name: Name
    mark: Annotated[str, StringConstraints(pattern=r"^\w{1,2}$")]
    lamps: Lamps

    @property
    def face(self) -> Face:
        """The face as the table knows it."""
        return Face(self.name, self.mark, self.lamps)


class Sheet(BaseModel):
    """A whole card file: ``game``, the key of the game it is for, and that game's rows."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: str


S = TypeVar("S", bound=Sheet)


def read_sheet(text: str, file: str, sheet: type[S]) -> S:
    """Read a card file as a game's sheet, or raise ``CardError`` telling every flaw in it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardError(f"{file}: expected TOML, got a mistake: {error}") from None
    try:
        return sheet.model_validate(table)
    except ValidationError as error:
        raise CardError("\n".join(_tell(file, flaw) for flaw in error.errors())) from None


def read_own(game: Game) -> Any:
    """Read the cards that come with a game."""
    file = game.folder.joinpath("cards.toml")
    return game.read_cards(file.read_text(encoding="utf-8"), "cards.toml")


def card_error(file: str, at: Sequence[str | int], expected: str, got: object) -> CardError:
    """Say what is wrong at a place such as ``("portraits", 2, "need")``; rows count from one."""
    place, fields = str(at[0]), at[1:]
    if fields and isinstance(fields[0], int):
        place, fields = f"{place} row {fields[0] + 1}", fields[1:]
    if fields:
        place += f", field {'.'.join(map(str, fields))}"
    return CardError(f"{file}: {place}: expected {expected}, got {got}")


def check_unique(file: str, name: str, field: str, values: Iterable[object]) -> None:
    """Refuse the first row whose field repeats what an earlier row has there."""
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
        # Pydantic says "Input should be …", our own validators say only what should be.
        expected = flaw["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
        expected = expected[0].lower() + expected[1:]
    return str(card_error(file, flaw["loc"], expected, got))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
