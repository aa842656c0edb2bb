"""The tablet in the middle: it fits, turns, wears any theme, sounds and moves as it is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from dicerules import games
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.evening import Host
from tests.story.positions import NAMES, Stand, largest, passage, positions, seat_positions
from tests.story.thumbs import PHONE, TABLET, hook

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
  const range = document.createRange();
  for (const word of document.querySelectorAll(".card :is(.card-name, .value, p)")) {
    const card = word.closest(".card").getBoundingClientRect();
    range.selectNodeContents(word);
    const lines = [...range.getClientRects()];
    if (lines.some(({ left, right }) => left < card.left || right > card.right)) {
      over.push(`${word.textContent} leaves its card`);
    }
  }
  return over;
}"""
# Whether a node is inside the screen and inside the sheet it stands on.
INSIDE = """(node) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const around = (node.closest("dialog") ?? document.documentElement).getBoundingClientRect();
  const edges = [around.left, Math.min(around.right, innerWidth)];
  return left >= edges[0] && right <= edges[1] && top >= 0 && bottom <= innerHeight;
}"""
# Everything that is needed to play, seen from three metres. Small print is not: texts of cards,
# quiet notes, older news, cards that are only a name to tap, and the names of dice.
SMALL = """() => {
  const card = "#centre .card:has(> :nth-child(2))";
  const needed = `#headline, .call, #waiting, #log li:first-child, .ring b, #dial b, .board .score,
    #centre .chips b,
    .board :is(.seat-name, .chips b, .spaces li, .track > b)`;
  const small = {};
  const measure = (parts, least) => {
    for (const node of document.querySelectorAll(parts)) {
      const size = parseFloat(getComputedStyle(node).fontSize);
      const long = node.closest("[data-long]") && node.matches(".seat-name");
      if (!node.checkVisibility() || !node.textContent.trim() || long) continue;
      if (size < least - 0.1) small[node.textContent.slice(0, 30)] = size;
    }
  };
  measure(needed, 24);
  measure("#centre .note:not([data-tone=quiet])", 24);
  measure(".board .note:not([data-tone=quiet])", 22);
  measure(`${card} :is(.card-name, .value, .short, .figures b)`, 24);
  return Object.entries(small);
}"""
# A name is whole if no word of it is broken and nothing cuts it off.
BROKEN_NAMES = """() => {
  const range = document.createRange();
  const broken = [];
  for (const node of document.querySelectorAll(".seat-name, #turn-name")) {
    if (!node.checkVisibility()) continue;
    const text = node.firstChild;
    for (const { index, 0: word } of (text?.data ?? "").matchAll(/[^\\s-]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const box = range.getBoundingClientRect();
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      let cut = box.right > innerWidth + 1;
      for (let at = node; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== "visible" && at !== document.documentElement) {
          cut ||= box.right > at.getBoundingClientRect().right + 1;
        }
      }
      if (lines.size > 1 || cut) broken.push(word);
    }
  }
  return broken;
}"""
FRAME = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

TURNING = """() => document.getAnimations().filter((moving) => moving.playState === "running"
  && moving.effect.getKeyframes().some((frame) => "rotate" in frame)).length"""
FACES_OF_TUMBLING = """() => [
  ...document.querySelectorAll("#dice [data-face=tumbling] .face > :not(.group)"),
].filter((part) => getComputedStyle(part).visibility === "visible").length"""
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
# The table's page is the heaviest, headers and the game's own words among them.
MOST = 60_000


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("house"))
    yield host
    host.close()


