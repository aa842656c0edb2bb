"""A short run of the hostile lines; ``python -m tests.firmware.fuzz`` sends a hundred thousand."""

from __future__ import annotations

from tests.firmware.fuzz import run


def test_hostile_lines_neither_end_the_firmware_nor_change_an_outcome() -> None:
    heard = run(2000, seed=1)
    assert min(heard["rolled"], heard["committed"]) > 5, "some get as far as dice"
    assert heard["no"] > 100
