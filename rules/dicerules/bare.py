"""Forms and rolls without words: what can be answered, and nothing to read. For bots.

A game makes each once for all positions that ask the same. ``strip`` takes the words off any need:
two needs take the same events, offered in the same order, if they are equal without words.
"""

from __future__ import annotations

from functools import lru_cache

from dicerules.core import Ask, DiceGroup, Need, Over, Roll
from dicerules.fields import (
    Field,
    Form,
    Number,
    Offer,
    Option,
    Party,
    PickOne,
    PickSome,
    Place,
    Slot,
)
from dicerules.words import Message

NO_WORDS = Message("")


def form(*fields: Field) -> Form:
    """A form of these fields."""
    return Form(NO_WORDS, fields, NO_WORDS)


@lru_cache(maxsize=4096)
def options(*keys: str) -> tuple[Option, ...]:
    """Options with these keys."""
    return tuple([Option(key, NO_WORDS) for key in keys])


def pick_one(key: str, options: tuple[Option, ...]) -> PickOne:
    """One of the options."""
    return PickOne(key, NO_WORDS, options)


def pick_some(key: str, options: tuple[Option, ...], least: int, most: int) -> PickSome:
    """Some of the options."""
    return PickSome(key, NO_WORDS, options, least, most)


@lru_cache(maxsize=4096)
def number(key: str, low: int, high: int) -> Number:
    """A number from ``low`` to ``high``."""
    return Number(key, NO_WORDS, low, high)


@lru_cache(maxsize=4096)
def dice(count: int, faces: int = 6) -> Roll:
    """A roll of equal dice."""
    return Roll(None, NO_WORDS, (DiceGroup(count, faces),))


def strip(need: Need) -> object:
    """What a need takes, without its words: equal for all needs that take the same events."""
    if isinstance(need, Ask):
        # Chance may choose among the seats, so their order counts.
        return [(seat, [_strip(each) for each in form.fields]) for seat, form in need.forms.items()]
    if isinstance(need, Over):
        return need.winners
    return [group.faces for group in need.dice for _ in range(group.count)], need.shuffles


def _strip(field: Field) -> Field:
    if isinstance(field, PickOne):
        return PickOne(field.key, NO_WORDS, _options(field.options))
    if isinstance(field, PickSome):
        options = _options(field.options)
        return PickSome(field.key, NO_WORDS, options, field.least, field.most)
    if isinstance(field, Number):
        return Number(field.key, NO_WORDS, field.low, field.high)
    if isinstance(field, Place):
        slots = tuple(Slot(each.key, NO_WORDS, each.most) for each in field.slots)
        return Place(field.key, NO_WORDS, _options(field.cards), slots)
    parties = tuple(Party(party.seat, _options(party.has)) for party in field.parties)
    return Offer(field.key, NO_WORDS, parties, _options(field.mine), field.least)


def _options(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(each.key, NO_WORDS, fields=tuple(map(_strip, each.fields))) for each in options
    )
