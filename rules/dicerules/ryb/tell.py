"""How R.Y.B. calls its things: cards, dice, heaps of both. Says what is, not what happens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dicerules.ryb.cards import DICE, Cards
from dicerules.ryb.state import NO_DICE, Act, Pool, Throw
from dicerules.ryb.tally import by_colour
from dicerules.words import Say, say


@lru_cache(maxsize=1024)
def card_name(cards: Cards, card: int) -> Say:
    """Name a card: "Green 9", "Gimme!"."""
    kind = cards.kinds[card]
    if kind.colour:
        return say(f"goal.{kind.colour}", target=kind.target)
    return say("name", name=kind.name)


@lru_cache(maxsize=1024)
def act_name(cards: Cards, card: int, does: str) -> Say:
    """Name an action; a Variable also by what it is played as."""
    name = card_name(cards, card)
    if cards.kinds[card].does != "variable":
        return name
    return say("card.variable", name=name, function=say(f"function.{does}"))


def name_act(cards: Cards, act: Act) -> Say:
    """Name the action being played."""
    return act_name(cards, act.card, act.does)


@lru_cache(maxsize=4096)
def heap(dice: Pool, cards: int = 0) -> Say:
    """Tell dice and a number of unseen cards: "2 red dice, 1 blue die and 1 card"."""
    parts = _dice(dice)
    if cards:
        parts.append(say("heap.cards", count=cards))
    return listed(parts)


@lru_cache(maxsize=4096)
def open_heap(cards: Cards, dice: Pool, held: tuple[int, ...]) -> Say:
    """Tell dice and cards by name, to those who may see them."""
    return listed([*_dice(dice), *(card_name(cards, card) for card in held)])


@lru_cache(maxsize=4096)
def rolled(throw: Throw) -> Say:
    """Tell the faces of a roll: "red 4, 5 and blue 1"."""
    parts = zip(DICE, by_colour(throw.dice, throw.faces), strict=True)
    return listed(
        [say(f"faces.{colour}", faces=", ".join(map(str, part))) for colour, part in parts if part]
    )


def _dice(dice: Pool) -> list[Say]:
    if dice == NO_DICE:
        return []
    counts = zip(DICE, dice, strict=True)
    return [say(f"heap.{colour}", count=count) for colour, count in counts if count]


def listed(parts: Sequence[Say]) -> Say:
    """Tell some things as a list: "one, two and three"."""
    if not parts:
        return say("heap.nothing")
    told = parts[0]
    for part in parts[1:-1]:
        told = say("heap.comma", one=told, two=part)
    return say("heap.and", one=told, two=parts[-1]) if len(parts) > 1 else told
