"""Ricemarll: the rulebook's examples, and a phase step by step."""

from __future__ import annotations

import pytest
from dicerules.core import DiceGroup, Move, RuleError
from dicerules.ricemarll import GAME
from dicerules.ricemarll.play import MAX_EVENTS, invariant
from dicerules.ricemarll.selecting import TIE_ROLLS
from msgspec.structs import replace

from tests.rules.ricemarll_table import (
    ANN,
    BO,
    CY,
    PLAIN,
    after_phase,
    asked,
    begun,
    modifiers,
    news,
    nobody_else_plays,
    place,
    placing,
    roll,
    rolls,
    selecting,
    table,
    winners,
    with_player,
    worth_of,
)


class TestExamplesOfTheRulebook:
    def test_e1_half_of_5_is_2(self) -> None:
        assert worth_of(5, "half") == 2

    def test_e2_six_players_begin_with_all_48_starters_and_48_cards_are_shared(self) -> None:
        state = begun(6)
        assert [len(player.deck) for player in state.players] == [8] * 6
        assert state.spare == ()
        assert len(state.deck) == 48
        assert len(invariant(state)[0]) == 96

    def test_everybody_begins_with_the_same_eight_cards(self) -> None:
        first = modifiers("plus1 plus1 plus2 plus3 minus1 minus1 minus2 minus3")
        assert [sorted(player.deck) for player in table(3).players] == [sorted(first)] * 3
        assert len(table(3).spare) == 24

    @pytest.mark.parametrize(("seats", "count"), [(2, 3), (3, 5), (4, 7), (5, 9), (6, 11)])
    def test_e3_one_less_than_two_modifiers_a_player_and_a_goal_are_laid_out(
        self, seats: int, count: int
    ) -> None:
        state = selecting(seats, tuple(range(seats)))
        assert (len(state.market), len(state.blind)) == (count, 1)

    def test_e4_negating_0_is_0(self) -> None:
        assert worth_of(1, "minus1 negate") == 0

    @pytest.mark.parametrize(
        ("achievers", "each"), [(1, 6), (2, 3), (3, 2), (4, 1), (5, 1), (6, 1)]
    )
    def test_e5_tokens_are_shared_evenly_and_the_rest_is_removed(
        self, achievers: int, each: int
    ) -> None:
        dice = [(1,) * 6] * achievers + [(6,) * 6] * (6 - achievers)
        state = after_phase(*dice, aims="most_1s")
        assert GAME.scores(state) == (each,) * achievers + (0,) * (6 - achievers)

    def test_three_goals_lie_open_at_a_time(self) -> None:
        state = table()
        assert state.goals == (0, 1, 2)
        state = nobody_else_plays(roll(state, *PLAIN, *PLAIN), ANN, BO)
        assert state.goals == (3, 4, 5)
        assert state.gone == (0, 1, 2)


class TestRolling:
    def test_everybodys_six_dice_are_one_roll_and_each_cast_says_whose(self) -> None:
        need = rolls(table(3))
        assert need.dice == tuple(DiceGroup(6, seat=seat) for seat in range(3))
        assert not need.hidden
        state = roll(table(3), *[1] * 6, *[2] * 6, *[3] * 6)
        assert [player.dice for player in state.players] == [(1,) * 6, (2,) * 6, (3,) * 6]

    @pytest.mark.parametrize(("phase", "presser"), [(1, ANN), (2, BO), (3, CY), (4, ANN)])
    def test_another_seat_presses_the_button_in_every_phase(self, phase: int, presser: int) -> None:
        assert rolls(replace(table(3), phase=phase)).seat == presser

    def test_everybody_draws_six_cards(self) -> None:
        state = roll(table(), *PLAIN, *PLAIN)
        assert [len(player.hand) for player in state.players] == [6, 6]
        assert [len(player.deck) for player in state.players] == [2, 2]

    def test_decks_are_shuffled_unseen(self) -> None:
        need = rolls(begun(3))
        assert need.shuffles == (8, 8, 8, 48, 24)
        assert need.hidden
        assert need.seat is None


class TestPlacing:
    def test_cards_of_one_die_are_read_from_the_top(self) -> None:
        assert worth_of(5, "plus1 double") == 12
        assert worth_of(5, "double plus1") == 11

    @pytest.mark.parametrize(
        ("pile", "value"),
        [
            ("plus1", 5),
            ("plus2", 6),
            ("plus3", 7),
            ("minus1", 3),
            ("minus2", 2),
            ("minus3 minus3", -2),
            ("blank", 4),
            ("set0", 0),
            ("set7 plus1", 8),
            ("plus1 set7", 7),
            ("double", 8),
            ("half", 2),
            ("negate", -4),
            ("flip", 3),
            ("negate double plus3", -5),
        ],
    )
    def test_a_four_under_cards(self, pile: str, value: int) -> None:
        assert worth_of(4, pile) == value

    def test_unused_cards_go_back_on_the_deck_or_to_the_discards_as_their_owner_likes(self) -> None:
        state = placing("set1 set2 set3 plus1 plus2 plus3", "")
        state = with_player(state, ANN, deck=modifiers("flip"), discards=modifiers("pick"))
        state = place(state, ANN, die1="plus1", top="set3 set1 set2", discards="plus3 plus2")
        ann = place(state, BO).players[ANN]
        assert ann.deck == modifiers("set3 set1 set2 flip")
        assert ann.discards == modifiers("pick plus3 plus2 plus1")

    def test_played_cards_go_to_the_discards(self) -> None:
        state = placing("set1 set2 set3 set4 set5 set6", "")
        state = place(state, ANN, die1="set1 set2", die6="set3 set4 set5 set6")
        ann = place(state, BO).players[ANN]
        assert sorted(ann.discards) == list(modifiers("set1 set2 set3 set4 set5 set6"))
        assert ann.worth == (2, 2, 3, 4, 5, 6)

    def test_nothing_moves_until_everybody_has_placed(self) -> None:
        state = place(placing("plus1", "plus1"), ANN, die1="plus1", top="blank")
        assert len(state.players[ANN].hand) == 6
        assert (state.players[ANN].deck, state.players[ANN].discards) == ((), ())
        assert list(asked(state).forms) == [BO]
        assert asked(state).hidden

    def test_every_card_must_go_somewhere(self) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.apply(placing("plus1", ""), Move(ANN, {"cards": {"die1": ["card1"]}}))
        assert refused.value.code == "form.count"


class TestEnd:
    def test_six_phases_are_played_and_the_most_tokens_win(self) -> None:
        state = placing("", "", dice=((1,) * 6, (2,) * 6), aims="most_1s most_2s", phase=6)
        state = with_player(state, BO, tokens=1)
        state = nobody_else_plays(state, ANN, BO)
        assert winners(state) == (BO,)
        assert news(state)[-1] == "Bo wins with 7 tokens."

    def test_after_the_fifth_there_is_one_more(self) -> None:
        state = nobody_else_plays(placing("", "", aims="most_1s", phase=5), ANN, BO)
        assert state.step == "order"
        assert state.phase == 6

    def test_a_match_stays_below_its_bound(self) -> None:
        rounds = 6 * (1 + 1 + 6 + 6 + 1 + 6)
        assert 1 + rounds + 5 * (TIE_ROLLS + 6) + TIE_ROLLS < MAX_EVENTS
