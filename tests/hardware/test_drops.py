"""Dice dropped through the prints are noticed and come out, as the shipped page says.

The page is read here; DICETOWER_DROPS=50 drops so many more in each case, with pybullet installed.
"""

from __future__ import annotations

import os
import re

import pytest

from hardware.make import drops
from hardware.make.source import read
from hardware.make.works import DROPS, ROOT

SOURCE = read()
THROWS = int(os.environ.get("DICETOWER_DROPS", "0"))


def told() -> list[drops.Figures]:
    """The page's rows, as figures."""
    row = r"^\| (\d) of (\d+) mm \| ([\d.]+) \| (\d+) \| (\d+) .*? \| (\d+) of \d+ \| (\d+) "
    found = re.findall(row, (ROOT / DROPS).read_text(encoding="utf-8"), re.MULTILINE)
    return [
        drops.Figures(
            drops.Case(int(dice), float(size), float(rub), int(throws)),
            *map(int, (noticed, each, stuck)),
        )
        for dice, size, rub, throws, noticed, each, stuck in found
    ]


def test_the_page_tells_of_every_case_and_none_is_beyond_its_limit() -> None:
    assert tuple(figures.case for figures in told()) == drops.CASES
    assert [fault for figures in told() for fault in drops.faults(SOURCE, figures)] == []


def test_a_beam_that_misses_and_a_die_that_stays_are_told() -> None:
    alone, five = drops.Case(1, 16, 0.25, 200), drops.Case(5, 16, 0.35, 300)
    # The figures of the first edition's prints.
    (missed,) = drops.faults(SOURCE, drops.Figures(alone, 169, 169, 0))
    assert "1 of 16 mm: 169 of 200 throws noticed" in missed
    (stuck,) = drops.faults(SOURCE, drops.Figures(five, 300, 1400, 49))
    assert "5 of 16 mm: 49 of 300 throws left a die inside" in stuck


if THROWS:

    @pytest.mark.parametrize("case", drops.CASES)
    def test_dice_dropped_now_are_noticed_and_come_out(case: drops.Case) -> None:
        fewer = drops.Case(case.dice, case.size, case.friction, THROWS)
        assert drops.faults(SOURCE, drops.summed(fewer, drops.run(SOURCE, fewer))) == []
