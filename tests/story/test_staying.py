"""Staying there: screens that sleep, lose the network or the host, and come back by themselves."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dicehost.web.bundles import bundles
from dicehost.web.offline import worker
from dicehost.web.pages import PAGES
from playwright.sync_api import Browser, expect

from tests.evening import Host, Tower
from tests.story.conftest import QUIET, find_browser
from tests.story.thumbs import MOVED_ON, PHONE, TABLET, Device, hook, take_up
from tests.story.wire import Wire

NAMES = ["Ed", "Chris", "Donna"]
DRAWN = "() => document.body.dataset.seq"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(request.url);
  return found;
}"""
YESTERDAY = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const answer = () => new Response("throw new Error('yesterday')", {
      headers: { "Content-Type": "text/javascript" },
    });
    for (const request of await cache.keys())
      if (request.url.endsWith(".js")) await cache.put(request, answer());
  }
}"""


@pytest.fixture
def wire(host: Host) -> Iterator[Wire]:
    wire = Wire(host.base)
    yield wire
    wire.close()


def sit(device: Device, address: str) -> Device:
    device.page.goto(address)
    expect(hook(device.page, "headline")).not_to_be_empty()
    device.page.wait_for_function(DRAWN)
    return device


def seen(device: Device, seq: int) -> None:
    device.page.wait_for_function(MOVED_ON, arg=str(seq - 1))
    expect(hook(device.page, "away")).to_have_count(0)


def bet(device: Device, side: str) -> None:
    hook(device.page, f"option-{side}").click()
    hook(device.page, "send").click()


def test_phones_sleep_lose_the_network_and_the_host_and_nothing_is_lost(
    browser: Browser, host: Host, tower: Tower, wire: Wire
) -> None:
    opened = host.open(NAMES)
    links = [seat["link"] for seat in opened["seats"]]
    ed, chris = (sit(take_up(browser, PHONE), host.base + links[seat]) for seat in (0, 1))
    donna = take_up(browser, PHONE)
    donna.page.clock.install()
    sit(donna, wire.base + links[2])
    tablet = sit(take_up(browser, TABLET), host.base + opened["table"])

    # Donna's network falls silent without a word; her phone asks, hears nothing, and says so.
    wire.silence()
    hook(ed.page, "option-FP03").click()
    hook(ed.page, "send").click()
    seen(tablet, 2)
    donna.page.clock.fast_forward(10_500)
    donna.page.clock.fast_forward(5_500)
    donna.page.clock.fast_forward(1_000)
    expect(hook(donna.page, "away")).to_have_text("Connecting to the table …")
    donna.page.clock.fast_forward(45_000)
    expect(hook(donna.page, "away")).to_contain_text("Still no connection to the table")
    assert donna.seq == "1"

    # Chris's phone sleeps in mid-turn, with half a bet made.
    hook(chris.page, "option-yes").click()
    asleep = chris.page.context.new_cdp_session(chris.page)
    asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    wire.restore()
    seen(donna, 2)
    bet(donna, "no")
    seen(tablet, 3)
    asleep.send("Page.setWebLifecycleState", {"state": "active"})
    seen(chris, 3)
    expect(hook(chris.page, "option-yes").locator("input")).to_be_checked()

    # The device itself loses its network.
    chris.page.context.set_offline(True)
    expect(hook(chris.page, "away")).to_be_visible()
    hook(chris.page, "send").click()
    chris.page.context.set_offline(False)
    seen(chris, 4)

    # The host goes and comes; what everybody sees is what they saw.
    before = hook(ed.page, "headline").inner_text()
    host.kill()
    for device in (ed, chris, tablet):
        expect(hook(device.page, "away")).to_have_text("Connecting to the table …")
        expect(hook(device.page, "headline")).not_to_be_empty()
    host.start()
    for device in (ed, chris, tablet):
        seen(device, 4)
    expect(hook(ed.page, "headline")).to_have_text(before)
    assert [device.complaints for device in (ed, chris, donna, tablet)] == [[]] * 4


def test_two_phones_on_one_seat_are_one_seat(browser: Browser, host: Host, tower: Tower) -> None:
    opened = host.open(NAMES)
    link = host.base + opened["seats"][0]["link"]
    first, second = take_up(browser, PHONE), take_up(browser, PHONE)
    sit(first, link)
    second.page.goto(link)
    hook(first.page, "let-in").click()
    second.page.wait_for_function(DRAWN)
    hook(first.page, "option-FP03").click()
    hook(second.page, "option-FP05").click()
    hook(second.page, "send").click()
    for phone in (first, second):
        seen(phone, 2)
        expect(hook(phone.page, "form")).to_have_count(0)
    assert first.complaints == second.complaints == []


def test_the_shell_opens_while_the_host_is_away_and_keeps_nothing_of_anybody(
    browser: Browser, host: Host, tower: Tower
) -> None:
    opened = host.open(NAMES)
    address = host.base + opened["seats"][0]["link"]
    phone = sit(take_up(browser, PHONE), address)
    page = phone.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    check_kept(page.evaluate(KEPT), opened)

    host.close()
    page.goto("about:blank")
    page.goto(address)
    expect(hook(page, "away")).to_have_text("Connecting to the table …")
    host.start()
    seen(phone, 1)
    expect(hook(page, "form")).to_be_visible()

    # The installed app begins where it was left.
    told = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((got) => got.json())"
    )
    assert told["display"] == "standalone"
    page.goto(host.base + told["start_url"])
    page.wait_for_url(f"**/seat/{opened['match']}")
    expect(hook(page, "form")).to_be_visible()

    # What is kept is for an absent host only: one that is there is asked first, every time.
    page.evaluate(YESTERDAY)
    page.reload()
    page.wait_for_function(DRAWN)
    expect(hook(page, "form")).to_be_visible()
    assert phone.complaints == []


def check_kept(kept: list[str], opened: dict[str, Any]) -> None:
    assert any(url.endswith("/static/seat.html") for url in kept)
    assert any(url.endswith("/static/entry/seat.js") for url in kept)
    for url in kept:
        assert "/static/" in url
        assert "#" not in url
        assert opened["match"] not in url


def test_the_worker_is_another_one_as_soon_as_any_file_is(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    shutil.copytree(PAGES, pages)
    before = worker(pages)
    assert before == worker(pages)
    with (pages / "draw" / "dice.js").open("a", encoding="utf-8") as file:
        file.write("// another day\n")
    assert worker(pages).splitlines()[0] != before.splitlines()[0]


def test_the_worker_keeps_every_file_that_pages_load() -> None:
    kept = set(json.loads(worker(PAGES).splitlines()[1].removeprefix("const SHELL = ")[:-1]))
    files = {path for path in PAGES.rglob("*") if path.suffix in {".html", ".css", ".svg"}}
    files |= set(PAGES.glob("words/*.js"))
    assert len({path.parent for path in files}) > 3
    loaded = {*bundles(PAGES).loaded, *(path.relative_to(PAGES).as_posix() for path in files)}
    assert {f"/static/{path}" for path in loaded} <= kept


def test_plain_http_at_home_plays_as_well_and_says_once_how_the_screen_stays_on(
    browser: Browser, host: Host, tower: Tower
) -> None:
    opened = host.open(NAMES)
    tablet = sit(take_up(browser, TABLET), host.base + opened["table"])
    assert tablet.page.evaluate("navigator.wakeLock !== undefined")
    expect(hook(tablet.page, "awake")).to_have_count(0)

    # The same host by a name, which is no secure context: no worker and no lock are to be had.
    args = [*QUIET, "--host-resolver-rules=MAP table.local 127.0.0.1"]
    home = browser.browser_type.launch(executable_path=find_browser(), args=args)
    try:
        base = host.base.replace("127.0.0.1", "table.local")
        device = sit(take_up(home, TABLET), base + opened["table"])
        assert device.page.evaluate("isSecureContext") is False
        expect(hook(device.page, "awake")).to_contain_text("Screen timeout")
        hook(device.page, "awake-close").click()
        expect(hook(device.page, "awake")).to_have_count(0)
        device.page.reload()
        device.page.wait_for_function(DRAWN)
        expect(hook(device.page, "awake")).to_have_count(0)
        assert device.complaints == []
    finally:
        home.close()
