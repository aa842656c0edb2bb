"""The 24 goals of Ricemarll: what each measures, and who achieves it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from dicerules.ricemarll.goals import achievers, measure, worth
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.ricemarll_table import CARDS, MODIFIERS

ALIKE = (4, 4, 4, 4, 4, 4)
ROW = (1, 2, 3, 4, 5, 6)
BENT = (-3, -2, 0, 0, 7, 12)
BELOW = (-6, -5, -4, -3, -2, -1)

MEASURES = {
    #                   ALIKE ROW BENT BELOW
    "most_1s": (0, 1, 0, 0),
    "most_2s": (0, 1, 0, 0),
    "most_3s": (0, 1, 0, 0),
    "most_4s": (6, 1, 0, 0),
    "most_5s": (0, 1, 0, 0),
    "most_6s": (0, 1, 0, 0),
    "most_zeroes": (0, 0, 2, 0),
    "most_odds": (0, 3, 2, 3),
    "most_evens": (6, 3, 4, 3),
    "most_by_3": (0, 2, 4, 2),
    "fewest_positive": (6, 6, 2, 0),
    "fewest_123456": (0, 0, 6, 6),
    "highest_total": (24, 21, 14, -21),
    "lowest_total": (24, 21, 14, -21),
    "second_highest": (24, 21, 14, -21),
    "second_lowest": (24, 21, 14, -21),
    "biggest": (4, 6, 12, -1),
    "smallest": (4, 1, -3, -6),
    "greatest_range": (0, 5, 15, 5),
    "smallest_range": (0, 5, 15, 5),
    "longest_run": (1, 6, 2, 6),
    "largest_set": (6, 1, 2, 1),
    "most_pairs": (3, 0, 1, 0),
    "greatest_variety": (1, 6, 5, 6),
}

WINS = {
    "most_1s": (1,),
    "most_2s": (1,),
    "most_3s": (1,),
    "most_4s": (0,),
    "most_5s": (1,),
    "most_6s": (1,),
    "most_zeroes": (2,),
    "most_odds": (1, 3),
    "most_evens": (0,),
    "most_by_3": (2,),
    "fewest_positive": (3,),
    "fewest_123456": (2, 3),
    "highest_total": (0,),
    "lowest_total": (3,),
    "second_highest": (1,),
    "second_lowest": (2,),
    "biggest": (2,),
    "smallest": (3,),
    "greatest_range": (2,),
    "smallest_range": (0,),
    "longest_run": (1, 3),
    "largest_set": (0,),
    "most_pairs": (0,),
    "greatest_variety": (1, 3),
}


@pytest.mark.parametrize("goal", CARDS.goals, ids=lambda goal: goal.key)
def test_a_goal_measures_plain_bent_and_negative_dice(goal) -> None:  # type: ignore[no-untyped-def]
    measured = tuple(measure(goal, values) for values in (ALIKE, ROW, BENT, BELOW))
    assert measured == MEASURES[goal.key]


@pytest.mark.parametrize("goal", CARDS.goals, ids=lambda goal: goal.key)
def test_the_right_seats_achieve_a_goal(goal) -> None:  # type: ignore[no-untyped-def]
    assert achievers(goal, [ALIKE, ROW, BENT, BELOW]) == WINS[goal.key]


def test_four_alike_are_two_pairs_and_five_are_no_more() -> None:
    (pairs,) = [goal for goal in CARDS.goals if goal.key == "most_pairs"]
    assert measure(pairs, (2, 2, 2, 2, 5, 6)) == 2
    assert measure(pairs, (2, 2, 2, 2, 2, 6)) == 2


def test_a_run_may_cross_zero() -> None:
    (run,) = [goal for goal in CARDS.goals if goal.key == "longest_run"]
    assert measure(run, (-2, -1, 0, 1, 5, 6)) == 4


def slowly(key: str, table: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Who achieves a goal, worked out from its name with as little cleverness as possible."""

    def how_many(good) -> list[int]:  # type: ignore[no-untyped-def]
        return [len([value for value in values if good(value)]) for values in table]

    def most(counts: list[int], least: int | None = None) -> tuple[int, ...]:
        return tuple(
            seat
            for seat, count in enumerate(counts)
            if not any(other > count for other in counts) and (least is None or count >= least)
        )

    def fewest(counts: list[int]) -> tuple[int, ...]:
        return most([-count for count in counts])

    def second(counts: list[int]) -> tuple[int, ...]:
        # Second is who has exactly one different count above the own.
        better = [{other for other in counts if other > count} for count in counts]
        return tuple(seat for seat, above in enumerate(better) if len(above) == 1)

    def longest_run(values: tuple[int, ...]) -> int:
        rows = [
            length
            for low in values
            for length in range(1, 7)
            if all(low + step in values for step in range(length))
        ]
        return max(rows)

    def pairs(values: tuple[int, ...]) -> int:
        left, found = list(values), 0
        while any(left.count(value) > 1 for value in left):
            value = next(value for value in left if left.count(value) > 1)
            left.remove(value)
            left.remove(value)
            found += 1
        return found

    def owners(beats) -> tuple[int, ...]:  # type: ignore[no-untyped-def]
        every = [value for values in table for value in values]
        best = [
            [mine for mine in values if all(beats(mine, die) for die in every)] for values in table
        ]
        return tuple(seat for seat, dice in enumerate(best) if dice)

    totals = [sum(values) for values in table]
    gaps = [max(abs(one - two) for one, two in combinations(values, 2)) for values in table]
    if key.startswith("most_") and key[5].isdigit():
        return most(how_many(lambda value: str(value) == key[5]), least=1)
    return {
        "most_zeroes": lambda: most(how_many(lambda value: value == 0), 1),
        "most_odds": lambda: most(how_many(lambda value: str(value)[-1] in "13579"), 1),
        "most_evens": lambda: most(how_many(lambda value: str(value)[-1] in "02468"), 1),
        "most_by_3": lambda: most(how_many(lambda value: Fraction(value, 3).denominator == 1), 1),
        "fewest_positive": lambda: fewest(how_many(lambda value: value > 0)),
        "fewest_123456": lambda: most(how_many(lambda value: str(value) not in "1 2 3 4 5 6"), 1),
        "highest_total": lambda: most(totals),
        "lowest_total": lambda: fewest(totals),
        "second_highest": lambda: second(totals),
        "second_lowest": lambda: second([-total for total in totals]),
        "biggest": lambda: owners(lambda mine, any_die: mine >= any_die),
        "smallest": lambda: owners(lambda mine, any_die: mine <= any_die),
        "greatest_range": lambda: most(gaps),
        "smallest_range": lambda: fewest(gaps),
        "longest_run": lambda: most([longest_run(values) for values in table]),
        "largest_set": lambda: most([max(map(values.count, values)) for values in table]),
        "most_pairs": lambda: most([pairs(values) for values in table], 1),
        "greatest_variety": lambda: most([len(dict.fromkeys(values)) for values in table]),
    }[key]()


