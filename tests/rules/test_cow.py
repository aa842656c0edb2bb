"""Don't Have a Cow, ruling by ruling. Ed, Chris and Donna play, as in the rulebook's example."""

from __future__ import annotations

import pytest
from dicerules.core import Ask, DiceGroup, Move, Roll, RuleError, encode
from dicerules.cow import GAME
from dicerules.cow.play import TURNS
from dicerules.cow.state import Options
from dicerules.views import TABLE
from msgspec.structs import replace
from pydantic import ValidationError

from tests.rules.cow_table import (
    BART,
    BART_ALONE,
    BLOCK_PARTY,
    CAR_RIDE,
    CARDS,
    CHRIS,
    DATE_NIGHT,
    DONNA,
    ED,
    HOMER,
    HOMER_ALONE,
    LISA,
    MAGGIE,
    MARGE,
    SINGLES,
    WHY_YOU,
    WILD,
    bet,
    bets_of_the_example,
    board_note,
    choose,
    everybody_bets,
    news,
    portraits_offered,
    roll,
    table,
    winners,
)


class TestExamplesOfTheRulebook:
    def test_e1_a_portrait_of_four_is_rolled_with_four_to_eight_cubes(self) -> None:
        assert portraits_offered(table())[WHY_YOU]["cubes"] == (4, 8)

    @pytest.mark.parametrize("cubes", [0, 3, 9])
    def test_e1_and_with_no_other_number_of_cubes(self, cubes: int) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.apply(table(), Move(ED, {"portrait": WHY_YOU, "bet": 1, "cubes": cubes}))
        assert refused.value.code == "form.range"

    def test_e2_a_matched_portrait_pays_the_roller_and_yes_and_no_pays_the_roller(self) -> None:
        before = bets_of_the_example()
        after = roll(before, HOMER, BART, WILD, WILD, LISA, LISA)
        assert after.chips == (15, 11, 7)
        assert after.bank == before.bank - 3
        assert after.roller == ED
        assert after.cubes == 2

    def test_e3_a_missed_portrait_costs_the_roller_and_yes_and_pays_no(self) -> None:
        before = bets_of_the_example()
        after = roll(before, HOMER, BART, WILD, LISA, LISA, LISA)
        assert after.chips == (8, 9, 13)
        assert after.bank == before.bank
        assert after.roller == CHRIS
        assert after.cubes == 8

    def test_e4_ed_continues_with_two_cubes_and_misses_bart(self) -> None:
        start = bets_of_the_example()
        state = roll(start, HOMER, BART, WILD, WILD, LISA, LISA)
        state = choose(state, BART_ALONE, bet=1)
        state = bet(bet(state, CHRIS, "yes", 2), DONNA, "no", 4)
        state = roll(state, LISA, MAGGIE)
        assert state.chips == (14, 9, 11)
        assert state.bank == start.bank - 4
        assert state.roller == CHRIS

    def test_e5_two_players_start_with_15_and_bet_up_to_10(self) -> None:
        state = table(2)
        assert state.chips == (15, 15)
        assert portraits_offered(state)[HOMER_ALONE]["bet"] == (1, 10)
        state = choose(state, HOMER_ALONE, bet=10, cubes=8)
        assert bet(state, CHRIS, "no", 10).aim is not None

    @pytest.mark.parametrize("seats", [3, 4])
    def test_three_and_four_players_start_with_10_and_bet_up_to_5(self, seats: int) -> None:
        state = table(seats)
        assert state.chips == (10,) * seats
        assert portraits_offered(state)[HOMER_ALONE]["bet"] == (1, 5)


