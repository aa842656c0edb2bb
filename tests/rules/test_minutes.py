"""Minutes of an evening: the golden ones in ``tests/golden`` and how they are written.

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
from dicerules.forms import Form, Offer, Option, Party, PickSome, Place, Spot
from dicerules.minutes import minutes
from dicerules.words import say
from msgspec.structs import replace

from tests.rules import little

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(("seats", "seed"), [(2, 27), (3, 319), (4, 279)])
def test_an_evening_of_dont_have_a_cow_goes_as_it_went_before(seats: int, seed: int) -> None:
    options = COW.options(first_roller="random") if seats == 2 else COW.options()
    told = minutes(COW, seats, Random(seed).randrange, options)
    file = GOLDEN / f"cow-{seats}.txt"
    if os.environ.get("DICETOWER_GOLDEN") == "write":
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")


def test_minutes_tell_who_plays_what_was_asked_dealt_answered_and_rolled() -> None:
    told = minutes(little.GAME, 2, Random(2).randrange)
    for part in (
        "Minutes of High Star\nAt the table: Ann and Bo\nBank: 20\n",
        "The tower shows: a deck in the order ",
        "Bo is secretly asked: High or low?",
        "Bo answers: High or low?: ",
        "Over: The star has decided.",
    ):
        assert part in told


def test_minutes_tell_every_kind_of_field() -> None:
    high, low = Option("high", say("high")), Option("low", say("low"))
    form = Form(
        say("guess"),
        (
            PickSome("some", say("guess"), (high, low), 2, 2),
            Place("place", say("roll"), (high,), (Spot("spot", say("coins")),)),
            Offer("offer", say("stake"), (Party(1, ()),), ()),
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

    told = minutes(replace(little.GAME, need=need, apply=apply), 2, Random(1).randrange)
    assert (
        "Ann answers: High or low?: High and Low; The star decides.: High on Coins; "
        "Stake: to Bo, giving nothing, taking nothing"
    ) in told
