"""Playthroughs: the golden ones in ``tests/golden`` and how they are written.

``make golden`` writes the golden files anew (it sets DICETOWER_GOLDEN=write). Read the difference:
it is what players would notice.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from dicerules.core import Ask, Event, Move, Need, check_move
from dicerules.cow import GAME as COW
from dicerules.forms import Form, Offer, Option, Party, PickSome, Place, Slot
from dicerules.playthrough import playthrough
from dicerules.words import message
from msgspec.structs import replace

from tests.rules import little

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(("seats", "seed"), [(2, 27), (3, 319), (4, 279)])
def test_an_evening_of_dont_have_a_cow_goes_as_it_went_before(seats: int, seed: int) -> None:
    options = COW.options(first_roller="random") if seats == 2 else COW.options()
    told = playthrough(COW, seats, Random(seed).randrange, options)
    file = GOLDEN / f"cow-{seats}.txt"
    if os.environ.get("DICETOWER_GOLDEN") == "write":
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")


def test_a_playthrough_tells_who_plays_what_was_asked_dealt_answered_and_rolled() -> None:
    told = playthrough(little.GAME, 2, Random(2).randrange)
    for part in (
        "Playthrough of High Star\nAt the table: Ann and Bo\nBank: 20\n",
        "The tower shows: a deck in the order ",
        "Bo is secretly asked: High or low?",
        "Bo answers: High or low?: ",
        "Over: The star has decided.",
    ):
        assert part in told


def test_a_playthrough_tells_every_kind_of_field() -> None:
    high, low = Option("high", message("high")), Option("low", message("low"))
    form = Form(
        message("guess"),
        (
            PickSome("some", message("guess"), (high, low), 2, 2),
            Place("place", message("roll.star"), (high,), (Slot("spot", message("coins")),)),
            Offer("offer", message("stake"), (Party(1, ()),), ()),
        ),
    )

    def need(state: Any) -> Need:
        now = little.need(state)
        return Ask(dict.fromkeys(now.forms, form)) if isinstance(now, Ask) else now

    def apply(state: Any, event: Event) -> Any:
        if isinstance(event, Move):
            check_move(need(state), event)
            event = Move(event.seat, {"side": "low"})
        return little.apply(state, event)

    told = playthrough(replace(little.GAME, need=need, apply=apply), 2, Random(1).randrange)
    assert (
        "Ann answers: High or low?: High and Low; The star decides.: High on Coins; "
        "Stake: to Bo, giving nothing, taking nothing"
    ) in told
