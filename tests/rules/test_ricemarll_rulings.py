"""Ricemarll, ruling by ruling."""

from __future__ import annotations

import pytest
from dicerules.core import DiceGroup, Move, Rolled, RuleError, encode
from dicerules.ricemarll import GAME
from dicerules.ricemarll.selecting import TIE_ROLLS
from dicerules.views import TABLE
from msgspec.structs import replace

from tests.rules.ricemarll_table import (
    ANN,
    BO,
    CARDS,
    CY,
    DI,
    GOALS,
    PLAIN,
    after_phase,
    asked,
    begun,
    declare,
    goals,
    modifiers,
    news,
    nobody_else_plays,
    pick,
    place,
    placing,
    roll,
    rolls,
    selecting,
    table,
    take,
    winners,
    with_player,
    worth_of,
)


class TestRulings:
    @pytest.mark.parametrize(
        "aim",
        ["most_zeroes", "fewest_123456", "most_1s", "most_5s", "most_odds", "most_by_3"],
    )
    def test_r1_nobody_has_the_most_of_what_nobody_has(self, aim: str) -> None:
        state = after_phase((2, 2, 2, 4, 4, 4), (4, 4, 4, 4, 2, 2), aims=aim)
        assert GAME.scores(state) == (0, 0)

    def test_r1_evens_and_pairs_need_one_too(self) -> None:
        assert GAME.scores(after_phase((1,) * 6, (3,) * 6, aims="most_evens")) == (0, 0)
        assert GAME.scores(after_phase(PLAIN, PLAIN, aims="most_pairs")) == (0, 0)

    def test_r1_fewest_positive_can_be_none(self) -> None:
        state = placing("set0 set0 set0 minus1 negate negate", "", aims="fewest_positive")
        piles = {"die1": "set0", "die2": "set0", "die3": "set0", "die4": "negate"}
        state = place(state, ANN, **piles, die5="negate", die6="minus1")
        state = with_player(state, ANN, dice=(1, 2, 3, 4, 5, 1))
        assert GAME.scores(place(state, BO)) == (6, 0)

    @pytest.mark.parametrize(
        ("dice", "high", "low"),
        [
            ((6, 5, 4), (BO,), (BO,)),
            ((6, 6, 4), (CY,), (ANN, BO)),
            ((6, 4, 4), (BO, CY), (ANN,)),
            ((5, 5, 5), (), ()),
        ],
    )
    def test_r2_equal_totals_are_one_rank(
        self, dice: tuple[int, ...], high: tuple[int, ...], low: tuple[int, ...]
    ) -> None:
        state = after_phase(*[(die,) * 6 for die in dice], aims="second_highest second_lowest")
        assert [claim.seats for claim in state.claims] == [high, low]

    def test_r2_of_two_players_the_other_one_is_second(self) -> None:
        state = after_phase((6,) * 6, (1,) * 6, aims="second_highest second_lowest")
        assert [claim.seats for claim in state.claims] == [(BO,), (ANN,)]

    @pytest.mark.parametrize(("face", "value"), [(5, -3), (4, -2), (1, -1)])
    def test_r3_half_of_a_negative_is_rounded_down(self, face: int, value: int) -> None:
        assert worth_of(face, "negate half") == value

    def test_r4_a_flip_acts_first_wherever_it_lies(self) -> None:
        assert worth_of(1, "double plus1 flip") == 13

    def test_r4_two_flips_cancel_each_other(self) -> None:
        assert worth_of(2, "flip flip") == 2

    def test_r4_two_rerolls_roll_twice_and_the_last_counts(self) -> None:
        assert worth_of(2, "reroll plus1 reroll", 6, 3) == 4

    def test_r4_reroll_comes_before_pick_and_pick_before_flip(self) -> None:
        assert worth_of(2, "flip pick reroll double", 5, picks=6) == 2

    def test_rerolls_are_one_real_roll_of_all_who_have_one(self) -> None:
        state = placing("reroll reroll", "", "reroll")
        state = place(state, ANN, die2="reroll", die5="reroll")
        state = place(place(state, BO), CY, die1="reroll")
        need = rolls(state)
        assert need.dice == (DiceGroup(2, seat=ANN), DiceGroup(1, seat=CY))
        assert not need.hidden
        assert need.places == (1, 4, 12), "in the row of everybody's dice"
        assert [at for at, die in enumerate(need.on_table) if die is None] == [1, 4, 12]
        state = roll(state, 6, 1, 4)
        assert state.players[ANN].worth == (1, 6, 3, 4, 1, 6)
        assert state.players[CY].worth == (4, 2, 3, 4, 5, 6)
        assert "Ann rerolls a 2 and gets a 6." in news(state)

    def test_r5_picks_come_after_all_rerolls_are_seen(self) -> None:
        state = placing("pick", "reroll")
        state = place(place(state, ANN, die1="pick"), BO, die1="reroll")
        assert rolls(state).dice == (DiceGroup(1, seat=BO),)
        state = roll(state, 5)
        assert list(asked(state).forms) == [ANN]
        assert state.players[BO].dice[0] == 5

    def test_r5_picks_are_secret_and_open_together(self) -> None:
        state = placing("pick", "pick", "")
        state = place(place(place(state, ANN, die1="pick"), BO, die2="pick"), CY)
        assert asked(state).hidden
        one, two = pick(state, ANN, die1=4), pick(state, ANN, die1=5)
        for viewer in (TABLE, BO, CY):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))
        assert encode(GAME.view(one, ANN)) != encode(GAME.view(two, ANN))
        state = pick(one, BO, die2=6)
        assert state.players[ANN].worth == (4, 2, 3, 4, 5, 6)
        assert state.players[BO].worth == (1, 6, 3, 4, 5, 6)

    def test_r5_a_picked_die_is_flipped_afterwards(self) -> None:
        assert worth_of(2, "flip pick", picks=1) == 6

    def test_two_picks_on_one_die_are_asked_once(self) -> None:
        assert worth_of(2, "pick pick", picks=5) == 5

    def test_r6_a_special_goal_has_six_tokens_once_it_is_declared(self) -> None:
        state = placing("", "", dice=((6,) * 6, (5,) * 6), aims="most_1s")
        state = with_player(state, ANN, specials=goals("most_5s"))
        state = declare(nobody_else_plays(state, ANN, BO), ANN, "most_5s")
        assert GAME.scores(state) == (0, 6)

    def test_r7_special_goals_are_declared_after_placing_and_before_cards_are_seen(self) -> None:
        state = with_player(placing("plus1", ""), BO, specials=goals("most_5s most_6s"))
        state = place(place(state, ANN, die1="plus1"), BO)
        assert list(asked(state).forms) == [BO]
        assert not any("plus" in line or "plays" in line for line in news(state))
        state = declare(state, BO, "most_6s")
        assert "Ann plays +1 on the 1." in news(state)

    def test_r7_owners_decide_at_once_and_in_secret(self) -> None:
        state = placing("", "", "")
        state = with_player(state, ANN, specials=goals("most_5s"))
        state = with_player(state, CY, specials=goals("most_6s"))
        state = nobody_else_plays(state, ANN, BO, CY)
        assert set(asked(state).forms) == {ANN, CY}
        one, two = declare(state, ANN, "most_5s"), declare(state, ANN)
        for viewer in (TABLE, BO, CY):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))
        assert "Ann declares “most 5s”." in news(declare(one, CY))

    def test_r7_an_undeclared_goal_is_kept_and_a_declared_one_is_gone(self) -> None:
        state = with_player(placing("", ""), ANN, specials=goals("most_5s most_6s"))
        state = declare(nobody_else_plays(state, ANN, BO), ANN, "most_6s")
        assert state.players[ANN].specials == goals("most_5s")
        assert GOALS["most_6s"] in state.gone
        assert [claim.goal for claim in state.claims][-1] == GOALS["most_6s"]

    def test_r7_several_may_be_declared(self) -> None:
        state = with_player(placing("", "", aims="most_1s"), ANN, specials=goals("most_5s most_6s"))
        state = declare(nobody_else_plays(state, ANN, BO), ANN, "most_5s most_6s")
        assert GAME.scores(state) == (9, 9)

    def test_r7_an_undeclared_goal_is_worth_nothing_at_the_end(self) -> None:
        state = placing("", "", dice=((1,) * 6, (6,) * 6), aims="most_6s", phase=6)
        state = with_player(state, ANN, specials=goals("most_1s"))
        state = declare(nobody_else_plays(state, ANN, BO), ANN)
        assert winners(state) == (BO,)
        assert GAME.scores(state) == (0, 6)

    def test_r8_six_players_take_one_card_each_the_fifth_time(self) -> None:
        state = replace(
            placing(*[""] * 6, aims="most_zeroes", phase=5), deck=modifiers("set1 " * 4)
        )
        for seat in range(6):
            state = with_player(state, seat, tokens=seat)
        state = nobody_else_plays(state, *range(6))
        assert (len(state.market), len(state.blind)) == (4, 2)
        with pytest.raises(RuleError):
            take(state, ANN, "set1 set1")
        state = take(state, ANN, "special")
        for seat in range(1, 5):
            state = take(state, seat, "set1")
        assert [len(player.specials) for player in state.players] == [1, 0, 0, 0, 0, 1]
        assert rolls(state).seat == 5
        assert state.phase == 6

    def test_r8_is_when_four_selections_of_eleven_have_used_up_48_cards(self) -> None:
        assert len(begun(6).deck) - 4 * 11 == 4

    def test_r9_the_last_gets_what_is_left_with_the_goal_nobody_wanted(self) -> None:
        state = selecting(2, (0, 6))
        assert [CARDS.modifiers[card].key for card in state.market] == ["set0", "set0", "set1"]
        state = take(state, ANN, "set1 set0")
        assert state.players[BO].deck == modifiers("set0")
        assert len(state.players[BO].specials) == 1
        assert state.step == "roll"
        assert news(state)[-1] == "Bo takes [0] and a special goal."

    def test_r9_the_last_may_get_two_modifiers(self) -> None:
        state = take(selecting(2, (0, 6)), ANN, "set0 special")
        assert state.players[ANN].deck == modifiers("set0")
        assert state.players[BO].deck == modifiers("set0 set1")

    def test_r10_a_special_goal_is_seen_by_its_owner_only_and_not_before_it_is_taken(self) -> None:
        state = selecting(3, (0, 1, 2))
        other = replace(state, blind=goals("most_pairs"))
        for viewer in (TABLE, ANN, BO, CY):
            assert encode(GAME.view(state, viewer)) == encode(GAME.view(other, viewer))
        state, other = take(state, ANN, "set0 special"), take(other, ANN, "set0 special")
        for viewer in (TABLE, BO, CY):
            assert encode(GAME.view(state, viewer)) == encode(GAME.view(other, viewer))
        assert encode(GAME.view(state, ANN)) != encode(GAME.view(other, ANN))

    def test_r11_there_are_always_enough_tokens(self) -> None:
        state = with_player(placing("", "", dice=((1,) * 6,), aims="most_1s"), ANN, tokens=98)
        assert GAME.scores(nobody_else_plays(state, ANN, BO)) == (104, 0)

    def test_r12_the_card_named_first_lies_on_top(self) -> None:
        state = selecting(2, (0, 6))
        assert take(state, ANN, "set1 set0").players[ANN].deck == modifiers("set1 set0")
        assert take(state, ANN, "set0 set1").players[ANN].deck == modifiers("set0 set1")

    def test_r12_cards_taken_lie_on_top_of_cards_put_back(self) -> None:
        state = with_player(placing("plus1 plus2", "", aims="most_zeroes"), BO, tokens=1)
        state = place(place(state, ANN, top="plus2 plus1"), BO)
        state = take(state, ANN, "set1 set0")
        assert state.players[ANN].deck == modifiers("set1 set0 plus2 plus1")

    def test_r13_who_is_tied_rolls_and_the_lowest_goes_first(self) -> None:
        state = selecting(4, (3, 1, 3, 1))
        need = rolls(state)
        assert need.dice == tuple(DiceGroup(1, seat=seat) for seat in (BO, DI, ANN, CY))
        state = roll(state, 5, 2, 1, 6)
        assert state.queue == ((DI,), (BO,), (ANN,), (CY,))

    def test_r13_who_is_still_tied_rolls_again(self) -> None:
        state = roll(selecting(3, (0, 0, 0)), 4, 4, 1)
        assert rolls(state).dice == (DiceGroup(1, seat=ANN), DiceGroup(1, seat=BO))
        state = roll(state, 2, 1)
        assert state.queue == ((CY,), (BO,), (ANN,))

    def test_r13_at_the_end_the_highest_roll_wins_and_equals_roll_again(self) -> None:
        state = placing("", "", "", dice=((1,) * 6,) * 2, aims="most_1s", phase=6)
        state = nobody_else_plays(state, ANN, BO, CY)
        assert rolls(state).dice == (DiceGroup(1, seat=ANN), DiceGroup(1, seat=BO))
        state = roll(state, 3, 3)
        assert winners(roll(state, 2, 5)) == (BO,)

    def test_r14_a_deck_that_runs_out_is_made_anew_from_the_discards(self) -> None:
        state = replace(table(), phase=2)
        decks = {"deck": modifiers("set1 set2"), "discards": modifiers("set3 set4 set5 set6 set7")}
        state = roll(with_player(state, ANN, **decks), *PLAIN, *PLAIN)
        need = rolls(state)
        assert need.shuffles == (5,)
        assert need.hidden
        state = GAME.apply(state, Rolled(orders=((4, 3, 2, 1, 0),)))
        ann = state.players[ANN]
        assert ann.hand == modifiers("set1 set2 set4 set5 set6 set7")
        assert ann.deck == modifiers("set3")
        assert ann.discards == ()

    def test_r14_all_who_run_out_are_shuffled_for_in_one_go(self) -> None:
        state = table(3)
        for seat in (ANN, CY):
            state = with_player(state, seat, deck=(), discards=modifiers("plus1 " * (8 + seat)))
        state = roll(state, *PLAIN * 3)
        assert rolls(state).shuffles == (8, 10)

    def test_r15_a_value_met_twice_does_not_lengthen_a_run(self) -> None:
        state = after_phase((1, 2, 2, 3, 3, 6), (1, 3, 4, 5, 6, 1), aims="longest_run")
        assert GAME.scores(state) == (0, 6)

    def test_r16_the_biggest_number_twice_is_achieved_once(self) -> None:
        state = after_phase((6, 6, 1, 1, 1, 1), (6, 1, 1, 1, 1, 1), aims="biggest")
        assert GAME.scores(state) == (3, 3)

    def test_r17_a_goal_that_nobody_achieves_is_discarded_with_its_tokens(self) -> None:
        state = after_phase((1,) * 6, (1,) * 6, aims="most_zeroes")
        assert GAME.scores(state) == (0, 0)
        assert state.gone == goals("most_zeroes")
        assert "“most zeroes”: nobody takes the tokens." in news(state)

    def test_r18_a_pick_may_name_the_present_side(self) -> None:
        assert worth_of(2, "pick", picks=2) == 2

    @pytest.mark.parametrize("side", ["0", "7", "", 3, None])
    def test_r18_and_must_name_a_side(self, side: object) -> None:
        state = place(place(placing("pick", ""), ANN, die1="pick"), BO)
        with pytest.raises(RuleError):
            GAME.apply(state, Move(ANN, {"die1": side}))

    def test_r18_a_reroll_that_was_placed_is_rolled(self) -> None:
        state = place(place(placing("reroll", ""), ANN, die1="reroll"), BO)
        assert rolls(state).dice == (DiceGroup(1, seat=ANN),)

    def test_r19_after_ten_rolls_the_seats_decide_who_takes_first(self) -> None:
        state = selecting(3, (0, 0, 0))
        for _ in range(TIE_ROLLS):
            state = roll(state, 4, 4, 4)
        assert list(asked(state).forms) == [ANN]
        assert state.queue == ((ANN,), (BO,), (CY,))

    def test_r19_and_at_the_end_those_still_tied_share_the_win(self) -> None:
        state = placing("", "", aims="most_1s", phase=6)
        state = nobody_else_plays(state, ANN, BO)
        for _ in range(TIE_ROLLS):
            state = roll(state, 6, 6)
        assert winners(state) == (ANN, BO)

    @pytest.mark.parametrize("number", range(1, 20))
    def test_every_ruling_is_told_to_the_players(self, number: int) -> None:
        rules = GAME.folder.joinpath("RULES.md").read_text(encoding="utf-8")
        assert rules.count(f"- **RM-R{number}** ") == 1

    def test_r8_stands_where_the_printed_rules_contradict_themselves(self) -> None:
        for file, contradict, silent in (
            ("RULES.md", "contradict themselves", "are silent"),
            ("RULES.de.md", "sich widersprechen", "schweigen"),
        ):
            rules = GAME.folder.joinpath(file).read_text(encoding="utf-8")
            assert rules.index(contradict) < rules.index("**RM-R8**") < rules.index(silent)
            assert rules.index(silent) < rules.index("**RM-R1**")
