"""Every bonus card, crystal and Smith bonus of The Morty Zone in a scenario of its own."""

from __future__ import annotations

from typing import Any

import pytest
from dicerules.morty_zone import GAME
from dicerules.morty_zone.cards import Goal
from dicerules.morty_zone.dice import COLOURS, NO_DICE
from dicerules.morty_zone.goals import Sight, met, see, tell_bonus, tell_goal, worth
from dicerules.morty_zone.rows import bits
from dicerules.words import sentence

from tests.rules.morty_zone_table import (
    ALL,
    ANN,
    BLUE,
    BO,
    CARDS,
    DONE,
    GREEN,
    NAMES,
    PLAIN,
    RED,
    WORDS,
    answer,
    checked,
    fate,
    fields,
    is_locked,
    news,
    offered,
    place,
    rest_check,
    table,
    tossed,
)

ODD, EVEN = (1, 3, 5, 7, 9), (2, 4, 6, 8, 10)
LAST = 8
"""A toss late in a round, on which no card looks at the number of tosses."""


def sight(
    dice: tuple[int, ...] = NO_DICE,
    locked: int = 0,
    gained: int = 0,
    toss: int = LAST,
    **rows: tuple[int, ...],
) -> Sight:
    board = tuple(bits(*rows.get(colour, ())) for colour in COLOURS)
    return see(board, locked, dice, gained, toss)


def every(*numbers: int) -> dict[str, Any]:
    return dict.fromkeys(COLOURS, numbers)


GOALS: dict[str, tuple[Sight, Sight]] = {
    "PB01": (sight((2, 2, 1, 2, 3, 2, 5, 6)), sight((2, 2, 1, 2, 3, 0, 5, 6))),
    "PB02": (sight((1, 2, 3, 4, 5, 6, 6, 6)), sight((1, 2, 3, 4, 5, 5, 0, 0))),
    "PB03": (sight((1, 1, 2, 3, 4, 4, 5, 6)), sight((1, 1, 2, 3, 3, 4, 0, 0))),
    "PB04": (sight((1, 1, 2, 2, 4, 4, 5, 6)), sight((1, 1, 2, 2, 0, 0, 5, 6))),
    "PB05": (sight((1, 6, 2, 5, 4, 4, 5, 6)), sight((1, 6, 2, 4, 4, 4, 5, 6))),
    "PB06": (sight((1, 6, 2, 5, 4, 3, 5, 6)), sight((1, 6, 2, 5, 0, 0, 0, 0))),
    "PB07": (sight((1, 1, 2, 5, 4, 3, 5, 6)), sight((1, 2, 2, 5, 4, 3, 5, 6))),
    "PB08": (sight((1, 1, 2, 5, 4, 3, 6, 6)), sight((1, 2, 2, 5, 4, 3, 5, 6))),
    "PB09": (sight((1, 4, 1, 1, 2, 1, 2, 2)), sight((1, 4, 1, 1, 2, 1, 1, 2))),
    "PB10": (sight((6, 6, 6, 6, 6, 6, 0, 0)), sight((6, 6, 6, 6, 6, 5, 0, 0))),
    "PB11": (sight((1, 1, 2, 2, 3, 3, 4, 4)), sight((0, 1, 2, 2, 3, 3, 4, 4))),
    "PB12": (sight(**every(7)), sight(**every(7) | {"red": (6,)})),
    "PB13": (sight(red=(10,), blue=(10,), black=(10,)), sight(red=(10,), blue=(10,))),
    "PB14": (sight(red=ALL[2:9]), sight(red=ALL[2:8], blue=ALL[4:10])),
    "PB15": (sight(gained=7), sight(gained=6)),
    "PB16": (sight(black=(10,)), sight(red=(10,))),
    "PB17": (sight(toss=5), sight(toss=5, locked=1)),
    "PB18": (sight(**every(*ALL[:6])), sight(**every(*ALL[:6]) | {"blue": ALL[:5]})),
}


@pytest.mark.parametrize("key", GOALS)
def test_a_goal_is_met_here_and_missed_there(key: str) -> None:
    card = CARDS.bonus[place(CARDS.bonus, key)]
    assert card.when is not None
    here, there = GOALS[key]
    assert met(card.when, here)
    assert not met(card.when, there)


def test_every_bonus_card_has_its_scenario() -> None:
    others = ["PB19", "PB20", "PB21", "PB22", "PB23", "PB24", "PB25"]
    assert [*GOALS, *others] == [card.key for card in CARDS.bonus]


def test_late_locker_looks_after_the_fifth_toss_and_at_no_other() -> None:
    card = CARDS.bonus[place(CARDS.bonus, "PB17")]
    assert card.when is not None
    assert [toss for toss in range(1, 10) if met(card.when, sight(toss=toss))] == [5]


