"""What a message costs the display, on a processor four times as slow.

Animation frames are counted as in tests/story/test_frames.py, which asserts them. Beside them
stands the time that the browser's thread spends from the websocket's message to the frame it hands
over: script, style, layout and painting. The browser itself slows its thread down and traces it; on
a busy machine the slowing is disturbed, so four times the unslowed time is told as well. The floor
is what the browser alone takes to style, lay out and paint the same page out of hiding.

Last, a roll is traced while its dice tumble: animation that runs on the compositor has frames
drawn in which the browser's thread lays out nothing. What it lays out is what a die that comes to
rest writes, so the goal is at most two layouts a die, however many frames were drawn.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from dicerules import games
from dicerules.views import TABLE
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.evening import Host
from tests.story.conftest import QUIET, find_browser
from tests.story.positions import NAMES, Stand, passage, positions
from tests.story.test_frames import COUNTING, SLOWER, count
from tests.story.test_show import outcome
from tests.story.thumbs import PHONE, TABLET

TIMES = 7
GOAL = 2
PAUSE = 400
CATEGORIES = ["devtools.timeline", "blink.user_timing"]
FRAMES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame"]

# A message is marked before the page hears of it.
MARK = """(() => {
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...to) {
      super(...to);
      this.addEventListener("message", () => performance.mark("message"));
    }
  };
})()"""
HIDE = "() => document.body.setAttribute('hidden', '')"
SHOW = "() => { performance.mark('message'); document.body.removeAttribute('hidden'); }"
CALM = """() => new Promise((done) => {
  const next = (left) => (left ? requestAnimationFrame(() => next(left - 1)) : done());
  next(3);
})"""


def costs(trace: list[dict[str, Any]]) -> Iterator[float]:
    """Milliseconds from each message to the first frame after it that was laid out anew."""
    told = [one for one in trace if one["name"] == "message" and "tts" in one]
    for mark in told:
        own = [one for one in trace if one.get("tid") == mark["tid"] and one["pid"] == mark["pid"]]
        done = [one for one in own if one["name"] == "Layerize" and one["ts"] > mark["ts"]]
        first = min(done, key=lambda one: float(one["ts"]))
        yield (first["tts"] + first.get("tdur", 0) - mark["tts"]) / 1000


def measure(page: Page, rate: int, begin: Callable[[], None], end: Callable[[], None]) -> float:
    """The milliseconds a change takes at that many times the work, as the middle of several."""
    browser = page.context.browser
    assert browser is not None
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    found = []
    for _ in range(TIMES):
        begin()
        page.evaluate(CALM)
        browser.start_tracing(page=page, categories=CATEGORIES)
        end()
        # Nothing of ours may run in the page meanwhile.
        page.wait_for_timeout(PAUSE)
        page.evaluate(CALM)
        found += costs(json.loads(browser.stop_tracing())["traceEvents"])
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return statistics.median(found)


def tumble(page: Page, stand: Stand) -> tuple[int, int, int]:
    """Throw eight dice: how many frames were drawn, how many laid out, and how many dice landed."""
    browser = page.context.browser
    assert browser is not None
    stand.lay(positions("cow")["roll_cubes-tumbling"])
    told = outcome(stand)
    # The first throw fetches what throws need; the second is looked at.
    stand.lay(told)
    stand.lay(positions("cow")["roll_cubes-tumbling"])
    told = outcome(stand)
    told["landed"] = {**told["landed"], "id": "again"}
    page.evaluate(CALM)
    browser.start_tracing(page=page, categories=FRAMES)
    stand.send({**told, "beats": []})
    page.locator("body[data-show]").wait_for()
    page.wait_for_timeout(max(told["landed"]["rest_ms"]))
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    names = [one["name"] for one in trace]
    drawn = names.count("DrawFrame")
    return drawn, names.count("Layout"), len(told["landed"]["dice"])


def tell_tumbling(browser: Browser, host: Host) -> None:
    """Print what a roll costs the browser's thread while its dice tumble."""
    opened = host.open(list(NAMES[: games()["cow"].seats[-1]]), "cow")
    screens = {"tablet": (opened["table"], TABLET), "phone": (opened["seats"][0]["link"], PHONE)}
    for screen, (link, size) in screens.items():
        page = browser.new_context(viewport=size).new_page()
        stand = Stand(page)
        stand.open(f"{host.base}{link}")
        drawn, layouts, dice = tumble(page, stand)
        page.context.close()
        print(
            f"{dice} dice tumbling on a {screen}: {drawn} frames drawn, {layouts} layouts"
            f" (goal at most {2 * dice}: two a die, none a frame)"
        )


def sit(browser: Browser, url: str, size: ViewportSize) -> tuple[Page, Stand]:
    """A page that marks its messages, on which positions can be laid."""
    page = browser.new_context(viewport=size).new_page()
    stand = Stand(page)
    page.add_init_script(MARK)
    page.add_init_script(COUNTING)
    stand.open(url)
    return page, stand


def tell_frames(keys: list[str] | None = None) -> None:
    """Print the frames for each game, on the tablet and on a phone."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        host = Host(Path(name))
        browser = driver.chromium.launch(executable_path=find_browser(), args=QUIET)
        try:
            for key in keys or games():
                opened = host.open(list(NAMES[: games()[key].seats[-1]]), key)
                screens = {
                    "tablet": (opened["table"], TABLET, TABLE),
                    "phone": (opened["seats"][0]["link"], PHONE, 0),
                }
                for screen, (link, size, viewer) in screens.items():
                    way = passage(key, viewer)
                    page, stand = sit(browser, f"{host.base}{link}", size)
                    change = partial(stand.lay, way.before), partial(stand.send, way.most)
                    slowed = measure(page, SLOWER, *change)
                    frames = count(page)
                    alone = measure(page, 1, *change)
                    show = partial(page.evaluate, HIDE), partial(page.evaluate, SHOW)
                    floor = measure(page, 1, *show)
                    page.context.close()
                    print(
                        f"{key} on a {screen}, its largest view: {frames} animation frames (goal"
                        f" at most {GOAL}), {slowed:.0f} ms ({SLOWER} times the unslowed:"
                        f" {SLOWER * alone:.0f} ms), {alone / floor:.1f} times what the browser"
                        " alone takes to show that page"
                    )
            tell_tumbling(browser, host)
        finally:
            browser.close()
            host.close()


if __name__ == "__main__":
    tell_frames(sys.argv[1:])
