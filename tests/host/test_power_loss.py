"""Pull the plug while SQLite writes: no line is lost that was written, and no file is damaged."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.host.power_loss import Evening, check

CUTS = 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "evening").mkdir()
    return tmp_path / "evening"


def test_a_power_cut_loses_no_line_that_was_written(folder: Path, tmp_path: Path) -> None:
    evening, chance = Evening(folder), random.Random(1)
    # Before the first line stands, the file itself is still being made.
    for number in range(CUTS):
        after = chance.randint(evening.written[0], len(evening.calls))
        check(evening, after, tmp_path / str(number), chance)


def test_without_syncs_a_power_cut_would_lose_lines(folder: Path, tmp_path: Path) -> None:
    evening, chance = Evening(folder, synchronous="OFF"), random.Random(1)
    lost = 0
    for number in range(CUTS):
        after = chance.randint(evening.written[0], len(evening.calls))
        try:
            check(evening, after, tmp_path / str(number), chance)
        except Exception:
            lost += 1
    assert lost, "a disk that forgets nothing proves nothing"
