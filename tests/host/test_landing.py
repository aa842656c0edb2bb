"""Screens let dice come to rest in the order and at the times of the lamps."""

from __future__ import annotations

import pytest
from dicehost.match.landing import rest_times
from tower.lamps import Lamps
from tower.paint import HEIGHT, WIDTH
from tower.scenes import PAGE, PIPS, Scene
from tower.stage import Stage

FRAME = 20
"""Milliseconds of a frame of the lamps."""


def pips_at(pixels: bytearray, die: int) -> int:
    """The nine lamps of a die that are fully lit, as a face has them."""
    left, top = die % 4 * 4, die // 4 * 4
    spots = [(left + at % 3, top + at // 3) for at in range(9)]
    lit = ["1" if max(pixels[3 * (y * WIDTH + x) :][:3]) >= 250 else "0" for x, y in spots]
    assert top < HEIGHT
    return int("".join(lit), 2)


@pytest.mark.parametrize("count", [1, 3, PAGE])
def test_each_die_rests_on_the_lamps_when_screens_say_it_does(count: int) -> None:
    lamps, stage = Lamps(100_000, 255), Stage(0)
    faces = tuple(1 + die % 6 for die in range(count))
    stage.tumble("a", "", count, 0, 0)
    stage.show(Scene("show", 0, count=count).put("a", 0, faces))
    rests: dict[int, int] = {}
    for now in range(0, 2000, FRAME):
        pixels = lamps.draw(stage.scene(now), now)
        for die, face in enumerate(faces):
            if pips_at(pixels, die) == PIPS[face]:
                rests.setdefault(die, now)
    told = rest_times(range(count))
    assert all(abs(rests[die] - rest) <= 2 * FRAME for die, rest in enumerate(told))
    assert 700 <= told[-1] <= 1600


def test_more_dice_than_the_lamps_have_room_for_rest_within_the_time_of_a_page() -> None:
    times = rest_times(range(36))
    assert list(times) == sorted(times)
    assert times[-1] <= rest_times(range(PAGE))[-1]
