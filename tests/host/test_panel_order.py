"""However the panels are mounted and whatever is set, the owner's taps set them right."""

from __future__ import annotations

from itertools import product

import pytest
from dicehost.errors import TowerError
from dicehost.link.panel_order import DICE, FIRST, SCATTERED, correct, next_to_light
from tower.panels import wiring

NAMES = ("swap", "left", "right", "snake")
ALL = [dict(zip(NAMES, chosen, strict=True)) for chosen in product((0, 1), *2 * [range(4)], (0, 1))]


def place_of(lit: int, settings: dict[str, int], mounted: dict[str, int]) -> int:
    """Where a person sees a die that is drawn with these settings on panels mounted like that."""
    drawn, built = wiring(**settings), wiring(**mounted)
    shown = {chain: lamp for lamp, chain in enumerate(built)}
    corner = lit // 4 * 4 * 16 + lit % 4 * 4
    lamps = [shown[drawn[corner + y * 16 + x]] for y in range(3) for x in range(3)]
    places = {lamp // 16 // 4 * 4 + lamp % 16 // 4 for lamp in lamps}
    return places.pop() if len(places) == 1 else SCATTERED


def answered(settings: dict[str, int], mounted: dict[str, int]) -> int:
    """Answer truthfully until nothing is asked; return how often that was."""
    lit: int | None = FIRST[0]
    sure, asked = False, 0
    while lit is not None:
        asked += 1
        seen = place_of(lit, settings, mounted)
        settings.update(correct(settings, lit, seen, sure))
        lit, sure = next_to_light(lit, seen, sure), sure or seen != SCATTERED
    return asked


def test_panels_mounted_in_any_way_are_found_out_with_three_answers_at_most() -> None:
    for mounted, begun in product(ALL, ALL):
        settings = dict(begun)
        assert answered(settings, mounted) <= 3, (mounted, begun)
        assert wiring(**settings) == wiring(**mounted), (mounted, begun)
        for die in range(DICE):
            assert place_of(die, settings, mounted) == die


def test_a_second_die_on_the_wrong_panel_is_refused_and_changes_nothing() -> None:
    with pytest.raises(TowerError, match=r"panels\.lost"):
        correct(ALL[0], FIRST[1], 0, sure=True)
