"""Names for things in R.Y.B.: cards, dice and heaps of both."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dicerules.ryb.cards import DICE, Cards
from dicerules.ryb.state import NO_DICE, Act, Pool, Throw
from dicerules.ryb.tally import by_colour
from dicerules.words import Message, message


@lru_cache(maxsize=1024)
def card_name(cards: Cards, card: int) -> Message:
    """Name a card: "Green 9", "Gimme!"."""
    kind = cards.kinds[card]
    if kind.colour:
        return message(f"goal.{kind.colour}", target=kind.target)
    return message("name", name=kind.name)


@lru_cache(maxsize=1024)
def quoted_name(cards: Cards, card: int) -> Message:
    """Name a card inside a sentence: an action in quotes, as its own name may end in "!"."""
    kind = cards.kinds[card]
    return card_name(cards, card) if kind.colour else message("card.quoted", name=kind.name)


@lru_cache(maxsize=1024)
def act_name(cards: Cards, card: int, does: str) -> Message:
    """Name an action inside a sentence; a Variable also by what it is played as."""
    if cards.kinds[card].does != "variable":
        return quoted_name(cards, card)
    name = card_name(cards, card)
    return message("card.variable", name=name, function=message(f"function.{does}"))


def name_act(cards: Cards, act: Act) -> Message:
    """Name the action being played."""
    return act_name(cards, act.card, act.does)


@lru_cache(maxsize=4096)
def heap(dice: Pool, cards: int = 0) -> Message:
    """Tell dice and a number of unseen cards: "2 red dice, 1 blue die and 1 card"."""
    parts = _dice(dice)
    if cards:
        parts.append(message("heap.cards", count=cards))
    return listed(parts)


@lru_cache(maxsize=4096)
def open_heap(cards: Cards, dice: Pool, held: tuple[int, ...]) -> Message:
    """Tell dice and cards by name, to those who may see them."""
    return listed([*_dice(dice), *(quoted_name(cards, card) for card in held)])


@lru_cache(maxsize=4096)
def rolled(throw: Throw) -> Message:
    """Tell the faces of a roll: "red 4, 5 and blue 1"."""
    parts = zip(DICE, by_colour(throw.dice, throw.faces), strict=True)
    return listed(
        [
            message(f"faces.{colour}", faces=", ".join(map(str, part)))
            for colour, part in parts
            if part
        ]
    )


def _dice(dice: Pool) -> list[Message]:
    if dice == NO_DICE:
        return []
    counts = zip(DICE, dice, strict=True)
    return [message(f"heap.{colour}", count=count) for colour, count in counts if count]


def listed(parts: Sequence[Message]) -> Message:
    """Tell some things as a list: "one, two and three"."""
    if not parts:
        return message("heap.nothing")
    told = parts[0]
    for part in parts[1:-1]:
        told = message("heap.comma", one=told, two=part)
    return message("heap.and", one=told, two=parts[-1]) if len(parts) > 1 else told