def sit(
    browser: Browser, host: Host, game: str, screen: str = "table", **context: Any
) -> tuple[Page, Stand]:
    """The page of the table or of the first seat, on which positions can be laid."""
    positions(game)
    opened = host.open(list(NAMES[: games()[game].seats[-1]]), game)
    link = opened["table"] if screen == "table" else opened["seats"][0]["link"]
    size = TABLET if screen == "table" else PHONE
    made = browser.new_context(**{"viewport": size, **context})
    page = made.new_page()
    stand = Stand(page)
    stand.open(f"{host.base}{link}")
    return page, stand


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", games())
def test_every_phase_with_the_most_players_is_seen_whole_without_scrolling(
    browser: Browser, host: Host, game: str, locale: str
) -> None:
    # Found first: while this looks for them, nobody would answer the page.
    found = {**positions(game), "the largest": passage(game).most}
    # The end comes last: what it leaves on the page is in nobody's way while people play.
    laid = dict(sorted(found.items(), key=lambda named: named[1]["over"] is not None))
    page, stand = sit(browser, host, game, locale=locale)
    cut: dict[str, list[str]] = {}
    for size in (TABLET, UPRIGHT, TELEVISION):
        page.set_viewport_size(size)
        # A new evening: what a finished match leaves on the page is not in the way of the next one.
        stand.reload()
        page.evaluate(FRAME)
        for kind, position in laid.items():
            stand.lay(position)
            page.evaluate(FRAME)
            if over := page.evaluate(CUT):
                cut[f"{kind} at {size['width']}"] = over
            # Over the end of a match lies the podium.
            if size == TABLET and position["over"] is None and (tiny := page.evaluate(SMALL)):
                cut[f"{kind}: small"] = tiny
    page.context.close()
    assert cut == {}


@pytest.mark.parametrize(
    ("game", "screen"), [("morty_zone", "table"), ("zorro", "table"), ("cow", "seat")]
)
def test_a_long_name_is_whole_wherever_it_stands(
    browser: Browser, host: Host, game: str, screen: str
) -> None:
    names = ("Annalena", "Maximilian-Ferdi", "Bartholomaeusson")
    found = positions(game) if screen == "table" else seat_positions(game)
    playing = [position for position in found.values() if position["over"] is None]
    page, stand = sit(browser, host, game, screen)
    for position in (playing[0], playing[-1]):
        named = zip(names, position["seats"], strict=False)
        seats = [{**seat, "name": name} for name, seat in named]
        for me in range(len(seats)) if screen == "seat" else (-1,):
            stand.lay({**position, "me": me, "seats": seats + position["seats"][len(seats) :]})
            page.evaluate(FRAME)
            assert page.evaluate(BROKEN_NAMES) == []
    page.context.close()


def moment(game: str, name: str) -> dict[str, Any]:
    """The fullest position of the first phase with such a name."""
    return next(position for kind, position in positions(game).items() if name in kind)


def choose(page: Page, name: str) -> None:
    """Open the screen's sheet by keyboard, choose something on it, and close it."""
    hook(page, "look").focus()
    page.keyboard.press("Enter")
    hook(page, name).locator("input").or_(hook(page, name)).last.press("Space")
    hook(page, "close").press("Enter")
    expect(hook(page, name)).to_have_count(0)


def test_it_is_turned_dressed_and_enlarged_as_people_like_and_remembers(
    browser: Browser, host: Host
) -> None:
    page, stand = sit(browser, host, "ryb")
    stand.lay(largest("ryb"))
    root = page.locator("html")
    paper = "() => getComputedStyle(document.body).backgroundColor"
    worn = set()
    for theme in ("light", "dark", "party", "contrast"):
        choose(page, f"theme-{theme}")
        worn.add(page.evaluate(paper))
        for size in (UPRIGHT, TABLET):
            page.set_viewport_size(size)
            page.evaluate(FRAME)
            assert page.evaluate(CUT) == []
        faults = Axe().run(page, options=WCAG)
        assert faults.violations_count == 0, f"{theme}: {faults.generate_report()}"
    assert len(worn) == 4
    choose(page, "text-200")
    stand.reload()
    stand.lay(largest("ryb"))
    expect(root).to_have_attribute("data-contrast", "more")
    expect(hook(page, "headline")).to_be_visible()
    size, across = page.evaluate(
        "() => [getComputedStyle(document.documentElement).fontSize, document.body.scrollWidth]"
    )
    assert float(size.removesuffix("px")) > 39
    assert across <= TABLET["width"], "large text scrolls down, never sideways"
    stand.lay(moment("ryb", "roll_attempt-armed"))
    for needed in ("#headline", "#dice .die", ".roll.main"):
        assert page.locator(needed).first.evaluate(INSIDE), f"{needed} is seen without scrolling"
    page.set_viewport_size(PHONE)
    hook(page, "look").press("Enter")
    assert hook(page, "close").evaluate(INSIDE), "Close is never cut"
    hook(page, "close").press("Enter")
    choose(page, "text-100")
    page.context.close()


