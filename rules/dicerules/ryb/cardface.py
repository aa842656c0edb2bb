"""How the cards of R.Y.B. look on a screen: in a hand, in play, in a pile and in the card list."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from dicerules.core import Message
from dicerules.ryb.cards import DICE, NEEDS
from dicerules.ryb.cards import Cards as Box
from dicerules.ryb.menu import FUNCTIONS
from dicerules.ryb.state import Goal, State
from dicerules.ryb.tally import target_for
from dicerules.ryb.tell import card_name, listed
from dicerules.views import TABLE, Card, Cards, Die, Item
from dicerules.words import message


def variable_does(state: State) -> str:
    """What a Variable does in this match, or who decides it."""
    if not state.function:
        return state.rules.variable
    return state.rules.trade if state.function == "trade" else state.function


@lru_cache(maxsize=2048)
def plain_card(cards: Box, card: int, variable: str, at: int = 0) -> Card:
    """A card of a hand or a pile; ``variable`` is what a Variable does."""
    kind = cards.kinds[card]
    key, name = f"{at}.{kind.key}", card_name(cards, card)
    if kind.colour:
        return Card(key, name, dice=_needs(kind.colour), value=str(kind.value), house=kind.house)
    return Card(key, name, more=_more(kind.does, variable), house=kind.house)


def _more(does: str, variable: str) -> Message:
    if does != "variable":
        return message(f"hint.{does}")
    hint = message(f"hint.{variable}")
    if variable in FUNCTIONS or variable == "equalizer":
        return message("card.does", function=message(f"function.{variable}"), does=hint)
    return hint


def cards_side_by_side(state: State, held: tuple[int, ...]) -> tuple[Card, ...]:
    """Every card by itself."""
    does = variable_does(state)
    return tuple([plain_card(state.cards, card, does, at) for at, card in enumerate(held)])


def kinds_in(state: State, pile: tuple[int, ...]) -> tuple[Card, ...]:
    """A pile to look through: each kind once, and how many there are if it is more than one."""
    return _kinds_in(state.cards, tuple(sorted(pile)), variable_does(state))


@lru_cache(maxsize=256)
def _kinds_in(cards: Box, pile: tuple[int, ...], variable: str) -> tuple[Card, ...]:
    return tuple(
        replace(
            plain_card(cards, card, variable),
            text=message("card.copies", count=count) if count > 1 else None,
        )
        for card, count in Counter(pile).items()
    )


@lru_cache(maxsize=8192)
def goal_in_play(cards: Box, at: int, goal: Goal, chosen: bool, viewer: int) -> Card:
    """A goal in the middle, with what it still needs from the viewer and what is banked on it."""
    kind = cards.kinds[goal.card]
    left = _left(cards, goal, viewer)
    return Card(
        f"{at}.{kind.key}",
        card_name(cards, goal.card),
        text=_with_banks(left, goal, viewer),
        dice=_needs(kind.colour),
        value=str(kind.value),
        state="chosen" if chosen else "",
        short=left,
        house=kind.house,
    )


def _left(cards: Box, goal: Goal, viewer: int) -> Message:
    key = "card.left" if viewer == TABLE else "card.needs"
    return message(key, left=max(0, target_for(cards, goal, viewer)))


def _with_banks(left: Message, goal: Goal, viewer: int) -> Message:
    told = message("card.banked", left=left, count=goal.banked) if goal.banked else left
    if not goal.swiss:
        return told
    points: Counter[int] = Counter()
    for swiss in goal.swiss:
        points[swiss.seat] += swiss.points
    banks = [_swiss(seat, points[seat], viewer) for seat in sorted(points)]
    return message("card.swiss", left=told, banks=listed(banks))


def _swiss(seat: int, points: int, viewer: int) -> Message:
    if seat == viewer:
        return message("card.swiss_yours", points=points)
    return message("card.swiss_of", seat=seat, points=points)


@lru_cache(maxsize=16)
def _needs(colour: str) -> tuple[Die, ...]:
    return tuple(Die(0, colour=DICE[at]) for at in NEEDS[colour])


def card_list(cards: Box) -> tuple[Item, ...]:
    """Every kind of card, with its number of copies, and everything a Variable can do."""
    goals = [at for at, kind in enumerate(cards.kinds) if kind.colour]
    actions = [at for at, kind in enumerate(cards.kinds) if not kind.colour]
    does = [Card(each, message(f"function.{each}"), message(f"hint.{each}")) for each in FUNCTIONS]
    return (
        Cards("goals", message("label.all_goals"), tuple([_listed(cards, at) for at in goals])),
        Cards(
            "actions", message("label.all_actions"), tuple([_listed(cards, at) for at in actions])
        ),
        Cards("functions", message("label.all_functions"), tuple(does)),
    )


def _listed(cards: Box, card: int) -> Card:
    kind = cards.kinds[card]
    text = message("card.copies", count=kind.copies)
    if not kind.colour:
        text = message("card.listed", does=message(f"hint.{kind.does}"), copies=text)
    return replace(plain_card(cards, card, "variable"), text=text, more=None)
