"""axe-core finds nothing against WCAG A and AA on any page, in light, in dark and at a party."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any

import dicehost
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host, Tower, play_out
from tests.story.form_kinds import FORMS, draw_form
from tests.story.thumbs import PHONE, TABLET, hook, take_up

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""All that a colour scheme can change."""
RUN = """async (levels) => {
  const found = await axe.run(document, { runOnly: levels });
  const told = (node) => `${node.html} ${node.failureSummary}`;
  return found.violations.map(({ id, nodes }) => [id, nodes.map(told)]);
}"""
BLANK = {"start.html"}
"""Pages that only lead on to another one."""
IN_ITS_STORY = {"room.html"}
"""Looked at in test_room, at every size and with a room full of tables."""


def look(page: Page, where: str) -> None:
    """Hold a page as it is against the rules, in every colour scheme."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found: list[Any] = page.evaluate(RUN, LEVELS)
    assert not found, f"{where}: {found}"
    page.emulate_media(color_scheme="dark")
    found = page.evaluate(RUN, COLOURS)
    assert not found, f"{where} in the dark: {found}"
    page.evaluate("document.documentElement.dataset.theme = 'party'")
    found = page.evaluate(RUN, COLOURS)
    page.evaluate("delete document.documentElement.dataset.theme")
    assert not found, f"{where} at a party: {found}"


def test_axe_finds_nothing_on_any_page(browser: Browser, host: Host, tower: Tower) -> None:
    opened = host.open(["Ann", "Bo", "Cleo"])
    links = {
        "lobby.html": "/",
        "code.html": "/join",
        "table.html": opened["table"],
        "sit.html": opened["join"],
        "seat.html": opened["seats"][0]["link"],
        "alone.html": f"/alone/{opened['match']}",
        "history.html": "/history",
        "fairness.html": "/fairness",
        "network.html": "/network",
        "trust.html": "/trust",
        "overlay.html": "/overlay",
        "tower.html": f"/tower/{tower.chip}",
        "after.html": f"/after/{finished(host, tower)}",
    }
    folder = Path(dicehost.__path__[0]) / "pages"
    assert set(links) | BLANK | IN_ITS_STORY == {file.name for file in folder.glob("*.html")}

    phone, tablet = take_up(browser, PHONE).page, take_up(browser, TABLET).page
    for page in (phone, tablet):
        # The owner has seen the lobby, and may see all pages.
        page.goto(f"{host.base}/#key={host.key}")
        hook(page, "start-match").wait_for()
    for name, link in links.items():
        page = phone if name in ("seat.html", "code.html", "sit.html") else tablet
        page.goto(f"{host.base}{link}")
        page.locator("main:visible :is(h1, h2, p, input):visible").first.wait_for()
        page.wait_for_load_state("networkidle")
        look(page, name)
        if name == "seat.html":
            look_at_forms_and_sheets(page)


def look_at_forms_and_sheets(phone: Page) -> None:
    for kind in FORMS:
        draw_form(phone, kind)
        for summary in phone.locator("#form summary").all():
            summary.click()
        look(phone, f"a form, {kind}")
    phone.locator("#centre .card-name").first.click()
    expect(phone.locator("dialog h2")).to_be_visible()
    look(phone, "a card's sheet")
    hook(phone, "close").click()
    hook(phone, "rules").click()
    expect(phone.locator("dialog .contents")).to_be_visible()
    look(phone, "the rules")


def finished(host: Host, tower: Tower) -> str:
    """A match that has been played to its end by players without a browser."""
    opened = host.open(["Dan", "Eve"], red_chips=20)
    # The browser's driver has this thread's loop.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(lambda: asyncio.run(play_out(host, tower, opened))).result()
    match: str = opened["table"].partition("#")[0].rsplit("/", 1)[1]
    return match
