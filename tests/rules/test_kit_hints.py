"""Hints on forms: the kit refuses what a screen could not draw, and no answer depends on one."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Ask
from dicerules.errors import KitError
from dicerules.forms import (
    Form,
    Number,
    Option,
    PickOne,
    PickSome,
    Place,
    Slot,
    check_answer,
    fill,
)
from dicerules.hints import (
    Actions,
    ChipsToPush,
    DiceOnTable,
    DiceToTake,
    Level,
    Odds,
    People,
    Portraits,
    SpacesToTap,
    Stacks,
    Thumbs,
)
from dicerules.kit_hints import check_hints
from dicerules.kit_trial import parts
from dicerules.simulate import begin, play_on
from dicerules.views import Space
from dicerules.words import message

WORD = message("name", name="it")
ROW = SpacesToTap((Space("1"), Space("2")), "red")
CUBES = Number("cubes", WORD, 2, 3)


def one(*options: Option, draw: Any) -> PickOne:
    return PickOne("one", WORD, options, draw=draw)


def option(**facts: Any) -> Option:
    return Option("a", WORD, **facts)


@pytest.mark.parametrize(
    ("field", "told"),
    [
        (one(option(marks=("3",)), draw=ROW), "marks among ['1', '2']"),
        (one(option(), draw=ROW), "marks among"),
        (one(option(marks=("1",)), option(marks=("1",)), draw=ROW), "other marks for each option"),
        (one(option(marks=("1",)), draw=SpacesToTap(ROW.spaces, "mauve")), "tower's colours"),
        (one(option(), draw=Thumbs()), "an icon for each thumb"),
        (one(option(), draw=DiceToTake((("red", 1),))), "a hint that goes with its field"),
        (one(option(), draw=DiceOnTable()), "dice on each option"),
        (
            one(option(dice=(("red", 1),)), draw=DiceOnTable((("red", 1),))),
            "no wanted dice where one is picked",
        ),
        (one(option(), draw=Actions()), "a picture for each action"),
        (one(option(icon="skip"), draw=People()), "different seats for people"),
        (one(option(seat=1), option(seat=1), draw=People()), "different seats for people"),
        (one(option(seat=1), option(), draw=People()), "a seat or an icon for each"),
        (one(option(odds=Odds((50,), "cubes")), draw=Portraits()), "a number 'cubes'"),
        (
            one(option(odds=Odds((50,), "cubes"), fields=(CUBES,)), draw=Portraits()),
            "2 chances",
        ),
        (one(option(odds=Odds((101,))), draw=Portraits()), "chances from 0 to 100"),
        (one(option(level=Level(3, 2)), draw=Portraits()), "a level within its limit"),
        (PickSome("some", WORD, (option(),), 0, 1, draw=DiceOnTable()), "one die an option"),
        (
            PickSome(
                "some", WORD, (option(dice=(("red", 1),), marks=("0",)),), 0, 1, draw=DiceOnTable()
            ),
            "marks among []",
        ),
        (Number("bet", WORD, 1, 5, 6), "a start in its range"),
        (Number("bet", WORD, 1, 5, draw=ChipsToPush(4)), "at least 5 things"),
        (Number("bet", WORD, 1, 5, draw=DiceToTake((("red", 1),))), "at least 5 things"),
        (Place("put", WORD, (option(),), (Slot("s", WORD),), Stacks(rest="x")), "a slot 'x'"),
        (
            Place("put", WORD, (option(),), (Slot("s", WORD, 0),), Stacks(rest="s")),
            "room for all cards",
        ),
    ],
)
def test_a_hint_that_names_what_is_not_there_is_refused(field: Any, told: str) -> None:
    with pytest.raises(KitError) as refused:
        check_hints(parts(Form(WORD, (field,))))
    assert told in str(refused.value)


def plain(value: Any) -> Any:
    """The same form as JSON, without any hint and what belongs to one."""
    if isinstance(value, dict):
        drop = ("draw", "odds", "icon", "marks", "level", "colour", "big", "tone", "start", "seat")
        return {key: plain(part) for key, part in value.items() if key not in drop}
    return [plain(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("key", sorted(games()))
def test_a_form_takes_and_is_filled_with_the_same_answers_without_its_hints(key: str) -> None:
    game, seen = games()[key], set[str]()
    first = begin(game, game.seats[-1], None, default_cards(game))
    for step, _ in zip(play_on(game, first, Random(1).randrange), range(120), strict=False):
        need = game.need(step.after)
        for form in need.forms.values() if isinstance(need, Ask) else ():
            bare = msgspec.convert(plain(msgspec.to_builtins(form)), Form)
            answer = fill(form, Random(2).randrange)
            assert fill(bare, Random(2).randrange) == answer
            assert [each.key for each in check_answer(bare, answer)] == [
                each.key for each in check_answer(form, answer)
            ]
            seen |= {type(part.draw).__name__ for part in parts(form) if getattr(part, "draw", 0)}
    assert seen, f"{key} hints at nothing in 120 events"


def test_the_first_cubes_offered_in_cow_are_never_the_worst_choice() -> None:
    game = games()["cow"]
    need = game.need(begin(game, 3, None, default_cards(game)))
    assert isinstance(need, Ask)
    (portrait,) = need.forms[0].fields
    assert isinstance(portrait, PickOne)
    for each in portrait.options:
        cubes = next(field for field in each.fields if field.key == "cubes")
        assert isinstance(cubes, Number)
        assert cubes.start is not None
        assert each.odds is not None
        assert each.odds.percent[cubes.start - cubes.low] == max(each.odds.percent), each.key
