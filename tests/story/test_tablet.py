"""The tablet in the middle: it fits, turns, wears any theme, sounds and moves as it is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from dicerules import games
from playwright.sync_api import Browser, Page, ViewportSize

from tests.evening import PATIENCE, Host
from tests.story.positions import NAMES, Stand, positions
from tests.story.thumbs import TABLET

UPRIGHT: ViewportSize = {"width": 800, "height": 1280}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}

# Every part that people look at, and how far it reaches over the edge of what holds it.
CUT = """() => {
  const over = [];
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) over.push("the page scrolls");
  for (const part of document.querySelectorAll("main, .middle, .around")) {
    if (getComputedStyle(part).overflowY === "visible") continue;
    if (part.scrollHeight > part.clientHeight + 1) over.push(`${part.className || "main"} is cut`);
  }
  const parts = "#stage, #stage .die, .board, .card, .pile, .track, .chips, #log li:first-child";
  for (const node of document.querySelectorAll(parts)) {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      over.push(`${node.className || node.id}: ${node.textContent.slice(0, 30)}`);
    }
  }
  return over;
}"""
FRAME = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("house"))
    yield host
    host.close()


def sit(browser: Browser, host: Host, game: str, **context: Any) -> tuple[Page, Stand]:
    """A table's page, on which positions can be laid."""
    opened = host.open(list(NAMES[: games()[game].seats[-1]]), game)
    made = browser.new_context(**{"viewport": TABLET, **context})
    made.set_default_timeout(PATIENCE * 500)
    page = made.new_page()
    stand = Stand(page)
    stand.open(f"{host.base}{opened['table']}")
    return page, stand


@pytest.mark.parametrize("game", games())
def test_every_phase_with_the_most_players_is_seen_whole_without_scrolling(
    browser: Browser, host: Host, game: str
) -> None:
    page, stand = sit(browser, host, game)
    cut: dict[str, list[str]] = {}
    for size in (TABLET, UPRIGHT, TELEVISION):
        page.set_viewport_size(size)
        page.evaluate(FRAME)
        for kind, position in positions(game).items():
            stand.lay(position)
            if over := page.evaluate(CUT):
                cut[f"{kind} at {size['width']}"] = over
    page.context.close()
    assert cut == {}