class TestCardsThatCount:
    def test_count_the_sixes_is_worth_the_sixes_minus_one(self) -> None:
        card = CARDS.bonus[place(CARDS.bonus, "PB19")]
        assert worth(card, sight((6, 6, 6, 1, 2, 6, 0, 0))) == 3
        assert worth(card, sight((6, 1, 1, 1, 2, 1, 0, 0))) == 0
        assert worth(card, sight((1, 1, 1, 1, 2, 1, 0, 0))) == 0

    def test_count_the_echoes_is_worth_the_doubles(self) -> None:
        card = CARDS.bonus[place(CARDS.bonus, "PB20")]
        assert worth(card, sight((6, 6, 1, 1, 2, 3, 0, 0))) == 2

    def test_cash_out_is_worth_the_unlocked_colours_from_26_checks_on(self) -> None:
        card = CARDS.bonus[place(CARDS.bonus, "PB21")]
        rows = {"red": ALL, "blue": ALL, "green": ALL[:5]}
        assert worth(card, sight(**rows)) == 0
        assert worth(card, sight(**rows, black=(1,))) == 4
        assert worth(card, sight(**rows, black=(1,), locked=0b0110)) == 2

    def test_nothing_is_asked_where_a_card_would_score_nothing(self) -> None:
        state = rest_check(tossed(table(fate(("PB19", *PLAIN[:2])), fate()), green=(5, 5)))
        assert state.phase == "toss"

    def test_on_the_last_toss_a_card_can_still_be_scored(self) -> None:
        board = fate(("PB20", *PLAIN[:2]), locked=COLOURS)
        state = tossed(table(board, DONE), red=(1, 1))
        assert offered(state, ANN) == {"card1": ["score", "keep"]}
        state = answer(state, ANN, card1="score")
        assert state.phase == "over"
        assert state.sheets[0][ANN].bonus == 1


class TestGifts:
    def test_second_thoughts_keeps_a_colour_open_and_checks_nothing(self) -> None:
        board = fate(("PB22", *PLAIN[:2]), red=(1, 2, 3), blue=(7, 1, 2, 3))
        state = tossed(table(board, DONE), red=(1, 2), blue=(3, 4))
        assert offered(state, ANN)["skip_lock"] == ["keep", "red", "blue"]
        state = answer(state, ANN, green="1+10", black="6", skip_lock="red")
        assert not is_locked(state, ANN, RED)
        assert checked(state, ANN, RED) == (1, 2, 3)
        assert is_locked(state, ANN, BLUE)
        assert state.fates[ANN].bonus[0].points == 0
        assert "Ann uses Second Thoughts." in news(state)
        assert "Ann: red stays open, blue locks, green 1 + 10, black 6." in news(state)
        state = tossed(state, red=(1, 2))
        assert "skip_lock" not in fields(state, ANN)

    def test_second_thoughts_is_asked_for_even_if_nothing_else_can_be_chosen(self) -> None:
        board = fate(("PB22", *PLAIN[:2]), locked=COLOURS[1:], red=(1, 2, 3))
        state = tossed(table(board, DONE), red=(1, 2))
        assert offered(state, ANN) == {"skip_lock": ["keep", "red"]}
        assert answer(state, ANN, skip_lock="keep").phase == "over"
        assert answer(state, ANN, skip_lock="red").phase == "toss"

    def test_skeleton_key_reopens_a_locked_colour(self) -> None:
        board = fate(("PB23", *PLAIN[:2]), locked=("red",), red=(5,))
        state = answer(
            tossed(table(board, DONE)), ANN, blue="7", green="1+10", black="6", unlock="red"
        )
        assert not is_locked(state, ANN, RED)
        assert "Ann: red is open again, blue 7, green 1 + 10, black 6." in news(state)

    def test_skeleton_key_has_no_door_while_nothing_is_locked(self) -> None:
        assert "unlock" not in fields(tossed(table(fate(("PB23", *PLAIN[:2])), DONE)), ANN)

    def test_fine_print_changes_one_total_by_one_for_its_owner_alone(self) -> None:
        state = tossed(table(fate(("PB24", *PLAIN[:2])), fate()), red=(1, 1), green=(6, 6))
        nudges = offered(state, ANN)["nudge"]
        assert nudges == ["keep", "red1", "red3", "blue6", "blue8", "green11", "black5", "black7"]
        state = answer(state, ANN, nudge="red1")
        assert offered(state, ANN)["red"] == ["1"]
        assert offered(state, BO)["red"] == ["2"]

    def test_fine_print_does_not_change_what_bonus_cards_see(self) -> None:
        state = tossed(table(fate(("PB24", "PB07", "PB04")), DONE), red=(1, 2))
        state = rest_check(answer(state, ANN, nudge="red2"))
        assert checked(state, ANN, RED) == (2,)
        assert state.fates[ANN].bonus[1].points is None

    def test_on_the_house_checks_an_open_number_of_an_unlocked_colour(self) -> None:
        board = fate(("PB25", "PB15", "PB04"), locked=("blue",), green=ALL)
        state = tossed(table(board, DONE))
        assert offered(state, ANN)["free_check"] == ["keep", "red", "black"]
        state = answer(state, ANN, free_check="red", number="10")
        state = answer(state, ANN, red="1+2", black="2+4")
        assert checked(state, ANN, RED) == (1, 2, 10)
        assert is_locked(state, ANN, GREEN)
        assert "Ann gets a free check: red 10." in news(state)

    def test_a_free_number_counts_among_those_of_the_toss(self) -> None:
        state = tossed(table(fate(("PB25", "PB15", "PB04")), DONE))
        state = answer(state, ANN, free_check="red", number="10")
        state = answer(state, ANN, red="3", blue="1+6", green="1+10", black="6")
        assert state.fates[ANN].bonus[1].points == 3

    @pytest.mark.parametrize("hand", [("PB22", "PB23", "PB24"), ("PB25", "PB24", "PB22")])
    def test_three_gifts_can_be_used_in_one_toss(self, hand: tuple[str, ...]) -> None:
        board = fate(hand, locked=("black",), red=ALL[:-1], blue=ALL[:-2])
        state = tossed(table(board, DONE), red=(1, 2), blue=(3, 4))
        before = {"nudge": "blue8", "free_check": "green", "number": "1"}
        state = answer(state, ANN, **(before if "PB25" in hand else {"nudge": "blue8"}))
        picks = {"green": "2+9" if "PB25" in hand else "1+10", "skip_lock": "red"}
        state = answer(state, ANN, **picks, **({} if "PB25" in hand else {"unlock": "black"}))
        assert [held.points for held in state.fates[ANN].bonus] == [0, 0, 0]


