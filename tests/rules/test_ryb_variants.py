"""The variants of R.Y.B., one by one and in pairs, each with a position of its own."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from dicerules.core import Roll, RuleError
from dicerules.forms import PickOne
from dicerules.presets import read_presets
from dicerules.ryb import GAME
from dicerules.ryb.menu import FUNCTIONS
from dicerules.ryb.state import Options, State
from dicerules.simulate import summarise
from dicerules.views import TABLE, Cards, Pile
from dicerules.words import sentence
from msgspec.structs import replace
from pydantic import ValidationError

from tests.rules.ryb_table import (
    AL,
    BRUCE,
    CARDS,
    CATHERINE,
    NAMES,
    WORDS,
    asked,
    card,
    cards,
    do,
    goal,
    inside,
    names,
    news,
    offered,
    options,
    play,
    roll,
    shuffled,
    table,
    to_roll,
)

VARIANTS: list[dict[str, Any]] = [
    {"friendly": True},
    *({"variable": does} for does in FUNCTIONS[1:]),
    {"variable": "first_to_play_decides"},
    {"variable": "decided_each_time"},
    {"draft": "before_the_deal"},
    {"draft": "after_the_deal"},
    *({"reroll": price} for price in ("any_card", "goal_card", "random_card", "treasure")),
    {"cancel": True},
    {"old_trade": True, "variable": "trade"},
    {"hand": 5},
    {"values": "historic"},
    {"bank_min": 0},
    {"first_player": "random"},
]


def pairs() -> list[dict[str, Any]]:
    """Every two variants that do not settle the same thing in two ways."""
    return [
        one | two
        for one, two in combinations(VARIANTS, 2)
        if all(one[key] == two[key] for key in set(one) & set(two))
    ]


class TestFriendlyGame:
    def test_v1_hands_and_the_top_of_the_deck_are_open_to_all(self) -> None:
        state = table(hands={BRUCE: ["red_6", "gimme"]}, options={"friendly": True})
        for viewer in (TABLE, AL, CATHERINE):
            view = GAME.view(state, viewer)
            (hand,) = [
                item
                for item in view.boards[BRUCE].items
                if isinstance(item, Cards) and item.key == "hand"
            ]
            assert [shown.key for shown in hand.cards] == ["0.red_6", "1.gimme"]
            (deck,) = [
                item for item in view.centre if isinstance(item, Pile) and item.key == "deck"
            ]
            assert deck.top is not None
            assert deck.top.key == f"0.{state.cards.kinds[state.deck[-1]].key}"

    def test_v1_the_top_card_is_the_one_that_is_drawn(self) -> None:
        hand = ["red_6", "red_8", "red_10"]
        state = table(phase="refill", hands={AL: hand}, options={"friendly": True})
        top = state.deck[-1]
        assert top in do(state, AL, do="refill").hands[AL]


class TestVariables:
    def test_v2_they_do_what_was_agreed(self) -> None:
        state = table(hands={AL: ["variable"]}, options={"variable": "tea_party"})
        (field,) = options(state, AL)["variable"].fields
        assert field.key == "side"

    def test_v3_the_first_to_play_one_decides_for_all(self) -> None:
        agreed = {"variable": "first_to_play_decides"}
        state = table(hands={AL: ["variable"], BRUCE: ["variable"]}, options=agreed)
        functions = inside(options(state, AL)["variable"], "function")
        assert tuple(functions) == FUNCTIONS
        state = play(state, "variable", function="tea_party", side="left")
        assert "From now on “Tea Party!” is what every Variable does." in news(state)
        state = do(state, BRUCE, do="refill")
        (field,) = options(state, BRUCE)["variable"].fields
        assert field.key == "side"

    def test_v4_each_player_of_one_decides(self) -> None:
        agreed = {"variable": "decided_each_time"}
        state = table(hands={AL: ["variable"], BRUCE: ["variable"]}, options=agreed)
        state = do(play(state, "variable", function="reset"), BRUCE, do="refill")
        functions = inside(options(state, BRUCE)["variable"], "function")
        assert set(functions) == set(FUNCTIONS) - {"denied"}

    def test_v4_a_recycled_variable_is_no_second_recycle(self) -> None:
        agreed = {"variable": "decided_each_time"}
        state = table(hands={AL: ["variable"]}, discards=["variable"], options=agreed)
        state = play(state, "variable", function="recycle")
        functions = inside(options(state, AL)["variable"], "function")
        assert set(functions) == set(FUNCTIONS) - {"denied", "recycle"}
        state = do(state, AL, card="variable", function="tea_party", side="left")
        assert names(state, state.discards) == ["variable", "variable"]

    def test_the_old_trade_takes_the_place_of_the_trade(self) -> None:
        agreed = {"variable": "decided_each_time", "old_trade": True}
        state = table(hands={AL: ["variable"]}, options=agreed)
        functions = inside(options(state, AL)["variable"], "function")
        assert "equalizer" in functions
        assert "trade" not in functions


class TestDraft:
    def drafted(self, seats: int, first: int, **agreed: str) -> tuple[State, list[int]]:
        """Everybody always picks the first colour there is; who picked, in order."""
        state = GAME.start(Options.model_validate(agreed), seats, CARDS)
        state = roll(state, first + 1)
        if agreed["draft"] == "after_the_deal":
            state = shuffled(state)
        pickers = []
        while state.phase == "draft":
            ((seat, form),) = asked(state).items()
            (field,) = form.fields
            assert isinstance(field, PickOne)
            pickers.append(seat)
            state = do(state, seat, colour=field.options[0].key)
        return state, pickers

    def test_v5_goes_clockwise_and_back_to_and_fro_until_all_have_six(self) -> None:
        state, pickers = self.drafted(3, BRUCE, draft="before_the_deal")
        there, back = [BRUCE, CATHERINE, AL], [AL, CATHERINE, BRUCE]
        assert pickers == (there + back) * 3
        assert [sum(pool) for pool in state.pools] == [6, 6, 6]
        assert tuple(map(sum, zip(*state.pools, strict=True))) == (6, 6, 6)

    def test_v5_nobody_is_said_to_have_dice_before_it(self) -> None:
        state = GAME.start(Options(draft="before_the_deal"), 3, CARDS)
        assert news(state) == ["All the dice are in the middle. Everybody picks six."]
        plain = GAME.start(Options(), 3, CARDS)
        assert news(plain) == ["Everybody has two red, two yellow and two blue dice."]

    def test_v5_a_single_die_is_offered_of_each_colour(self) -> None:
        state = roll(GAME.start(Options(draft="before_the_deal"), 3, CARDS), 1)
        labels = [sentence(one.label, WORDS, NAMES) for one in options(state, AL).values()]
        assert labels == ["1 red die", "1 yellow die", "1 blue die"]

    def test_v5_is_before_the_deal(self) -> None:
        state, _ = self.drafted(3, AL, draft="before_the_deal")
        assert state.hands == ((), (), ())
        assert isinstance(GAME.need(state), Roll)

    def test_v5b_or_after_it(self) -> None:
        state, _ = self.drafted(3, AL, draft="after_the_deal")
        assert [len(hand) for hand in state.hands] == [4, 4, 4]
        assert state.phase == "refill"

    def test_r35_who_picks_first_also_begins(self) -> None:
        state, _ = self.drafted(3, CATHERINE, draft="before_the_deal")
        assert list(asked(shuffled(state))) == [CATHERINE]

    def test_r30_a_reset_after_a_draft_gives_two_of_each_colour(self) -> None:
        state = table(hands={AL: ["variable"]}, pools={AL: (6, 0, 0), BRUCE: (0, 3, 3)})
        assert play(state, "variable").pools == ((2, 2, 2),) * 3


class TestPaidReroll:
    def failed(self, price: str, *hand: str, treasure: tuple[str, ...] = ()) -> State:
        state = table(
            phase="attempt",
            goals=[goal("red_12")],
            hands={AL: hand},
            treasure={AL: treasure},
            options={"reroll": price},
        )
        return roll(do(state, AL, goal="0"), 1, 2)

    def test_v6_1_a_card_of_choice(self) -> None:
        state = self.failed("any_card", "gimme", "red_6")
        assert list(inside(options(state, AL)["pay"], "price")) == ["red_6", "gimme"]
        state = do(state, AL, do="pay", price="gimme")
        assert state.discards == cards("gimme")
        assert to_roll(state) == {"red": 2}

    def test_v6_2_a_goal_of_the_hand(self) -> None:
        state = self.failed("goal_card", "gimme", "red_6")
        assert list(inside(options(state, AL)["pay"], "price")) == ["red_6"]
        assert offered(self.failed("goal_card", "gimme"), AL) == ["bank"]

    def test_v6_3_a_random_card_that_the_tower_draws(self) -> None:
        state = do(self.failed("random_card", "red_6", "gimme", "swap"), AL, do="pay")
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert [(group.count, group.faces) for group in need.dice] == [(1, 3)]
        state = roll(state, 2)
        assert state.discards == cards("gimme")
        assert to_roll(state) == {"red": 2}

    def test_v6_3_where_a_card_lies_tells_nothing_about_the_others(self) -> None:
        state = table(phase="refill", hands={AL: ["variable"]}, options={"reroll": "random_card"})
        state = do(replace(state, deck=cards("red_6", "red_8", "red_10")), AL, do="refill")
        assert state.hands[AL][0] == card("variable")

    def test_v6_3_a_single_card_need_not_be_drawn(self) -> None:
        state = do(self.failed("random_card", "gimme"), AL, do="pay")
        assert state.discards == cards("gimme")
        assert to_roll(state) == {"red": 2}

    def test_v6_4_a_completed_goal_goes_back_into_play_with_nothing_banked(self) -> None:
        state = self.failed("treasure", treasure=("blue_6", "blue_8"))
        state = do(state, AL, do="pay", price="1")
        assert state.goals == (goal("red_12"), goal("blue_8"))
        assert state.treasure[AL] == (goal("blue_6"),)
        assert roll(state, 6, 6).treasure[AL] == (goal("blue_6"), goal("red_12"))

    def test_r23_as_often_as_it_is_paid(self) -> None:
        state = self.failed("any_card", "gimme", "swap")
        state = roll(do(state, AL, do="pay", price="gimme"), 1, 1)
        state = roll(do(state, AL, do="pay", price="swap"), 1, 1)
        assert offered(state, AL) == ["bank"]

    def test_r23_the_roll_of_a_swap_too(self) -> None:
        state = table(hands={AL: ["swap", "red_6"]}, options={"reroll": "any_card"})
        state = roll(play(state, "swap", red=2, yellow=0, blue=0), 6, 6)
        assert offered(state, AL) == ["none", "pay"]
        state = roll(do(state, AL, do="pay", price="red_6"), 1, 1)
        assert offered(state, AL) == ["none", "swap"]

    def test_r23_and_the_roll_of_a_red_rover_by_who_rolled_it(self) -> None:
        hands = {AL: ["red_rover"], BRUCE: ["gimme"]}
        state = table(hands=hands, options={"reroll": "any_card"})
        state = roll(play(state, "red_rover", target="1", number=6), 6, 6, 6, 6, 6, 6)
        assert list(asked(state)) == [BRUCE]
        state = do(state, BRUCE, do="pay", price="gimme")
        state = roll(state, 1, 1, 1, 1, 1, 1)
        assert state.pools[AL] == (2, 2, 2)

    def test_who_is_asked_after_a_red_rover_does_not_tell_whether_they_can_pay(self) -> None:
        for hand, offer in ((["gimme"], ["none"]), (["red_6"], ["none", "pay"])):
            hands = {AL: ["red_rover"], BRUCE: hand}
            state = table(hands=hands, options={"reroll": "goal_card"})
            state = roll(play(state, "red_rover", target="1", number=6), 1, 1, 1, 1, 1, 1)
            assert list(asked(state)) == [BRUCE]
            assert offered(state, BRUCE) == offer


class TestHistoricRules:
    def test_v8_hands_of_five_for_any_number_of_players(self) -> None:
        state = shuffled(GAME.start(Options(hand=5), 5, CARDS))
        assert [len(hand) for hand in state.hands] == [5] * 5

    @pytest.mark.parametrize(
        ("key", "now", "then"), [("red_18", 18, 36), ("green_9", 18, 27), ("black_10", 30, 40)]
    )
    def test_v8_r25_values_are_two_three_and_four_times_the_target(
        self, key: str, now: int, then: int
    ) -> None:
        old = GAME.start(Options(values="historic"), 2, CARDS)
        assert CARDS.kinds[card(key)].value == now
        assert old.cards.kinds[card(key)].value == then


class TestOptionsThatDoNotGoTogether:
    def test_an_old_trade_needs_variables_that_can_be_a_trade(self) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.start(Options(old_trade=True, variable="raid"), 3, CARDS)
        told = sentence(refused.value.words, WORDS, NAMES)
        assert "Set Variable cards to Trade instead of Raid!" in told

    @pytest.mark.parametrize("bad", [{"hand": 8}, {"bank_min": 2}, {"variable": "wild"}, {"x": 1}])
    def test_an_option_the_game_does_not_have_is_refused(self, bad: dict[str, object]) -> None:
        with pytest.raises(ValidationError):
            Options.model_validate(bad)


def test_every_pair_of_variants_is_played_to_its_end() -> None:
    randbelow = Random(7).randrange
    for number, pair in enumerate(pairs()):
        seats = GAME.seats[number % len(GAME.seats)]
        summary = summarise(GAME, seats, range(1), randbelow, Options.model_validate(pair), CARDS)
        assert sum(summary.wins) >= 1


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("preset", read_presets(GAME).values(), ids=read_presets(GAME))
def test_every_preset_starts_at_every_number_of_seats(preset: dict[str, Any], seats: int) -> None:
    state = GAME.start(Options.model_validate(preset), seats, CARDS)
    assert len(state.pools) == seats