def test_a_pile_that_lies_face_up_is_looked_through(browser: Browser, host: Host) -> None:
    for screen in ("table", "seat"):
        page, stand = sit(browser, host, "ryb", screen)
        position = largest("ryb")
        stand.lay(position)
        centre = {item["key"]: item for item in position["view"]["centre"]}
        assert centre["discards"]["count"] > 1
        if screen == "seat":
            hook(page, "unfold").click()
        expect(hook(page, "look-through")).to_have_count(1)  # nobody looks through the deck
        hook(page, "look-through").click()
        shown = hook(page, "pile-cards").locator(".card")
        expect(shown).to_have_count(len(centre["discards"]["cards"]))
        hook(page, "close").click()
        page.context.close()


def test_a_device_that_asks_for_contrast_or_calm_gets_it_unasked(
    browser: Browser, host: Host
) -> None:
    page, stand = sit(browser, host, "morty_zone", contrast="more", reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-contrast", "more")
    tumbling = moment("morty_zone", "toss-tumbling")
    stand.lay(tumbling)
    expect(page.locator("[data-face=tumbling]").first).to_be_visible()
    assert page.evaluate(TURNING) == 0
    assert page.evaluate(FACES_OF_TUMBLING) == 0, "a die that tumbles has no face yet"
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator("html")).not_to_have_attribute("data-motion", "less")
    assert page.evaluate(TURNING) > 0
    choose(page, "switch-motion")
    assert page.evaluate(TURNING) == 0
    page.context.close()


def test_a_chance_keeps_its_place_and_is_said_as_people_say_it(
    browser: Browser, host: Host
) -> None:
    page, stand = sit(browser, host, "zorro", locale="de-DE")
    # Dice and the chance beside them are drawn together.
    asked = moment("zorro", "headline_act")
    row = page.locator("#dice .die").first
    expected = {
        0: ("0", "aussichtslos"),
        3.4: ("3,4", "etwa 1 von 29"),
        50: ("50", "etwa 1 von 2"),
        97: ("97", "etwa 32 von 33"),
        100: ("100", "sicher"),
    }
    for percent, (share, about) in expected.items():
        centre = [
            {**item, "percent": percent} if item["type"] == "dial" else item
            for item in asked["view"]["centre"]
        ]
        stand.lay({**asked, "view": {**asked["view"], "centre": centre}})
        expect(page.locator("#dial b")).to_have_text(f"{share}\u00a0%")
        expect(page.locator("#dial .dial-about")).to_have_text(about)
    size = row.evaluate("die => die.offsetWidth")
    left = page.locator("#dice").evaluate("dice => dice.offsetLeft")
    centre = [item for item in asked["view"]["centre"] if item["type"] != "dial"]
    stand.lay({**asked, "view": {**asked["view"], "centre": centre}})
    expect(page.locator("#dial b")).to_have_count(0)
    assert row.evaluate("die => die.offsetWidth") == size
    assert page.locator("#dice").evaluate("dice => dice.offsetLeft") == left
    page.context.close()


TUMBLING = "nodes => nodes.map((node) => node.dataset.face === 'tumbling')"


@pytest.mark.parametrize("screen", ["table", "seat"])
def test_kept_dice_lie_still_in_one_row_while_the_others_tumble(
    browser: Browser, host: Host, screen: str
) -> None:
    page, stand = sit(browser, host, "zorro", screen)
    tumbling = moment("zorro", "fourth-tumbling")
    places, count = tumbling["roll"]["places"], len(tumbling["roll"]["on_table"])
    thrown = [at in places for at in range(count)]
    assert 0 < sum(thrown) < count
    row = page.locator(".item.dice .die:visible")
    for state in ("armed", "tumbling"):
        stand.lay(moment("zorro", f"fourth-{state}"))
        # A phone that waits shows what lies on the table when it is asked to.
        if page.locator("body[data-folded]").count():
            hook(page, "unfold").click()
        expect(row).to_have_count(count)
        expect(page.locator(".rolling .die:visible")).to_have_count(0)
        assert row.evaluate_all(TUMBLING) == [state == "tumbling" and one for one in thrown]
        faces = [die["value"] if die else 0 for die in tumbling["roll"]["on_table"]]
        shown = row.evaluate_all("nodes => nodes.map((node) => Number(node.dataset.value))")
        assert [face for face, one in zip(shown, thrown, strict=True) if one] == [0] * sum(thrown)
        assert [face for face, lies in zip(shown, faces, strict=True) if lies] == [
            *filter(None, faces)
        ]
    page.context.close()


