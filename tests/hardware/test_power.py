"""The power budget and the firmware's limiter are one: same formula, same figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tower import pins, run
from tower.lamps import Lamps
from tower.scenes import Scene

from hardware.make import heat, power
from hardware.make.source import SOURCE as TOWER
from hardware.make.source import parse, read

SOURCE = read()
POWER = SOURCE.power


def drawn(pixels: bytearray) -> float:
    return sum(pixels) * POWER.colour / 255


def test_fixed_loads_and_margins_leave_what_the_firmware_is_told() -> None:
    left = power.light(SOURCE)
    assert power.fixed(POWER) == 203
    assert (left.usb, left.psu) == (pins.USB_LIGHT, pins.PSU_LIGHT)
    assert left.usb == power.gives(POWER).usb == 247


def test_the_worst_picture_on_usb_stays_within_usb_whatever_is_drawn() -> None:
    left = power.light(SOURCE)
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


def test_the_firmwares_run_takes_its_budgets_from_the_pins_and_nowhere_else() -> None:
    assert run._USB[0] == pins.USB_LIGHT
    assert run._OWN[0] == pins.PSU_LIGHT
    text = Path(run.__file__).read_text()
    assert not re.search(rf"\b({pins.USB_LIGHT}|{pins.PSU_LIGHT})\b", text)


def test_nothing_at_the_panels_softens_however_long_the_brightest_picture_lasts() -> None:
    softens = SOURCE.heat["softens"]
    assert heat.warmth(SOURCE, pins.USB_LIGHT).panels <= softens["PLA"]
    assert heat.warmth(SOURCE, pins.PSU_LIGHT).panels <= softens[SOURCE.heat["material"]]


def test_all_the_light_that_the_big_supply_gives_would_soften_either_plastic() -> None:
    warm = heat.warmth(SOURCE, power.gives(POWER).psu)
    assert warm.watts > 11
    assert warm.panels > max(SOURCE.heat["softens"].values())


def test_a_warmer_room_a_smaller_box_or_softer_plastic_leaves_less_light() -> None:
    text = TOWER.read_text(encoding="utf-8")
    for old, new in (
        ("room = 30", "room = 40"),
        ('material = "PETG"', 'material = "PLA"'),
        ("height = 164", "height = 120"),
    ):
        assert text.count(old) == 1
        assert heat.most_light(parse(text.replace(old, new))) < heat.most_light(SOURCE)
