"""A slow phone: people type and tap before the page's scripts have come, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from dicehost.journal.store import Journal
from playwright.sync_api import Browser, Page, Route, expect

from tests.evening import Host, Tower
from tests.kept import keep_match
from tests.story.thumbs import PHONE, hook, take_up

PLAYED = "c0ffee01"
STARTED = "body:not([aria-busy])"
RENDER_BLOCKING = ' blocking="render"'
"""Only some browsers wait with the first frame for a script. Here none does, as on the others."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("slow")
    journal = Journal(folder / "journal.sqlite")
    keep_match(journal, PLAYED, "cow", ["Ann", "Bo", "Cleo"])
    journal.close()
    tower = Tower(folder / "towers")
    host = Host(folder)
    yield host
    host.close()
    tower.close()


class SlowPage:
    """A page whose requests of one kind wait until they are let go, and everywhere it went."""

    def __init__(self, page: Page, what: str = "**/*.js") -> None:
        self.page = page
        self.went: list[str] = []
        self._waiting: list[Route] | None = []
        page.on("framenavigated", lambda frame: self.went.append(frame.url))
        page.route(what, self._hold)

    def open(self, address: str) -> None:
        """Open a page and see it, without a single script."""

        def draw_at_once(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace(RENDER_BLOCKING, ""))

        plain = address.split("#", maxsplit=1)[0]
        self.page.route(plain, draw_at_once)
        self.page.goto(address, wait_until="commit")
        expect(self.page.locator("body")).to_be_visible()
        self.page.unroute(plain)

    def let_go(self) -> None:
        """Let everything come that was held, and whatever is asked for from now on."""
        waiting, self._waiting = self._waiting or [], None
        assert waiting, "nothing was held"
        for route in waiting:
            route.continue_()

    def _hold(self, route: Route) -> None:
        if self._waiting is None:
            route.continue_()
        else:
            self._waiting.append(route)


def test_a_code_typed_before_the_scripts_came_is_kept_and_used(
    browser: Browser, host: Host
) -> None:
    opened = host.open(["Ann", "Bo"])
    device = take_up(browser, PHONE)
    slow = SlowPage(device.page)
    address = f"{host.base}/join"
    slow.open(address)
    code, button = hook(device.page, "code"), device.page.locator("[data-test=join-seat]")
    code.fill(opened["seats"][0]["code"])
    code.press("Enter")
    button.click(force=True)
    button.dispatch_event("click")
    device.page.keyboard.press("Enter")
    expect(code).to_have_value(opened["seats"][0]["code"])
    assert slow.went == [address], "the browser sent the form by itself"

    slow.let_go()
    expect(button).to_be_enabled()
    expect(code).to_have_value(opened["seats"][0]["code"])
    button.click()
    device.page.wait_for_url(f"**/seat/{opened['match']}#*")
    expect(hook(device.page, "headline")).not_to_be_empty()
    assert device.complaints == []


@pytest.mark.parametrize(
    "name", ["lobby", "welcome", "join", "table", "seat", "after", "history", "fairness"]
)
def test_taps_before_the_scripts_came_go_nowhere_and_the_page_starts_after_them(
    browser: Browser, host: Host, name: str
) -> None:
    opened = host.open(["Ann", "Bo"])
    key = f"#key={host.key}"
    addresses = {
        "lobby": f"/{key}",
        "welcome": "/",
        "join": "/join",
        "table": opened["table"],
        "seat": opened["seats"][0]["link"],
        "after": f"/after/{PLAYED}{key}",
        "history": f"/history{key}",
        "fairness": f"/fairness{key}",
    }
    device = take_up(browser, PHONE)
    slow = SlowPage(device.page)
    address = host.base + addresses[name]
    slow.open(address)
    # Styles may still be on their way too, so which buttons are visible may change meanwhile.
    expect(device.page.locator("button:enabled")).to_have_count(0)
    for button in device.page.locator("button").all():
        button.dispatch_event("click")
    for field in device.page.locator("input:visible").all():
        field.press("Enter")
    assert slow.went == [address]

    slow.let_go()
    expect(device.page.locator(STARTED)).to_be_visible()
    for button in device.page.locator("button[data-waits]:visible").all():
        expect(button).to_be_enabled()
    assert {url.split("#")[0] for url in slow.went} == {address.split("#")[0]}
    assert device.complaints == []


def test_a_match_started_while_another_games_options_are_on_their_way_waits_for_them(
    browser: Browser, host: Host
) -> None:
    page = take_up(browser, PHONE).page
    page.goto(f"{host.base}/#key={host.key}")
    hook(page, "game-cow").click()
    expect(hook(page, "start-what")).to_contain_text("Cow")
    page.wait_for_load_state("networkidle")
    hook(page, "options").locator("summary").click()
    hook(page, "set-red_chips").fill("30")
    asked: list[dict[str, Any]] = []
    page.on(
        "request",
        lambda request: (
            asked.append(json.loads(request.post_data or ""))
            if request.method == "POST" and request.url.endswith("/api/matches")
            else None
        ),
    )
    slow = SlowPage(page, "**/api/games/ryb/words/*")
    with page.expect_request("**/api/games/ryb/words/*"):
        hook(page, "game-ryb").click()
    hook(page, "start-match").click()
    expect(page.locator("[data-test=start-match]")).to_be_disabled()
    assert asked == []

    slow.let_go()
    expect(hook(page, "open-table")).to_be_visible()
    assert [(body["game"], body["options"]) for body in asked] == [("ryb", {})]
