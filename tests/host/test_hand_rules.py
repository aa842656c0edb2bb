"""Dice by hand as rules: whose consent is needed, who may type, and what is refused why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from dicehost.errors import TableError
from dicehost.journal.events import ManualDiceAgreed, ManualDiceAsked, ManualDiceBegun, Seated
from dicehost.match import manual_dice
from dicerules.core import Roll, single_dice
from dicerules.views import TABLE

from tests.fuzz.cable import OneProcess

EVERYBODY = {0, 1, 2}


class Evening(OneProcess):
    """A match that needs dice. Its tower is unplugged unless a test plugs it in."""

    def __init__(self) -> None:
        self.begin()
        self.cable.unplug()
        self.let_pass(8000)

    def agree(self, device: str = "") -> None:
        self.clerk.write(ManualDiceAsked(0, "", device))
        self.clerk.write(ManualDiceBegun([0, 1]))

    def refused(self, do: Any, *args: Any) -> str:
        with pytest.raises(TableError) as refused:
            do(self.clerk.match, self.roller, *args)
        return refused.value.code

    def typed(self, faces: Any = None, **more: Any) -> dict[str, Any]:
        roll = self.clerk.match.need
        assert isinstance(roll, Roll)
        ones = [1] * len(list(single_dice(roll)))
        return {"roll": self.clerk.match.roll_id, "faces": ones if faces is None else faces, **more}

    @property
    def roller_seat(self) -> int:
        roll = self.clerk.match.need
        assert isinstance(roll, Roll)
        assert roll.seat is not None
        return roll.seat


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def test_each_phone_speaks_for_its_seat_and_the_table_for_the_others(evening: Evening) -> None:
    match = evening.clerk.match
    assert manual_dice.missing(match, EVERYBODY) == (), "nobody has asked"
    assert manual_dice.begun(match, EVERYBODY) is None
    evening.clerk.write(ManualDiceAsked(0, ""))
    assert manual_dice.missing(match, {*EVERYBODY, TABLE}) == (1, 2), "nobody is left to speak for"
    assert manual_dice.missing(match, {0, 1, TABLE}) == (TABLE, 1)
    assert manual_dice.missing(match, {0, 1}) == (1,)
    evening.clerk.write(Seated([1], True))
    assert manual_dice.missing(match, {*EVERYBODY, TABLE}) == (TABLE, 2)
    evening.clerk.write(ManualDiceAgreed(TABLE, ""))
    assert manual_dice.missing(match, {*EVERYBODY, TABLE}) == (2,)
    assert manual_dice.begun(match, {*EVERYBODY, TABLE}) is None
    evening.clerk.write(ManualDiceAgreed(2, ""))
    assert manual_dice.begun(match, {*EVERYBODY, TABLE}) == ManualDiceBegun([0, TABLE, 2])


def test_one_phone_alone_cannot_agree_with_itself_but_the_table_can(evening: Evening) -> None:
    match = evening.clerk.match
    evening.clerk.write(ManualDiceAsked(0, ""))
    assert manual_dice.begun(match, {0}) is None
    evening.clerk.write(ManualDiceAsked(TABLE, ""))
    assert manual_dice.begun(match, {TABLE}) == ManualDiceBegun([TABLE])


def test_nobody_answers_who_is_not_asked(evening: Evening) -> None:
    evening.clerk.write(ManualDiceAsked(0, ""))
    manual_dice.check_asked(evening.clerk.match, EVERYBODY, 1)
    with pytest.raises(TableError, match=r"hand\.not_asked"):
        manual_dice.check_asked(evening.clerk.match, EVERYBODY, 0)


def test_it_is_asked_for_once_and_only_where_no_tower_can_roll(evening: Evening) -> None:
    match, longest = evening.clerk.match, "x" * manual_dice.LONGEST
    asked = manual_dice.ask(match, evening.roller, 1, "c", {"device": longest})
    assert asked == ManualDiceAsked(1, "c", longest)
    assert manual_dice.ask(match, evening.roller, 1, "c").device == ""
    for name in (longest + "x", "a\x1b", 7):
        said = {"device": name}
        assert evening.refused(manual_dice.ask, 1, "", said) == "hand.device_name"
    evening.clerk.write(asked)
    assert evening.refused(manual_dice.ask, 1, "") == "hand.pending"
    evening.clerk.write(ManualDiceBegun([1]))
    assert evening.refused(manual_dice.ask, 1, "", {"device": longest}) == "hand.pending"
    assert manual_dice.ask(match, evening.roller, 1, "").device == "", "people's eyes instead"
    evening.cable.plug()
    evening.let_pass(8000)
    assert evening.refused(manual_dice.ask, 1, "") == "hand.tower"


def test_a_question_needs_no_dice(evening: Evening) -> None:
    evening.answer = lambda: None  # type: ignore[method-assign]
    evening.agree()
    outcome = manual_dice.type_in(evening.clerk.match, evening.roller, TABLE, "t", evening.typed())
    evening.clerk.write(outcome)
    assert evening.refused(manual_dice.ask, 1, "") == "hand.no_roll"
    late = {"roll": outcome.id, "faces": [1]}
    assert evening.refused(manual_dice.type_in, TABLE, "", late) == "hand.over"
    assert manual_dice.show(evening.clerk.match, evening.roller, EVERYBODY, 0) is None


def test_who_rolls_types_or_the_table_does_it_for_them(evening: Evening) -> None:
    match, own = evening.clerk.match, evening.roller_seat
    assert evening.refused(manual_dice.type_in, own, "", evening.typed()) == "hand.not_agreed"
    evening.agree()
    for viewer in (own, TABLE):
        outcome = manual_dice.type_in(match, evening.roller, viewer, "t", evening.typed())
        assert (outcome.source, outcome.tower, outcome.by) == ("hand", "", viewer)
        assert (outcome.command, outcome.id) == ("t", match.roll_id)
    other = (own + 1) % 3
    assert evening.refused(manual_dice.type_in, other, "", evening.typed()) == "hand.not_yours"
    for faces in ("six", None, [True], [1.0], {"0": 1}):
        said = {**evening.typed(), "faces": faces}
        assert evening.refused(manual_dice.type_in, own, "", said) == "hand.faces"
    other_roll = {**evening.typed(), "roll": "aa.1"}
    assert evening.refused(manual_dice.type_in, own, "", other_roll) == "hand.over"
    assert evening.refused(manual_dice.type_in, own, "", None) == "hand.over"
    camera = evening.typed(device="camera")
    assert evening.refused(manual_dice.type_in, own, "", camera) == "hand.device_other"
    evening.cable.plug()
    evening.let_pass(8000)
    assert evening.refused(manual_dice.type_in, own, "", evening.typed()) == "hand.tower"


def test_what_a_device_reads_is_marked_with_its_name(evening: Evening) -> None:
    match = evening.clerk.match
    evening.agree("camera")
    assert evening.refused(manual_dice.type_in, TABLE, "", evening.typed()) == "hand.device_other"
    said = evening.typed(device="camera")
    outcome = manual_dice.type_in(match, evening.roller, TABLE, "", said)
    assert (outcome.source, outcome.tower) == ("device", "camera")
    shown = manual_dice.show(match, evening.roller, EVERYBODY, evening.roller_seat)
    assert shown is not None
    assert (shown.state, shown.device, shown.may_type) == ("agreed", "camera", False)


def test_a_screen_is_told_where_it_stands(evening: Evening) -> None:
    match, own = evening.clerk.match, evening.roller_seat

    def shown(viewer: int) -> tuple[str, int | None, tuple[int, ...], bool]:
        told = manual_dice.show(match, evening.roller, EVERYBODY, viewer)
        assert told is not None
        return told.state, told.viewer, told.missing, told.may_type

    assert shown(own) == ("offered", None, (), False)
    evening.clerk.write(ManualDiceAsked(0, ""))
    assert shown(own) == ("asked", 0, (1, 2), False)
    evening.clerk.write(ManualDiceBegun([0, 1]))
    assert shown(own) == ("agreed", None, (), True)
    assert shown((own + 1) % 3) == ("agreed", None, (), False)
    evening.cable.plug()
    evening.let_pass(8000)
    assert manual_dice.show(match, evening.roller, EVERYBODY, own) is None


def test_what_the_host_draws_has_every_die_and_every_card_once(evening: Evening) -> None:
    match = evening.clerk.match
    roll = match.need
    assert isinstance(roll, Roll)
    drawn = manual_dice.draw(match, roll)
    assert (drawn.id, drawn.source, drawn.by) == (match.roll_id, "system", None)
    for face, die in zip(drawn.event.faces, single_dice(roll), strict=True):
        assert 1 <= face <= die.faces
