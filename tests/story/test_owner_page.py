"""The owner looks after towers in a browser: which tower, which panel, a self-test, an update."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host, Tower, wait_until
from tests.firmware.interrupted import Pico
from tests.story.test_axe import AXE, LEVELS, RUN, look
from tests.story.thumbs import PHONE, TABLET, hook, take_up

ONE, TWO = "e66000000000000a", "e66000000000000b"


@pytest.fixture
def two_towers(tmp_path: Path) -> Iterator[tuple[Host, Tower, Tower]]:
    with ExitStack() as stack:
        towers = [
            stack.enter_context(closing(Tower(tmp_path / "towers", chip=chip)))
            for chip in (ONE, TWO)
        ]
        host = stack.enter_context(closing(Host(tmp_path)))
        wait_until(lambda: states(host) == {ONE: "ready", TWO: "ready"}, "both towers")
        yield host, towers[0], towers[1]


def states(host: Host) -> dict[str, str]:
    with host.client() as client:
        return {tower["id"]: tower["state"] for tower in client.get("/api/towers").json()}


def owned(browser: Browser, host: Host, size: object, path: str = "/") -> Page:
    """A screen of the owner's."""
    page = take_up(browser, size).page  # type: ignore[arg-type]
    page.goto(f"{host.base}/#key={host.key}")
    hook(page, "start-match").wait_for()
    if path != "/":
        page.goto(f"{host.base}{path}")
    return page


def test_a_tower_is_chosen_in_the_lobby_and_changed_in_the_middle_of_a_match(
    browser: Browser, two_towers: tuple[Host, Tower, Tower]
) -> None:
    host, _, _ = two_towers
    page = owned(browser, host, TABLET)
    hook(page, "tower-choice").locator("summary").click()
    expect(hook(page, "tower-any")).to_have_attribute("aria-pressed", "true")
    hook(page, f"tower-{TWO}").click()
    expect(hook(page, "tower-now")).to_contain_text("000b")
    look(page, "the lobby with two towers")
    for seat, name in enumerate(("Ann", "Bo")):
        page.locator("#people input").nth(seat).fill(name)
    hook(page, "start-match").click()
    hook(page, "close").click()
    moves = hook(page, "move-to")
    expect(moves).to_have_value(TWO)
    moves.select_option(ONE)
    with host.client() as client:

        def moved() -> bool:
            return [match["tower"] for match in client.get("/api/matches").json()] == [ONE]

        wait_until(moved, "the match to have moved")
        taken = {tower["id"]: tower["match"] for tower in client.get("/api/towers").json()}
    expect(hook(page, "tower").filter(has_text="Ann, Bo")).to_have_count(1)
    assert taken[TWO] is None
    assert taken[ONE]


def test_the_owner_sets_a_tower_up_on_its_page(
    browser: Browser, two_towers: tuple[Host, Tower, Tower]
) -> None:
    host, one, _ = two_towers
    with host.client() as client:
        client.post(f"/api/towers/{ONE}/set", json={"name": "swap", "value": 1})
        client.post(f"/api/towers/{ONE}/set", json={"name": "left", "value": 2})
    page = owned(browser, host, TABLET)
    page.locator(f'[href="/tower/{ONE}"]').click()
    expect(hook(page, "state")).to_contain_text("ready")
    look(page, "a tower that is well")

    hook(page, "name").fill("Living room")
    hook(page, "name").press("Enter")
    expect(page.locator("h1")).to_have_text("Living room")
    hook(page, "set-level").fill("60")
    hook(page, "set-calm").check()
    wait_until(lambda: '"calm": 1' in one.state()["settings"], "the tower to keep it")
    assert '"level": 60' in one.state()["settings"]

    # The answers of somebody who sees the first die at the far corner of the other panel.
    hook(page, "which").click()
    expect(hook(page, "lamps-say")).to_contain_text("Tap the place")
    look(page, "where a die lit up")
    hook(page, "place-7").click()
    expect(hook(page, "lamps-say")).to_contain_text("another die")
    hook(page, "place-4").click()
    expect(hook(page, "lamps-say")).to_contain_text("its number")
    look(page, "all dice lit")
    hook(page, "right").click()
    with host.client() as client:
        chosen = client.get(f"/api/towers/{ONE}").json()["facts"]["settings"]
    assert (chosen["swap"], chosen["right"], chosen["left"]) == (0, 0, 1)

    hook(page, "begin-checks").click()
    hook(page, "check-again").wait_for()
    with page.expect_response(f"**/api/towers/{ONE}/check") as again:
        hook(page, "check-again").click()
    assert again.value.ok, "the lamps are lit once more for whoever was not there yet"
    hook(page, "check-yes").click()
    expect(hook(page, "check-button")).to_contain_text("Press the button")
    press_until(page, one, "check-button", "The press was noticed")
    press_until(page, one, "check-beam", "The drop was noticed", "/drop")
    hook(page, "check-no").click()
    expect(hook(page, "check-sound")).to_contain_text("quiet")
    expect(hook(page, "begin-checks")).to_be_focused()
    look(page, "a self-test that found something")

    one.ask("/unplug")
    expect(hook(page, "state")).to_contain_text("not connected")
    look(page, "a tower that is unplugged")
    one.ask("/noise", stuck=True)
    one.ask("/replug")
    expect(hook(page, "advice")).to_contain_text("health test")
    look(page, "a tower whose noise failed")


def press_until(page: Page, tower: Tower, check: str, seen: str, does: str = "/press") -> None:
    """Do it again until it is noticed, as somebody at the tower would."""

    def noticed() -> bool:
        tower.ask(does)
        page.wait_for_timeout(300)
        return seen in (hook(page, check).text_content() or "")

    wait_until(noticed, seen)


def test_everything_on_the_page_can_be_done_by_keyboard_on_a_phone(
    browser: Browser, two_towers: tuple[Host, Tower, Tower]
) -> None:
    host, _, _ = two_towers
    page = owned(browser, host, PHONE, f"/tower/{ONE}")
    hook(page, "which").focus()
    page.keyboard.press("Enter")
    expect(hook(page, "place-0")).to_be_focused()
    page.keyboard.press("Space")
    expect(hook(page, "lamps-say")).to_contain_text("another die")
    hook(page, "place-2").focus()
    page.keyboard.press("Space")
    expect(hook(page, "right")).to_be_visible()
    wide: int = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], "nothing sticks out"


def test_a_real_board_is_updated_from_the_page(browser: Browser, tmp_path: Path) -> None:
    with closing(Pico(tmp_path / "board")) as pico:
        host = Host(tmp_path, "--tower", pico.port)
        try:
            wait_until(lambda: list(states(host).values()) == ["ready"], "the board")
            (chip,) = states(host)
            opened = host.open(["Ann", "Bo"])
            table = take_up(browser, TABLET).page
            table.goto(f"{host.base}{opened['table']}")
            page = owned(browser, host, PHONE, f"/tower/{chip}")
            hook(page, "update").click()
            expect(hook(page, "firmware-say")).to_contain_text("%")
            expect(hook(page, "state")).to_contain_text("being updated")
            expect(table.locator("#tower-state")).to_contain_text("being updated")
            page.evaluate(AXE)
            assert page.evaluate(RUN, LEVELS) == []
            expect(hook(page, "firmware-say")).to_contain_text("new firmware", timeout=90_000)
            expect(hook(page, "state")).to_contain_text("ready")
            expect(table.locator("#tower-state")).to_contain_text("ready")
            look(page, "a tower that was updated")
        finally:
            host.close()
