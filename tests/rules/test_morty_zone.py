"""The Morty Zone: the rulebook's examples, and ruling by ruling. Ann tosses first."""

from __future__ import annotations

import pytest
from dicerules.core import Ask, Roll, Rolled, RuleError, encode
from dicerules.morty_zone import GAME
from dicerules.morty_zone.dice import COLOURS, totals
from dicerules.morty_zone.play import TOSSES
from dicerules.morty_zone.rounds import TIES
from dicerules.morty_zone.score import sheet_of
from dicerules.views import TABLE
from msgspec.structs import replace

from tests.rules.morty_zone_table import (
    ALL,
    ANN,
    BLACK,
    BLUE,
    BO,
    CARDS,
    CY,
    DONE,
    GREEN,
    LOCKED,
    PLAIN,
    RED,
    answer,
    asked,
    checked,
    decline,
    fate,
    fields,
    is_locked,
    keys,
    news,
    offered,
    rest_check,
    roll,
    table,
    toss,
    tossed,
    use,
    winners,
)


class TestExamplesOfTheRulebook:
    def test_e1_on_a_clear_board_a_9_can_be_checked_in_five_ways(self) -> None:
        state = tossed(table(fate(), fate()), blue=(4, 5), red=(4, 4), green=(3, 3), black=(1, 5))
        assert offered(state, ANN)["blue"] == ["9", "1+8", "2+7", "3+6", "4+5"]

    def test_e2_without_a_single_or_a_pair_the_colour_locks_with_its_checks(self) -> None:
        state = tossed(table(fate(blue=(3, 4, 7, 8, 9)), DONE), blue=(4, 5))
        assert "blue" not in fields(state, ANN)
        with pytest.raises(RuleError) as refused:
            answer(state, ANN, red="3", green="1+10", black="6", blue="1+2+6")
        assert refused.value.code == "form.extra"
        state = rest_check(state)
        assert is_locked(state, ANN, BLUE)
        assert state.fates[ANN].rows[BLUE].bit_count() == 5

    @pytest.mark.parametrize(
        ("dice", "ways"), [((1, 4), {"1+4"}), ((3, 4), {"1+6"}), ((4, 5), {"9", "1+8"})]
    )
    def test_e3_an_open_1_makes_totals_that_are_checked_already(
        self, dice: tuple[int, int], ways: set[str]
    ) -> None:
        state = tossed(table(fate(black=(2, 3, 5, 7)), DONE), black=dice)
        assert ways <= set(offered(state, ANN)["black"])

    def test_e4_hologram_rick_takes_the_3s_out_of_two_totals(self) -> None:
        hand = ("PB19", "PB07", "PB04")
        state = toss(table(fate(hand), DONE), red=(3, 6), green=(3, 5), blue=(1, 5), black=(2, 4))
        state = use(state, pick="3")
        assert totals(state.dice) == (6, 6, 5, 6)
        assert state.dice.count(3) == 0

    def test_e4_and_removed_dice_count_for_no_bonus_card(self) -> None:
        state = toss(table(fate(("PB01", *PLAIN[:2])), DONE), (3, 6), (3, 4), (3, 5), (3, 1))
        kept, removed = rest_check(decline(state)), rest_check(use(state, pick="3"))
        assert kept.fates[ANN].bonus[0].points == 1
        assert removed.fates[ANN].bonus[0].points is None

    @pytest.mark.parametrize("colour", COLOURS)
    def test_e5_ten_numbers_are_worth_ten_and_ten_and_their_jerry_or_beth(
        self, colour: str
    ) -> None:
        board = fate(**{colour: ALL[1:-1]})
        state = rest_check(tossed(table(board, DONE), **{colour: (5, 6)}))
        sheet = sheet_of(CARDS, state.fates[ANN])
        assert sheet.rows[COLOURS.index(colour)] == 10
        assert sheet.full == 10
        assert sheet.smith == 5
        assert len([told for told in news(state) if "Jerry" in told or "Beth" in told]) == 1

    def test_e6_odd_numbers_in_red_count_though_the_4_is_checked_as_well(self) -> None:
        state = tossed(table(fate(red=(1, 3, 4, 5, 7)), DONE), red=(4, 5))
        state = answer(state, ANN, red="9", blue="7", green="1+10", black="6")
        assert "Ann earns 5 points for Jerry (red)." in news(state)

    def test_e7_a_full_board_gets_exactly_one_more_toss(self) -> None:
        full = dict.fromkeys(COLOURS, ALL)
        state = table(fate(("PB03", *PLAIN[:2]), **full), DONE)
        assert isinstance(GAME.need(state), Roll)
        state = tossed(state, red=(4, 4), blue=(2, 2))
        assert winners(state) == (ANN,)
        assert state.toss == 1
        assert state.fates[ANN].bonus[0].points == 2
        assert GAME.scores(state)[ANN] == 4 * (10 + 10) + (5 * 5 + 3) + 7 + 2


