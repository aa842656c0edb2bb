"""Reactions in R.Y.B.: De-nied!, cancelling, and that nobody learns who could have reacted."""

from __future__ import annotations

from typing import ClassVar

import pytest
from dicerules.core import Ask, encode
from dicerules.ryb import GAME
from dicerules.ryb.state import State
from dicerules.views import TABLE
from dicerules.words import sentence

from tests.rules.ryb_table import (
    AL,
    BRUCE,
    CATHERINE,
    DEE,
    NAMES,
    WORDS,
    Hands,
    asked,
    cards,
    do,
    everybody,
    goal,
    names,
    news,
    offered,
    play,
    roll,
    table,
)

DENIED = {"variable": "denied"}
CANCEL = {"cancel": True}


def screen(state: State, viewer: int) -> bytes:
    """All that a screen is sent: its view, its own form, and who is asked."""
    need = GAME.need(state)
    now = (list(need.forms), need.forms.get(viewer)) if isinstance(need, Ask) else need
    return encode((GAME.view(state, viewer), now))


class TestDenied:
    def gimme(self, bruce: list[str]) -> State:
        hands = {AL: ["gimme"], BRUCE: bruce, CATHERINE: ["red_6"]}
        state = table(hands=hands, options=DENIED)
        return play(state, "gimme", target="1", colour="red")

    def test_stops_a_card_played_on_oneself_before_it_has_an_effect(self) -> None:
        state = do(self.gimme(["variable"]), BRUCE, do="deny")
        assert state.pools == ((2, 2, 2),) * 3
        assert names(state, state.discards) == ["gimme", "variable"]
        assert state.hands[BRUCE] == ()
        assert "De-nied! “Gimme!” is stopped by Bruce." in news(state)

    def test_the_target_is_called_you(self) -> None:
        title = asked(self.gimme(["variable"]))[BRUCE].title
        assert sentence(title, WORDS, NAMES) == "Al plays “Gimme!” on you"

    def test_only_the_target_is_asked(self) -> None:
        assert list(asked(self.gimme(["variable"]))) == [BRUCE]

    def test_the_target_may_let_it_happen(self) -> None:
        state = do(self.gimme(["variable"]), BRUCE, do="pass")
        assert state.pools[AL] == (3, 2, 2)

    def test_is_not_played_in_the_second_step(self) -> None:
        state = table(hands={AL: ["variable", "red_6"]}, options=DENIED)
        assert offered(state, AL) == ["red_6"]

    def test_r6_with_nothing_else_the_step_is_skipped(self) -> None:
        hands = {AL: ["variable", "variable", "do_over", "do_over"]}
        state = table(phase="refill", hands=hands, options=DENIED)
        assert "Al has no card to play." in news(do(state, AL, do="refill"))

    def test_r22_the_stopped_card_counts_as_played(self) -> None:
        state = do(self.gimme(["variable"]), BRUCE, do="deny")
        assert state.active == BRUCE

    @pytest.mark.parametrize(
        ("key", "answer"),
        [
            ("red_rover", {"target": "1", "number": 3}),
            ("shanghai", {"target": "1", "colour": "red"}),
        ],
    )
    def test_stops_whatever_is_played_on_a_player(
        self, key: str, answer: dict[str, object]
    ) -> None:
        state = table(hands={AL: [key], BRUCE: ["variable"]}, options=DENIED)
        state = do(play(state, key, **answer), BRUCE, do="deny")
        assert state.pools == ((2, 2, 2),) * 3
        assert state.active == BRUCE

    def test_stops_a_swap_when_the_dice_are_to_be_exchanged(self) -> None:
        state = table(hands={AL: ["swap"], BRUCE: ["variable"]}, options=DENIED)
        state = roll(play(state, "swap", red=1, yellow=0, blue=0), 2)
        state = do(state, AL, do="swap", target="1", take=["blue.1"])
        state = do(state, BRUCE, do="deny")
        assert state.pools == ((2, 2, 2),) * 3

    def test_who_is_asked_does_not_tell_who_holds_one(self) -> None:
        with_it, without = self.gimme(["variable"]), self.gimme(["blue_6"])
        for viewer in (TABLE, AL, CATHERINE):
            assert screen(with_it, viewer) == screen(without, viewer)
        assert offered(with_it, BRUCE) == ["pass", "deny"]
        assert offered(without, BRUCE) == ["pass"]

    def test_passing_looks_the_same_whether_or_not_one_holds_one(self) -> None:
        one = do(self.gimme(["variable"]), BRUCE, do="pass")
        two = do(self.gimme(["blue_6"]), BRUCE, do="pass")
        for viewer in (TABLE, AL, CATHERINE):
            assert screen(one, viewer) == screen(two, viewer)

    def test_nobody_is_asked_when_all_of_them_lie_open(self) -> None:
        hands = {AL: ["gimme"], BRUCE: ["red_6"]}
        state = table(hands=hands, discards=["variable"] * 3, options=DENIED)
        state = play(state, "gimme", target="1", colour="red")
        assert state.pools[AL] == (3, 2, 2)

    def test_nobody_without_cards_is_asked(self) -> None:
        assert self.gimme([]).pools[AL] == (3, 2, 2)

    def test_in_a_friendly_game_only_a_holder_is_asked(self) -> None:
        options = DENIED | {"friendly": True}
        hands = {AL: ["gimme", "gimme"], BRUCE: ["red_6"], CATHERINE: ["variable"]}
        state = table(hands=hands, options=options)
        assert play(state, "gimme", target="1", colour="red").pools[AL] == (3, 2, 2)
        assert list(asked(play(state, "gimme", target="2", colour="red"))) == [CATHERINE]


