"""What a message costs the display, on a processor four times as slow.

Measured is the time of the browser's main thread from the websocket's message to the frame it hands
over: script, style, layout and painting, one by one. It is processor time, no wall time: the
trace tells how much of it the thread had (`tts`, `tdur`), so that a busy machine only adds what its
caches and its scheduler cost. Therefore the quietest of several tries counts, and its figure is
multiplied by four: the browser's own slowing goes by the wall, and is disturbed where others work.

The largest view of a game is its longest message. On a phone the longest one that asks something is
measured too, as forms are drawn with more than they say. Animation frames are counted as in
tests/story/test_frames.py, which asserts them, on a page of their own: counting costs time.

Last, a roll is traced while its dice tumble: animation that runs on the compositor has frames
drawn in which the browser's thread lays out nothing. What it lays out is what a die that comes to
rest writes, so the goal is at most two layouts a die, however many frames were drawn.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from dicerules import games
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.evening import GIVE_UP_AFTER, Host
from tests.story.conftest import QUIET, find_browser
from tests.story.positions import NAMES, Passage, Stand, passage, positions
from tests.story.test_frames import COUNTING, SLOWER, count
from tests.story.test_show import outcome
from tests.story.thumbs import PHONE, TABLET

TIMES = 7
GOAL = 2
BUDGET = 50
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
CALM = """() => new Promise((done) => {
  const next = (left) => (left ? requestAnimationFrame(() => next(left - 1)) : done());
  next(3);
})"""


class Cost(NamedTuple):
    """Milliseconds of the thread, and those of them that are told apart."""

    whole: float
    style: float
    layout: float
    paint: float

    @property
    def script(self) -> float:
        """What is left: the page's own code, and what the browser does around it."""
        return self.whole - self.style - self.layout - self.paint


# What the trace calls the work of a frame. Layout asked for by a script is the same event.
STYLE, LAYOUT = {"UpdateLayoutTree"}, {"Layout"}
PAINT = {"PrePaint", "Paint", "Layerize"}


def cost(trace: list[dict[str, Any]]) -> Cost:
    """What the first message of a trace took, up to the first frame after it."""
    mark = next(one for one in trace if one["name"] == "message" and "tts" in one)
    thread = [
        one
        for one in trace
        if (one["pid"], one.get("tid")) == (mark["pid"], mark["tid"])
        and one.get("tts", 0) > mark["tts"]
    ]
    frame = min((one for one in thread if one["name"] == "Layerize"), key=lambda one: one["tts"])
    end = frame["tts"] + frame["tdur"]

    def took(names: set[str]) -> float:
        done = (one for one in thread if one["name"] in names and one["tts"] < end)
        return sum(one.get("tdur", 0) for one in done) / 1000

    whole = (end - mark["tts"]) / 1000
    return Cost(whole, took(STYLE), took(LAYOUT), took(PAINT))


def measure(page: Page, stand: Stand, way: Passage) -> Cost:
    """What the thread does for a message, on the quietest of several tries."""
    browser = page.context.browser
    assert browser is not None
    found = []
    # What few moments need is fetched when the first comes, and has a time of its own.
    stand.lay(way.most)
    page.wait_for_timeout(PAUSE)
    for _ in range(TIMES):
        stand.lay(way.before)
        page.evaluate(CALM)
        browser.start_tracing(page=page, categories=CATEGORIES)
        stand.send(way.most)
        # Nothing of ours may run in the page meanwhile.
        page.wait_for_timeout(PAUSE)
        page.evaluate(CALM)
        found.append(cost(json.loads(browser.stop_tracing())["traceEvents"]))
    return min(found)


def frames_of(page: Page, stand: Stand, way: Passage) -> int:
    """The animation frames a message takes on the slowed processor."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    stand.lay(way.before)
    count(page)
    stand.lay(way.most)
    return count(page)


def tumble(page: Page, stand: Stand) -> tuple[int, int, int]:
    """Throw eight dice: how many frames were drawn, how many layouts, and how many dice landed."""
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
    # It is drawn when all of them lie there.
    stand.lay({**told, "beats": []})
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


def sit(browser: Browser, url: str, size: ViewportSize, script: str) -> tuple[Page, Stand]:
    """A page with a script that watches its messages, on which positions can be laid."""
    page = browser.new_context(viewport=size).new_page()
    page.set_default_timeout(GIVE_UP_AFTER * 1000)
    stand = Stand(page)
    page.add_init_script(script)
    stand.open(url)
    return page, stand


def tell_frames(keys: list[str] | None = None) -> None:
    """Print what a message costs for each game, on the tablet and on a phone."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        host = Host(Path(name))
        browser = driver.chromium.launch(executable_path=find_browser(), args=QUIET)
        try:
            for key in keys or games():
                opened = host.open(list(NAMES[: games()[key].seats[-1]]), key)
                table, seat = opened["table"], opened["seats"][0]["link"]
                views = {
                    "tablet, its largest view": (table, TABLET, passage(key)),
                    "phone, its largest view": (seat, PHONE, passage(key, 0)),
                    "phone, its largest question": (seat, PHONE, passage(key, 0, asked=True)),
                }
                for view, (link, size, way) in views.items():
                    tell_view(browser, f"{key} on a {view}", f"{host.base}{link}", size, way)
            tell_tumbling(browser, host)
        finally:
            browser.close()
            host.close()


def tell_view(browser: Browser, what: str, url: str, size: ViewportSize, way: Passage) -> None:
    """Print what one message costs."""
    page, stand = sit(browser, url, size, COUNTING)
    frames = frames_of(page, stand, way)
    page.context.close()
    page, stand = sit(browser, url, size, MARK)
    once = measure(page, stand, way)
    page.context.close()
    slowed = {
        "script": once.script,
        "style": once.style,
        "layout": once.layout,
        "paint": once.paint,
    }
    parts = ", ".join(f"{part} {SLOWER * took:.0f}" for part, took in slowed.items())
    print(
        f"{what}: {frames} animation frames (goal at most {GOAL}),"
        f" {SLOWER} times {once.whole:.1f} ms of the thread ="
        f" {SLOWER * once.whole:.0f} ms (goal at most {BUDGET}): {parts}",
        flush=True,
    )


if __name__ == "__main__":
    tell_frames(sys.argv[1:])
