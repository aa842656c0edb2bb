"""Forms: whatever fills one is accepted, whatever does not is refused and never crashes."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from dicerules.core import RuleError
from dicerules.forms import (
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
    check_answer,
    fill,
)
from dicerules.invalid_events import wrong_answers
from dicerules.words import message
from hypothesis import given, settings
from hypothesis import strategies as st

LABEL = message("label")
QUICK = settings(max_examples=60)


@st.composite
def forms(draw: st.DrawFn) -> Form:
    """Any form: fields of every kind, some hanging on a choice; each key is used once."""
    count = iter(range(10_000))

    def key() -> str:
        return f"k{next(count)}"

    def options(least: int, deep: int) -> tuple[Option, ...]:
        size = draw(st.integers(least, 3))
        return tuple(Option(key(), LABEL, fields=fields(deep, 0)) for _ in range(size))

    def field(deep: int) -> Field:
        kind = draw(st.sampled_from([Number, PickOne, PickSome, Place, Offer]))
        deeper = deep - 1
        if kind is PickOne:
            return PickOne(key(), LABEL, options(1, deeper))
        if kind is PickSome:
            some = options(0, deeper)
            least = draw(st.integers(0, len(some)))
            return PickSome(key(), LABEL, some, least, draw(st.integers(least, len(some))))
        if kind is Place:
            cards = options(0, 0)
            slots = tuple(Slot(key(), LABEL) for _ in range(draw(st.integers(1, 3))))
            tight = Slot(key(), LABEL, most=draw(st.integers(0, 2)))
            return Place(key(), LABEL, cards, (*slots, tight))
        if kind is Offer:
            parties = tuple(Party(seat, options(0, 0)) for seat in range(draw(st.integers(1, 3))))
            mine = options(0, 0)
            enough = len(mine) + min(len(party.has) for party in parties)
            return Offer(key(), LABEL, parties, mine, least=draw(st.integers(0, enough)))
        low = draw(st.integers(-5, 5))
        return Number(key(), LABEL, low, low + draw(st.integers(0, 9)))

    def fields(deep: int, least: int) -> tuple[Field, ...]:
        size = draw(st.integers(least, 2)) if deep > 0 else 0
        return tuple(field(deep) for _ in range(size))

    return Form(LABEL, fields(2, 1))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@QUICK
@given(form=forms(), seed=st.integers(0, 2**32))
def test_whatever_fill_fills_in_is_accepted(form: Form, seed: int) -> None:
    answer = fill(form, Random(seed).randrange)
    fields = check_answer(form, answer)
    assert {field.key for field in fields} == set(answer)


@QUICK
@given(form=forms(), answer=JSON)
def test_any_json_is_accepted_or_refused_and_never_crashes(form: Form, answer: Any) -> None:
    with suppress(RuleError):
        check_answer(form, answer)


@QUICK
@given(form=forms(), seed=st.integers(0, 2**32), value=JSON, data=st.data())
def test_any_json_in_one_field_is_accepted_or_refused_and_never_crashes(
    form: Form, seed: int, value: Any, data: st.DataObject
) -> None:
    answer = fill(form, Random(seed).randrange)
    answer[data.draw(st.sampled_from(sorted(answer)))] = value
    with suppress(RuleError):
        check_answer(form, answer)


@QUICK
@given(form=forms(), seed=st.integers(0, 2**32))
def test_a_spoiled_answer_is_refused(form: Form, seed: int) -> None:
    answer = fill(form, Random(seed).randrange)
    for wrong in wrong_answers(form, answer):
        with pytest.raises(RuleError):
            check_answer(form, wrong)


def a_bet() -> Form:
    """A number, and a choice of which one asks for another number."""
    more = Number("cubes", LABEL, 4, 8)
    choice = PickOne("portrait", LABEL, (Option("a", LABEL), Option("b", LABEL, fields=(more,))))
    return Form(LABEL, (Number("bet", LABEL, 1, 5), choice))


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"bet": 1, "portrait": "a"}, None),
        ({"bet": 5, "portrait": "b", "cubes": 4}, None),
        ({"bet": 0, "portrait": "a"}, "form.range"),
        ({"bet": 6, "portrait": "a"}, "form.range"),
        ({"bet": True, "portrait": "a"}, "form.range"),
        ({"bet": "1", "portrait": "a"}, "form.range"),
        ({"bet": 1.0, "portrait": "a"}, "form.range"),
        ({"bet": 1, "portrait": "c"}, "form.option"),
        ({"bet": 1, "portrait": ["a"]}, "form.option"),
        ({"bet": 1}, "form.missing"),
        ({"bet": 1, "portrait": "b"}, "form.missing"),
        ({"bet": 1, "portrait": "a", "cubes": 4}, "form.extra"),
        ({}, "form.missing"),
        ([], "form.shape"),
        (None, "form.shape"),
    ],
)
def test_fields_of_a_choice_are_asked_with_it_and_not_without(
    answer: Any, code: str | None
) -> None:
    if code is None:
        check_answer(a_bet(), answer)
    else:
        with pytest.raises(RuleError) as refused:
            check_answer(a_bet(), answer)
        assert refused.value.code == code


def test_fields_shared_by_two_picked_options_are_answered_once() -> None:
    shared = (Number("n", LABEL, 1, 3),)
    picks = PickSome(
        "picks", LABEL, (Option("a", LABEL, fields=shared), Option("b", LABEL, fields=shared)), 0, 2
    )
    form = Form(LABEL, (picks,))
    check_answer(form, {"picks": ["a", "b"], "n": 2})
    with pytest.raises(RuleError):
        check_answer(form, {"picks": ["a", "b"], "n": 2, "m": 2})


def a_trade(least: int) -> Form:
    """A die of one's own against two of Bo's."""
    theirs = (Option("blue", LABEL), Option("green", LABEL))
    offer = Offer("offer", LABEL, (Party(1, theirs),), (Option("red", LABEL),), least=least)
    return Form(LABEL, (offer,))


def test_an_offer_may_have_to_name_something_on_either_side() -> None:
    nothing = {"offer": {"to": 1, "give": [], "take": []}}
    check_answer(a_trade(least=0), nothing)
    with pytest.raises(RuleError) as refused:
        check_answer(a_trade(least=1), nothing)
    assert refused.value.code == "form.count"
    assert (refused.value.facts["least"], refused.value.facts["got"]) == (1, 0)
    check_answer(a_trade(least=1), {"offer": {"to": 1, "give": ["red"], "take": []}})
    check_answer(a_trade(least=1), {"offer": {"to": 1, "give": [], "take": ["green"]}})


def test_an_empty_offer_is_among_the_wrong_answers_where_it_is_refused() -> None:
    right = {"offer": {"to": 1, "give": ["red"], "take": []}}
    nothing = {"offer": {"to": 1, "give": [], "take": []}}
    assert nothing in list(wrong_answers(a_trade(least=1), right))
    assert nothing not in list(wrong_answers(a_trade(least=0), right))


def test_a_long_value_is_cut_in_the_refusal() -> None:
    with pytest.raises(RuleError) as refused:
        check_answer(a_bet(), {"bet": "9" * 1000, "portrait": "a"})
    assert len(str(refused.value.facts["got"])) == 40
