"""One row of a Fate Board: its legal set by brute force, and what best play comes to."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from dicerules.core import Ask, Move
from dicerules.forms import PickOne
from dicerules.morty_zone import GAME
from dicerules.morty_zone.dice import COLOURS
from dicerules.morty_zone.rows import FULL, NUMBERS, WAYS, bits, numbers, safety, spell, ways
from dicerules.simulate import begin, random_event

from tests.rules.morty_zone_table import CARDS

TOTALS = range(1, 13)


@pytest.mark.parametrize("total", TOTALS)
def test_the_legal_set_of_every_row_is_what_brute_force_finds(total: int) -> None:
    handfuls = [(number,) for number in NUMBERS] + list(combinations(NUMBERS, 2))
    adding_up = [bits(*handful) for handful in handfuls if sum(handful) == total]
    for row in range(FULL + 1):
        assert sorted(ways(row, total)) == sorted(way for way in adding_up if not way & row)


def test_a_row_reads_back() -> None:
    for row in range(FULL + 1):
        assert bits(*numbers(row)) == row
    assert spell(bits(1, 8)) == "1 + 8"


def test_safety_counts_the_throws_that_do_not_lock() -> None:
    assert safety(0) == 36
    assert safety(FULL) == 0
    assert safety(FULL & ~bits(7)) == 6


def best_play() -> list[float]:
    """The worth of every row under best play: a point a check, and ten for all ten."""
    worth = [0.0] * (FULL + 1)
    for row in reversed(range(FULL + 1)):
        locked = row.bit_count() + 10 * (row == FULL)
        worth[row] = sum(
            count / 36 * max((worth[row | way] for way in ways(row, total)), default=locked)
            for total, count in WAYS.items()
        )
    return worth


WORTH = best_play()


def final_counts() -> list[float]:
    """How likely a row ends with that many checks under best play."""
    chance = [0.0] * (FULL + 1)
    chance[0] = 1.0
    ends = [0.0] * 11
    for row in range(FULL + 1):
        for total, count in WAYS.items():
            if options := ways(row, total):
                chance[row | best(row, total, options)] += chance[row] * count / 36
            else:
                ends[row.bit_count()] += chance[row] * count / 36
    return ends


def best(row: int, total: int, options: tuple[int, ...]) -> int:
    return max(options, key=lambda way: WORTH[row | way])


def test_best_play_checks_7_04_numbers_of_a_row_on_average() -> None:
    ends = final_counts()
    assert WORTH[0] == pytest.approx(7.344, abs=0.0005)
    assert sum(count * chance for count, chance in enumerate(ends)) == pytest.approx(
        7.04, abs=0.005
    )
    assert ends[10] == pytest.approx(0.030, abs=0.0005)
    told = {5: 9.8, 6: 19.6, 7: 26.4, 8: 24.4, 9: 12.4, 10: 3.0}
    assert {count: round(100 * ends[count], 1) for count in told} == told
    assert round(100 * sum(ends[:5]), 1) == 4.4


def test_300_rounds_of_best_play_through_the_rules_agree_with_that() -> None:
    randbelow = Random(7).randrange
    counts: list[int] = []
    for _ in range(300):
        state = begin(GAME, 2, cards=CARDS)
        while state.phase != "over":
            need = GAME.need(state)
            if isinstance(need, Ask):
                seat, form = next(iter(need.forms.items()))
                picked = {field.key: pick(state, seat, field) for field in form.fields}
                state = GAME.apply(state, Move(seat, picked))
            else:
                state = GAME.apply(state, random_event(need, randbelow))
        counts += [row.bit_count() for fate in state.fates for row in fate.rows]
    # 2,400 rows with a deviation of 1.5 each: four standard errors are 0.12.
    assert sum(counts) / len(counts) == pytest.approx(7.04, abs=0.12)


def pick(state, seat, field):  # type: ignore[no-untyped-def]
    """Check what is best for the row, and leave every card alone."""
    assert isinstance(field, PickOne)
    offered = [option.key for option in field.options]
    if field.key not in COLOURS:
        return "decline" if "decline" in offered else "keep"
    if offered == ["lock"]:
        return "lock"
    row = state.plans[seat].rows[COLOURS.index(field.key)]
    return max(offered, key=lambda key: WORTH[row | bits(*map(int, key.split("+")))])
