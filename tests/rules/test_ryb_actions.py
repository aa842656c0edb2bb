"""The actions of R.Y.B., one after the other, and everything a Variable can be but a Trade."""

from __future__ import annotations

import pytest
from dicerules.core import Roll, RuleError
from dicerules.forms import Number, Place
from dicerules.ryb import GAME
from dicerules.ryb.state import Goal, Pool, State, Swiss
from dicerules.words import sentence
from msgspec.structs import replace

from tests.rules.ryb_table import (
    AL,
    BRUCE,
    CATHERINE,
    DEE,
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
    table,
    to_roll,
)


def variable(function: str, seats: int = 3, **position: object) -> State:
    """Al holds a Variable that was agreed on before the deal."""
    agreed = {"variable": function}
    return table(seats, hands={AL: ["variable"]}, options=agreed, **position)  # type: ignore[arg-type]


class TestGimme:
    def test_takes_a_die_from_another_player(self) -> None:
        state = play(table(hands={AL: ["gimme"]}), "gimme", target="1", colour="blue")
        assert state.pools == ((2, 2, 3), (2, 2, 1), (2, 2, 2))
        assert state.discards == cards("gimme")

    def test_offers_a_single_die_however_many_there_are(self) -> None:
        state = table(hands={AL: ["gimme", "shanghai"]}, pools={BRUCE: (2, 0, 0)})
        for key, label in (("gimme", "1 red die"), ("shanghai", "2 red dice")):
            target = inside(options(state, AL)[key], "target")["1"]
            red = inside(target, "colour")["red"]
            assert sentence(red.label, WORDS, NAMES) == label
        gimme = inside(options(state, AL)["gimme"], "target")["1"]
        assert inside(gimme, "colour")["red"].dice == (("red", 0),)

    def test_r8_not_from_oneself_and_only_what_is_there(self) -> None:
        state = table(hands={AL: ["gimme"]}, pools={BRUCE: (0, 1, 0), CATHERINE: (0, 0, 0)})
        target = inside(options(state, AL)["gimme"], "target")
        assert list(target) == ["1"]
        assert list(inside(target["1"], "colour")) == ["yellow"]

    def test_r7_without_a_die_to_take_it_has_no_effect(self) -> None:
        nothing = {BRUCE: (0, 0, 0), CATHERINE: (0, 0, 0)}
        state = play(table(hands={AL: ["gimme"]}, pools=nothing), "gimme")
        assert state.discards == cards("gimme")
        assert "“Gimme!” has no effect." in news(state)


class TestSwap:
    def swap(self, *faces: int, **dice: int) -> State:
        state = table(hands={AL: ["swap"]}, pools={BRUCE: (1, 0, 0)})
        dice = {"red": 0, "yellow": 0, "blue": 0} | dice
        return roll(play(state, "swap", **dice), *faces)

    def test_rolls_any_of_ones_dice(self) -> None:
        state = table(hands={AL: ["swap"]})
        numbers = options(state, AL)["swap"].fields
        assert [(one.key, one.low, one.high) for one in numbers if isinstance(one, Number)] == [
            ("red", 0, 2),
            ("yellow", 0, 2),
            ("blue", 0, 2),
        ]
        assert to_roll(play(state, "swap", red=1, yellow=0, blue=2)) == {"red": 1, "blue": 2}

    def test_ten_or_less_are_swapped_for_as_many_others(self) -> None:
        state = self.swap(4, 6, red=2)
        state = do(state, AL, do="swap", target="2", take=["blue.1", "yellow.2"])
        assert state.pools == ((0, 3, 3), (1, 0, 0), (4, 1, 1))
        assert state.discards == cards("swap")

    def test_eleven_are_not(self) -> None:
        state = self.swap(5, 6, red=2)
        assert state.pools[AL] == (2, 2, 2)
        assert "No dice are swapped." in news(state)
        assert state.active == BRUCE

    def test_r9_a_target_with_fewer_dice_is_not_eligible(self) -> None:
        state = self.swap(1, 1, red=2)
        assert list(inside(options(state, AL)["swap"], "target")) == ["2"]
        state = self.swap(1, red=1)
        assert list(inside(options(state, AL)["swap"], "target")) == ["1", "2"]

    def test_r9_the_dice_given_do_not_come_back(self) -> None:
        state = self.swap(1, yellow=1)
        target = inside(options(state, AL)["swap"], "target")["1"]
        assert list(inside(target, "take")) == ["red.1"]

    def test_r9_the_exchange_may_be_declined(self) -> None:
        state = do(self.swap(1, red=1), AL, do="none")
        assert state.pools[AL] == (2, 2, 2)

    def test_r7_rolling_no_dice_does_nothing(self) -> None:
        state = play(table(hands={AL: ["swap"]}), "swap", red=0, yellow=0, blue=0)
        assert state.active == BRUCE
        assert "“Swap” has no effect." in news(state)


