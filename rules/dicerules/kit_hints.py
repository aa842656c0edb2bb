"""Promises about hints: a screen that follows one finds all that it draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from dicerules.errors import KitError
from dicerules.forms import Number, Option, PickOne, PickSome, Place, Unavailable
from dicerules.hints import (
    Actions,
    CardsToTake,
    ChipsToPush,
    DiceOnTable,
    DiceToTake,
    Fan,
    Goals,
    People,
    Portraits,
    SpacesToTap,
    Stacks,
    Thumbs,
)
from dicerules.kit_trial import Position, Trial
from dicerules.limits import COLOURS


def gives_hints_that_can_be_drawn(trial: Trial, now: Position) -> None:
    """What a hint names is there: spaces, dice, slots, chances and colours."""
    check_hints(now.parts)


def check_hints(values: Iterable[Struct]) -> None:
    """Refuse a hint that does not go with its field, or names what is not there."""
    for part in values:
        draw = getattr(part, "draw", None)
        if draw is not None:
            check = _CHECKS.get((type(part), type(draw)))
            what = f"{type(draw).__name__} as draw of a {type(part).__name__}"
            _expect(check is not None, "a hint that goes with its field", what)
            if check:
                check(part)
            colour = getattr(draw, "colour", "")
            _expect(colour in ("", *COLOURS), "one of the tower's colours", colour)
        if isinstance(part, Number) and part.start is not None:
            _expect(part.low <= part.start <= part.high, "a start in its range", part.start)
        elif isinstance(part, Option):
            _check_option(part)


def _check_option(option: Option) -> None:
    _expect(option.colour in ("", *COLOURS, *MORE_COLOURS), "a known colour", option.colour)
    if option.level is not None:
        _expect(0 <= option.level.has <= option.level.of, "a level within its limit", option.level)
    if option.odds is None:
        return
    numbers = {field.key: field for field in option.fields if isinstance(field, Number)}
    by, got = option.odds.by, option.odds.percent
    _expect(not by or by in numbers, f"a number {by!r} on the option", sorted(numbers))
    count = numbers[by].high - numbers[by].low + 1 if by else 1
    _expect(len(got) == count, f"{count} chances", len(got))
    _expect(all(0 <= chance <= 100 for chance in got), "chances from 0 to 100", got)


MORE_COLOURS = ("orange", "purple")
"""Colours that screens have beside those of the lamps."""


def _check_spaces(field: PickOne | Unavailable) -> None:
    draw = field.draw
    assert isinstance(draw, SpacesToTap)
    labels = [space.label for space in draw.spaces]
    _expect(len(set(labels)) == len(labels) > 0, "different labels for spaces", labels)
    seen = set[frozenset[str]]()
    for option in field.options if isinstance(field, PickOne) else ():
        marks = frozenset(option.marks)
        _expect(bool(marks) and marks <= set(labels), f"marks among {labels}", option.marks)
        _expect(marks not in seen, "other marks for each option", option.marks)
        seen.add(marks)


def _check_dice_on_table(field: PickOne | PickSome) -> None:
    draw = field.draw
    assert isinstance(draw, DiceOnTable)
    if isinstance(field, PickOne):
        _expect(not draw.wanted, "no wanted dice where one is picked", draw.wanted)
        for option in field.options:
            _expect(bool(option.dice), "dice on each option", option.key)
        return
    places = set(map(str, range(len(draw.wanted))))
    for option in field.options:
        _expect(len(option.dice) == 1, "one die an option", option.dice)
        _expect(set(option.marks) <= places, f"marks among {sorted(places)}", option.marks)


def _check_stacks(field: Place) -> None:
    draw = field.draw
    assert draw is not None
    rest = [slot for slot in field.slots if slot.key == draw.rest]
    _expect(not draw.rest or bool(rest), f"a slot {draw.rest!r}", [s.key for s in field.slots])
    for slot in rest:
        _expect(slot.most >= len(field.cards), "room for all cards in the rest", slot.most)


def _check_thumbs(field: PickOne) -> None:
    for option in field.options:
        _expect(bool(option.icon), "an icon for each thumb", option.key)


def _check_actions(field: PickOne) -> None:
    for option in field.options:
        picture = option.dice or option.big or option.icon or option.colour
        _expect(bool(picture), "a picture for each action", option.key)


def _check_people(field: PickOne) -> None:
    seats = [option.seat for option in field.options if option.seat is not None]
    _expect(len(set(seats)) == len(seats) > 0, "different seats for people", seats)
    for option in field.options:
        whose = option.seat is not None or bool(option.icon)
        _expect(whose, "a seat or an icon for each of the people", option.key)


def _check_number(field: Number) -> None:
    draw = field.draw
    have = draw.purse if isinstance(draw, ChipsToPush) else len(draw.dice) if draw else 0
    _expect(have >= field.high, f"at least {field.high} things to take from", have)


def _check_nothing(field: Struct) -> None:
    """What these draw, every option has."""


_CHECKS: dict[tuple[type, type], Callable[[Any], None]] = {
    (PickOne, SpacesToTap): _check_spaces,
    (Unavailable, SpacesToTap): _check_spaces,
    (PickOne, Portraits): _check_nothing,
    (PickOne, Thumbs): _check_thumbs,
    (PickOne, Goals): _check_nothing,
    (PickOne, Fan): _check_nothing,
    (PickOne, CardsToTake): _check_nothing,
    (PickOne, Actions): _check_actions,
    (PickOne, People): _check_people,
    (PickOne, DiceOnTable): _check_dice_on_table,
    (PickSome, CardsToTake): _check_nothing,
    (PickSome, DiceOnTable): _check_dice_on_table,
    (Number, ChipsToPush): _check_number,
    (Number, DiceToTake): _check_number,
    (Place, Stacks): _check_stacks,
}


def _expect(right: bool, expected: str, got: object) -> None:
    if not right:
        raise KitError(f"expected {expected}, got {got!r}")