PRIZES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "DC01": (every(1), every(1) | {"red": (2,)}),
    "DC02": (every(10), every(10) | {"blue": ()}),
    "DC03": (every(5), every(4)),
    "DC04": (every(8), every(9)),
    "DC05": ({"green": ALL[:5]}, {"green": ALL[1:]}),
    "DC06": ({"black": ALL[5:]}, {"black": ALL[:9]}),
    "DC07": ({"red": (2, 3, 5, 7), "blue": (1, 2, 3, 5, 7)}, {"red": (2, 3, 5, 7)}),
    "DC08": (every(1, 5, 9), every(1, 5)),
    "DC09": (every(*ALL[:8]) | {"red": ALL[:6]}, every(*ALL[:8]) | {"red": ALL[:5]}),
    "DC10": (
        {"red": ALL[:4], "blue": ALL[:5], "green": ALL[:6], "black": ALL[:7]},
        {"red": ALL[:4], "blue": ALL[:5], "green": ALL[:6], "black": ALL[4:]},
    ),
    "SF1": ({"red": ODD}, {"red": EVEN, "blue": ODD}),
    "SF2": ({"green": ODD}, {"green": EVEN}),
    "SF3": ({"blue": EVEN}, {"blue": ODD}),
    "SF4": ({"black": EVEN}, {"black": ODD}),
    "SF5": (every(9), every(10)),
    "SF6": (every(3), every(2)),
}


@pytest.mark.parametrize("key", PRIZES)
def test_a_crystal_or_a_smith_bonus_is_reached_here_and_missed_there(key: str) -> None:
    (prize,) = [prize for prize in CARDS.crystals + CARDS.smith if prize.key == key]
    here, there = PRIZES[key]
    assert met(prize.when, sight(**here))
    assert not met(prize.when, sight(**there))


def test_every_crystal_and_smith_bonus_has_its_scenario() -> None:
    assert [*PRIZES] == [prize.key for prize in CARDS.crystals + CARDS.smith]


@pytest.mark.parametrize("crystal", CARDS.crystals, ids=lambda crystal: crystal.key)
def test_a_crystal_scores_when_the_round_is_over_and_not_before(crystal) -> None:  # type: ignore[no-untyped-def]
    rows = PRIZES[crystal.key][0]
    board = fate(crystal=crystal.key, locked=COLOURS, **rows)
    state = table(board, DONE)
    before = GAME.scores(state)[ANN]
    state = tossed(state)
    assert GAME.scores(state)[ANN] == before + crystal.points
    assert state.sheets[0][ANN].crystal == crystal.points
    assert f"Ann's crystal was “{crystal.name}”: met, {crystal.points} points." in news(state)


def test_a_crystal_that_is_missed_scores_nothing() -> None:
    state = tossed(table(fate(crystal="DC01", locked=COLOURS), DONE))
    assert state.sheets[0][ANN].crystal == 0
    assert "Ann's crystal was “All the 1s”: missed." in news(state)


def test_every_goal_is_said_in_words_that_are_there() -> None:
    said = [tell_bonus(card) for card in CARDS.bonus]
    said += [tell_goal(prize.when) for prize in CARDS.crystals + CARDS.smith]
    told = [sentence(one, WORDS, NAMES) for one in said]
    assert not [one for one in told if "{" in one or "goal." in one]
    assert "1, 3, 5, 7, 9 checked in red" in told
    assert "at the end of the round: at least 6 numbers checked in every row" in told
    assert "1 point per 6 rolled, minus 1" in told


def test_no_dice_meet_no_goal_of_dice() -> None:
    nothing = Goal("dice_sum", most=48)
    assert not met(nothing, sight())