class TestDoOver:
    def failed(self, *hand: str) -> State:
        state = table(phase="attempt", goals=[goal("red_12")], hands={AL: hand})
        return roll(do(state, AL, goal="0"), 1, 2)

    def test_rolls_the_same_dice_again(self) -> None:
        state = do(self.failed("do_over"), AL, do="do_over")
        assert to_roll(state) == {"red": 2}
        state = roll(state, 6, 6)
        assert state.treasure[AL] == (goal("red_12"),)
        assert state.discards == cards("do_over")

    def test_r10_and_again_as_long_as_there_is_one(self) -> None:
        state = do(self.failed("do_over", "do_over"), AL, do="do_over")
        state = roll(do(roll(state, 1, 1), AL, do="do_over"), 2, 2)
        assert offered(state, AL) == ["bank"]
        assert do(state, AL, do="bank", points=4).goals == (goal("red_12", 4),)

    def test_is_offered_only_to_who_has_one(self) -> None:
        assert offered(self.failed("gimme"), AL) == ["bank"]


class TestRedRover:
    def test_another_player_rolls_all_dice_and_those_with_the_number_go_over(self) -> None:
        state = table(hands={AL: ["red_rover"]}, pools={BRUCE: (1, 2, 1)})
        state = play(state, "red_rover", target="1", number=4)
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.seat == BRUCE
        assert to_roll(state) == {"red": 1, "yellow": 2, "blue": 1}
        state = roll(state, 4, 4, 3, 4)
        assert state.pools[:2] == ((3, 3, 3), (0, 1, 0))

    def test_no_die_may_go_over(self) -> None:
        state = table(hands={AL: ["red_rover"]}, pools={BRUCE: (1, 0, 0)})
        state = roll(play(state, "red_rover", target="1", number=4), 5)
        assert state.pools[:2] == ((2, 2, 2), (1, 0, 0))
        assert "No die shows 4." in news(state)

    @pytest.mark.parametrize("number", [0, 7])
    def test_the_number_is_one_to_six(self, number: int) -> None:
        with pytest.raises(RuleError):
            play(table(hands={AL: ["red_rover"]}), "red_rover", target="1", number=number)

    def test_r7_if_nobody_has_dice_it_has_no_effect(self) -> None:
        nothing = {BRUCE: (0, 0, 0), CATHERINE: (0, 0, 0)}
        state = play(table(hands={AL: ["red_rover"]}, pools=nothing), "red_rover")
        assert "“Red Rover” has no effect." in news(state)


class TestShanghai:
    def taken(self) -> State:
        state = table(hands={AL: ["shanghai"]}, goals=[goal("red_16")], pools={BRUCE: (3, 1, 1)})
        return play(state, "shanghai", target="1", colour="red")

    def test_takes_all_dice_of_a_colour(self) -> None:
        state = self.taken()
        assert state.pools[:2] == ((5, 2, 2), (0, 1, 1))
        assert to_roll(do(state, AL, goal="0")) == {"red": 5}

    @pytest.mark.parametrize("faces", [(6, 6, 6, 6, 6), (1, 1, 1, 1, 1)])
    def test_r11_they_go_back_after_completing_and_after_failing(
        self, faces: tuple[int, ...]
    ) -> None:
        state = roll(do(self.taken(), AL, goal="0"), *faces)
        if state.phase == "bank":
            state = do(state, AL, do="bank", points=1)
        assert state.pools[:2] == ((2, 2, 2), (3, 1, 1))
        assert "Al returns 3 red dice to Bruce." in news(state)

    def test_r11_and_without_an_attempt(self) -> None:
        assert do(self.taken(), AL, goal="none").pools[:2] == ((2, 2, 2), (3, 1, 1))


