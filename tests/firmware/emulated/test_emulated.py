"""The firmware as shipped on an emulated RP2040: boots, rolls, shines, remembers, starts again."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import reduce
from operator import and_

import pytest
from dicehost.errors import TowerError
from dicehost.link import session as link
from tower import pins
from tower.lamps import Lamps
from tower.panels import wiring
from tower.scenes import PAGE, Scene, rest_at

from tests.firmware.emulated.figures import SCENES, Picture, inside, missed, outside
from tests.firmware.emulated.pico import firmware, pico

STARVED = b"""
import machine, tower.board, tower.run
with open("boots", "a") as file:
    file.write("x")
tower.board.WDT = lambda timeout: machine.WDT(timeout=300)
with open("boots") as file:
    starts = len(file.read())
if starts == 1:
    frame = tower.run.Tower.frame
    def starve(self, now):
        frame(self, now)
        while now > 100:
            pass
    tower.run.Tower.frame = starve
    tower.run.main(tower.board.Pico())
else:
    print("starts", starts, machine.reset_cause())
    tower.run.main(tower.board.Pico())
"""


def biased(ones: float) -> Iterator[int]:
    chance = random.Random(9)
    while True:
        yield int(chance.random() < ones)


def computed(scene: Scene, now: int) -> Picture:
    """What the lamps' own code makes of a scene, as it lies on the chain."""
    pixels = Lamps(pins.USB_LIGHT, 32).draw(scene, now)
    chain: Picture = [()] * 128
    for place, at in enumerate(wiring(0, 0, 0, 0)):
        chain[at] = tuple(pixels[3 * place : 3 * place + 3])
    return chain


def agreed(frames: list[Picture]) -> Picture:
    """The light that all frames have.

    While the processor sleeps the emulator moves its clock in steps, some longer than a pulse: now
    and then a zero is taken for a one. A chip's state machine cannot do that, and where the
    processor is kept awake, frames are compared as they are.
    """
    return [
        tuple(reduce(and_, (frame[lamp][colour] for frame in frames)) for colour in range(3))
        for lamp in range(128)
    ]


async def test_it_starts_rolls_and_lights_what_the_lamps_compute() -> None:
    async with pico(firmware()) as board:
        session = await board.greet()
        assert session.hello is not None
        assert board.ms <= 1000, "boot to hello"
        status = await session.ask("status")
        assert (status.get("h"), status.get("sup"), status.get("f")) == ("ok", "usb", "")
        board.ring.read_at.clear()  # MicroPython reads it too as it starts, for seeds of its own
        rolled = await session.ask("roll", ("id", "a"), ("d", "8x6"), ("at", "0"))
        assert len(board.ring.read_at) == 1024, "raw bits for a roll"
        gaps = [b - a for a, b in itertools.pairwise(board.ring.read_at)]
        assert {round(gap) for gap in gaps} == {11_000}, "ns between two looks at the oscillator"
        faces = tuple(map(int, rolled.get("f").split(".")))
        await session.ask("show", ("id", "a"), ("n", "8"), ("f", rolled.get("f")))
        shown = board.ms
        await board.until(lambda: board.ms > shown + rest_at(PAGE), "the dice to settle")
        seen: list[Picture] = []
        board.strip.on_pixels = seen.append
        wanted = computed(Scene("show", 0).put("a", 0, faces), 60_000)
        # Lines move the frames about within their time, so that the emulator errs elsewhere.
        while len(seen) < 15 or (agreed(seen) != wanted and len(seen) < 100):
            await session.ask("status")
        assert agreed(seen) == wanted
        session.close()


async def test_a_press_of_the_real_button_rolls() -> None:
    async with pico(firmware()) as board:
        session = await board.greet()
        await session.ask("arm", ("id", "a"), ("d", "2x6"), ("c", "c"))
        board.button.press()
        await board.until(lambda: board.events, "the press")
        assert board.events[0].fields == (("k", "press"), ("id", "a"))
        board.button.release()
        session.close()


async def test_a_stray_interrupt_leaves_a_prompt_that_starts_the_firmware_again() -> None:
    async with pico(firmware()) as board:
        (await board.greet()).close()
        board.device.cdc.send_serial_byte(3)
        await board.until(lambda: b">>> " in board.console, "the prompt")
        begun = len(board.console)
        for byte in link._TO_PROMPT:
            board.device.cdc.send_serial_byte(byte)
        await board.until(lambda: b">>> " in board.console[begun:], "the prompt to answer")
        for byte in link._START_FIRMWARE:
            board.device.cdc.send_serial_byte(byte)
        (await board.greet()).close()


async def test_settings_survive_a_reset() -> None:
    async with pico(firmware()) as board:
        session = await board.greet()
        await session.ask("set", ("k", "calm"), ("v", "1"))
        set_at = board.ms
        await board.until(lambda: board.ms > set_at + 700, "the settings to be written")
        session.close()
        await board.device.ahard_reset()
        session = await board.greet()
        assert (await session.ask("set", ("k", "calm"))).get("v") == "1"
        session.close()


async def test_a_starved_watchdog_starts_the_tower_again() -> None:
    async with pico(firmware() | {"main.py": STARVED}) as board:
        await board.until(lambda: b"starts 2 3" in board.console, "the watchdog to bite")
        session = await board.greet()
        assert (await session.ask("status")).get("h") == "ok"
        session.close()


@pytest.mark.parametrize(
    "bits",
    [itertools.repeat(0), biased(0.9), itertools.cycle((0, 0, 1, 0, 1, 1, 1))],
    ids=["stuck", "90:10", "period 7"],
)
async def test_a_broken_oscillator_gives_no_dice(bits: Iterator[int]) -> None:
    async with pico(firmware(), bits) as board:
        session = await board.greet()
        with pytest.raises(TowerError) as refused:
            await session.ask("roll", ("id", "a"), ("d", "8x6"), ("at", "0"))
        assert refused.value.code == "tower.noise"
        session.close()


@pytest.mark.parametrize("hertz", [1.83e6, 2.71e6, 4.4e6, 5.03e6, 6.5e6, 7.77e6, 9.1e6, 11.9e6])
async def test_an_oscillator_without_noise_gives_no_dice(hertz: float) -> None:
    def wave(nanos: float) -> int:
        return int(hertz * nanos * 1e-9 % 1 < 0.455)

    async with pico(firmware(), wave) as board:
        session = await board.greet()
        assert (await session.ask("status")).get("h") == "trip"
        session.close()


async def test_the_board_keeps_its_budgets() -> None:
    sent: list[Picture] = []
    told = {**await inside(sent), **await outside()}
    print(told)
    for scene, now in SCENES:
        assert computed(scene, now) in sent, scene.name
    assert missed(told) == []
    assert told["cutoffs"] == "61 810 816"
