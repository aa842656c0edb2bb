"""Whole matches of The Morty Zone: they end, keep their secrets, and go as they went before."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from dicerules import games
from dicerules.core import Ask, Roll, Rolled, RuleError, encode
from dicerules.kit import check
from dicerules.morty_zone import GAME
from dicerules.morty_zone.dice import COLOURS
from dicerules.morty_zone.state import Options, State
from dicerules.playthrough import playthrough
from dicerules.simulate import play, summarise
from dicerules.views import TABLE
from msgspec.structs import replace
from pydantic import ValidationError

from tests.rules.morty_zone_table import (
    ANN,
    BO,
    CARDS,
    CY,
    DONE,
    answer,
    asked,
    fate,
    news,
    rest_check,
    roll,
    table,
    tossed,
    winners,
)

GOLDEN = Path(__file__).parents[1] / "golden"


def test_the_game_is_found_by_its_key() -> None:
    assert games()["morty_zone"] is GAME


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("rounds", [1, 3])
def test_50_random_matches_end_and_lose_no_card(seats: int, rounds: int) -> None:
    told = summarise(GAME, seats, range(50), Random(seats).randrange, Options(rounds=rounds))
    assert told.matches == 50
    assert told.longest < 70 * rounds


@pytest.mark.parametrize(("seats", "rounds"), [(2, 3), (3, 1), (4, 1)])
def test_the_game_keeps_every_promise(seats: int, rounds: int) -> None:
    check(GAME, seats, Random(seats).randrange, matches=1, options=Options(rounds=rounds))


def test_the_game_keeps_them_with_gifts_and_counting_cards_in_every_hand() -> None:
    # A deck of gifts many times over, so that every way of using them comes up.
    special = [card for card in CARDS.bonus if card.gift or card.counts]
    cards = replace(CARDS, bonus=tuple(special * 3))
    check(GAME, 4, Random(5).randrange, matches=1, cards=cards)


@pytest.mark.parametrize(("seats", "rounds", "seed"), [(2, 3, 21), (3, 1, 4), (4, 1, 7)])
def test_an_evening_of_the_morty_zone_goes_as_it_went_before(
    seats: int, rounds: int, seed: int
) -> None:
    told = playthrough(GAME, seats, Random(seed).randrange, Options(rounds=rounds))
    file = GOLDEN / f"morty_zone-{seats}.txt"
    if os.environ.get("DICETOWER_GOLDEN") == "write":
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")


class TestCrystal:
    @pytest.mark.parametrize("seed", range(3))
    def test_is_in_no_byte_that_another_screen_receives_before_the_round_ends(
        self, seed: int
    ) -> None:
        held_back = 0
        for step in play(GAME, 3, Random(seed).randrange, Options(rounds=3), CARDS):
            state = step.after
            if len(state.sheets) < state.round:
                for viewer in (TABLE, *range(3)):
                    other = with_other_crystals(state, viewer)
                    assert screen(state, viewer) == screen(other, viewer)
                    held_back += 1
        assert held_back > 100

    def test_is_seen_by_its_own_seat_all_the_time(self) -> None:
        one, two = table(fate(crystal="DC01"), DONE), table(fate(crystal="DC03"), DONE)
        assert encode(GAME.view(one, ANN)) != encode(GAME.view(two, ANN))
        for viewer in (TABLE, BO):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))

    def test_is_open_to_everybody_once_the_round_is_over(self) -> None:
        state = tossed(table(fate(locked=COLOURS, crystal="DC09"), DONE, rounds=3))
        for viewer in (TABLE, BO):
            assert b'"key":"crystal"' in encode(GAME.view(state, viewer))


def with_other_crystals(state: State, viewer: int) -> State:
    """The same position with every crystal that the viewer may not know exchanged."""
    others = [seat for seat in range(len(state.fates)) if seat != viewer]
    fates = list(state.fates)
    for seat, crystal in zip(others, state.crystals, strict=False):
        fates[seat] = replace(fates[seat], crystal=crystal)
    return replace(state, fates=tuple(fates))


def screen(state: State, viewer: int) -> bytes:
    """All that a screen receives of a position."""
    need: Any = GAME.need(state)
    if isinstance(need, Ask):
        need = (list(need.forms), need.forms.get(viewer))
    return encode((GAME.view(state, viewer), need, GAME.scores(state)))


class TestMatch:
    def test_the_dice_go_round_to_the_left(self) -> None:
        state = table(fate(), fate(), fate())
        seen = []
        for _ in range(4):
            seen.append(state.active)
            state = rest_check(tossed(state))
        assert seen == [ANN, BO, CY, ANN]

    def test_whoever_is_locked_everywhere_still_tosses_and_uses_the_rick_card(self) -> None:
        state = table(DONE, fate())
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.seat == ANN
        state = roll(state, 1, 2, 3, 4, 5, 6, 1, 2)
        assert asked(state) == (ANN,)
        assert asked(answer(state, ANN, rick="decline")) == (BO,)

    def test_one_round_ends_the_match_where_one_was_agreed(self) -> None:
        state = tossed(table(fate(locked=COLOURS, red=(1, 2)), DONE))
        assert winners(state) == (ANN,)
        assert news(state)[-1] == "Ann wins with 2 points."

    def test_the_player_ahead_says_go_and_begins_the_next_round(self) -> None:
        state = tossed(table(DONE, fate(locked=COLOURS, red=(1, 2)), rounds=3))
        assert asked(state) == (BO,)
        state = answer(state, BO, go="go")
        assert state.active == BO
        assert state.phase == "deal"

    def test_a_new_round_wipes_boards_and_keeps_scores(self) -> None:
        state = tossed(table(DONE, fate(locked=COLOURS, red=(1, 2)), rounds=3))
        need = GAME.need(answer(state, BO, go="go"))
        assert isinstance(need, Roll)
        orders = tuple(tuple(range(size)) for size in need.shuffles)
        state = GAME.apply(answer(state, BO, go="go"), Rolled(orders=orders))
        assert state.round == 2
        assert state.toss == 0
        assert all(after.rows == (0, 0, 0, 0) and not after.locked for after in state.fates)
        assert GAME.scores(state) == (0, 2)

    def test_the_highest_sum_of_three_rounds_wins(self) -> None:
        state = tossed(table(fate(locked=COLOURS, red=(1, 2, 3)), DONE, rounds=3))
        lost = tossed(table(DONE, fate(locked=COLOURS, red=(1, 2)), rounds=3))
        sheets = (*state.sheets, *lost.sheets)
        last = replace(table(DONE, DONE, rounds=3), round=3, sheets=sheets)
        last = tossed(last)
        assert GAME.scores(last) == (3, 2)
        assert winners(last) == (ANN,)

    def test_a_round_is_scored_in_the_order_of_the_printed_sheet(self) -> None:
        board = fate(
            ("PB16", "PB04", "PB09"), "DC05", COLOURS, red=tuple(range(1, 11)), black=(10,)
        )
        state = tossed(table(board, DONE))
        assert (
            "Ann scores 33: 11 for checks, 10 for full rows, 5 for Smith bonuses, "
            "4 for the crystal, 3 for bonus cards."
        ) in news(state)

    @pytest.mark.parametrize("seats", [0, 1, 5])
    def test_is_refused_for_other_than_two_to_four_players(self, seats: int) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.start(Options(), seats, CARDS)
        assert refused.value.code == "seats"

    @pytest.mark.parametrize("options", [{"rounds": 2}, {"jokers": True}])
    def test_is_refused_with_options_that_do_not_exist(self, options: dict[str, Any]) -> None:
        with pytest.raises(ValidationError):
            Options.model_validate(options)
