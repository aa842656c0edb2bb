"""The simulated tower's own page: its lamps are the firmware's, and dice copy them, never guess."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tower.scenes import PIPS

from tests.evening import Tower
from tests.story.test_axe import AXE, LEVELS, RUN
from tests.story.thumbs import PHONE, TABLET, take_up

TRAY = "() => [...document.querySelectorAll('.die:not([hidden])')].map((die) => die.dataset.bits)"
AT_REST = """async () => {
  const moving = document.getElementById("floor").getAnimations({ subtree: true });
  await Promise.allSettled(moving.map((one) => one.finished));
  return moving.length > 0;
}"""


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[Tower]:
    tower = Tower(tmp_path / "towers", "--seed", "page")
    yield tower
    tower.close()


def lit(page: Page, at: int) -> bool:
    """Whether the canvas has light where a lamp is."""
    middle = [at % 16 * 64 + 32, at // 16 * 64 + 32]
    colour: list[int] = page.evaluate(
        "([x, y]) => [...document.getElementById('lamps').getContext('2d')"
        ".getImageData(x, y, 1, 1).data]",
        middle,
    )
    return max(colour[:3]) > 100


def test_a_press_lets_dice_fall_that_show_what_the_lamps_show(
    browser: Browser, tower: Tower
) -> None:
    device = take_up(browser, TABLET, still=False)
    page = device.page
    page.goto(tower.page)
    expect(page.locator("#stage[data-plugged=true]")).to_be_visible()
    # Without a host the tower rolls plain dice.
    page.get_by_role("button", name="press").first.click()
    page.wait_for_function("() => Number(document.querySelector('.die').dataset.bits) > 0")
    # Dice have their faces one after the other.
    faces = [str(PIPS[face]) for face in tower.state()["faces"]]
    page.wait_for_function(f"faces => ({TRAY})().join() === faces", arg=",".join(faces))
    state = tower.state()
    pixels = bytes.fromhex(state["pixels"])
    bright = [at for at in range(128) if max(pixels[3 * at : 3 * at + 3]) > 8]
    assert bright
    assert all(lit(page, at) for at in bright)
    assert not any(lit(page, at) for at in range(128) if not any(pixels[3 * at : 3 * at + 3]))
    page.evaluate(AXE)
    assert not page.evaluate(RUN, LEVELS)
    page.get_by_role("button", name="Workshop").click()
    page.get_by_role("button", name="Unplug").click()
    expect(page.locator("#stage[data-plugged=false]")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.die:not([hidden])') === null")
    page.evaluate(AXE)
    assert not page.evaluate(RUN, LEVELS)
    assert device.complaints == []


def test_no_die_has_a_face_that_the_lamps_do_not_show(browser: Browser, tower: Tower) -> None:
    dark: dict[str, Any] = {**tower.state(), "pixels": "00" * 384}
    told = [{**dark, "scene": "tumble"}, {**dark, "scene": "show", "roll": "r", "faces": [3, 5]}]

    def tell(route: Route) -> None:
        # A browser asks again when a stream ends: one state at a time.
        state = told.pop(0) if len(told) > 1 else told[0]
        body = f"retry: 50\ndata: {json.dumps(state)}\n\n"
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    device = take_up(browser, PHONE)
    page = device.page
    page.emulate_media(reduced_motion="no-preference")
    page.route("**/live*", tell)
    page.goto(f"{tower.page}?token=abc")
    page.wait_for_function("() => document.querySelectorAll('.die:not([hidden])').length === 2")
    assert page.evaluate(AT_REST), "they fell"
    assert page.evaluate(TRAY) == ["0", "0"]
    assert page.locator(".face.t > *").count() == 0
