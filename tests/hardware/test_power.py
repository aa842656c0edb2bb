"""The power budget and the firmware's limiter are one: same formula, same figures."""

from __future__ import annotations

import pytest
from tower import pins
from tower.lamps import Lamps
from tower.scenes import Scene

from hardware.make import power
from hardware.make.source import read

POWER = read().power


def drawn(pixels: bytearray) -> float:
    return sum(pixels) * POWER.colour / 255


def test_fixed_loads_and_margins_leave_what_the_firmware_is_told() -> None:
    left = power.light(POWER)
    assert power.fixed(POWER) == 200
    assert (left.usb, left.psu) == (pins.USB_LIGHT, pins.PSU_LIGHT) == (250, 2200)


def test_the_worst_picture_on_usb_stays_within_usb_whatever_is_drawn() -> None:
    left = power.light(POWER)
    for frame in power.FRAMES:
        for budget, supply in ((left.usb, POWER.usb), (left.psu, POWER.psu)):
            duty = power.most(POWER, frame, budget)
            total = power.fixed(POWER) + power.draws(POWER, frame) * duty / 255
            assert total <= supply * 0.9


@pytest.mark.parametrize("budget", [pins.USB_LIGHT, pins.PSU_LIGHT])
@pytest.mark.parametrize("name", ["win", "armed", "turn", "fault", "idle", "wait"])
def test_the_limiter_keeps_every_scene_within_the_budget_at_full_level(
    name: str, budget: int
) -> None:
    lamps = Lamps(budget, 255)
    scene = Scene(name, 0)
    brightest = max(drawn(lamps.draw(scene, now)) for now in range(0, 4000, 40))
    assert 0 < brightest <= budget


def test_the_limiter_gives_the_light_that_the_table_promises() -> None:
    # Eight white sixes on USB: the table says how bright; the limiter gives that and no more.
    lamps = Lamps(pins.USB_LIGHT, 255)
    scene = Scene("show", 0, count=8)
    white = (255, 255, 255)
    put = scene.put("r", 0, (6,) * 8, (0x16D,) * 8, (white,) * 8, (0,) * 8)
    pixels = lamps.draw(put, 60000)
    promised = next(f for f in power.FRAMES if f.name == "eight sixes, white")
    assert max(pixels) == power.most(POWER, promised, pins.USB_LIGHT)
