"""A filled form in words: what a seat chose, field by field. Judges nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from dicerules.forms import Field, Form, Number, Offer, Option, PickOne, PickSome, Place, judge
from dicerules.words import Say, say


def tell_answer(form: Form, answer: dict[str, Any]) -> tuple[Say, ...]:
    """Tell every field that was filled, with what stands in it."""
    return tuple(
        say("host.after.field", field=field.label, value=_value(field, answer[field.key]))
        for field in judge(form, answer)
    )


def _value(field: Field, value: Any) -> Say | int:
    if isinstance(field, Number):
        return int(value)
    if isinstance(field, PickOne):
        return _labels(field.options, [value])
    if isinstance(field, PickSome):
        return _labels(field.options, value)
    if isinstance(field, Place):
        spots = {spot.key: spot.label for spot in field.spots}
        return _join(
            [
                say("host.after.placed", cards=_labels(field.cards, cards), spot=spots[spot])
                for spot, cards in value.items()
                if cards
            ]
        )
    return _offer(field, value)


def _offer(field: Offer, value: dict[str, Any]) -> Say:
    party = next(party for party in field.parties if party.seat == value["to"])
    give, take = _labels(field.mine, value["give"]), _labels(party.has, value["take"])
    return say("host.after.offer", to_seat=party.seat, give=give, take=take)


def _labels(options: Sequence[Option], keys: Sequence[str]) -> Say:
    labels = {option.key: option.label for option in options}
    return _join([labels[key] for key in keys])


def _join(parts: Sequence[Say]) -> Say:
    if not parts:
        return say("host.after.nothing")
    return reduce(lambda one, more: say("host.after.list", one=one, more=more), parts)