class TestReset:
    def test_gives_everybody_two_dice_of_each_colour(self) -> None:
        pools = {AL: (0, 0, 0), BRUCE: (6, 6, 0), CATHERINE: (0, 0, 6)}
        state = play(variable("reset", pools=pools), "variable")
        assert state.pools == ((2, 2, 2),) * 3


class TestBalance:
    def test_r16_the_giver_hands_over_half_the_difference_rounded_up(self) -> None:
        state = play(
            variable("balance", pools={AL: (1, 1, 1), BRUCE: (4, 4, 0)}), "variable", target="1"
        )
        assert list(asked(state)) == [BRUCE]
        state = do(state, BRUCE, give=["red.1", "yellow.1", "yellow.2"])
        assert state.pools[:2] == ((2, 3, 1), (3, 2, 0))

    def test_dice_of_one_colour_need_no_choice(self) -> None:
        state = variable("balance", pools={AL: (1, 0, 0), BRUCE: (4, 0, 0)})
        assert play(state, "variable", target="1").pools[:2] == ((3, 0, 0), (2, 0, 0))

    def test_every_other_player_can_be_chosen(self) -> None:
        state = variable("balance", pools={BRUCE: (2, 2, 3), CATHERINE: (0, 0, 0)})
        assert list(inside(options(state, AL)["variable"], "target")) == ["1", "2"]

    @pytest.mark.parametrize("theirs", [(2, 2, 2), (1, 1, 1), (0, 0, 0)])
    def test_a_player_without_more_dice_gives_none(self, theirs: Pool) -> None:
        state = variable("balance", pools={BRUCE: theirs})
        state = play(state, "variable", target="1")
        assert state.pools == ((2, 2, 2), theirs, (2, 2, 2))
        assert state.discards == cards("variable")
        assert "Variable as “Balance” has no effect." in news(state)

    def test_a_match_of_version_1_offers_only_players_with_more_dice(self) -> None:
        state = replace(variable("balance", pools={BRUCE: (2, 2, 3)}), version=1)
        assert list(inside(options(state, AL)["variable"], "target")) == ["1"]
        alike = replace(variable("balance"), version=1)
        assert "Variable as “Balance” has no effect." in news(play(alike, "variable"))


class TestTeaParty:
    @pytest.mark.parametrize(
        ("side", "pools"),
        [
            ("left", ((0, 0, 6), (6, 0, 0), (0, 6, 0))),
            ("right", ((0, 6, 0), (0, 0, 6), (6, 0, 0))),
        ],
    )
    def test_all_pools_move_one_seat(self, side: str, pools: object) -> None:
        before = {AL: (6, 0, 0), BRUCE: (0, 6, 0), CATHERINE: (0, 0, 6)}
        state = play(variable("tea_party", pools=before), "variable", side=side)
        assert state.pools == pools


class TestRecycle:
    def recycle(self, *discards: str) -> State:
        return play(variable("recycle", discards=discards), "variable")

    def test_plays_a_card_from_the_discards_at_once(self) -> None:
        state = self.recycle("gimme", "swap")
        state = do(state, AL, card="gimme", target="2", colour="red")
        assert state.pools[AL] == (3, 2, 2)
        assert sorted(names(state, state.discards)) == ["gimme", "swap", "variable"]

    def test_r18_goals_are_eligible_and_recycle_and_do_over_are_not(self) -> None:
        state = self.recycle("red_6", "do_over", "variable", "shanghai")
        assert offered(state, AL) == ["red_6", "shanghai"]
        state = do(state, AL, card="red_6")
        assert state.goals == (goal("red_6"),)

    def test_r18_without_an_eligible_card_it_has_no_effect(self) -> None:
        state = self.recycle("do_over")
        assert "Variable as “Recycle” has no effect." in news(state)
        assert state.active == BRUCE

    def test_r17_the_recycled_card_takes_the_place_of_the_card_played(self) -> None:
        state = do(self.recycle("red_6", "gimme"), AL, card="red_6")
        assert state.phase == "attempt"


class TestVoid:
    def test_the_target_gives_all_dice_of_a_colour_to_whom_it_likes(self) -> None:
        state = variable("void", 4, pools={BRUCE: (3, 2, 2)})
        state = play(state, "variable", target="1", colour="red")
        (field,) = asked(state)[BRUCE].fields
        assert isinstance(field, Place)
        assert [slot.key for slot in field.slots] == ["0", "2", "3"]
        state = do(state, BRUCE, give={"2": ["red.1", "red.3"], "3": ["red.2"]})
        assert state.pools[BRUCE] == (0, 2, 2)
        assert state.pools[CATHERINE] == (4, 2, 2)
        assert state.pools[DEE] == (3, 2, 2)

    def test_of_two_players_the_other_one_gets_them(self) -> None:
        state = play(variable("void", 2), "variable", target="1", colour="blue")
        assert state.pools == ((2, 2, 4), (2, 2, 0))


