"""What a message costs the page that shows it, in frames of a processor four times as slow.

Style, layout and script as the browser's own thread counts them; to be read on an idle machine.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from dicerules import games
from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.evening import Host
from tests.story.conftest import QUIET, find_browser
from tests.story.positions import NAMES, Stand, largest, positions
from tests.story.thumbs import TABLET

SLOWER = 4
TIMES = 9
FRAME = 1 / 60
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def spent(line: CDPSession) -> dict[str, float]:
    """Seconds of CPU that the page has spent so far, by what it did."""
    told = line.send("Performance.getMetrics")["metrics"]
    return {part["name"]: part["value"] for part in told if part["name"] in PARTS}


def cost(page: Page, stand: Stand, game: str) -> list[dict[str, float]]:
    """Frames for the largest position of a game, each time after the smallest one."""
    least = min(positions(game).values(), key=lambda one: len(str(one["view"])))
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    costs = []
    for _ in range(TIMES):
        stand.lay(least)
        page.evaluate(PAINTED)
        before = spent(line)
        stand.lay(largest(game))
        page.evaluate(PAINTED)
        after = spent(line)
        costs.append({part: (after[part] - before[part]) * SLOWER / FRAME for part in PARTS})
    return costs


def tell_frames() -> None:
    """Print the frames for each game."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        host = Host(Path(name))
        browser = driver.chromium.launch(executable_path=find_browser(), args=QUIET)
        try:
            for key, game in games().items():
                opened = host.open(list(NAMES[: game.seats[-1]]), key)
                page = browser.new_context(viewport=TABLET).new_page()
                stand = Stand(page)
                stand.open(f"{host.base}{opened['table']}")
                costs = cost(page, stand, key)
                middle = [statistics.median(one[part] for one in costs) for part in PARTS]
                told = ", ".join(
                    f"{part.removesuffix('Duration').lower()} {frames:.2f}"
                    for part, frames in zip(PARTS, middle, strict=True)
                )
                print(f"{key}: largest view in {sum(middle):.2f} frames, goal at most 2 ({told})")
                page.context.close()
        finally:
            browser.close()
            host.close()


if __name__ == "__main__":
    tell_frames()
