"""Help for previews: which part of a half-filled form is valid, and chances in words."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from dicerules.errors import RuleError
from dicerules.forms import Answer, Field, Form, Option, PickOne, PickSome, check_answer


def valid_part(form: Form, answer: Answer) -> dict[str, Any]:
    """The part of an answer that the form allows, field by field.

    Fields that belong to a choice count if that choice is made.
    """
    right: dict[str, Any] = {}
    asked = list(form.fields)
    for field in asked:
        if field.key in answer and takes(form, field, answer[field.key]):
            right[field.key] = answer[field.key]
            for option in _picked(field, answer[field.key]):
                asked += [more for more in option.fields if more not in asked]
    return right


def is_complete(form: Form, answer: Answer) -> bool:
    """Whether the form allows the answer as it is, so that it can be sent."""
    try:
        check_answer(form, answer)
    except RuleError:
        return False
    return True


def takes(form: Form, field: Field, value: Any) -> bool:
    """Whether the field allows the value, apart from the fields that belong to its options."""
    if isinstance(field, PickOne | PickSome):
        field = replace(field, options=tuple(replace(each, fields=()) for each in field.options))
    return is_complete(Form(form.title, (field,)), {field.key: value})


def _picked(field: Field, value: Any) -> list[Option]:
    if isinstance(field, PickOne):
        return [option for option in field.options if option.key == value]
    if isinstance(field, PickSome):
        return [option for option in field.options if option.key in value]
    return []


def percent(part: float) -> str:
    """Write a chance in percent; only what is certain is 100, only what is impossible is 0."""
    if 0 < part < 0.01:
        return "<1"
    if 0.99 < part < 1:
        return ">99"
    return str(round(100 * part))


def whole_percent(part: float) -> int:
    """A chance in percent as a whole number; only what is certain is 100, and 0 impossible."""
    return round(100 * part) if part in (0, 1) else min(99, max(1, round(100 * part)))
