"""Whole matches of R.Y.B.: what every game promises, and evenings that go as they went before."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from dicerules.core import Ask, Over, TimeUp
from dicerules.kit import check
from dicerules.playthrough import playthrough
from dicerules.ryb import GAME
from dicerules.ryb.state import Options, State
from dicerules.simulate import begin, draw, play_on, summarise

from tests.rules.ryb_table import CARDS

GOLDEN = Path(__file__).parents[1] / "golden"

EVERYTHING = {
    "variable": "decided_each_time",
    "cancel": True,
    "reroll": "any_card",
    "draft": "after_the_deal",
}
OPEN = {
    "variable": "first_to_play_decides",
    "old_trade": True,
    "friendly": True,
    "reroll": "treasure",
    "draft": "before_the_deal",
    "values": "historic",
}
SECRET = {"variable": "denied", "cancel": True, "reroll": "goal_card", "values": "historic"}
TRADERS = {"variable": "trade", "reroll": "random_card", "values": "historic", "bank_min": 0}


@pytest.mark.parametrize("seats", GAME.seats)
def test_r_y_b_keeps_every_promise(seats: int) -> None:
    check(GAME, seats, Random(seats).randrange, matches=1, cards=CARDS)


@pytest.mark.parametrize(
    ("seats", "agreed"), [(3, EVERYTHING), (3, OPEN), (4, SECRET), (3, TRADERS)]
)
def test_and_keeps_them_with_variants(seats: int, agreed: dict[str, Any]) -> None:
    check(GAME, seats, Random(5).randrange, 1, Options.model_validate(agreed), CARDS)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("agreed", [{}, EVERYTHING, TRADERS])
def test_dice_and_cards_are_conserved_in_ten_random_matches(
    seats: int, agreed: dict[str, Any]
) -> None:
    options = Options.model_validate(agreed)
    summary = summarise(GAME, seats, range(10), Random(seats).randrange, options, CARDS)
    assert sum(summary.wins) >= 10


@pytest.mark.parametrize("by", ["clock", "limit"])
def test_a_match_of_players_who_are_never_in_time_ends(by: Literal["clock", "limit"]) -> None:
    state: State = begin(GAME, 3, Options(variable="trade"), CARDS)
    randbelow, events = Random(3).randrange, 0
    while state.ended is None:
        need = GAME.need(state)
        assert not isinstance(need, Over)
        event = (
            TimeUp(next(iter(need.forms)), by) if isinstance(need, Ask) else draw(need, randbelow)
        )
        state = GAME.apply(state, event)
        events += 1
    assert events < GAME.max_events


def test_two_players_who_only_dump_run_out_of_cards_and_the_match_ends() -> None:
    state: State = begin(GAME, 2, Options(), CARDS)

    def dump_if_possible(randbelow: int) -> int:
        return randbelow - 1

    for step in play_on(GAME, state, dump_if_possible):
        state = step.after
    assert state.deck == ()
    assert state.ended is not None
    assert state.ended.key == "over.deadlock"


@pytest.mark.parametrize(
    ("seats", "seed", "agreed"),
    [
        (2, 46, {}),
        (3, 71, {"variable": "decided_each_time", "cancel": True, "reroll": "any_card"}),
        (4, 4, {"variable": "trade", "draft": "before_the_deal", "values": "historic"}),
    ],
)
def test_an_evening_of_r_y_b_goes_as_it_went_before(
    seats: int, seed: int, agreed: dict[str, Any]
) -> None:
    told = playthrough(GAME, seats, Random(seed).randrange, Options.model_validate(agreed), CARDS)
    file = GOLDEN / f"ryb-{seats}.txt"
    if os.environ.get("DICETOWER_GOLDEN") == "write":
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")
