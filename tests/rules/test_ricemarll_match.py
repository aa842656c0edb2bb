"""Whole matches of Ricemarll: the kit, golden minutes, and every card in exactly one place."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from dicerules.kit import check
from dicerules.playthrough import playthrough
from dicerules.ricemarll import GAME
from dicerules.simulate import begin, play_on

from tests.rules.ricemarll_table import CARDS

GOLDEN = Path(__file__).parents[1] / "golden"
BOX = Counter({at: modifier.count for at, modifier in enumerate(CARDS.modifiers)})


@pytest.mark.parametrize("seats", GAME.seats)
def test_ricemarll_keeps_every_promise(seats: int) -> None:
    check(GAME, seats, Random(seats).randrange, matches=1)


def test_the_kit_would_see_a_leak_among_three_players_in_other_matches_too() -> None:
    check(GAME, 3, Random(30).randrange, matches=4)


@pytest.mark.parametrize("seats", GAME.seats)
def test_each_modifier_and_goal_is_in_exactly_one_place_through_twenty_matches(seats: int) -> None:
    for seed in range(20):
        state = begin(GAME, seats, cards=CARDS)
        for step in play_on(GAME, state, Random(seed).randrange):
            modifiers, goals = GAME.invariant(step.after)
            assert Counter(modifiers) == BOX
            assert goals == tuple(range(24))


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_match_uses_six_times_three_goals_and_the_special_ones(seats: int) -> None:
    state = begin(GAME, seats, cards=CARDS)
    for step in play_on(GAME, state, Random(seats).randrange):
        state = step.after
    kept = sum(len(player.specials) for player in state.players)
    special = 6 if seats == 6 else 5
    assert len(state.gone) + kept == 18 + special
    assert len(state.goal_deck) == 24 - 18 - special


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (4, 1), (6, 1)])
def test_an_evening_of_ricemarll_goes_as_it_went_before(seats: int, seed: int) -> None:
    told = playthrough(GAME, seats, Random(seed).randrange)
    file = GOLDEN / f"ricemarll-{seats}.txt"
    if os.environ.get("DICETOWER_GOLDEN") == "write":
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")