class TestRulings:
    def test_r1_a_cube_has_five_characters_and_a_wild(self) -> None:
        names = [face.name for face in GAME.faces(table())["cube"]]
        assert names == ["Homer", "Marge", "Bart", "Lisa", "Maggie", "Wild"]
        assert CARDS.wild == (WILD,)

    def test_r2_the_bank_begins_with_130_and_the_red_chips_are_an_option(self) -> None:
        assert GAME.invariant(table()) == 130
        assert table(3).bank == 100
        assert table(4, red_chips=20).bank == 30

    @pytest.mark.parametrize("red", [19, 201])
    def test_r2_within_limits(self, red: int) -> None:
        with pytest.raises(ValidationError):
            Options(red_chips=red)

    def test_r3_a_bank_that_cannot_pay_in_full_pays_what_it_has_and_the_match_is_over(self) -> None:
        state = replace(choose(table(), HOMER_ALONE, bet=5, cubes=8), bank=3)
        state = roll(everybody_bets(state), *[HOMER] * 8)
        assert state.chips == (13, 10, 10)
        assert state.bank == 0
        assert winners(state) == (ED,)
        assert "Ed wins what the bank has left: 3 chips." in news(state)

    def test_r4_bets_not_settled_when_the_match_ends_stay_with_their_owners(self) -> None:
        state = replace(choose(table(), HOMER_ALONE, bet=5, cubes=8), bank=3)
        state = bet(bet(state, CHRIS, "yes", 5), DONNA, "no", 5)
        state = roll(state, *[HOMER] * 8)
        assert state.chips[CHRIS] == state.chips[DONNA] == 10
        assert "No more bets are settled: Chris and Donna keep their bets." in news(state)

    def test_r5_betting_the_last_chip_is_not_running_out(self) -> None:
        state = replace(table(), chips=(5, 10, 10))
        state = everybody_bets(choose(state, HOMER_ALONE, bet=5, cubes=8))
        assert isinstance(GAME.need(state), Roll)
        assert roll(state, *[HOMER] * 8).chips[ED] == 10

    def test_r5_running_out_is_looked_at_after_every_payment(self) -> None:
        # Chris loses the last chip to Ed; Donna after her would have won from the bank.
        state = replace(table(), chips=(10, 1, 10))
        state = choose(state, HOMER_ALONE, bet=1, cubes=8)
        state = bet(bet(state, CHRIS, "no", 1), DONNA, "yes", 5)
        state = roll(state, *[HOMER] * 8)
        assert state.chips == (12, 0, 10)
        assert winners(state) == (ED,)

    def test_r5_a_bank_that_pays_its_last_chip_exactly_has_run_out(self) -> None:
        state = replace(choose(table(), HOMER_ALONE, bet=5, cubes=8), bank=5)
        state = roll(everybody_bets(state), *[HOMER] * 8)
        assert state.chips == (15, 10, 10)
        assert winners(state) == (ED,)

    def test_r6_nobody_bets_more_than_they_have(self) -> None:
        state = replace(table(), chips=(3, 2, 10))
        assert portraits_offered(state)[HOMER_ALONE]["bet"] == (1, 3)
        state = choose(state, HOMER_ALONE, bet=3, cubes=8)
        with pytest.raises(RuleError) as refused:
            bet(state, CHRIS, "yes", 3)
        assert refused.value.facts["high"] == 2

    def test_r6_nobody_bets_nothing(self) -> None:
        with pytest.raises(RuleError):
            choose(table(), HOMER_ALONE, bet=0, cubes=8)

    def test_r7_a_portrait_matched_in_this_turn_cannot_be_chosen_again(self) -> None:
        state = roll(everybody_bets(choose(table(), HOMER_ALONE, 1, 8)), *[HOMER] * 8)
        assert HOMER_ALONE not in portraits_offered(state)
        assert set(portraits_offered(state)) >= {"FP02", BART_ALONE}

    def test_r7_the_next_roller_may_choose_it(self) -> None:
        state = roll(everybody_bets(choose(table(), HOMER_ALONE, 1, 8)), *[HOMER] * 8)
        state = roll(everybody_bets(choose(state, BART_ALONE, 1)), *[HOMER] * 7)
        assert state.roller == CHRIS
        assert HOMER_ALONE in portraits_offered(state)

    def test_r8_a_bet_is_known_to_its_own_seat_only_until_all_are_in(self) -> None:
        state = bet(choose(table(), HOMER_ALONE, 1, 8), CHRIS, "no", 4)
        assert board_note(state, CHRIS, viewer=CHRIS) == "You bet 4 on no"
        for viewer in (TABLE, ED, DONNA):
            assert board_note(state, CHRIS, viewer) == "has bet"
        state = bet(state, DONNA, "yes", 2)
        for viewer in (TABLE, ED):
            assert board_note(state, CHRIS, viewer) == "bets 4 on no"
            assert board_note(state, DONNA, viewer) == "bets 2 on yes"
        assert board_note(state, CHRIS, viewer=DONNA) == "bets 4 on no"

    def test_r8_two_different_bets_look_the_same_to_the_others(self) -> None:
        state = choose(table(), HOMER_ALONE, 1, 8)
        one, two = bet(state, CHRIS, "no", 4), bet(state, CHRIS, "yes", 1)
        for viewer in (TABLE, ED, DONNA):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))
        assert encode(GAME.view(one, CHRIS)) != encode(GAME.view(two, CHRIS))

    def test_r8_bets_come_in_any_order_and_each_once(self) -> None:
        state = choose(table(), HOMER_ALONE, 1, 8)
        need = GAME.need(state)
        assert isinstance(need, Ask)
        assert need.hidden
        assert set(need.forms) == {CHRIS, DONNA}
        state = bet(state, DONNA, "yes", 1)
        with pytest.raises(RuleError) as refused:
            bet(state, DONNA, "no", 1)
        assert refused.value.code == "not_asked"

    def test_r9_a_portrait_larger_than_the_cubes_left_cannot_be_chosen(self) -> None:
        assert BLOCK_PARTY in portraits_offered(table())
        state = roll(everybody_bets(choose(table(), HOMER_ALONE, 1, 3)), *[HOMER] * 3)
        offered = portraits_offered(state)
        assert DATE_NIGHT in offered
        assert CAR_RIDE not in offered
        assert BLOCK_PARTY not in offered

    def test_r10_with_no_portrait_for_the_cubes_left_the_turn_ends_without_bonus(self) -> None:
        state = replace(table(), matched=SINGLES, cubes=3)
        state = roll(everybody_bets(choose(state, DATE_NIGHT, 1)), HOMER, MARGE, LISA)
        assert state.chips == (11, 11, 11)
        assert state.roller == CHRIS
        assert "No portrait is left for 1 cube: the turn is over." in news(state)

    def test_r11_the_bonus_comes_after_all_bets(self) -> None:
        state = everybody_bets(choose(table(), HOMER_ALONE, bet=2, cubes=1))
        state = roll(state, WILD)
        assert state.chips == (17, 11, 11)
        assert state.roller == CHRIS
        told = news(state)
        assert told.index("Donna wins 1 chip from the bank.") < told.index(
            "All cubes are matched: Ed gets the bonus."
        )

    def test_r11_there_is_no_bonus_if_the_match_ended_in_the_settlement(self) -> None:
        state = replace(choose(table(), HOMER_ALONE, bet=2, cubes=1), bank=3)
        state = roll(everybody_bets(state, chips=1), HOMER)
        assert state.chips == (12, 11, 10)
        assert winners(state) == (ED,)

    def test_r11_a_bank_with_less_than_the_bonus_pays_what_it_has(self) -> None:
        state = replace(choose(table(), HOMER_ALONE, bet=2, cubes=1), bank=8)
        state = roll(everybody_bets(state, chips=1), HOMER)
        assert state.chips == (16, 11, 11)
        assert state.bank == 0
        assert winners(state) == (ED,)

    def test_r12_a_successful_roller_is_asked_for_a_portrait_and_nothing_else(self) -> None:
        state = roll(everybody_bets(choose(table(), HOMER_ALONE, 1, 8)), *[HOMER] * 8)
        need = GAME.need(state)
        assert isinstance(need, Ask)
        assert list(need.forms) == [ED]
        assert all(fields == {"bet": (1, 5)} for fields in portraits_offered(state).values())

    def test_r12_and_rolls_all_cubes_left(self) -> None:
        state = roll(everybody_bets(choose(table(), DATE_NIGHT, 1, 7)), *[WILD] * 7)
        need = GAME.need(everybody_bets(choose(state, HOMER_ALONE, 1)))
        assert isinstance(need, Roll)
        assert need.seat == ED
        assert need.dice == (DiceGroup(5, 6, "cube", "yellow"),)

    def test_r13_equally_many_chips_share_the_win(self) -> None:
        state = replace(table(), chips=(1, 12, 12))
        state = everybody_bets(choose(state, HOMER_ALONE, 1, 1), side="no")
        state = roll(state, LISA)
        assert state.chips == (0, 12, 12)
        assert winners(state) == (CHRIS, DONNA)

    def test_r14_only_the_worth_of_chips_is_counted(self) -> None:
        assert table(2, red_chips=80).bank == 10 * 5 + 80 - 2 * 15

    def test_r15_own_faces_stay_before_wilds_and_only_their_number_counts(self) -> None:
        state = roll(everybody_bets(choose(table(), HOMER_ALONE, 1, 3)), WILD, HOMER, LISA)
        assert state.last is not None
        assert state.last.kept == (1,)
        assert state.cubes == 2

    def test_r16_two_of_sixteen_portraits_are_from_the_rulebook(self) -> None:
        text = GAME.folder.joinpath("cards.toml").read_text(encoding="utf-8")
        rows = text.split("[[portraits]]")[1:]
        printed = [row for row in rows if 'source = "rulebook"' in row]
        assert len(rows) == len(CARDS.portraits) == 16
        assert [row.split('"')[3] for row in printed] == ["Bart", "Why you little …!"]

    def test_r17_the_last_turn_ends_the_match(self) -> None:
        state = replace(table(), turn=TURNS)
        state = roll(everybody_bets(choose(state, HOMER_ALONE, 1, 1), side="no"), LISA)
        assert winners(state) == (CHRIS, DONNA)
        assert "Turn 500 was the last one." in news(state)

    @pytest.mark.parametrize("number", range(1, 18))
    def test_every_ruling_is_told_to_the_players(self, number: int) -> None:
        rules = GAME.folder.joinpath("RULES.md").read_text(encoding="utf-8")
        assert rules.count(f"- **SD-R{number}** ") == 1