def test_it_sounds_after_a_touch_until_it_is_asked_to_be_quiet(
    browser: Browser, host: Host
) -> None:
    page, stand = sit(browser, host, "morty_zone")
    body = page.locator("body")
    armed, tumbling = (moment("morty_zone", f"toss-{state}") for state in ("armed", "tumbling"))
    stand.lay(armed)
    stand.lay(tumbling)
    expect(body).not_to_have_attribute("data-sounded", "roll")
    page.mouse.click(5, 5)
    for position, sound in (
        (armed, None),
        (tumbling, "roll"),
        (moment("morty_zone", "over"), "win"),
    ):
        stand.lay(position)
        if sound:
            expect(body).to_have_attribute("data-sounded", sound)
    choose(page, "switch-sound")
    stand.reload()
    page.mouse.click(5, 5)
    stand.lay(armed)
    stand.lay(tumbling)
    expect(body).not_to_have_attribute("data-sounded", "roll")
    page.context.close()


# A browser's own voice: what it is given to say, and in which language.
HEARD = """window.heard = [];
Object.defineProperty(window, "speechSynthesis", {
  value: { pending: false, cancel() {}, speak: ({ text, lang }) => heard.push([lang, text]) },
});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };"""


def test_an_announcer_says_whose_turn_it_is_in_the_pages_language_where_people_want_it(
    browser: Browser, host: Host
) -> None:
    asked = moment("zorro", "headline_act")
    context = browser.new_context(viewport=TABLET, locale="de-DE")
    context.add_init_script(HEARD)
    page = context.new_page()
    stand = Stand(page)
    stand.open(f"{host.base}{host.open(list(NAMES[:6]), 'zorro')['table']}")
    turns = [{**asked, "view": {**asked["view"], "turn": turn}} for turn in (0, 1, 0)]
    stand.lay(turns[0])
    stand.lay(turns[1])
    assert page.evaluate("heard") == [], "nobody asked for it"
    hook(page, "look").click()
    hook(page, "voice-short").click()
    page.wait_for_function("() => heard.length === 1")  # a sample, at once
    hook(page, "close").click()
    stand.lay(turns[2])
    page.wait_for_function("() => heard.length === 2")
    (_, (language, said)) = page.evaluate("heard")
    assert language == "de"
    assert asked["seats"][0]["name"] in said
    context.close()


def test_the_first_load_of_any_page_is_small(browser: Browser, host: Host) -> None:
    opened = host.open(["Ann", "Bo"], "ryb")
    paths = [f"/#key={host.key}", opened["table"], opened["seats"][0]["link"]]
    weights = {path.split("#")[0]: weigh(browser, f"{host.base}{path}") for path in paths}
    assert max(weights.values()) <= MOST, weights


def weigh(browser: Browser, url: str) -> float:
    """Every byte that a browser which was never here gets for a page, its font aside."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    bytes_got: dict[str, float] = {}
    fonts: set[str] = set()

    def began(told: dict[str, Any]) -> None:
        if told.get("type") == "Font":
            fonts.add(told["requestId"])

    def ended(told: dict[str, Any]) -> None:
        bytes_got[told["requestId"]] = told["encodedDataLength"]

    line.on("Network.responseReceived", began)
    line.on("Network.loadingFinished", ended)
    page.goto(url)
    # Under load a page may be idle before it has begun.
    page.locator("body[data-seq], #new:not([hidden])").wait_for()
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(size for request, size in bytes_got.items() if request not in fonts)