class TestSwissBank:
    def banked(self) -> State:
        """Al has 5 points in a Swiss Bank on Red 18, and 3 are banked for all."""
        state = variable("swiss_bank", goals=[goal("red_6"), goal("red_18", 3)])
        state = do(play(state, "variable", goal="1"), AL, goal="1")
        return do(roll(state, 2, 3), AL, do="bank", points=5, place="swiss")

    def test_lies_on_a_goal_and_keeps_points_for_its_owner(self) -> None:
        swiss = (Swiss(card("variable"), AL, 5),)
        assert self.banked().goals[1] == Goal(card("red_18"), 3, swiss)

    def test_r20_points_go_to_one_place(self) -> None:
        state = variable("swiss_bank", goals=[goal("red_18")])
        state = roll(do(play(state, "variable", goal="0"), AL, goal="0"), 2, 3)
        assert list(inside(options(state, AL)["bank"], "place")) == ["goal", "swiss"]
        state = do(state, AL, do="bank", points=4, place="goal")
        assert state.goals[0].banked == 4
        assert state.goals[0].swiss[0].points == 0

    def test_r20_the_owner_needs_less_and_the_others_do_not(self) -> None:
        state = replace(self.banked(), phase="attempt")
        for seat, target in ((AL, 10), (BRUCE, 15)):
            hint = options(replace(state, active=seat), seat)["1"].hint
            assert hint is not None
            assert hint.facts["target"] == target

    def test_it_is_discarded_when_the_goal_is_completed(self) -> None:
        state = replace(
            self.banked(), phase="attempt", active=BRUCE, pools=((2, 2, 2), (3, 0, 0), (2, 2, 2))
        )
        state = roll(do(state, BRUCE, goal="1"), 6, 6, 6)
        assert state.treasure[BRUCE] == (goal("red_18"),)
        assert state.discards == cards("variable")

    def test_r7_without_a_goal_in_play_it_has_no_effect(self) -> None:
        state = play(variable("swiss_bank"), "variable")
        assert "Variable as “Swiss Bank” has no effect." in news(state)


class TestRaid:
    def raid(self) -> State:
        state = variable("raid", treasure={BRUCE: ["red_12", "green_9"]}, goals=[goal("blue_6")])
        return play(state, "variable", goal="1.0")

    def test_a_goal_of_another_treasure_may_be_attempted(self) -> None:
        state = self.raid()
        assert offered(state, AL) == ["none", "0", "raid"]
        state = roll(do(state, AL, goal="raid"), 6, 6)
        assert state.treasure == ((goal("red_12"),), (goal("green_9"),), ())

    def test_r21_it_counts_for_its_owner_until_then_and_0_may_be_banked(self) -> None:
        state = roll(do(self.raid(), AL, goal="raid"), 1, 2)
        assert GAME.scores(state)[BRUCE] == 30
        assert do(state, AL, do="bank", points=0).treasure[BRUCE][0].banked == 0

    def test_r21_points_of_earlier_raids_lower_the_target(self) -> None:
        state = do(roll(do(self.raid(), AL, goal="raid"), 1, 2), AL, do="bank", points=3)
        assert state.treasure[BRUCE][0] == goal("red_12", 3)
        again = replace(state, phase="play", active=AL, hands=(cards("variable"), (), ()))
        again = do(play(again, "variable", goal="1.0"), AL, goal="raid")
        assert roll(again, 3, 6).treasure[AL] == (goal("red_12"),)

    def test_it_cannot_be_attempted_without_another_raid(self) -> None:
        state = do(roll(do(self.raid(), AL, goal="raid"), 1, 2), AL, do="bank", points=3)
        state = replace(state, phase="attempt", active=CATHERINE)
        assert offered(state, CATHERINE) == ["none", "0"]

    def test_r7_without_a_goal_to_raid_it_has_no_effect(self) -> None:
        state = variable("raid", treasure={AL: ["red_6"]})
        assert "Variable as “Raid!” has no effect." in news(play(state, "variable"))
