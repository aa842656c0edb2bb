"""The modifiers and goals of Ricemarll, and the card file they are read from.

It says what a card file may hold, not what is done with it. In a position a card is a number: its
place in ``Cards.modifiers`` or ``Cards.goals``. Modifiers that are alike share one row.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Struct
from pydantic import Field

from dicerules.cards import CardFile, Key, Name, Row, card_error, check_unique, read_card_file

PLAYERS = range(2, 7)
DICE = 6
FACES = 6
HAND = 6
PHASES = 6
OPEN = 3
"""Goals that are laid open for every phase."""

Effect = Literal["add", "set", "multiply", "divide", "negate", "nothing", "reroll", "pick", "flip"]
Measure = Literal[
    "equal", "odd", "even", "divisible", "positive", "strange",
    "total", "biggest", "smallest", "range", "run", "alike", "pairs", "variety",
]  # fmt: skip
Wins = Literal["highest", "lowest", "second_highest", "second_lowest"]

NUMBERED = ("add", "set", "multiply", "divide", "equal", "divisible")
"""Effects and measures that take a number."""
DIVIDING = ("divide", "divisible")
"""Those whose number cannot be zero."""


class Modifier(Struct, frozen=True, gc=False):
    """A kind of modifier: how many are in the box, how many in everybody's first deck.

    ``house`` tells that the card is ours, wholly or in part.
    """

    key: str
    name: str
    count: int
    start: int
    effect: Effect
    number: int = 0
    house: bool = False


class Goal(Struct, frozen=True, gc=False):
    """A goal: what is measured, which end wins, and the least that can win, if there is one."""

    key: str
    name: str
    measure: Measure
    wins: Wins
    number: int = 0
    least: int | None = None
    house: bool = False


# Forms are kept by the cards they are made from, so the hash is asked for at every event.
class Cards(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything in the box but the dice. ``tokens`` are laid on every goal."""

    tokens: int
    modifiers: tuple[Modifier, ...]
    goals: tuple[Goal, ...]


class TokensRow(Row):
    """The tokens laid on every goal."""

    goal: Annotated[int, Field(ge=1, le=100)]


class ModifierRow(Row):
    """One kind of modifier. ``start`` is above zero for those that players begin with."""

    key: Key
    name: Name
    count: Annotated[int, Field(ge=1, le=100)]
    start: Annotated[int, Field(ge=0, le=6)] = 0
    effect: Effect
    number: Annotated[int, Field(ge=-99, le=99)] | None = None


class GoalRow(Row):
    """One goal."""

    key: Key
    name: Name
    measure: Measure
    wins: Wins
    number: Annotated[int, Field(ge=-99, le=99)] | None = None
    least: Annotated[int, Field(ge=0, le=99)] | None = None


class RicemarllSheet(CardFile):
    """A whole card file."""

    game: Literal["ricemarll"]
    tokens: TokensRow
    modifiers: Annotated[list[ModifierRow], Field(min_length=1, max_length=60)]
    goals: Annotated[list[GoalRow], Field(min_length=24, max_length=100)]


def read_cards(text: str, file: str) -> Cards:
    """Read a card file, or raise ``CardError`` saying what is wrong with it and where."""
    sheet = read_card_file(text, file, RicemarllSheet)
    for table, rows in (("modifiers", sheet.modifiers), ("goals", sheet.goals)):
        check_unique(file, table, "key", (row.key for row in rows))
        check_unique(file, table, "name", (row.name for row in rows))
    for at, modifier in enumerate(sheet.modifiers):
        _check_number(file, ("modifiers", at, "number"), modifier.effect, modifier.number)
        if modifier.count < modifier.start * PLAYERS[-1]:
            expected = f"enough for {PLAYERS[-1]} players to begin with {modifier.start} each"
            raise card_error(file, ("modifiers", at, "count"), expected, modifier.count)
    for at, goal in enumerate(sheet.goals):
        _check_number(file, ("goals", at, "number"), goal.measure, goal.number)
    _check_amount(file, "in a first deck", (row.start for row in sheet.modifiers), HAND, 12)
    shared = (row.count for row in sheet.modifiers if row.start == 0)
    _check_amount(file, "that nobody begins with", shared, 48, 200)
    return Cards(
        sheet.tokens.goal,
        tuple(
            Modifier(
                row.key,
                row.name,
                row.count,
                row.start,
                row.effect,
                row.number or 0,
                house=row.is_house,
            )
            for row in sheet.modifiers
        ),
        tuple(
            Goal(
                row.key,
                row.name,
                row.measure,
                row.wins,
                row.number or 0,
                row.least,
                house=row.is_house,
            )
            for row in sheet.goals
        ),
    )


def _check_number(file: str, at: tuple[str, int, str], what: str, number: int | None) -> None:
    if what not in NUMBERED and number is not None:
        raise card_error(file, at, f"nothing, as {what!r} takes no number", number)
    if what in NUMBERED and number is None:
        raise card_error(file, at, f"the number that {what!r} takes", "nothing")
    if what in DIVIDING and number == 0:
        raise card_error(file, at, f"a number other than zero for {what!r}", number)


def _check_amount(file: str, which: str, counts: Iterable[int], least: int, most: int) -> None:
    got = sum(counts)
    if not least <= got <= most:
        raise card_error(file, ("modifiers",), f"{least} to {most} cards {which}", got)
