"""The end of a match on the screens: podium, awards, each phone its place; always the same page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dicehost.journal.store import Journal
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.evening import Host
from tests.kept import keep_match
from tests.story.test_axe import AXE, LEVELS, RUN
from tests.story.thumbs import PHONE, TABLET, Device, hook, take_up

PLAYED = "c0ffee01"
NAMES = ["Annalena Marie", "Bo", "Maximilian-Alexander", "Oma Hildegard"]
CUT = """() => [...document.querySelectorAll(
    ".person-name, .others .seat-name, .award, .again > *")]
  .filter((node) => {
    const { right, bottom } = node.getBoundingClientRect();
    const cut = node.scrollWidth > node.clientWidth + 1 || right > innerWidth;
    return node.offsetParent && (cut || bottom > Math.max(innerHeight, document.body.scrollHeight));
  }).map((node) => node.textContent)"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("house")
    journal = Journal(folder / "journal.sqlite")
    keep_match(journal, PLAYED, "cow", NAMES)
    journal.close()
    host = Host(folder)
    yield host
    host.close()


def links(host: Host) -> dict[str, Any]:
    with host.client() as client:
        client.get(f"/api/matches/{PLAYED}/faces")  # somebody looks: the seats have links again
        found: dict[str, Any] = client.get(f"/api/matches/{PLAYED}/links").json()
        return found


class Ending:
    """A table's page that is told of the end of its match a moment after it opened."""

    def __init__(self, page: Page, url: str) -> None:
        self._socket: WebSocketRoute | None = None
        self._end = ""
        page.route_web_socket("**/screen", self._hold)
        page.goto(url)
        page.wait_for_function("() => document.body.dataset.seq !== undefined")

    def _hold(self, socket: WebSocketRoute) -> None:
        self._socket = socket

        def told(message: str | bytes) -> None:
            said = json.loads(message)
            if "view" in said and not self._end:
                self._end = str(message)
                socket.send(json.dumps({**said, "over": None, "seq": said["seq"] - 1}))
            elif "view" not in said:
                socket.send(message)

        socket.connect_to_server().on_message(told)

    def come(self) -> None:
        assert self._socket is not None
        self._socket.send(self._end)


def drawn(page: Page) -> str:
    hook(page, "finale").wait_for()
    html: str = page.locator(".finale").evaluate("node => node.outerHTML")
    return html


def enter(browser: Browser, host: Host, kind: dict[str, Any]) -> Device:
    device = take_up(browser, kind, still=False)
    device.page.goto(f"{host.base}/#key={host.key}")
    hook(device.page, "start-match").wait_for()
    return device


def test_a_tap_ends_the_show_on_the_page_that_a_reload_opens(browser: Browser, host: Host) -> None:
    tablet = enter(browser, host, TABLET)
    page, url = tablet.page, f"{host.base}{links(host)['table']}"
    ending = Ending(page, url)
    ending.come()
    page.locator(".finale[data-performing]").wait_for()
    assert (
        page.locator(".finale").evaluate("node => node.getAnimations({subtree: true}).length") > 9
    )
    page.locator(".finale").dispatch_event("pointerdown")
    expect(page.locator(".finale")).not_to_have_attribute("data-performing", "")
    skipped = drawn(page)
    fresh = enter(browser, host, TABLET)
    fresh.page.goto(url)
    assert drawn(fresh.page) == skipped
    assert fresh.page.evaluate("document.getAnimations().length") == 0, "a reload performs nothing"
    assert fresh.page.evaluate(CUT) == []
    found = check(fresh.page)
    assert not found, found
    hook(fresh.page, "show-table").click()
    expect(hook(fresh.page, "score-0")).to_be_visible()
    hook(fresh.page, "show-table").click()
    expect(hook(fresh.page, "finale")).to_be_visible()
    with fresh.page.expect_download() as saved:
        hook(fresh.page, "save-picture").click()
    assert saved.value.suggested_filename == f"result-{PLAYED}.png"
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
    assert [*tablet.complaints, *fresh.complaints] == []


def test_the_last_picture_stays_until_the_podium_is_there(browser: Browser, host: Host) -> None:
    tablet = take_up(browser, TABLET)
    page = tablet.page
    asked: list[Route] = []
    page.route("**/finale", lambda route: asked.append(route))
    ending = Ending(page, f"{host.base}{links(host)['table']}")
    before = page.locator("#headline").text_content()
    with page.expect_request("**/finale"):
        ending.come()
    expect(page.locator("#boards")).to_be_visible()
    assert page.locator("#headline").text_content() == before, "who won is told by the podium"
    asked[0].continue_()
    expect(hook(page, "finale")).to_be_visible()
    assert page.locator("#headline").text_content() != before


def test_each_phone_shows_its_own_place_and_awards(browser: Browser, host: Host) -> None:
    found = links(host)
    with host.client() as client:
        finale = client.get(f"/api/matches/{PLAYED}/finale").json()
    places = {1: "First place!", 2: "Second place!", 3: "Third place!", 4: "Place 4 of 4"}
    for seat in range(2):
        phone = take_up(browser, PHONE)
        phone.page.goto(f"{host.base}{found['seats'][seat]['link']}")
        expect(hook(phone.page, "my-place")).to_have_text(places[finale["ranks"][seat]])
        mine = [award["kind"] for award in finale["awards"] if seat in award["seats"]]
        shown = phone.page.locator(".award")
        hooks = [node.get_attribute("data-test") for node in shown.all()]
        assert hooks == [f"award-{kind}" for kind in mine]
        assert phone.page.evaluate(CUT) == []
        expect(hook(phone.page, "news")).to_be_hidden()
        hook(phone.page, "unfold").click()
        face = phone.page.locator("#centre .die > svg").first
        over = "face => face.clientWidth - face.parentNode.clientWidth"
        assert face.evaluate(over) <= 1, "no die is blown up"
        assert not check(phone.page)
        assert phone.complaints == []


def check(page: Page) -> list[Any]:
    page.evaluate(AXE)
    found: list[Any] = page.evaluate(RUN, LEVELS)
    return found
