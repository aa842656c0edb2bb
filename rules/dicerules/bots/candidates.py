"""Which answers of a form are worth a look: all of a small form, a choice of a large one.

A large form is searched around an answer that is known to be sensible: every answer that differs
from it in one thing. Some blind ones are added, for what nobody thought of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from dicerules.fields import Field, Form, Number, Offer, Option, PickOne, PickSome, Place
from dicerules.forms import Answer, RandBelow, fill
from dicerules.previews import takes

MOST = 16
"""Candidates of a form at most; more of them would each be tried too seldom."""
BLIND = 3
"""Answers that are filled in at random."""
STEPS = 4
"""Numbers tried between the lowest and the highest."""


def candidates(form: Form, first: Answer, randbelow: RandBelow) -> list[dict[str, Any]]:
    """Different answers of a form; ``first``, a sensible one, stands first."""
    found = [dict(first)]
    near = list(neighbours(form, first, randbelow))
    # If there are too many neighbours, chance decides which are looked at.
    mixed = [near.pop(randbelow(len(near))) for _ in range(len(near))]
    blind = [fill(form, randbelow) for _ in range(BLIND)]
    for answer in chain(mixed[: MOST - BLIND], blind, mixed[MOST - BLIND :]):
        if len(found) == MOST:
            break
        if answer not in found:
            found.append(answer)
    return found


def neighbours(form: Form, answer: Answer, randbelow: RandBelow) -> Iterator[dict[str, Any]]:
    """Every answer that differs in one field, or a sample where a field has very many values.

    If the change opens new fields, they are filled in at random.
    """
    asked: list[Field] = list(form.fields)
    for field in asked:
        value = answer[field.key]
        for other in _OTHERS[type(field)](field, value, randbelow):
            yield _refill(form, {**answer, field.key: other}, randbelow)
        for option in _picked(field, value):
            asked += [more for more in option.fields if more not in asked]


def _refill(form: Form, wish: Answer, randbelow: RandBelow) -> dict[str, Any]:
    """The wish, with what is asked now instead of what no longer is."""
    answer: dict[str, Any] = {}
    asked: list[Field] = list(form.fields)
    for field in asked:
        if field.key in wish and takes(form, field, wish[field.key]):
            answer[field.key] = wish[field.key]
        else:
            answer[field.key] = fill(Form(form.title, (field,)), randbelow)[field.key]
        for option in _picked(field, answer[field.key]):
            asked += [more for more in option.fields if more not in asked]
    return answer


def _picked(field: Field, value: Any) -> Sequence[Option]:
    if isinstance(field, PickOne):
        return [option for option in field.options if option.key == value]
    if isinstance(field, PickSome):
        return [option for option in field.options if option.key in value]
    return ()


def _other_one(field: PickOne, value: str, randbelow: RandBelow) -> Iterator[str]:
    return (option.key for option in field.options if option.key != value)


def _other_number(field: Number, value: int, randbelow: RandBelow) -> Iterator[int]:
    span = field.high - field.low
    steps = {field.low + span * step // STEPS for step in range(STEPS + 1)}
    near = {number for number in (value - 1, value + 1) if field.low <= number <= field.high}
    return iter(sorted((steps | near) - {value}))


def _other_some(field: PickSome, value: Sequence[str], randbelow: RandBelow) -> Iterator[list[str]]:
    """One option more, one less, or one in another's place."""
    picked = list(value)
    left = [option.key for option in field.options if option.key not in picked]
    for at in range(len(picked)):
        rest = picked[:at] + picked[at + 1 :]
        if len(rest) >= field.least:
            yield rest
        yield from ([*rest, key] for key in left)
    if len(picked) < field.most:
        yield from ([*picked, key] for key in left)


def _other_place(
    field: Place, value: dict[str, Sequence[str]], randbelow: RandBelow
) -> Iterator[dict[str, list[str]]]:
    """One card on top of another slot, or two cards exchanged."""
    places = [(slot, card) for slot, cards in value.items() for card in cards]
    for at, (slot, card) in enumerate(places):
        for other in field.slots:
            if other.key != slot and len(value.get(other.key, ())) < other.most:
                moved = {
                    key: [each for each in cards if each != card] for key, cards in value.items()
                }
                moved[other.key] = [card, *moved.get(other.key, [])]
                yield {key: cards for key, cards in moved.items() if cards}
        for _, second in places[at + 1 :]:
            swap = {card: second, second: card}
            yield {key: [swap.get(each, each) for each in cards] for key, cards in value.items()}


def _other_offer(field: Offer, value: Any, randbelow: RandBelow) -> Iterator[Any]:
    """Some offers at random: a trade has too many."""
    for _ in range(BLIND):
        yield fill(Form(field.label, (field,)), randbelow)[field.key]


_OTHERS: dict[type, Callable[[Any, Any, RandBelow], Iterator[Any]]] = {
    PickOne: _other_one,
    PickSome: _other_some,
    Number: _other_number,
    Place: _other_place,
    Offer: _other_offer,
}
