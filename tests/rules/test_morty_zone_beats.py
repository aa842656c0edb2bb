"""The Morty Zone as a show: marks, rows that lock or fill up, and crystals turned at the end."""

from __future__ import annotations

from dicerules.beats import Award, Change, Flip, Title, Verdict
from dicerules.morty_zone import GAME
from dicerules.morty_zone.dice import name
from dicerules.views import TABLE, Figure
from dicerules.words import message

from tests.rules.morty_zone_table import (
    ALL,
    ANN,
    BO,
    DONE,
    NAMES,
    RED,
    answer,
    fate,
    rest_check,
    roll,
    table,
    tossed,
)


def test_the_highest_roll_begins_and_all_see_why() -> None:
    start = GAME.start(GAME.options(), 2, table(DONE, DONE).cards)
    level = roll(start, 3, 3, 2, 4)
    figures = (Figure(ANN, "6"), Figure(BO, "6"))
    assert GAME.beats(start, level, TABLE) == (Award(message("title.first"), figures, ()),)
    begun = roll(level, 3, 3, 6, 4)
    figures = (Figure(ANN, "6"), Figure(BO, "10"))
    assert GAME.beats(level, begun, TABLE) == (Award(message("title.first"), figures, (BO,)),)


def test_nothing_of_a_plan_is_seen_before_all_have_decided() -> None:
    state = tossed(table(fate(), fate()))
    planned = answer(state, ANN, red="1+2", blue="7", green="1+10", black="6")
    for viewer in (TABLE, ANN, BO):
        assert GAME.beats(state, planned, viewer) == ()


def test_a_row_with_all_ten_numbers_is_grand() -> None:
    nine = fate(red=ALL[:9], locked=("blue", "green", "black"))
    before = tossed(table(nine, fate(locked=("blue", "green", "black"))), red=(4, 6))
    shown = GAME.beats(before, rest_check(before), TABLE)
    assert Change("seat/0/red", "9", "10", "good") in shown
    assert Verdict("grand", message("verdict.full", colour=name(RED)), ANN, 10) in shown
    assert Change("seat/1/red", "0", "2", "good") in shown


def test_a_row_that_no_number_fits_locks() -> None:
    others = {"locked": ("blue", "green", "black")}
    state = table(fate(red=(1, 2, 3), **others), fate(**others))
    before = tossed(state, red=(1, 2))
    shown = GAME.beats(before, rest_check(before), TABLE)
    locked = message("verdict.locked", colour=name(RED))
    assert shown[0] == Change("seat/1/red", "0", "1", "good")
    assert shown[1:3] == (Change("seat/0/red", "3", "=3", "bad"), Verdict("bad", locked, ANN))


def test_crystals_turn_over_together_at_the_end_of_a_round() -> None:
    state = table(fate(red=(1, 2, 3), locked=("blue", "green", "black")), DONE, rounds=3)
    before = tossed(state, red=(1, 2))
    after = rest_check(before) if before.phase == "check" else before
    shown = GAME.beats(state, after, TABLE)
    turned = shown.index(Flip(("seat/0/crystal", "seat/1/crystal")))
    verdicts = [beat.text.key for beat in shown[turned:] if isinstance(beat, Verdict)]
    assert len(verdicts) == len(NAMES[:2])
    assert set(verdicts) <= {"verdict.crystal", "verdict.no_crystal"}
    assert isinstance(shown[-1], Title)
    assert Flip(("seat/1/crystal",)) in GAME.beats(state, after, ANN)
