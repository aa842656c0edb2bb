"""Reading the card file of The Morty Zone: what a row may hold, in a closed vocabulary."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dicerules.cards import CardFile, Key, Name, Row, card_error, check_unique, read_card_file
from dicerules.morty_zone.cards import HAND, PLAYERS, Bonus, Cards, Goal, Prize, Rick
from dicerules.morty_zone.dice import COLOURS
from dicerules.morty_zone.rows import bits

Colour = Literal["red", "blue", "green", "black"]
Count = Annotated[int, Field(ge=1, le=10)]
Few = Annotated[int, Field(ge=1, le=len(COLOURS))]
Value = Annotated[int, Field(ge=1, le=6)]
Points = Annotated[int, Field(ge=1, le=20)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class CountGoal(_Part):
    """Goals that have one number: how many."""

    what: Literal[
        "kind",
        "faces",
        "doubles",
        "totals_same",
        "totals_run",
        "columns_full",
        "street",
        "toss_checks",
        "rows_min",
    ]
    count: Count


class ChecksGoal(_Part):
    """A number of checks in all rows together."""

    what: Literal["checks"]
    count: Annotated[int, Field(ge=1, le=40)]


class TotalsGoal(_Part):
    """One total in a number of colours."""

    what: Literal["totals_eq"]
    number: Annotated[int, Field(ge=1, le=12)]
    count: Few


class SumGoal(_Part):
    """The sum of all dice is within limits; with ``all_dice`` none may have been removed."""

    what: Literal["dice_sum"]
    least: Annotated[int, Field(ge=0, le=48)] = 0
    most: Annotated[int, Field(ge=0, le=48)] = 48
    all_dice: bool = False


class ColumnGoal(_Part):
    """One number in a number of rows."""

    what: Literal["column"]
    number: Count
    count: Few


class RowGoal(_Part):
    """Some numbers in the row of one colour, or in a number of rows of any colour."""

    what: Literal["row_has"]
    numbers: Annotated[list[Count], Field(min_length=1, max_length=10)]
    colour: Colour | None = None
    count: Few = 1


class UnlockedGoal(_Part):
    """A number of colours unlocked after one toss of the round."""

    what: Literal["unlocked"]
    count: Few
    toss: Annotated[int, Field(ge=1, le=50)]


class BareGoal(_Part):
    """Goals that need no number."""

    what: Literal["counts_distinct"]


AnyGoal = Annotated[
    CountGoal | ChecksGoal | TotalsGoal | SumGoal | ColumnGoal | RowGoal | UnlockedGoal | BareGoal,
    Field(discriminator="what"),
]


class RickRow(Row):
    """One Rick card."""

    key: Key
    name: Name
    op: Literal["remove", "reroll", "set", "shift", "flip", "copy", "swap_dice", "swap_colours"]
    select: Literal["die", "dice", "pair", "double_pair", "value", "odd", "even"] | None = None
    value: Value | None = None
    face: Value | None = None
    most: Annotated[int, Field(ge=1, le=8)] | None = None


class GoalRow(Row):
    """A bonus card that scores by itself when its goal is met."""

    key: Key
    name: Name
    points: Points
    when: AnyGoal
    end: bool = False


class CountsRow(Row):
    """A bonus card that scores when its owner says so, as many points as it counts."""

    key: Key
    name: Name
    counts: Literal["face", "doubles", "unlocked"]
    face: Value | None = None
    less: Annotated[int, Field(ge=0, le=10)] = 0
    when: AnyGoal | None = None


class GiftRow(Row):
    """A bonus card that helps its owner once instead of scoring."""

    key: Key
    name: Name
    gift: Literal["skip_lock", "unlock", "nudge", "free_check"]


class PrizeRow(Row):
    """A crystal or a Smith bonus."""

    key: Key
    name: Name
    points: Points
    when: AnyGoal


class MortyZoneSheet(CardFile):
    """A whole card file. The public bonus cards are the goals, the counts and the gifts."""

    game: Literal["morty_zone"]
    rick: Annotated[list[RickRow], Field(min_length=1, max_length=60)]
    goals: list[GoalRow]
    counts: list[CountsRow]
    gifts: list[GiftRow]
    crystals: Annotated[list[PrizeRow], Field(min_length=PLAYERS[-1], max_length=60)]
    smith: Annotated[list[PrizeRow], Field(max_length=20)]


def read_cards(text: str, file: str) -> Cards:
    """Read a card file, or raise ``CardError`` saying what is wrong with it and where."""
    sheet = read_card_file(text, file, MortyZoneSheet)
    for name in ("rick", "goals", "counts", "gifts", "crystals", "smith"):
        check_unique(file, name, "key", (row.key for row in getattr(sheet, name)))
    hands, got = PLAYERS[-1] * HAND, len(sheet.goals) + len(sheet.counts) + len(sheet.gifts)
    if not hands <= got <= 100:
        expected = f"{hands} to 100 rows in goals, counts and gifts together"
        raise card_error(file, ("goals",), expected, got)
    goals = tuple(
        Bonus(row.key, row.name, row.points, _goal(row.when), row.end, house=row.is_house)
        for row in sheet.goals
    )
    counts = tuple(_counts(file, at, row) for at, row in enumerate(sheet.counts))
    gifts = tuple(
        Bonus(row.key, row.name, gift=row.gift, house=row.is_house) for row in sheet.gifts
    )
    return Cards(
        rick=tuple(_rick(file, at, row) for at, row in enumerate(sheet.rick)),
        bonus=goals + counts + gifts,
        crystals=tuple(map(_prize, sheet.crystals)),
        smith=tuple(map(_prize, sheet.smith)),
    )


def _rick(file: str, at: int, row: RickRow) -> Rick:
    """Refuse fields that mean nothing to this card's op, and missing ones that it needs."""
    fields: dict[str, tuple[bool, bool]] = {
        "select": (row.op not in SELECT_NOTHING, row.op not in SELECT_NOTHING),
        "value": (row.select == "value", False),
        "face": (row.op == "set", False),
        "most": (row.select == "dice", row.select == "dice"),
    }
    told: dict[str, Any] = {}
    for field, (may, must) in fields.items():
        got = getattr(row, field)
        if got is not None and not may:
            expected = f"nothing where op is {row.op} and select is {row.select or 'nothing'}"
            raise card_error(file, ("rick", at, field), expected, repr(got))
        if got is None and must:
            raise card_error(file, ("rick", at, field), "a value", "nothing")
        if got is not None:
            told[field] = got
    return Rick(row.key, row.name, row.op, **told, house=row.is_house)


SELECT_NOTHING = ("copy", "swap_dice", "swap_colours")
"""Ops that choose their dice themselves."""


def _counts(file: str, at: int, row: CountsRow) -> Bonus:
    if (row.counts == "face") != (row.face is not None):
        expected = "a face from 1 to 6 if the card counts a face, else nothing"
        raise card_error(file, ("counts", at, "face"), expected, row.face)
    return Bonus(
        row.key,
        row.name,
        when=None if row.when is None else _goal(row.when),
        counts=row.counts,
        face=row.face or 0,
        less=row.less,
        house=row.is_house,
    )


def _prize(row: PrizeRow) -> Prize:
    return Prize(row.key, row.name, row.points, _goal(row.when), row.is_house)


def _goal(goal: AnyGoal) -> Goal:
    told: dict[str, Any] = goal.model_dump(exclude_none=True)
    if isinstance(goal, RowGoal):
        told["numbers"] = bits(*set(goal.numbers))
        if goal.colour is not None:
            told["colour"] = COLOURS.index(goal.colour)
    return Goal(**told)
