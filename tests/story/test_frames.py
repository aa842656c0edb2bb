"""A message is on the screen at once: within two animation frames, also on a slow processor."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from dicerules import games
from dicerules.views import TABLE
from playwright.sync_api import Browser, CDPSession, Page

from tests.evening import Host
from tests.story.positions import NAMES, Passage, Stand, passage
from tests.story.thumbs import PHONE, TABLET, hook

SLOWER = 4
TRIES = 5
ELEMENTS = 950

# Counts the animation frames from each message to the last one that found the page changed. That a
# calm page grows into the room it has is no answer to the message.
COUNTING = """(() => {
  const LOOK = 6;
  const Plain = WebSocket;
  window.counted = {};
  window.WebSocket = class extends Plain {
    constructor(...to) {
      super(...to);
      this.addEventListener("message", ({ data }) => {
        const { seq } = JSON.parse(data);
        if (seq === undefined) return;
        let frame = 0;
        let last = 0;
        const changed = new MutationObserver((all) => {
          if (all.some((one) => one.attributeName !== "data-fit")) last = frame + 1;
        });
        const parts = { subtree: true, childList: true, characterData: true, attributes: true };
        changed.observe(document.documentElement, parts);
        const next = () => {
          frame += 1;
          // A page that fetches something first is late, and counted as such.
          if (frame < LOOK || last === 0) return requestAnimationFrame(next);
          changed.disconnect();
          counted[seq] = last;
        };
        requestAnimationFrame(next);
      });
    }
  };
})()"""

# How many elements there are, how many drawings lie in dice as copies, and how many lines the
# longest sentence takes that only screen readers hear.
LOOK = """() => {
  const lines = [...document.querySelectorAll(".unseen")].map((node) => {
    return node.scrollHeight / parseFloat(getComputedStyle(node).fontSize);
  });
  const copies = document.querySelectorAll(".die use").length;
  return [document.querySelectorAll("*").length, copies, Math.max(...lines)];
}"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("house"))
    yield host
    host.close()


def count(page: Page) -> int:
    """The frames that what is on the screen now took, once they are counted."""
    told = page.wait_for_function("() => counted[document.body.dataset.seq]")
    return int(told.json_value())


def layouts(line: CDPSession) -> int:
    """How often the browser has laid the page out."""
    told = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
    return int(told["LayoutCount"])


@pytest.mark.parametrize("screen", ["tablet", "phone"])
@pytest.mark.parametrize("game", games())
def test_the_largest_view_is_on_a_slow_screen_within_two_animation_frames(
    browser: Browser, host: Host, game: str, screen: str
) -> None:
    way = passage(game, TABLE if screen == "tablet" else 0)
    opened = host.open(list(NAMES[: games()[game].seats[-1]]), game)
    link = opened["table"] if screen == "tablet" else opened["seats"][0]["link"]
    size = TABLET if screen == "tablet" else PHONE
    # Dice that land are laid out again as they move: here they just lie.
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    page = context.new_page()
    stand = Stand(page)
    page.add_init_script(COUNTING)
    # What an answer would come to is asked for when the form stands, and has a time of its own.
    page.route("**/preview", lambda route: route.abort())
    stand.open(f"{host.base}{link}")
    stand.lay(way.most)
    # What few moments need is fetched when the first comes: that is the network's time.
    if way.most["over"]:
        hook(page, "look-back").wait_for()
    if way.most.get("form"):
        hook(page, "form").wait_for()
    line = context.new_cdp_session(page)
    line.send("Performance.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tries = [measure(page, line, stand, way)]
    # Other work on the machine can only add to them, so the best of a few tries counts.
    while max(tries[-1]) > 2 and len(tries) < TRIES:
        tries.append(measure(page, line, stand, way))
    context.close()
    frames, laid_out = min(tries, key=max)
    assert frames <= 2
    assert 1 <= laid_out <= 2


def measure(page: Page, line: CDPSession, stand: Stand, way: Passage) -> tuple[int, int]:
    """How many frames and layouts the largest view takes after the one before it."""
    stand.lay(way.before)
    count(page)
    before = layouts(line)
    stand.lay(way.most)
    return count(page), layouts(line) - before


@pytest.mark.parametrize("screen", ["tablet", "phone"])
@pytest.mark.parametrize("game", games())
def test_the_largest_view_has_few_elements_and_what_is_only_heard_is_one_line(
    browser: Browser, host: Host, game: str, screen: str
) -> None:
    opened = host.open(list(NAMES[: games()[game].seats[-1]]), game)
    page = browser.new_context(viewport=TABLET if screen == "tablet" else PHONE).new_page()
    stand = Stand(page)
    link = opened["table"] if screen == "tablet" else opened["seats"][0]["link"]
    stand.open(f"{host.base}{link}")
    stand.lay(passage(game, TABLE if screen == "tablet" else 0).most)
    elements, copies, lines = page.evaluate(LOOK)
    page.context.close()
    assert elements <= ELEMENTS
    # A copy of a drawing is up to thirty elements that no list shows.
    assert copies == 0
    # A sentence that breaks in a box one pixel wide is a line for every letter.
    assert lines <= 2
