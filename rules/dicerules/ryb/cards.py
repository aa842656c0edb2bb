"""The goals and actions of R.Y.B., and the card file they are read from.

It says what a card file may hold, not what is done with it. A card of a match is a number: the
place of its kind among ``Cards.kinds``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from dicerules.cards import CardFile, Name, Row, card_error, check_unique, read_card_file

PLAYERS = range(2, 6)
MOST_CARDS = 200
"""No deck is larger: the tower shuffles no more at once."""

DICE = ("red", "yellow", "blue")
EACH = 2
"""Dice of each colour that a player starts with."""

NEEDS = {
    "red": (0,),
    "yellow": (1,),
    "blue": (2,),
    "orange": (0, 1),
    "green": (1, 2),
    "purple": (0, 2),
    "black": (0, 1, 2),
}
"""The dice a goal of each colour takes, as places in ``DICE``."""

HAND = {2: 5, 3: 4, 4: 3, 5: 2}
"""How many cards each player holds, by the number of players."""

Op = Literal["gimme", "swap", "do_over", "red_rover", "shanghai", "variable"]


class Kind(Struct, frozen=True, gc=False):
    """What is on cards that are alike. ``does`` is "goal" or what an action does.

    ``house`` tells that something about them is ours, if only how many there are.
    """

    key: str
    does: str
    name: str
    copies: int
    colour: str = ""
    target: int = 0
    value: int = 0
    house: bool = False


# Forms are kept by the cards they are made from, so the hash is asked for at every event.
class Cards(Struct, frozen=True, gc=False, cache_hash=True):
    """The deck, as the kinds of its cards: the goals before the actions."""

    kinds: tuple[Kind, ...]

    @property
    def deck(self) -> tuple[int, ...]:
        """Every card, unshuffled."""
        return _deck(self)


@lru_cache(maxsize=64)
def _deck(cards: Cards) -> tuple[int, ...]:
    return tuple(at for at, kind in enumerate(cards.kinds) for _ in range(kind.copies))


class GoalRow(Row):
    """A goal: its colour, target and value."""

    colour: Literal["red", "yellow", "blue", "orange", "green", "purple", "black"]
    target: Annotated[int, Field(ge=1, le=99)]
    value: Annotated[int, Field(ge=1, le=999)]
    copies: Annotated[int, Field(ge=1, le=20)] = 1


class ActionRow(Row):
    """An action: what it does, what it is called, and how many there are."""

    does: Op
    name: Name
    copies: Annotated[int, Field(ge=0, le=40)]


class RybSheet(CardFile):
    """A whole card file."""

    game: Literal["ryb"]
    goals: Annotated[list[GoalRow], Field(min_length=1)]
    actions: Annotated[list[ActionRow], Field(min_length=6, max_length=6)]


def read_cards(text: str, file: str) -> Cards:
    """Read a card file, or raise ``CardError`` saying what is wrong with it and where."""
    sheet = read_card_file(text, file, RybSheet)
    check_unique(file, "goals", "target", ((row.colour, row.target) for row in sheet.goals))
    check_unique(file, "actions", "does", (row.does for row in sheet.actions))
    goals = [_goal(row) for row in sheet.goals]
    actions = [
        Kind(row.does, row.does, row.name, row.copies, house=row.is_house) for row in sheet.actions
    ]
    cards = Cards((*goals, *actions))
    if len(cards.deck) > MOST_CARDS:
        raise card_error(file, ("goals",), f"at most {MOST_CARDS} cards in all", len(cards.deck))
    return cards


def _goal(row: GoalRow) -> Kind:
    return Kind(
        key=f"{row.colour}_{row.target}",
        does="goal",
        name="",
        copies=row.copies,
        colour=row.colour,
        target=row.target,
        value=row.value,
        house=row.is_house,
    )


@lru_cache(maxsize=16)
def with_old_values(cards: Cards) -> Cards:
    """The same cards at their historic worth: the target times 2, 3 or 4 (RY-V8)."""
    kinds = (
        replace(kind, value=kind.target * (1 + len(NEEDS[kind.colour]))) if kind.colour else kind
        for kind in cards.kinds
    )
    return Cards(tuple(kinds))


@lru_cache(maxsize=1024)
def find(cards: Cards, key: str) -> int:
    """The place of a kind among all."""
    return next(at for at, kind in enumerate(cards.kinds) if kind.key == key)