class TestRulings:
    def test_r1_nobody_locks_a_colour_that_can_be_checked(self) -> None:
        state = tossed(table(fate(), DONE))
        for options in offered(state, ANN).values():
            assert "lock" not in options
        with pytest.raises(RuleError):
            answer(state, ANN, red="lock", blue="7", green="1+10", black="6")

    def test_r2_a_colour_that_lost_a_die_totals_the_other_one(self) -> None:
        state = use(toss(table(fate(), DONE, rick="RC10"), red=(1, 5)), pick="red2")
        assert offered(state, ANN)["red"] == ["1"]

    def test_r2_and_a_total_of_1_locks_without_the_1(self) -> None:
        state = use(toss(table(fate(red=(1,)), DONE, rick="RC10"), red=(1, 5)), pick="red2")
        assert is_locked(rest_check(state), ANN, RED)

    def test_r3_without_both_dice_nobody_checks_and_nobody_locks_in_a_colour(self) -> None:
        state = use(toss(table(fate(red=ALL), fate()), red=(3, 3)), pick="3")
        assert "red" not in fields(state, BO)
        state = rest_check(state)
        assert not is_locked(state, ANN, RED)
        assert not is_locked(state, BO, RED)
        assert checked(state, BO, RED) == ()
        assert "Totals: red -, blue 4, green 11, black 6." in news(
            use(toss(table(fate(), DONE), red=(3, 3)), pick="3")
        )

    def test_r4_hologram_rick_removes_any_value_that_shows(self) -> None:
        state = toss(table(fate(), fate()), (1, 1), (3, 1), (5, 5), (3, 6))
        (rick,) = fields(state, ANN).values()
        pick = rick.options[0].fields[0]  # type: ignore[union-attr]
        assert keys(pick) == ["1", "3", "5", "6"]

    def test_r5_a_full_row_locks_with_the_next_total_and_loses_nothing(self) -> None:
        board = fate(red=ALL[1:-1])
        state = tossed(table(board, fate()), red=(5, 6))
        state = rest_check(answer(state, ANN, red="1+10", blue="7", green="1+10", black="6"))
        assert not is_locked(state, ANN, RED)
        state = tossed(state, red=(1, 1))
        assert "red" not in fields(state, ANN)
        state = rest_check(state)
        assert is_locked(state, ANN, RED)
        assert checked(state, ANN, RED) == ALL

    def test_r6_used_rick_cards_are_shuffled_when_none_is_left(self) -> None:
        state = table(fate(), fate())
        state = replace(state, deck=state.deck[:1], discards=state.deck[1:])
        state = rest_check(tossed(state))
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.hidden
        assert need.seat is None
        assert need.shuffles == (20,)
        state = GAME.apply(state, Rolled(orders=(tuple(range(20)),)))
        assert state.discards == ()
        assert len(state.deck) == 20
        assert GAME.need(state) == GAME.need(replace(table(fate(), fate()), active=BO))

    def test_r7_points_score_by_themselves_and_once(self) -> None:
        state = table(fate(("PB03", *PLAIN[:2])), fate())
        state = rest_check(tossed(state, red=(1, 1), blue=(2, 2)))
        assert "Ann scores 2 with Echo." in news(state)
        state = rest_check(tossed(state, red=(1, 1), blue=(2, 2)))
        assert "Ann scores 2 with Echo." not in news(state)
        assert state.fates[ANN].bonus[0].points == 2

    def test_r7_a_card_that_counts_scores_only_when_its_owner_says_so(self) -> None:
        state = table(fate(("PB20", *PLAIN[:2])), fate())
        state = rest_check(tossed(state, red=(1, 1), blue=(2, 2)))
        assert offered(state, ANN) == {"card1": ["score", "keep"]}
        kept, scored = answer(state, ANN, card1="keep"), answer(state, ANN, card1="score")
        assert kept.fates[ANN].bonus[0].points is None
        assert scored.fates[ANN].bonus[0].points == 2
        again = rest_check(tossed(scored, red=(1, 1), blue=(2, 2)))
        assert again.phase == "toss"

    def test_r8_cards_see_the_dice_after_the_rick_card(self) -> None:
        state = table(fate(("PB03", *PLAIN[:2])), fate(), rick="RC13")
        state = toss(state, red=(1, 1), blue=(2, 4))
        assert rest_check(decline(state)).fates[ANN].bonus[0].points is None
        assert rest_check(use(state, pick="blue1")).fates[ANN].bonus[0].points == 2

    def test_r8_and_the_board_after_the_checks(self) -> None:
        state = tossed(table(fate(("PB16", *PLAIN[:2])), DONE), black=(4, 6))
        state = answer(state, ANN, red="3", blue="7", green="1+10", black="10")
        assert state.fates[ANN].bonus[0].points == 3

    def test_r9_a_card_for_the_end_scores_only_when_the_round_is_over(self) -> None:
        six = dict.fromkeys(COLOURS, (1, 2, 3, 4, 5, 6))
        state = rest_check(tossed(table(fate(("PB18", *PLAIN[:2]), **six), DONE), red=(2, 5)))
        assert state.fates[ANN].bonus[0].points is None
        state = tossed(state, **dict.fromkeys(COLOURS, (1, 1)))
        assert "Ann scores 3 with Level Best." in news(state)
        assert winners(state) == (ANN,)

    def test_r10_those_who_are_tied_roll_again(self) -> None:
        state = GAME.start(GAME.options(), 3, CARDS)
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert [group.seat for group in need.dice] == [ANN, BO, CY]
        state = roll(state, 6, 3, 1, 2, 4, 5)
        assert news(state)[-1] == "Ann and Cy are tied."
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert [(group.count, group.seat) for group in need.dice] == [(2, ANN), (2, CY)]
        state = roll(state, 1, 1, 1, 2)
        assert state.active == CY
        assert state.phase == "deal"

    def test_r10_before_a_later_round_too(self) -> None:
        state = tossed(table(DONE, DONE, rounds=3))
        assert state.contenders == (ANN, BO)
        assert isinstance(GAME.need(state), Roll)

    def test_r11_equally_many_points_share_the_win(self) -> None:
        assert winners(tossed(table(DONE, DONE))) == (ANN, BO)

    def test_r12_all_three_decks_are_shuffled_for_a_round(self) -> None:
        state = answer(tossed(table(fate(locked=COLOURS, red=(1,)), DONE, rounds=3)), ANN, go="go")
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.shuffles == (20, 25, 10)
        assert need.hidden

    def test_r13_a_plan_is_known_to_its_own_seat_only_until_all_have_decided(self) -> None:
        state = tossed(table(fate(), fate(), fate()))
        one = answer(state, BO, red="3", blue="7", green="1+10", black="6")
        two = answer(state, BO, red="1+2", blue="1+6", green="5+6", black="2+4")
        for viewer in (TABLE, ANN, CY):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))
        assert encode(GAME.view(one, BO)) != encode(GAME.view(two, BO))
        assert checked(one, BO, RED) == ()
        assert checked(rest_check(one), BO, RED) == (3,)

    def test_r13_plans_come_in_any_order(self) -> None:
        state = tossed(table(fate(), fate(), fate()))
        need = GAME.need(state)
        assert isinstance(need, Ask)
        assert need.hidden
        assert asked(state) == (ANN, BO, CY)
        assert asked(answer(state, BO, red="3", blue="7", green="1+10", black="6")) == (ANN, CY)

    def test_r14_cards_that_change_total_or_board_come_before_the_checks(self) -> None:
        state = tossed(table(fate(("PB24", "PB25", "PB04")), DONE), red=(5, 6))
        assert set(offered(state, ANN)) == {"nudge", "free_check"}
        state = answer(state, ANN, nudge="red10", free_check="blue", number="7")
        assert offered(state, ANN)["red"] == ["10", "1+9", "2+8", "3+7", "4+6"]
        assert offered(state, ANN)["blue"] == ["1+6", "2+5", "3+4"]

    def test_r14_nobody_can_tell_before_all_is_open_that_a_card_was_used(self) -> None:
        # Fine Print can save red from locking, which would otherwise leave nothing to choose.
        board = fate(("PB24", *PLAIN[:2]), locked=COLOURS[1:], red=(1, 2, 3))
        state = tossed(table(board, fate()), red=(1, 2))
        kept, used = answer(state, ANN, nudge="keep"), answer(state, ANN, nudge="red4")
        for viewer in (TABLE, BO):
            assert encode(GAME.view(kept, viewer)) == encode(GAME.view(used, viewer))
        assert asked(kept) == asked(used) == (ANN, BO)
        assert offered(kept, ANN) == {"red": ["lock"]}
        assert offered(used, ANN) == {"red": ["4"]}

    def test_r15_a_reopened_colour_takes_checks_from_the_next_toss_on(self) -> None:
        state = table(fate(("PB23", *PLAIN[:2]), locked=("red",), red=(5,)), fate())
        state = tossed(state)
        assert "red" not in fields(state, ANN)
        assert offered(state, ANN)["unlock"] == ["keep", "red"]
        state = answer(state, ANN, blue="7", green="1+10", black="6", unlock="red")
        state = rest_check(state)
        assert not is_locked(state, ANN, RED)
        assert checked(state, ANN, RED) == (5,)
        assert "red" in fields(tossed(state), ANN)

    def test_r15_opening_the_last_lock_keeps_the_round_going(self) -> None:
        state = tossed(table(fate(("PB23", *PLAIN[:2]), locked=COLOURS), DONE))
        assert offered(state, ANN) == {"unlock": ["keep", *COLOURS]}
        assert answer(state, ANN, unlock="keep").phase == "over"
        assert answer(state, ANN, unlock="green").phase == "toss"

    def test_r16_no_die_is_turned_below_1_or_above_6(self) -> None:
        state = toss(table(fate(), fate(), rick="RC20"), (1, 6), (1, 2), (6, 5), (2, 3))
        (rick,) = fields(state, ANN).values()
        (pick,) = rick.options[0].fields  # type: ignore[union-attr]
        by = {option.key: keys(option.fields[0]) for option in pick.options}  # type: ignore[union-attr]
        assert by == {"blue": ["up"], "green": ["down"], "black": ["up", "down"]}

    def test_r17_after_1_and_4_the_black_example_locks_on_7_11_and_12(self) -> None:
        board = fate(black=(1, 2, 3, 4, 5, 7))
        for dice, locks in [((3, 3), False), ((3, 4), True), ((5, 6), True), ((6, 6), True)]:
            state = tossed(table(board, DONE), black=dice)
            assert ("black" not in fields(state, ANN)) is locks

    def test_r18_every_colour_has_either_jerry_or_beth(self) -> None:
        rows = [prize for prize in CARDS.smith if prize.name in ("Jerry", "Beth")]
        assert sorted(prize.when.colour or 0 for prize in rows) == [RED, BLUE, GREEN, BLACK]
        assert len(CARDS.smith) == 6

    def test_r19_the_last_toss_of_a_round_locks_everything(self) -> None:
        state = rest_check(tossed(table(fate(), fate(), toss=TOSSES - 1)))
        assert [after.locked for after in state.fates] == [LOCKED, LOCKED]
        assert winners(state)
        assert "That was toss 50, the last of the round: everything locks." in news(state)

    def test_r20_after_so_many_level_rolls_the_first_of_the_level_begins(self) -> None:
        state = GAME.start(GAME.options(), 3, CARDS)
        state = roll(state, 1, 1, 3, 3, 3, 3)
        for _ in range(TIES - 1):
            assert state.phase == "first"
            state = roll(state, 2, 2, 2, 2)
        assert state.phase == "deal"
        assert state.active == BO

    @pytest.mark.parametrize("number", range(1, 21))
    def test_every_ruling_is_told_to_the_players(self, number: int) -> None:
        rules = GAME.folder.joinpath("RULES.md").read_text(encoding="utf-8")
        assert rules.count(f"- **MZ-R{number}** ") == 1
