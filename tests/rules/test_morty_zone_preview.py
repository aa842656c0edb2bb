"""The Morty Zone's preview: dice after a Rick card, rows and points after checks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from dicerules.core import Ask, Move, encode
from dicerules.forms import fill
from dicerules.morty_zone import GAME
from dicerules.morty_zone.preview import preview
from dicerules.morty_zone.score import sheet_of
from dicerules.morty_zone.state import State
from dicerules.simulate import begin, play_on
from dicerules.views import Dice, Note
from dicerules.words import sentence

from tests.rules.morty_zone_table import (
    ANN,
    BO,
    CARDS,
    DONE,
    NAMES,
    WORDS,
    answer,
    fate,
    rest_check,
    table,
    toss,
    tossed,
)


def foreseen(state: State, seat: int, **fields: Any) -> list[str]:
    items = preview(state, seat, fields)
    told = [sentence(item.text, WORDS, NAMES) for item in items if isinstance(item, Note)]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in told]


def test_a_check_tells_what_stays_open_what_locks_and_the_points() -> None:
    state = tossed(table(fate(red=(1, 2, 3)), DONE), red=(1, 2))
    locks = "Locks: red"
    assert foreseen(state, ANN) == [locks]
    assert foreseen(state, ANN, blue="7") == [
        locks,
        "Chance blue survives the next roll: 100 %",
        "Your points in this round: 3 → 4",
    ]
    assert foreseen(state, ANN, blue="3+4", green="11")[0] == locks, "no such number, so not yet"
    told = foreseen(state, ANN, blue="3+4", green="1+10", black="6")
    assert told[1].startswith("Chance each colour survives the next roll: blue ")
    assert told[-1] == "Your points in this round: 3 → 8"


def test_a_rick_card_tells_the_dice_after_it_and_whom_they_lock() -> None:
    state = toss(table(fate(red=(1, 2, 3)), fate(blue=(3, 4, 7, 1, 2)), rick="RC01"), red=(1, 2))
    assert foreseen(state, ANN) == [
        "Totals: red 3, blue 7, green 11, black 6.",
        "Locks for you: red",
        "Locks for Bo: blue",
    ]
    need = GAME.need(state)
    assert isinstance(need, Ask)
    whole = fill(need.forms[ANN], lambda n: 0)
    assert whole["rick"] == "use"
    items = preview(state, ANN, whole)
    assert isinstance(items[0], Dice)
    after: State = GAME.apply(state, Move(ANN, whole))
    seen = [die.value for die in items[0].dice]
    assert seen == [0 if at in after.again else face for at, face in enumerate(after.dice)]


def test_gifts_tell_the_totals_they_leave() -> None:
    gift = next(card.key for card in CARDS.bonus if card.gift == "nudge")
    state = tossed(table(fate(bonus=(gift,), red=(1, 2, 3)), DONE), red=(1, 2))
    assert foreseen(state, ANN) == [
        "Your totals: red 3, blue 7, green 11, black 6.",
        "Locks unless you use Fine Print: red",
    ]
    assert foreseen(state, ANN, nudge="red4") == [
        "Your totals: red 4, blue 7, green 11, black 6.",
        "Nothing locks",
    ]


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_told_of_a_whole_answer_comes_true(seats: int) -> None:
    """Rick cards change the dice as told; checks bring the points that were told."""
    chance, looked = Random(seats), {"rick": 0, "check": 0, "bonus": 0}
    for _ in range(8):
        for step in play_on(GAME, begin(GAME, seats, None, CARDS), chance.randrange):
            state, need = step.before, GAME.need(step.before)
            if not isinstance(need, Ask) or state.phase not in looked:
                continue
            seat, form = next(iter(need.forms.items()))
            if state.phase != "check" or state.plans[seat].stage == "check":
                looked[state.phase] += 1
                comes_true(state, seat, fill(form, chance.randrange))
    assert min(looked.values()) > 0


def comes_true(state: State, seat: int, whole: dict[str, Any]) -> None:
    told = foreseen(state, seat, **whole)
    after: State = GAME.apply(state, Move(seat, whole))
    if state.phase == "rick":
        dice = [item for item in preview(state, seat, whole) if isinstance(item, Dice)]
        shown = [die.value for die in dice[0].dice] if dice else list(state.dice)
        assert shown == [0 if at in after.again else face for at, face in enumerate(after.dice)]
        return
    after = rest_check(after)
    # A round that ends here has scored more than this toss.
    if len(after.sheets) == len(state.sheets):
        was, now = (sheet_of(CARDS, each.fates[seat]).total for each in (state, after))
        points = [line for line in told if line.startswith("Your points")]
        assert points == ([f"Your points in this round: {was} → {now}"] if was != now else [])


def test_nothing_depends_on_what_others_plan_or_on_their_crystals() -> None:
    board = fate(crystal="DC03")
    state = tossed(table(board, fate(), fate()))
    one = answer(state, BO, red="3", blue="7", green="1+10", black="6")
    two = answer(state, BO, red="1+2", blue="3+4", green="1+10", black="6")
    fields = {"red": "3", "blue": "7", "green": "1+10", "black": "6"}
    assert encode(preview(one, ANN, fields)) == encode(preview(two, ANN, fields))
    assert encode(preview(state, ANN, fields)) == encode(preview(one, ANN, fields))
