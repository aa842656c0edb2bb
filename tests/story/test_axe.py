"""axe-core finds nothing against WCAG A and AA on any page, in light and in dark."""

from __future__ import annotations

import inspect
import re
from importlib.resources import files
from typing import Any

from dicehost import web
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host, Tower
from tests.story.form_kinds import FORMS, draw_form
from tests.story.thumbs import PHONE, TABLET, hook, take_up

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
RUN = """async (levels) => {
  const found = await axe.run(document, { runOnly: levels });
  const told = (node) => `${node.html} ${node.failureSummary}`;
  return found.violations.map(({ id, nodes }) => [id, nodes.map(told)]);
}"""


def look(page: Page, where: str) -> None:
    """Hold a page as it is against the rules, in both colour schemes."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found: list[Any] = page.evaluate(RUN, LEVELS)
        assert not found, f"{where}, {scheme}: {found}"


def test_axe_finds_nothing_on_any_page(browser: Browser, host: Host, tower: Tower) -> None:
    pages = set(re.findall(r'_page\("(.+?)"\)', inspect.getsource(web)))
    opened = host.open(["Ann", "Bo", "Cleo"])

    phone = take_up(browser, PHONE).page
    phone.goto(f"{host.base}{opened['seats'][0]['link']}")
    expect(hook(phone, "headline")).not_to_be_empty()
    look(phone, "a seat")
    for kind in FORMS:
        draw_form(phone, kind)
        for summary in phone.locator("#form summary").all():
            summary.click()
        look(phone, f"a seat's form, {kind}")
    phone.locator("#centre .card-name").first.click()
    expect(phone.locator("dialog h2")).to_be_visible()
    look(phone, "a card's sheet")
    hook(phone, "close").click()
    hook(phone, "rules").click()
    expect(phone.locator("dialog .contents")).to_be_visible()
    look(phone, "the rules")
    pages.remove("seat.html")

    tablet = take_up(browser, TABLET).page
    tablet.goto(f"{host.base}{opened['table']}")
    expect(hook(tablet, "headline")).not_to_be_empty()
    look(tablet, "the table")
    pages.remove("table.html")

    tablet.goto(f"{host.base}/#key={host.key}")
    hook(tablet, "start-match").wait_for()
    look(tablet, "the lobby")
    pages.remove("lobby.html")

    phone.goto(f"{host.base}/join")
    expect(hook(phone, "code")).to_be_visible()
    look(phone, "where a short code is typed")
    pages.remove("code.html")

    assert not pages, "pages that the host serves and nobody has looked at"
