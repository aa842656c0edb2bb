"""Half-filled forms, as previews read them: what of an answer is right so far. It knows no game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from dicerules.errors import RuleError
from dicerules.forms import Answer, Field, Form, Option, PickOne, PickSome, judge


def so_far(form: Form, answer: Answer) -> dict[str, Any]:
    """What the form would take of an answer, field by field; the rest is as if not filled in yet.

    Fields that come with a choice are looked at if that choice has been made.
    """
    right: dict[str, Any] = {}
    asked = list(form.fields)
    for field in asked:
        if field.key in answer and _takes(form, field, answer[field.key]):
            right[field.key] = answer[field.key]
            for option in _picked(field, answer[field.key]):
                asked += [more for more in option.then if more not in asked]
    return right


def is_whole(form: Form, answer: Answer) -> bool:
    """Whether the form takes the answer as it is."""
    try:
        judge(form, answer)
    except RuleError:
        return False
    return True


def _takes(form: Form, field: Field, value: Any) -> bool:
    """Whether the field takes the value, whatever becomes of the fields that come with it."""
    if isinstance(field, PickOne | PickSome):
        field = replace(field, options=tuple(replace(each, then=()) for each in field.options))
    return is_whole(Form(form.title, (field,)), {field.key: value})


def _picked(field: Field, value: Any) -> list[Option]:
    if isinstance(field, PickOne):
        return [option for option in field.options if option.key == value]
    if isinstance(field, PickSome):
        return [option for option in field.options if option.key in value]
    return []


def percent(part: float) -> str:
    """Say a chance so that only the certain is 100 % and only the impossible 0 %."""
    if 0 < part < 0.01:
        return "<1"
    if 0.99 < part < 1:
        return ">99"
    return str(round(100 * part))