class TestCancelling:
    HANDS: ClassVar[Hands] = {
        AL: ["gimme", "swap", "red_6"],
        BRUCE: ["red_8"],
        CATHERINE: ["gimme"],
        DEE: ["gimme", "gimme"],
    }

    def gimme(self) -> State:
        state = table(4, hands=self.HANDS, options=CANCEL)
        return play(state, "gimme", target="1", colour="red")

    def test_everybody_else_is_asked_in_secret(self) -> None:
        need = GAME.need(self.gimme())
        assert isinstance(need, Ask)
        assert need.hidden
        assert list(need.forms) == [BRUCE, CATHERINE, DEE]
        assert offered(self.gimme(), BRUCE) == ["pass"]
        assert offered(self.gimme(), DEE) == ["pass", "cancel"]

    def test_r24_a_card_of_the_same_name_cancels(self) -> None:
        state = do(do(self.gimme(), BRUCE, do="pass"), CATHERINE, do="cancel")
        assert state.phase == "window"
        state = do(state, DEE, do="pass")
        assert state.pools == ((2, 2, 2),) * 4
        assert state.discards == cards("gimme", "gimme")
        assert "Catherine cancels “Gimme!” by discarding another one." in news(state)

    def test_the_canceller_refills_at_the_own_turn_only(self) -> None:
        state = do(do(self.gimme(), BRUCE, do="pass"), CATHERINE, do="cancel")
        assert do(state, DEE, do="pass").hands[CATHERINE] == ()

    def test_r33_the_first_clockwise_counts_and_the_others_keep_their_cards(self) -> None:
        state = do(self.gimme(), DEE, do="cancel")
        state = do(do(state, CATHERINE, do="cancel"), BRUCE, do="pass")
        assert state.hands[CATHERINE] == ()
        assert len(state.hands[DEE]) == 2

    def test_an_answer_is_secret_until_all_are_in_and_a_pass_for_ever(self) -> None:
        one, two = (do(self.gimme(), DEE, do=what) for what in ("pass", "cancel"))
        for viewer in (TABLE, AL, BRUCE, CATHERINE):
            assert screen(one, viewer) == screen(two, viewer)

    def test_if_nobody_cancels_it_happens(self) -> None:
        assert everybody(self.gimme(), do="pass").pools[AL] == (3, 2, 2)

    def test_a_goal_cannot_be_cancelled(self) -> None:
        state = play(table(4, hands=self.HANDS, options=CANCEL), "red_6")
        assert list(asked(state)) == [AL]

    def test_a_do_over_can(self) -> None:
        hands = {AL: ["do_over"], BRUCE: ["do_over"]}
        state = table(phase="attempt", goals=[goal("red_12")], hands=hands, options=CANCEL)
        state = do(roll(do(state, AL, goal="0"), 1, 2), AL, do="do_over")
        state = do(state, BRUCE, do="cancel")
        assert state.phase == "bank"
        assert offered(state, AL) == ["bank"]
        assert state.discards == cards("do_over", "do_over")

    def test_r24_a_variable_cancels_a_variable_whatever_it_was_played_as(self) -> None:
        options = CANCEL | {"variable": "decided_each_time"}
        state = table(hands={AL: ["variable"], BRUCE: ["variable"]}, options=options)
        state = play(state, "variable", function="tea_party", side="left")
        assert offered(state, BRUCE) == ["pass", "cancel"]

    def test_r22_neither_a_cancelling_nor_a_denying_card_can_be_stopped(self) -> None:
        options = CANCEL | DENIED
        hands = {AL: ["gimme"], BRUCE: ["variable"], CATHERINE: ["variable", "gimme"]}
        state = table(hands=hands, options=options)
        state = play(state, "gimme", target="1", colour="red")
        state = do(do(state, BRUCE, do="deny"), CATHERINE, do="pass")
        assert state.phase == "refill"
        assert state.active == BRUCE
        assert state.hands[CATHERINE] == cards("variable", "gimme")


class TestVariablesNotFixedYet:
    def test_r34_one_can_be_played_as_denied_and_fixes_them_all(self) -> None:
        options = {"variable": "first_to_play_decides"}
        state = table(hands={AL: ["gimme"], BRUCE: ["variable"]}, options=options)
        state = do(play(state, "gimme", target="1", colour="red"), BRUCE, do="deny")
        assert state.function == "denied"
        assert "From now on “De-nied!” is what every Variable does." in news(state)

    def test_r34_decided_each_time_they_stay_free(self) -> None:
        options = {"variable": "decided_each_time"}
        state = table(hands={AL: ["gimme"], BRUCE: ["variable"]}, options=options)
        state = do(play(state, "gimme", target="1", colour="red"), BRUCE, do="deny")
        assert state.function == ""

    def test_r34_the_first_one_that_is_made_denied_does_nothing(self) -> None:
        options = {"variable": "first_to_play_decides"}
        state = play(
            table(hands={AL: ["variable"]}, options=options), "variable", function="denied"
        )
        assert "Variable as “De-nied!” has no effect." in news(state)
        assert state.function == "denied"

    @pytest.mark.parametrize(
        ("function", "answer"),
        [
            ("balance", {"target": "1"}),
            ("void", {"target": "1", "colour": "red"}),
            ("raid", {"goal": "1.0"}),
        ],
    )
    def test_whatever_a_variable_is_played_as_its_target_may_deny_it(
        self, function: str, answer: dict[str, str]
    ) -> None:
        state = table(
            hands={AL: ["variable"], BRUCE: ["variable"]},
            pools={BRUCE: (4, 4, 4)},
            treasure={BRUCE: ["red_6"]},
            options={"variable": "decided_each_time"},
        )
        state = play(state, "variable", function=function, **answer)
        state = do(state, BRUCE, do="deny")
        assert state.pools[BRUCE] == (4, 4, 4)
        assert state.raid is None
