"""The show, frame by frame: first the dice land, then it is told, and the end is one page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host
from tests.story.positions import NAMES, Stand, positions
from tests.story.thumbs import PHONE, TABLET

WITH_SHOW = """localStorage.setItem("dicetower.look", JSON.stringify({ text: 100 }))"""

# Every frame, and every change of the page in between: which dice show a face, whether a word of
# the outcome is anywhere in the page, whether the verdict or the next question is.
FILMING = """() => {
  window.film = [];
  const look = () => {
    const dice = [...document.querySelectorAll("main .item.dice .die, main .rolling .die")];
    film.push({
      faces: dice.map((die) => Number(die.dataset.value)),
      told: document.body.outerHTML.includes("outcome."),
      verdict: document.querySelector(".verdict") !== null,
      asked: document.querySelector("#headline").textContent === "outcome.headline",
    });
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
  const frame = () => { look(); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""

# What people see and screen readers read. The number of the line is no part of it.
# Without what hands a seat to a bot, which is fetched beside the show and comes when it comes.
PAGE = """() => [...document.querySelectorAll("header, main, #live")].map((part) => {
  const copy = part.cloneNode(true);
  for (const late of copy.querySelectorAll(".bot-plays[hidden], .bot-hand")) late.remove();
  return copy.outerHTML.replaceAll(/ data-(seq|fit)="[^"]*"/g, "");
}).join("")"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("house"))
    yield host
    host.close()


def watch(browser: Browser, host: Host, screen: str, **context: Any) -> tuple[Page, Stand]:
    """A screen with its show, on which a roll tumbles."""
    tumbling = positions("cow")["roll_cubes-tumbling"]
    opened = host.open(list(NAMES[: len(tumbling["seats"])]), "cow")
    link = opened["table"] if screen == "table" else opened["seats"][0]["link"]
    size = TABLET if screen == "table" else PHONE
    made = browser.new_context(viewport=size, **context)
    made.add_init_script(WITH_SHOW)
    page = made.new_page()
    stand = Stand(page)
    stand.open(f"{host.base}{link}")
    stand.lay(tumbling)
    return page, stand


def outcome(stand: Stand) -> dict[str, Any]:
    """What eight cubes came to: a page that has a word of it says "outcome"."""
    after = positions("cow")["headline_go_on-ask"]
    tumbling = positions("cow")["roll_cubes-tumbling"]
    faces = [1, 2, 3, 4, 5, 6, 1, 2]
    dice = [{"value": face, "kind": "cube", "colour": "yellow"} for face in faces]
    row = {"type": "dice", "key": "throw", "label": {"key": "outcome.label"}, "dice": dice}
    said = {"key": "outcome.said"}
    view = {
        **after["view"],
        "headline": {"key": "outcome.headline"},
        "news": [said],
        "centre": [row, *(one for one in after["view"]["centre"] if one["type"] != "dice")],
    }
    return {
        **after,
        "view": view,
        "log": [*after["log"], {"seq": stand.seq + 1, "message": said}],
        "landed": {
            "id": tumbling["roll"]["id"],
            "dice": dice,
            "rest_ms": [250 * n for n in range(1, 9)],
        },
        "since": stand.seq,
        "show": {"slow": 0.55, "lands_ms": 2300, "beats_ms": [930, 440, 990]},
        "beats": [
            {
                "type": "verdict",
                "tone": "good",
                "text": {"key": "outcome.verdict"},
                "points": 3,
                "seat": 0,
            },
            {
                "type": "transfer",
                "what": "chips",
                "source": "centre/bank",
                "target": "seat/0",
                "count": 3,
            },
            {"type": "title", "text": {"key": "outcome.title"}},
        ],
    }


@pytest.mark.parametrize("screen", ["table", "seat"])
def test_nothing_of_an_outcome_is_on_the_page_before_its_dice_have_landed(
    browser: Browser, host: Host, screen: str
) -> None:
    page, stand = watch(browser, host, screen)
    page.evaluate(FILMING)
    told = outcome(stand)
    stand.lay(told)
    film = page.evaluate("film")
    page.context.close()
    faces = [die["value"] for die in told["landed"]["dice"]]
    landed = [sum(face > 0 for face in frame["faces"]) for frame in film if not frame["told"]]
    assert landed == sorted(landed)
    assert {0, len(faces)} < set(landed), "they land one after the other, then it is told"
    # Each die lies in its own place, and no other face was ever seen there.
    for frame in film[: len(landed)]:
        assert all(seen in (0, face) for seen, face in zip(frame["faces"], faces, strict=True))
    first = next(at for at, frame in enumerate(film) if frame["told"])
    assert all(frame["told"] for frame in film[first:])
    assert any(frame["verdict"] for frame in film)
    assert not any(frame["verdict"] and frame["asked"] for frame in film), "the verdict comes first"
    assert film[-1]["asked"]


@pytest.mark.parametrize("screen", ["table", "seat"])
def test_a_show_that_is_skipped_cut_off_or_calm_ends_on_the_same_page(
    browser: Browser, host: Host, screen: str
) -> None:
    page, stand = watch(browser, host, screen)
    told = outcome(stand)
    stand.lay(told)
    whole = page_of(page, screen)
    expect(page.locator(".sky")).to_have_count(0)

    stand.reload()
    stand.lay(positions("cow")["roll_cubes-tumbling"])
    stand.send({**outcome(stand)})
    expect(page.locator("body")).to_have_attribute("data-show", "")
    page.keyboard.press("Escape")
    expect(page.locator("body")).not_to_have_attribute("data-show", "")
    assert page_of(page, screen) == whole, "skipped"

    stand.reload()
    stand.lay(told)
    assert page_of(page, screen) == whole, "loaded again in the middle"

    # The same match, because its code to join is on the page.
    page.emulate_media(reduced_motion="reduce")
    stand.reload()
    stand.lay(positions("cow")["roll_cubes-tumbling"])
    stand.lay(outcome(stand))
    assert page_of(page, screen) == whole, "less motion"
    page.context.close()


def page_of(page: Page, screen: str) -> str:
    """What is on a page once the code to join, which is drawn beside the show, is there too."""
    if screen == "table":
        page.locator(".join-card .qr svg").wait_for(state="attached")
    html: str = page.evaluate(PAGE)
    return html
