"""Every Rick card of The Morty Zone in a scenario of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from dicerules.core import Ask, Roll
from dicerules.forms import Form, PickOne, fill
from dicerules.morty_zone import GAME
from dicerules.morty_zone.cards import Rick
from dicerules.morty_zone.dice import OUT
from dicerules.morty_zone.rick import act, choices
from dicerules.words import message, sentence
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.morty_zone_table import (
    ANN,
    CARDS,
    NAMES,
    WORDS,
    decline,
    fate,
    form,
    news,
    place,
    roll,
    table,
    toss,
    use,
)

DICE = (1, 4, 3, 3, 6, 5, 2, 6)
"""Red 1 and 4, blue 3 and 3, green 6 and 5, black 2 and 6."""


def card(key: str) -> Rick:
    return CARDS.rick[place(CARDS.rick, key)]


SCENARIOS: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("RC01", {"pick": "6"}, (1, 4, 3, 3, 0, 5, 2, 0)),
    ("RC02", {"pick": "blue1", "face": "6"}, (1, 4, 6, 3, 6, 5, 2, 6)),
    ("RC05", {"pick": "red1", "with": "black2"}, (6, 4, 3, 3, 6, 5, 2, 1)),
    ("RC06", {"pick": "black1"}, (1, 4, 3, 3, 6, 5, 5, 6)),
    ("RC07", {"pick": "red"}, (6, 3, 3, 3, 6, 5, 2, 6)),
    ("RC08", {"pick": "green2", "by": "down"}, (1, 4, 3, 3, 6, 4, 2, 6)),
    (
        "RC09",
        {"pick": ["red1", "green1"], "by_red1": "up", "by_green1": "down"},
        (2, 4, 3, 3, 5, 5, 2, 6),
    ),
    ("RC10", {"pick": "black2"}, (1, 4, 3, 3, 6, 5, 2, 0)),
    ("RC11", {}, (0, 4, 3, 3, 6, 5, 2, 6)),
    ("RC12", {}, (1, 4, 3, 3, 0, 5, 2, 0)),
    ("RC13", {"pick": "red1"}, (1, 1, 3, 3, 6, 5, 2, 6)),
    ("RC14", {"pick": "red_black"}, (2, 6, 3, 3, 6, 5, 1, 4)),
    ("RC17", {"pick": "blue"}, (1, 4, 0, 0, 6, 5, 2, 6)),
    ("RC18", {"pick": "red1"}, (6, 4, 3, 3, 6, 5, 2, 6)),
    ("RC19", {"pick": "red2"}, (1, 1, 3, 3, 6, 5, 2, 6)),
    ("RC20", {"pick": "blue", "by": "down"}, (1, 4, 2, 2, 6, 5, 2, 6)),
]
REROLLS: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("RC03", {"pick": ["red1", "blue2", "black1"]}, (0, 3, 6)),
    ("RC04", {"pick": ["black2", "red2"]}, (1, 7)),
    ("RC15", {}, (1, 4, 6, 7)),
    ("RC16", {}, (0, 2, 3, 5)),
]


def drawn(key: str) -> Any:
    state = table(fate(), fate(), rick=key)
    return toss(state, DICE[0:2], DICE[2:4], DICE[4:6], DICE[6:8])


def test_every_rick_card_has_its_scenario() -> None:
    told = [key for key, _, _ in SCENARIOS + REROLLS]
    assert sorted(told) == [rick.key for rick in CARDS.rick]


@pytest.mark.parametrize(("key", "how", "dice"), SCENARIOS, ids=[row[0] for row in SCENARIOS])
def test_a_used_card_changes_the_dice(key: str, how: dict[str, Any], dice: tuple[int, ...]) -> None:
    state = use(drawn(key), **how)
    assert state.dice == dice
    assert state.phase == "check"
    assert news(state)[0] == f"Ann uses {card(key).name}."


@pytest.mark.parametrize(("key", "how", "again"), REROLLS, ids=[row[0] for row in REROLLS])
def test_a_reroll_rolls_the_chosen_dice_and_no_others(
    key: str, how: dict[str, Any], again: tuple[int, ...]
) -> None:
    state = use(drawn(key), **how)
    need = GAME.need(state)
    assert isinstance(need, Roll)
    assert need.seat == ANN
    assert sum(group.count for group in need.dice) == len(again)
    assert need.places == again
    on_table = [0 if die is None else die.value for die in need.on_table]
    assert on_table == [0 if at in again else face for at, face in enumerate(DICE)]
    state = roll(state, *[1] * len(again))
    assert state.dice == tuple(1 if at in again else face for at, face in enumerate(DICE))
    assert state.phase == "check"


@pytest.mark.parametrize("rick", CARDS.rick, ids=lambda rick: rick.key)
def test_a_declined_card_leaves_the_dice_alone(rick: Rick) -> None:
    state = decline(drawn(rick.key))
    assert state.dice == DICE
    assert f"Ann does not use {rick.name}." in news(state)


@pytest.mark.parametrize(("key", "faces"), [("RC11", 2), ("RC12", 1), ("RC15", 3), ("RC16", 4)])
def test_a_card_with_nothing_to_work_on_is_not_asked_for(key: str, faces: int) -> None:
    pair = (faces, faces)
    state = toss(table(fate(), fate(), rick=key), pair, pair, pair, pair)
    assert state.phase == "check"
    assert f"{card(key).name} has no effect on these dice." in news(state)


def test_equal_dice_of_a_colour_are_offered_once_and_each_with_its_new_total() -> None:
    (pick,) = choices(card("RC10"), DICE) or ()
    assert isinstance(pick, PickOne)
    labels = [sentence(option.label, WORDS, NAMES) for option in pick.options]
    assert labels == ["red 1", "red 4", "blue 3", "green 6", "green 5", "black 2", "black 6"]
    hints = [sentence(option.hint, WORDS, NAMES) for option in pick.options if option.hint]
    assert hints[:3] == ["makes 4", "makes 1", "makes 3"]


def test_the_form_says_what_the_card_does() -> None:
    (rick,) = form(drawn("RC20"), ANN).fields
    assert isinstance(rick, PickOne)
    hint = rick.options[0].hint
    assert hint is not None
    told = sentence(hint, WORDS, NAMES)
    assert told == "Change both dice of one colour by one, up or down."


faces = st.tuples(*[st.integers(1, 6)] * 8)


@given(st.sampled_from(CARDS.rick), faces, st.integers(0, 10**9))
def test_whatever_is_chosen_dice_show_1_to_6_or_are_out_and_something_changes(
    rick: Rick, dice: tuple[int, ...], seed: int
) -> None:
    how = choices(rick, dice)
    if how is None:
        return
    answer = fill(Form(message("form.use"), how), Random(seed).randrange)
    after, again = act(rick, dice, answer)
    assert len(after) == 8
    assert all(face == OUT or 1 <= face <= 6 for face in after)
    assert (OUT in after) <= (rick.op == "remove")
    assert after != dice or again


def test_the_tower_rolls_again_in_the_order_of_the_colours() -> None:
    state = use(drawn("RC03"), pick=["black1", "red1", "black2"])
    need = GAME.need(state)
    assert isinstance(need, Roll)
    assert [(group.colour, group.count) for group in need.dice] == [("red", 1), ("black", 2)]
    assert roll(state, 5, 6, 4).dice == (5, 4, 3, 3, 6, 5, 6, 4)


def test_others_wait_while_the_active_player_decides_about_the_card() -> None:
    need = GAME.need(drawn("RC02"))
    assert isinstance(need, Ask)
    assert list(need.forms) == [ANN]
