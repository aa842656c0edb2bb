"""The pages for a home: how to trust its certificates, and an overlay for streams."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host, fill_boldly, play_by_screens
from tests.story.test_axe import look
from tests.story.thumbs import PHONE, TABLET, hook, take_up


@pytest.fixture
def secured(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path, "--tower", "simulated", "--https", "--https-port", "0")
    yield host
    host.close()


def keep_picture(page: Page, name: str, transparent: bool = False) -> None:
    """Keep a picture for somebody to look at, where DICETOWER_PICTURES says."""
    if folder := os.environ.get("DICETOWER_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=not transparent)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_page_tells_each_kind_of_device_how_to_trust_the_table(
    browser: Browser, secured: Host, locale: str
) -> None:
    with secured.client() as client:
        told = client.get("/api/trust").json()
        file = client.get("/authority.crt")
    assert file.headers["content-type"] == "application/x-x509-ca-cert"
    for name, size in (("phone", PHONE), ("tablet", TABLET)):
        page = browser.new_context(viewport=size, locale=locale).new_page()
        page.goto(f"{secured.base}/trust")
        hook(page, "devices").wait_for()
        expect(hook(page, "fingerprint")).to_have_text(told["fingerprint"])
        expect(page.locator("details[open]")).to_have_count(1)
        page.evaluate(
            "() => { for (const d of document.querySelectorAll('details')) d.open = true; }"
        )
        assert page.locator("[data-word]:visible").count() > 20
        wide = "() => document.documentElement.scrollWidth <= innerWidth"
        assert page.evaluate(wide), "nothing is cut off"
        look(page, f"the trust page, {name}")
        page.emulate_media(color_scheme="light")
        keep_picture(page, f"trust-{name}-{locale}")
        page.context.close()


def test_without_https_the_page_says_how_to_get_it(browser: Browser, host: Host) -> None:
    page = take_up(browser, PHONE).page
    page.goto(f"{host.base}/trust")
    hook(page, "without").wait_for()
    expect(hook(page, "devices")).to_be_hidden()
    page.context.close()


def test_the_overlay_shows_scores_and_dice_over_nothing(browser: Browser, secured: Host) -> None:
    game = os.environ.get("DICETOWER_OVERLAY", "cow")
    said = subprocess.run(
        [sys.executable, "-m", "dicehost.cli", "keys", "--data-dir", secured.folder],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    address = re.search(r"http\S+/overlay#\S+", said)
    assert address is not None
    pages = {"phone": take_up(browser, PHONE).page, "tablet": take_up(browser, TABLET).page}
    for page in pages.values():
        with page.expect_response("**/api/events"):
            page.goto(address[0])
    opened = secured.open(["Ann", "Bo", "Maximiliane Habsburg"], game)
    # The browser's driver has this thread's loop.
    with ThreadPoolExecutor(1) as aside:
        play = play_by_screens(secured, opened, answer=fill_boldly)
        aside.submit(lambda: asyncio.run(play)).result()
    for name, page in pages.items():
        page.locator("body[data-seq] #rolled .die").first.wait_for()
        expect(hook(page, "players").locator("li")).to_have_count(3)
        if game == "cow":  # in others it may be that nobody wins
            hook(page, "players").locator("li[data-won]").first.wait_for()
        assert hook(page, "players").locator("li").all_inner_texts()[0].startswith("Ann")
        look(page, f"the overlay, {name}")
        for node in ("documentElement", "body"):
            back = f"() => getComputedStyle(document.{node}).backgroundColor"
            assert page.evaluate(back) == "rgba(0, 0, 0, 0)", node
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert not page.locator("button, input, a").count(), "there is nothing to press"
        page.add_style_tag(content="html { background: linear-gradient(#5aa, #a55) !important }")
        keep_picture(page, f"overlay-{game}-{name}", transparent=True)
        page.context.close()


def test_an_overlay_without_its_key_says_so_and_shows_nothing(browser: Browser, host: Host) -> None:
    page = take_up(browser, TABLET).page
    page.goto(f"{host.base}/overlay#wrong")
    expect(hook(page, "problem")).to_be_visible()
    expect(hook(page, "players").locator("li")).to_have_count(0)
    page.context.close()
