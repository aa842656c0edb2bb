"""The room on a laptop, a phone and a television: a tournament is run, and everybody sees it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from dicehost.outside.keys import room_key
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.evening import Host
from tests.story.test_axe import look
from tests.story.test_home_pages import keep_picture
from tests.story.thumbs import PHONE, TABLET, hook, take_up

TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
PLAYERS = ["Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil"]
INSIDE = """() => [...document.querySelectorAll('#tables > li, #standings > li')].every(
    one => !one.checkVisibility() || one.getBoundingClientRect().bottom <= innerHeight)"""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path, "--tower", "simulated", "--tower", "simulated")
    yield host
    host.close()


def open_cup(page: Page) -> None:
    hook(page, "new-cup").locator("summary").click()
    hook(page, "new-name").fill("Friday cup")
    hook(page, "new-game").select_option("cow")
    hook(page, "new-size").fill("3")
    hook(page, "new-rounds").fill("2")
    hook(page, "new-players").fill("\n".join(PLAYERS))
    hook(page, "create").click()


def test_a_tournament_is_run_from_the_room_and_a_television_shows_it(
    browser: Browser, host: Host
) -> None:
    owner, screen = take_up(browser, TABLET), take_up(browser, TELEVISION, dark=True)
    phone = take_up(browser, PHONE)
    television = screen.page
    television.goto(f"{host.base}/room?big#{room_key(host.folder)}")
    owner.page.goto(f"{host.base}/room#key={host.key}")
    open_cup(owner.page)
    expect(hook(television, "cup-name")).to_have_text("Friday cup")
    hook(owner.page, "pair").click()
    expect(hook(television, "seating")).to_have_count(2)
    expect(hook(television, "cup-now")).to_contain_text("Round 1 of 2")

    # One table is played at a tower, the organiser says how the other one ended.
    hook(owner.page, "start-1").click()
    expect(hook(television, "table")).to_have_count(1)
    expect(hook(television, "now")).to_contain_text("Waiting for")
    expect(hook(owner.page, "start-1")).to_have_count(0)
    owner.page.locator(".running > li").nth(1).locator("summary").click()
    hook(owner.page, "save-2").click()
    leader = television.locator("[data-test=standing] .points").first
    expect(leader).to_have_text("10")
    hook(owner.page, "take-back").click()
    expect(leader).to_have_text("0")
    hook(owner.page, "enter-name").fill("Late")
    hook(owner.page, "enter").click()
    expect(television.locator("#standings")).to_contain_text("Late")

    # What is said to the room is on every screen of it.
    with host.client() as client:
        match = client.get("/api/tournaments").json()[0]["rounds"][0]["tables"][0]["match"]
        seat = client.get(f"/api/matches/{match}/links").json()["seats"][0]["link"]
    phone.page.goto(host.base + seat)
    hook(owner.page, "notice-text").fill("Snacks are at the bar")
    hook(owner.page, "notice-send").click()
    for told in (hook(television, "notice"), hook(phone.page, "room-notice")):
        expect(told).to_contain_text("Snacks are at the bar")
    hook(owner.page, "notice-clear").click()
    expect(hook(phone.page, "room-notice")).to_have_count(0)

    for _ in range(8):
        host.open(["Uma", "Vic", "Wes", "Xia"])
    expect(owner.page.locator("#tables > li")).to_have_count(9)
    expect(television.locator("#tables > li")).to_have_count(9)
    assert television.evaluate(INSIDE), "nothing on a television ends below its edge"
    keep_picture(television, "room-television", transparent=True)
    look(television, "the room on a television")
    phone.page.goto(f"{host.base}/room#key={host.key}")
    expect(phone.page.locator("#tables > li")).to_have_count(9)
    for page, name in ((phone.page, "phone"), (owner.page, "laptop")):
        wide = "() => document.documentElement.scrollWidth <= innerWidth"
        assert page.evaluate(wide), "nothing is cut off"
        keep_picture(page, f"room-{name}")
        look(page, f"the room, {name}")
    assert not owner.complaints + screen.complaints + phone.complaints


def test_the_link_of_the_room_offers_nothing_to_press(browser: Browser, host: Host) -> None:
    host.open(["Uma", "Vic"])
    page = take_up(browser, TABLET).page
    page.goto(f"{host.base}/room#{room_key(host.folder)}")
    expect(hook(page, "table")).to_contain_text("Uma")
    for name in ("open-table", "assign", "start", "organise"):
        expect(hook(page, name)).to_have_count(0)
    page.goto("about:blank")
    page.goto(f"{host.base}/room#wrong")
    expect(hook(page, "refusal")).to_contain_text("dicetower keys")