DICE = st.tuples(*[st.integers(-12, 20) | st.integers(-1, 7)] * 6)


@given(st.lists(DICE, min_size=2, max_size=6))
def test_claiming_equals_a_slow_and_obvious_reckoning(table: list[tuple[int, ...]]) -> None:
    for goal in CARDS.goals:
        assert achievers(goal, table) == slowly(goal.key, table), goal.key


STEPS = {
    "plus1": lambda value: value + 1,
    "plus2": lambda value: value + 2,
    "plus3": lambda value: value + 3,
    "minus1": lambda value: value - 1,
    "minus2": lambda value: value - 2,
    "minus3": lambda value: value - 3,
    **{f"set{number}": lambda value, number=number: number for number in range(8)},
    "double": lambda value: value + value,
    "half": lambda value: (value - (value % 2)) / 2,
    "negate": lambda value: 0 - value,
    "blank": lambda value: value,
    "reroll": lambda value: value,
    "pick": lambda value: value,
    "flip": lambda value: value,
}


@given(st.integers(1, 6), st.lists(st.sampled_from(sorted(STEPS)), max_size=6))
def test_a_die_is_worth_what_its_cards_make_of_it_one_after_the_other(
    face: int, pile: list[str]
) -> None:
    value = face
    for card in pile:
        value = STEPS[card](value)  # type: ignore[operator]
    assert worth(CARDS, face, tuple(MODIFIERS[card] for card in pile)) == value
