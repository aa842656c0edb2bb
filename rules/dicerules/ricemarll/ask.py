"""What Ricemarll asks: its forms and its rolls. Not when it does.

Each is built once for all positions that ask the same: bots play tens of thousands a second.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from dicerules.core import DiceGroup, Form, Message, Roll
from dicerules.forms import Option, PickOne, PickSome, Place, Slot, Unavailable
from dicerules.hints import CardsToTake, DiceOnTable, Stacks
from dicerules.ricemarll.cards import DICE, FACES, HAND, Cards, Goal, Modifier
from dicerules.ricemarll.state import Pile
from dicerules.views import Die
from dicerules.words import message

DIE_KEYS = tuple(f"die{number}" for number in range(1, DICE + 1))
CARD_KEYS = tuple(f"card{number}" for number in range(1, HAND + 1))
TOP, AWAY = "top", "discards"
SPOT_KEYS = (*DIE_KEYS, TOP, AWAY)
SPECIAL = "special"
COLOUR = "ivory"
AMOUNTS = ("total", "biggest", "smallest", "range")
"""Measures that are high or low; of what the others count there are many or few."""

_SPECIAL = Option(SPECIAL, message("special.goal"), message("form.special"))
_NO_SPECIAL = (Unavailable(message("special.goal"), message("closed.special")),)
_REST = (
    Slot(TOP, message("form.top"), icon="deck"),
    Slot(AWAY, message("form.discards"), icon="discards"),
)
WORTH = "prospect"
"""The track of the preview that has the worth of each die."""
_STACKS = Stacks(WORTH, AWAY)


@lru_cache(maxsize=1024)
def modifier_text(modifier: Modifier) -> Message | None:
    """Say what a modifier does, unless its name does."""
    if modifier.effect in ("add", "multiply"):
        return None
    return message(f"modifier.{modifier.effect}", number=modifier.number)


@lru_cache(maxsize=1024)
def goal_text(goal: Goal) -> Message:
    """Say how a goal is achieved: by the most of something, or by the highest amount."""
    key = f"goal.{goal.wins}{'_amount' if goal.measure in AMOUNTS else ''}"
    return message(key, what=message(f"measure.{goal.measure}", number=goal.number))


@lru_cache(maxsize=4096)
def place_form(cards: Cards, hand: Pile, dice: tuple[int, ...]) -> Form:
    """Ask where each card of the hand goes."""
    options = tuple(
        [_modifier(cards, key, card) for key, card in zip(CARD_KEYS, hand, strict=True)]
    )
    slots = (*[_die(at, face) for at, face in enumerate(dice, 1)], *_REST)
    field = Place("cards", message("form.cards"), options, slots, _STACKS)
    return Form(message("form.place"), (field,), message("form.send_place"))


@lru_cache(maxsize=4096)
def _modifier(cards: Cards, key: str, card: int) -> Option:
    modifier = cards.modifiers[card]
    name, text = message("name", name=modifier.name), modifier_text(modifier)
    tone: Literal["", "plus", "minus"] = ""
    if modifier.effect == "add":
        tone = "plus" if modifier.number > 0 else "minus"
    return Option(key, name, text, tone=tone)


@lru_cache
def _die(number: int, face: int) -> Slot:
    label = message("form.die", number=number)
    return Slot(DIE_KEYS[number - 1], label, dice=((COLOUR, face),))


@lru_cache(maxsize=1024)
def declare_form(cards: Cards, specials: Pile) -> Form:
    """Ask which special goals to declare; none is an answer too."""
    options = tuple(
        Option(goal.key, message("name", name=goal.name), goal_text(goal))
        for goal in (cards.goals[special] for special in specials)
    )
    field = PickSome("goals", message("form.goals"), options, 0, len(options), draw=CardsToTake())
    return Form(message("form.declare", count=cards.tokens), (field,), message("form.send_declare"))


@lru_cache(maxsize=4096)
def pick_form(dice: tuple[int, ...], places: tuple[int, ...]) -> Form:
    """Ask which side each of the dice at these places shall show."""
    fields = tuple(
        PickOne(
            DIE_KEYS[at],
            message("form.pick_die", number=at + 1, face=dice[at]),
            _sides(),
            draw=_DICE,
        )
        for at in places
    )
    return Form(message("form.pick"), fields, message("form.send_pick"))


_DICE = DiceOnTable()


@lru_cache
def _sides() -> tuple[Option, ...]:
    return tuple(
        Option(str(face), message("form.side", face=face), dice=((COLOUR, face),))
        for face in range(1, FACES + 1)
    )


_TAKE = CardsToTake()


@lru_cache(maxsize=4096)
def select_form(cards: Cards, market: Pile, special: bool, take: int) -> Form:
    """Ask which cards to take from the market; two goals that lie face down are one choice."""
    options = [_modifier(cards, f"card{at}", card) for at, card in enumerate(market, 1)]
    if special:
        options.append(_SPECIAL)
    unavailable = () if special else _NO_SPECIAL
    field = PickSome(
        "take",
        message("form.take"),
        tuple(options),
        take,
        take,
        unavailable=unavailable,
        draw=_TAKE,
    )
    return Form(message("form.select", count=take), (field,), message("form.send_select"))


@lru_cache
def die_seen(face: int) -> Die:
    """A die lying there."""
    return Die(face, colour=COLOUR)


@lru_cache(maxsize=1024)
def dice_roll(why: str, presser: int | None, counts: tuple[tuple[int, int], ...]) -> Roll:
    """Ask the tower for dice: ``counts`` tells whose, and how many."""
    dice_groups = tuple(DiceGroup(count, FACES, colour=COLOUR, seat=seat) for seat, count in counts)
    seats = [seat for seat, _ in counts]
    told = message(why, seats=seats, count=sum(count for _, count in counts), people=len(seats))
    return Roll(presser, told, dice_groups)


@lru_cache(maxsize=1024)
def deck_roll(why: str, sizes: tuple[int, ...]) -> Roll:
    """Ask the tower to shuffle decks that nobody may see."""
    return Roll(None, message(why), shuffles=sizes, hidden=True)
