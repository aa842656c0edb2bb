"""A filled form in words: what a seat chose, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from dicerules.forms import (
    Field,
    Form,
    Number,
    Offer,
    Option,
    PickOne,
    PickSome,
    Place,
    check_answer,
)
from dicerules.words import Message, message


def tell_answer(form: Form, answer: dict[str, Any]) -> tuple[Message, ...]:
    """Say what was filled into every field."""
    return tuple(
        message("host.after.field", field=field.label, value=_value(field, answer[field.key]))
        for field in check_answer(form, answer)
    )


def _value(field: Field, value: Any) -> Message | int:
    if isinstance(field, Number):
        return int(value)
    if isinstance(field, PickOne):
        return _labels(field.options, [value])
    if isinstance(field, PickSome):
        return _labels(field.options, value)
    if isinstance(field, Place):
        slots = {slot.key: slot.label for slot in field.slots}
        return _join(
            [
                message("host.after.placed", cards=_labels(field.cards, cards), slot=slots[slot])
                for slot, cards in value.items()
                if cards
            ]
        )
    return _offer(field, value)


def _offer(field: Offer, value: dict[str, Any]) -> Message:
    party = next(party for party in field.parties if party.seat == value["to"])
    give, take = _labels(field.mine, value["give"]), _labels(party.has, value["take"])
    return message("host.after.offer", to_seat=party.seat, give=give, take=take)


def _labels(options: Sequence[Option], keys: Sequence[str]) -> Message:
    labels = {option.key: option.label for option in options}
    return _join([labels[key] for key in keys])


def _join(parts: Sequence[Message]) -> Message:
    if not parts:
        return message("host.after.nothing")
    return reduce(lambda one, more: message("host.after.list", one=one, more=more), parts)
