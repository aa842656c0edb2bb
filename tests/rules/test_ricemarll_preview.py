"""Ricemarll's preview: what a half-filled form would come to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from dicerules.core import Move, RuleError, encode
from dicerules.ricemarll import GAME
from dicerules.ricemarll.preview import combined, preview
from dicerules.ricemarll.state import State
from dicerules.views import Note, Track
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.ricemarll_table import (
    ANN,
    BO,
    goals,
    modifiers,
    nobody_else_plays,
    place,
    placed,
    placing,
    roll,
    selecting,
    tell,
    with_other_secrets,
    with_player,
)


def foreseen(state: State, seat: int, answer: dict[str, Any]) -> tuple[list[str], str, list[str]]:
    """The six values, the total, and the sentences about the goals."""
    track, *notes = preview(state, seat, answer)
    assert isinstance(track, Track)
    told = [tell(note.text) for note in notes if isinstance(note, Note) and note.key != "if"]
    return [space.label for space in track.spaces], track.value, told


def test_before_any_card_is_placed_the_dice_count_as_they_lie() -> None:
    state = placing("plus1", "", dice=((1, 1, 1, 1, 2, 6),), aims="most_1s biggest longest_run")
    values, total, told = foreseen(state, ANN, {})
    assert values == ["1", "1", "1", "1", "2", "6"]
    assert total == "12"
    assert told == [
        "most 1s: 4, you take 6",
        "biggest number: 6, you take 3",
        "longest run: 2, you take nothing",
    ]


def test_a_card_on_a_die_counts_at_once_and_cards_in_hand_do_not() -> None:
    state = placing("half negate plus3", "", aims="smallest")
    answer = {"cards": {"die6": ["card2", "card1"]}}
    assert state.players[ANN].hand[:2] == modifiers("half negate")
    values, total, told = foreseen(state, ANN, answer)
    assert values == ["1", "2", "3", "4", "5", "−3"]  # noqa: RUF001
    assert total == "12"
    assert told == ["smallest number: −3, you take 6"]  # noqa: RUF001


def test_a_die_to_be_rerolled_or_picked_may_come_to_several_values() -> None:
    state = placing("reroll pick double plus1", "", aims="biggest most_6s smallest lowest_total")
    answer = {"cards": placed(state, ANN, die1="reroll double", die2="pick plus1")}
    values, total, told = foreseen(state, ANN, answer)
    assert values == ["2…12", "2…7", "3", "4", "5", "6"]
    assert total == "22…37"
    assert told == [
        "biggest number: you take 3 to 6, depending on your dice",
        "most 6s: you take 3 to 6, depending on your dice",
        "smallest number: you take nothing",
        "lowest total: you take nothing",
    ]


def test_a_picked_die_under_a_set_card_is_sure() -> None:
    state = placing("pick set7", "", aims="biggest")
    answer = {"cards": placed(state, ANN, die1="pick set7")}
    values, _, told = foreseen(state, ANN, answer)
    assert values[0] == "7"
    assert told == ["biggest number: 7, you take 6"]


def test_a_goal_that_is_sure_whatever_is_rolled_says_so() -> None:
    state = placing("reroll set7 plus3", "", aims="biggest")
    answer = {"cards": placed(state, ANN, die1="reroll", die2="set7 plus3")}
    assert foreseen(state, ANN, answer)[2] == ["biggest number: you take 6"]


def test_even_six_rerolls_have_few_outcomes_as_no_goal_asks_which_die_is_which() -> None:
    state = placing("reroll reroll reroll reroll pick pick", "", aims="most_zeroes highest_total")
    dice = {f"die{number}": "reroll" for number in range(1, 5)}
    answer = {"cards": placed(state, ANN, **dice, die5="pick", die6="pick")}
    values, total, told = foreseen(state, ANN, answer)
    assert values == ["1…6"] * 6
    assert total == "6…36"
    assert told == [
        "most zeroes: you take nothing",
        "highest total: you take 0 to 6, depending on your dice",
    ]
    assert len(combined(((1, 2, 3, 4, 5, 6),) * 6)) == 462


def test_an_own_special_goal_is_looked_at_too() -> None:
    state = with_player(placing("", "", aims="most_1s"), ANN, specials=goals("most_6s"))
    assert foreseen(state, ANN, {})[2] == ["most 1s: 1, you take 3", "most 6s: 1, you take 3"]
    assert foreseen(state, BO, {})[2] == ["most 1s: 1, you take 3"]


def test_while_picking_all_cards_are_open_and_count() -> None:
    state = placing("pick plus1", "set7 reroll", aims="biggest")
    state = place(place(state, ANN, die1="plus1 pick"), BO, die1="set7", die2="reroll")
    state = roll(state, 1)
    assert foreseen(state, ANN, {})[2] == [
        "biggest number: you take 0 to 3, depending on your dice"
    ]
    assert foreseen(state, ANN, {"die1": "6"})[2] == ["biggest number: 7, you take 3"]
    assert foreseen(state, ANN, {"die1": "5"})[2] == ["biggest number: 6, you take nothing"]


def test_there_is_none_for_a_seat_that_has_answered_or_that_takes_cards() -> None:
    assert preview(place(placing("", ""), ANN), ANN, {}) == ()
    assert preview(selecting(2, (0, 1)), ANN, {"take": ["card1"]}) == ()


@pytest.mark.parametrize(
    "cards",
    [
        None,
        [],
        "die1",
        {"die1": "card1"},
        {"die7": ["card1"]},
        {"die1": ["card7"]},
        {"die1": ["card1"], "die2": ["card1"]},
        {"die1": [1]},
    ],
)
def test_what_no_form_could_become_is_refused(cards: Any) -> None:
    with pytest.raises(RuleError):
        preview(placing("plus1", ""), ANN, {"cards": cards})


@given(st.integers(0, 10**6))
def test_it_never_depends_on_what_the_seat_cannot_know(seed: int) -> None:
    chance = Random(seed)
    state = placing("plus1 plus2", "minus3 double pick", aims="biggest most_1s highest_total")
    state = with_player(state, BO, specials=goals("most_6s"))
    other = with_other_secrets(state, ANN, chance)
    answer = {"cards": {"die1": ["card1"]}}
    assert encode(preview(other, ANN, answer)) == encode(preview(state, ANN, answer))


@given(st.data())
def test_a_preview_without_chance_comes_true_if_nobody_else_plays(data: st.DataObject) -> None:
    slots = [*[f"die{number}" for number in range(1, 7)], "top", "discards"]
    state = placing(
        "plus1 minus3 half negate double flip", "", aims="most_1s biggest highest_total"
    )
    dice = st.tuples(*[st.integers(1, 6)] * 6)
    state = with_player(state, ANN, dice=data.draw(dice))
    cards: dict[str, list[str]] = {}
    for number in data.draw(st.permutations(range(1, 7))):
        cards.setdefault(data.draw(st.sampled_from(slots)), []).append(f"card{number}")
    track, *notes = preview(state, ANN, {"cards": cards})
    after = nobody_else_plays(GAME.apply(state, Move(ANN, {"cards": cards})), BO)
    assert isinstance(track, Track)
    assert [space.label.replace("−", "-") for space in track.spaces] == [  # noqa: RUF001
        str(value) for value in after.players[ANN].worth
    ]
    mine = [note.tone == "good" for note in notes if isinstance(note, Note) and note.key != "if"]
    assert mine == [ANN in claim.seats for claim in after.claims]
