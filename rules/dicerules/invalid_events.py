"""Wrong answers and wrong rolls, which every game must refuse. Only the kit uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dicerules.core import Roll, Rolled
from dicerules.forms import Field, Form, Number, Offer, PickOne, PickSome, Place, check_answer

NOBODY = "no such thing"


def wrong_answers(form: Form, answer: dict[str, Any]) -> Iterator[Any]:
    """A correct answer with one thing made wrong, in every way we know."""
    yield from (None, [], "yes", [answer])
    yield {**answer, NOBODY: 0}
    for key in answer:
        yield {other: value for other, value in answer.items() if other != key}
    for field in check_answer(form, answer):
        for value in (None, True, {}, *_WRONG[type(field)](field, answer[field.key])):
            # Some forms allow an empty Place; everything else here is always wrong.
            if value != answer[field.key]:
                yield {**answer, field.key: value}


def wrong_rolls(roll: Roll, rolled: Rolled) -> Iterator[Rolled]:
    """An outcome with too few or too many dice, with faces that do not exist, with short decks."""
    faces, orders = rolled.faces, rolled.orders
    yield Rolled((*faces, 1), orders)
    yield Rolled(faces, (*orders, (0,)))
    if faces:
        yield Rolled(faces[1:], orders)
        yield Rolled((0, *faces[1:]), orders)
        yield Rolled((roll.dice[0].faces + 1, *faces[1:]), orders)
    if orders:
        yield Rolled(faces, orders[1:])
        yield Rolled(faces, (orders[0][1:], *orders[1:]))
        yield Rolled(faces, ((len(orders[0]), *orders[0][1:]), *orders[1:]))


def _wrong_number(field: Number, right: int) -> Iterator[Any]:
    yield from (field.low - 1, field.high + 1, str(right), float(right), [right])


def _wrong_one(field: PickOne, right: str) -> Iterator[Any]:
    yield from (NOBODY, "", 0, [right])


def _wrong_some(field: PickSome, right: list[str]) -> Iterator[Any]:
    yield from (NOBODY, [NOBODY], [*right, NOBODY], [*right, None])
    if right:
        yield [*right, right[0]]
    keys = [option.key for option in field.options]
    if field.least > 0:
        yield keys[: field.least - 1]
    if field.most < len(keys):
        yield keys[: field.most + 1]


def _wrong_place(field: Place, right: dict[str, list[str]]) -> Iterator[Any]:
    yield from (NOBODY, {**right, NOBODY: []})
    for slot, cards in right.items():
        yield {**right, slot: [*cards, NOBODY]}
        yield {**right, slot: cards[1:]}
        yield {**right, slot: "cards"}


def _wrong_offer(field: Offer, right: dict[str, Any]) -> Iterator[Any]:
    yield from (NOBODY, {**right, "to": -1}, {**right, NOBODY: 0})
    for side in ("give", "take"):
        yield {**right, side: [*right[side], NOBODY]}
        yield {key: value for key, value in right.items() if key != side}
    if field.least:
        yield {**right, "give": [], "take": []}


_WRONG: dict[type[Field], Callable[[Any, Any], Iterator[Any]]] = {
    PickOne: _wrong_one,
    PickSome: _wrong_some,
    Number: _wrong_number,
    Place: _wrong_place,
    Offer: _wrong_offer,
}
