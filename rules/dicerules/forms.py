"""Forms: what a seat may be asked, as data. A screen draws one, a bot fills one, ``judge`` decides.

A form is a few fields, each independent of the others; what depends on a choice hangs on that
choice's ``then``. So every filling a form admits is legal, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from dicerules.errors import RuleError
from dicerules.words import Say

Answer = Mapping[str, Any]


class Option(Struct, frozen=True, omit_defaults=True):
    """One thing that can be picked. ``then`` are the fields that come with picking it.

    ``dice`` are drawn beside it, each a kind of die and its value; for a plain die with pips the
    kind is the die's colour.
    """

    key: str
    label: Say
    hint: Say | None = None
    dice: tuple[tuple[str, int], ...] = ()
    then: tuple[Field, ...] = ()


class Closed(Struct, frozen=True, omit_defaults=True):
    """What somebody might look for among the options in vain, and why it is not there.

    It is told and cannot be picked, so ``judge`` and ``fill`` do not know it.
    """

    label: Say
    why: Say
    dice: tuple[tuple[str, int], ...] = ()


class PickOne(Struct, frozen=True, tag="pick_one", omit_defaults=True):
    """Exactly one of the options. Answered by its key."""

    key: str
    label: Say
    options: tuple[Option, ...]
    closed: tuple[Closed, ...] = ()


class PickSome(Struct, frozen=True, tag="pick_some", omit_defaults=True):
    """From ``least`` to ``most`` different options, in no order. Answered by a list of keys.

    ``picked`` are keys a screen ticks beforehand: what most people would leave as it was.
    """

    key: str
    label: Say
    options: tuple[Option, ...]
    least: int
    most: int
    picked: tuple[str, ...] = ()
    closed: tuple[Closed, ...] = ()


class Number(Struct, frozen=True, tag="number", omit_defaults=True):
    """A whole number from ``low`` to ``high``, both allowed."""

    key: str
    label: Say
    low: int
    high: int


class Spot(Struct, frozen=True, omit_defaults=True):
    """A place that takes cards: a die, the top of a deck. ``most`` is how many fit."""

    key: str
    label: Say
    most: int = 1000
    dice: tuple[tuple[str, int], ...] = ()


class Place(Struct, frozen=True, tag="place", omit_defaults=True):
    """Every card on one spot, in order from the top. Answered by spot → list of card keys."""

    key: str
    label: Say
    cards: tuple[Option, ...]
    spots: tuple[Spot, ...]


class Party(Struct, frozen=True):
    """Somebody an offer can be made to, and what they have to give."""

    seat: int
    has: tuple[Option, ...]


class Offer(Struct, frozen=True, tag="offer", omit_defaults=True):
    """Give some, take some, with one other seat. Answered by ``to``, ``give`` and ``take``."""

    key: str
    label: Say
    parties: tuple[Party, ...]
    mine: tuple[Option, ...]


Field = PickOne | PickSome | Number | Place | Offer


class Form(Struct, frozen=True, omit_defaults=True):
    """What one seat is asked now. ``send`` is the word on the button.

    ``closed`` is what the form as a whole has no field for.
    """

    title: Say
    fields: tuple[Field, ...]
    send: Say = Say("send")
    closed: tuple[Closed, ...] = ()


def judge(form: Form, answer: Answer) -> list[Field]:
    """Accept a filled form, or raise ``RuleError`` naming the field, what it takes, what came.

    Returns the fields that the answer had to fill, those that came with a choice among them.
    """
    if not isinstance(answer, dict):
        raise RuleError("form.shape", got=type(answer).__name__)
    asked = list(form.fields)
    for field in asked:
        if field.key not in answer:
            raise RuleError("form.missing", field=field.key, label=field.label)
        for option in _JUDGES[type(field)](field, answer[field.key]):
            if option.then:
                _ask_more(asked, option)
    if len(asked) != len(answer):
        extra = set(answer) - {field.key for field in asked}
        raise RuleError("form.extra", field=", ".join(sorted(map(str, extra))))
    return asked


def _ask_more(asked: list[Field], option: Option) -> None:
    # Two picked options may ask for one and the same field.
    asked += [more for more in option.then if more not in asked]


def _judge_one(field: PickOne, value: Any) -> Sequence[Option]:
    for option in field.options:
        if option.key == value:
            return (option,)
    raise RuleError(
        "form.option", field=field.key, expected=_keys(field.options), got=_short(value)
    )


def _judge_some(field: PickSome, value: Any) -> Sequence[Option]:
    picked = _judge_keys(field.key, field.options, value)
    if not field.least <= len(picked) <= field.most:
        raise RuleError(
            "form.count", field=field.key, least=field.least, most=field.most, got=len(picked)
        )
    return picked


def _judge_number(field: Number, value: Any) -> Sequence[Option]:
    # A bool is an int in Python, and not a number at the table.
    if type(value) is not int or not field.low <= value <= field.high:
        raise RuleError(
            "form.range", field=field.key, low=field.low, high=field.high, got=_short(value)
        )
    return ()


def _judge_place(field: Place, value: Any) -> Sequence[Option]:
    if type(value) is not dict and not isinstance(value, Mapping):
        raise RuleError("form.place", field=field.key, got=_short(value))
    spots = {spot.key: spot for spot in field.spots}
    placed: list[str] = []
    for key, cards in value.items():
        if key not in spots:
            raise RuleError(
                "form.option", field=field.key, expected=_keys(field.spots), got=_short(key)
            )
        if not _is_list(cards):
            raise RuleError("form.place", field=field.key, got=_short(cards))
        if len(cards) > spots[key].most:
            raise RuleError("form.count", field=key, least=0, most=spots[key].most, got=len(cards))
        placed.extend(cards)
    options = _judge_keys(field.key, field.cards, placed)
    if len(options) != len(field.cards):
        raise RuleError(
            "form.count",
            field=field.key,
            least=len(field.cards),
            most=len(field.cards),
            got=len(options),
        )
    return options


def _judge_offer(field: Offer, value: Any) -> Sequence[Option]:
    if not isinstance(value, Mapping) or set(value) != {"to", "give", "take"}:
        raise RuleError("form.offer", field=field.key, got=_short(value))
    for party in field.parties:
        if party.seat == value["to"] and type(value["to"]) is int:
            give = _judge_keys(field.key, field.mine, value["give"])
            take = _judge_keys(field.key, party.has, value["take"])
            return (*give, *take)
    expected = ", ".join(str(party.seat) for party in field.parties)
    raise RuleError("form.option", field=field.key, expected=expected, got=_short(value["to"]))


def _judge_keys(key: str, options: tuple[Option, ...], value: Any) -> list[Option]:
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
    # Nearly always it is one, and that is seen at once.
    return type(value) is list or (isinstance(value, Sequence) and not isinstance(value, str))


_JUDGES: dict[type, Callable[[Any, Any], Sequence[Option]]] = {
    PickOne: _judge_one,
    PickSome: _judge_some,
    Number: _judge_number,
    Place: _judge_place,
    Offer: _judge_offer,
}


def _keys(options: Iterable[Option | Spot]) -> str:
    return ", ".join(option.key for option in options)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


Below = Callable[[int], int]
"""Chance, brought by a caller: ``below(n)`` names a whole number from 0 to n - 1."""


def fill(form: Form, below: Below) -> dict[str, Any]:
    """Fill a form in a way it admits.

    The caller brings the chance (a bot, the kit, ``dicetower simulate``); the rules have none.
    """
    answer: dict[str, Any] = {}
    asked = list(form.fields)
    for field in asked:
        for option in _FILLS[type(field)](field, below, answer):
            if option.then:
                _ask_more(asked, option)
    return answer


def _fill_number(field: Number, below: Below, answer: dict[str, Any]) -> Sequence[Option]:
    answer[field.key] = field.low + below(field.high - field.low + 1)
    return ()


def _fill_one(field: PickOne, below: Below, answer: dict[str, Any]) -> Sequence[Option]:
    option = field.options[below(len(field.options))]
    answer[field.key] = option.key
    return (option,)


def _fill_some(field: PickSome, below: Below, answer: dict[str, Any]) -> Sequence[Option]:
    picked = _draw(field.options, field.least + below(field.most - field.least + 1), below)
    answer[field.key] = _names(picked)
    return picked


def _fill_place(field: Place, below: Below, answer: dict[str, Any]) -> Sequence[Option]:
    cards = _draw(field.cards, len(field.cards), below)
    answer[field.key] = _fill_spots(field.spots, cards, below)
    return cards


def _fill_offer(field: Offer, below: Below, answer: dict[str, Any]) -> Sequence[Option]:
    party = field.parties[below(len(field.parties))]
    give = _draw(field.mine, below(len(field.mine) + 1), below)
    take = _draw(party.has, below(len(party.has) + 1), below)
    answer[field.key] = {"to": party.seat, "give": _names(give), "take": _names(take)}
    return (*give, *take)


_FILLS: dict[type, Callable[[Any, Below, dict[str, Any]], Sequence[Option]]] = {
    PickOne: _fill_one,
    PickSome: _fill_some,
    Number: _fill_number,
    Place: _fill_place,
    Offer: _fill_offer,
}


def _names(options: Iterable[Option]) -> list[str]:
    return [option.key for option in options]


def _fill_spots(
    spots: Sequence[Spot], cards: Sequence[Option], below: Below
) -> dict[str, list[str]]:
    placed: dict[str, list[str]] = {}
    free = [spot for spot in spots if spot.most]
    for card in cards:
        spot = free[below(len(free))]
        stack = placed.setdefault(spot.key, [])
        stack.append(card.key)
        if len(stack) == spot.most:
            free.remove(spot)
    return placed


def _draw(options: Sequence[Option], count: int, below: Below) -> list[Option]:
    left = list(options)
    return [left.pop(below(len(left))) for _ in range(count)]
