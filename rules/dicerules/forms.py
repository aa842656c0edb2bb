"""Forms: checking what somebody filled in, and filling one in at random. The parts are data.

A game builds a form from the parts, a screen draws it, ``check_answer`` accepts every answer that
the form allows and refuses all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dicerules.errors import RuleError
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
    Unavailable,
)

Answer = Mapping[str, Any]
"""A filled form: field key → value."""

RandBelow = Callable[[int], int]
"""Chance, from the caller: ``randbelow(n)`` is a whole number from 0 to n - 1."""


def check_answer(form: Form, answer: Answer) -> list[Field]:
    """Accept a filled form, or raise ``RuleError`` with the field, what it takes and what came.

    Returns the fields that were filled, with those that belong to the picked options.
    """
    if not isinstance(answer, dict):
        raise RuleError("form.shape", got=type(answer).__name__)
    asked = list(form.fields)
    for field in asked:
        if field.key not in answer:
            raise RuleError("form.missing", field=field.key, label=field.label)
        for option in _CHECKS[type(field)](field, answer[field.key]):
            if option.fields:
                _ask_more(asked, option)
    if len(asked) != len(answer):
        extra = set(answer) - {field.key for field in asked}
        raise RuleError("form.extra", field=", ".join(sorted(map(str, extra))))
    return asked


def _ask_more(asked: list[Field], option: Option) -> None:
    # Two picked options may share a field.
    asked += [more for more in option.fields if more not in asked]


def _check_one(field: PickOne, value: Any) -> Sequence[Option]:
    for option in field.options:
        if option.key == value:
            return (option,)
    raise RuleError(
        "form.option", field=field.key, expected=_keys(field.options), got=_short(value)
    )


def _check_some(field: PickSome, value: Any) -> Sequence[Option]:
    picked = _check_keys(field.key, field.options, value)
    if not field.least <= len(picked) <= field.most:
        raise RuleError(
            "form.count", field=field.key, least=field.least, most=field.most, got=len(picked)
        )
    return picked


def _check_number(field: Number, value: Any) -> Sequence[Option]:
    # In Python a bool is an int; at the table it is no number.
    if type(value) is not int or not field.low <= value <= field.high:
        raise RuleError(
            "form.range", field=field.key, low=field.low, high=field.high, got=_short(value)
        )
    return ()


def _check_place(field: Place, value: Any) -> Sequence[Option]:
    if type(value) is not dict and not isinstance(value, Mapping):
        raise RuleError("form.place", field=field.key, got=_short(value))
    slots = {slot.key: slot for slot in field.slots}
    placed: list[str] = []
    for key, cards in value.items():
        if key not in slots:
            raise RuleError(
                "form.option", field=field.key, expected=_keys(field.slots), got=_short(key)
            )
        if not _is_list(cards):
            raise RuleError("form.place", field=field.key, got=_short(cards))
        if len(cards) > slots[key].most:
            raise RuleError("form.count", field=key, least=0, most=slots[key].most, got=len(cards))
        placed.extend(cards)
    options = _check_keys(field.key, field.cards, placed)
    if len(options) != len(field.cards):
        raise RuleError(
            "form.count",
            field=field.key,
            least=len(field.cards),
            most=len(field.cards),
            got=len(options),
        )
    return options


def _check_offer(field: Offer, value: Any) -> Sequence[Option]:
    if not isinstance(value, Mapping) or set(value) != {"to", "give", "take"}:
        raise RuleError("form.offer", field=field.key, got=_short(value))
    for party in field.parties:
        if party.seat == value["to"] and type(value["to"]) is int:
            give = _check_keys(field.key, field.mine, value["give"])
            take = _check_keys(field.key, party.has, value["take"])
            _check_least(field, party, len(give) + len(take))
            return (*give, *take)
    expected = ", ".join(str(party.seat) for party in field.parties)
    raise RuleError("form.option", field=field.key, expected=expected, got=_short(value["to"]))


def _check_least(field: Offer, party: Party, got: int) -> None:
    if got < field.least:
        most = len(field.mine) + len(party.has)
        raise RuleError("form.count", field=field.key, least=field.least, most=most, got=got)


def _check_keys(key: str, options: tuple[Option, ...], value: Any) -> list[Option]:
    if not _is_list(value):
        raise RuleError("form.option", field=key, expected=_keys(options), got=_short(value))
    if not value:
        return []
    by_key = {option.key: option for option in options}
    picked: list[Option] = []
    for item in value:
        option = by_key.pop(item, None) if isinstance(item, str) else None
        if option is None:
            raise RuleError("form.option", field=key, expected=_keys(options), got=_short(item))
        picked.append(option)
    return picked


def _is_list(value: Any) -> bool:
    # The first test is the fast one, and nearly always enough.
    return type(value) is list or (isinstance(value, Sequence) and not isinstance(value, str))


_CHECKS: dict[type, Callable[[Any, Any], Sequence[Option]]] = {
    PickOne: _check_one,
    PickSome: _check_some,
    Number: _check_number,
    Place: _check_place,
    Offer: _check_offer,
}


def _keys(options: Iterable[Option | Slot]) -> str:
    return ", ".join(option.key for option in options)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def fill(form: Form, randbelow: RandBelow) -> dict[str, Any]:
    """Fill a form at random with an answer that it allows."""
    answer: dict[str, Any] = {}
    asked = list(form.fields)
    for field in asked:
        if type(field) is PickOne:  # by far the most frequent one, so it goes the short way
            options = field.options
            option = options[randbelow(len(options))]
            answer[field.key] = option.key
            if option.fields:
                _ask_more(asked, option)
        elif type(field) is Number:
            low = field.low
            answer[field.key] = low + randbelow(field.high - low + 1)
        else:
            answer[field.key] = _FILLS[type(field)](field, randbelow, asked)
    return answer


def _fill_some(field: PickSome, randbelow: RandBelow, asked: list[Field]) -> list[str]:
    least = field.least
    return _draw(field.options, least + randbelow(field.most - least + 1), randbelow, asked)


def _fill_place(field: Place, randbelow: RandBelow, asked: list[Field]) -> dict[str, list[str]]:
    cards = _draw(field.cards, len(field.cards), randbelow, asked)
    free = [slot for slot in field.slots if slot.most]
    placed: dict[str, list[str]] = {}
    for card in cards:
        slot = free[randbelow(len(free))]
        stack = placed.setdefault(slot.key, [])
        stack.append(card)
        if len(stack) == slot.most:
            free.remove(slot)
    return placed


def _fill_offer(field: Offer, randbelow: RandBelow, asked: list[Field]) -> dict[str, Any]:
    party = field.parties[randbelow(len(field.parties))]
    give = _draw_some(field.mine, field.least - len(party.has), randbelow, asked)
    take = _draw_some(party.has, field.least - len(give), randbelow, asked)
    return {"to": party.seat, "give": give, "take": take}


_FILLS: dict[type, Callable[[Any, RandBelow, list[Field]], Any]] = {
    PickSome: _fill_some,
    Place: _fill_place,
    Offer: _fill_offer,
}


def _draw_some(
    options: Sequence[Option], least: int, randbelow: RandBelow, asked: list[Field]
) -> list[str]:
    least = max(0, least)
    return _draw(options, least + randbelow(len(options) - least + 1), randbelow, asked)


def _draw(
    options: Sequence[Option], count: int, randbelow: RandBelow, asked: list[Field]
) -> list[str]:
    """Draw different options, ask what belongs to them as well, and name them."""
    left, keys = list(options), []
    size = len(left)
    for below in range(size, size - count, -1):
        at = randbelow(below)
        option = left.pop(at)
        keys.append(option.key)
        if option.fields:
            _ask_more(asked, option)
    return keys


__all__ = [
    "Answer",
    "Field",
    "Form",
    "Number",
    "Offer",
    "Option",
    "Party",
    "PickOne",
    "PickSome",
    "Place",
    "RandBelow",
    "Slot",
    "Unavailable",
    "check_answer",
    "fill",
]
