"""Promises about what choices are worth: amounts about what is offered, whatever is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from dicerules.core import Ask, encode
from dicerules.errors import KitError
from dicerules.forms import Form, Number, Offer, PickOne, PickSome, Place, fill
from dicerules.kit_trial import Position, Trial, parts
from dicerules.kit_words import check_words
from dicerules.worth import Worth


def weighs_what_is_offered(trial: Trial, now: Position) -> None:
    """What a choice is worth names a choice of the form, and is the same whatever is imagined."""
    game, need, state = trial.game, now.need, now.state
    if game.imagine is None or not isinstance(need, Ask):
        return
    # One seat is enough for a position: there are many positions.
    asked = list(need.forms)
    seat = asked[trial.randbelow(len(asked))]
    form, body = need.forms[seat], encode(state)
    for answer in ({}, fill(form, trial.randbelow)):
        seen = [game.imagine(state, seat, trial.randbelow) for _ in range(2)]
        if game.weigh is not None:
            one, two = (game.weigh(each, seat, answer) for each in seen)
            _check(trial, form, one)
            if encode(one) != encode(two):
                raise KitError(f"weigh looks at what is hidden from seat {seat}: {one} and {two}")
        if game.sample is not None:
            one, two = (game.sample(each, seat, answer, trial.randbelow) for each in seen)
            _check(trial, form, one)
            if [_about(worth) for worth in one] != [_about(worth) for worth in two]:
                raise KitError(f"expected samples of the same amounts, got {one} and {two}")
    if encode(state) != body:
        raise KitError("weighing choices changed the position")


def _about(worth: Worth) -> tuple[object, ...]:
    told = [(amount.what, amount.unit) for amount in worth.amounts]
    return (worth.field, worth.option, *told)


def _check(trial: Trial, form: Form, worths: Iterable[Worth]) -> None:
    options: dict[str, set[str]] = {}
    for part in parts(form):
        if isinstance(part, PickOne):
            options.setdefault(part.key, set()).update(option.key for option in part.options)
        elif isinstance(part, PickSome | Number | Place | Offer):
            options.setdefault(part.key, set()).add("")
    seen = set[tuple[str, str]]()
    for worth in worths:
        choice = (worth.field, worth.option)
        if worth.option not in options.get(worth.field, ()) or choice in seen:
            raise KitError(f"expected each choice of the form once, got {worth}")
        seen.add(choice)
        for amount in worth.amounts:
            right = isfinite(amount.value) and amount.error is None
            if not right or (amount.unit == "chance" and not 0 <= amount.value <= 1):
                raise KitError(f"expected a number, and a chance from 0 to 1, got {amount}")
    check_words(trial.words, parts(tuple(worths)))
