"""How Ricemarll names cards, values and piles in a sentence. It decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from dicerules.core import Message
from dicerules.ricemarll.cards import Cards
from dicerules.ricemarll.state import Pile
from dicerules.words import message

WORDED = range(2, 7)
"""Numbers of copies that are written as words: "two +1 cards" is clear, "2 +1" looks like a sum."""


def spell(values: Sequence[int]) -> str:
    """Write numbers side by side, with a minus sign that can be read from across the table."""
    return " ".join([str(value).replace("-", "\N{MINUS SIGN}") for value in values])


def stacked(cards: Cards, stack: Pile) -> str:
    """Name modifiers in the order they lie in, from the top."""
    return " ".join([cards.modifiers[card].name for card in stack])


def listed(cards: Cards, pile: Iterable[int]) -> Message:
    """Name modifiers whose order says nothing: "+2, two +1 cards". There is at least one."""
    told = together(
        _copies(cards.modifiers[card].name, count) for card, count in sorted(Counter(pile).items())
    )
    assert told is not None
    return told


def _copies(name: str, count: int) -> Message:
    if count == 1:
        return message("name", name=name)
    key = f"copies.{count}" if count in WORDED else "copies.many"
    return message(key, name=name, count=count)


def played(cards: Cards, dice: tuple[int, ...], stacks: tuple[Pile, ...]) -> Message | None:
    """Tell which cards lie behind which dice; None if there are none."""
    return together(
        _on_die(dice, at, stacked(cards, stack)) for at, stack in enumerate(stacks) if stack
    )


def _on_die(dice: tuple[int, ...], at: int, told: str) -> Message:
    """Name a die by its face, and dice with the same face by their order from the left."""
    face = dice[at]
    if dice.count(face) == 1:
        return message("played", cards=told, face=face)
    nth = message(f"nth.{dice[: at + 1].count(face)}")
    return message("played_nth", cards=told, face=face, nth=nth)


def together(parts: Iterable[Message]) -> Message | None:
    """Put sentences into one, with commas between them; None if there are none."""
    whole = None
    for part in parts:
        whole = part if whole is None else message("both", first=whole, second=part)
    return whole
