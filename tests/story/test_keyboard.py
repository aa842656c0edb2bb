"""A whole match by keyboard alone: no mouse, no touch, and focus is never lost."""

from __future__ import annotations

import itertools

import msgspec
from dicehost.wording import game_words
from dicerules import games
from dicerules.words import Message, sentence
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host, Tower
from tests.story.thumbs import MOVED_ON, Device, Evening, hook

NAMES = ["Ann", "Bo"]
WITNESS = """
window.hands = 0;
for (const kind of ["pointerdown", "mousedown", "touchstart"])
  addEventListener(kind, () => (window.hands += 1), true);
"""
# What has the focus, as somebody at the keyboard would tell it.
FOCUS = """() => {
  const { activeElement: at } = document;
  if (at === document.body) return "";
  const group = at.type === "radio" ? document.getElementsByName(at.name) : [];
  const picked = [...group].some((radio) => radio.checked);
  if (at.type === "radio") return picked ? "picked" : "radio";
  return at.dataset.test ?? at.type ?? at.tagName;
}"""
MANY = 60


def focus(page: Page) -> str:
    told: str = page.evaluate(FOCUS)
    return told


def tab_to(page: Page, wanted: str) -> None:
    """Go on with Tab until something has the focus."""
    for _ in range(MANY):
        if focus(page) == wanted:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {wanted}")


def fill_in(page: Page, down: int) -> None:
    """Answer a form as it comes: pick with Space and arrows, bet all, send."""
    for _ in range(MANY):
        page.keyboard.press("Tab")
        at = focus(page)
        assert at, "Tab left the page in the middle of a form"
        if at == "radio":
            page.keyboard.press("Space")
            for _ in range(down):
                page.keyboard.press("ArrowDown")
        elif at == "range":
            page.keyboard.press("End")
        elif at == "send":
            page.keyboard.press("Enter")
            return
    raise AssertionError("Tab never came to the button")


def hears_the_news(phone: Device) -> None:
    """What the last event did is in the live region, and so is what the seat has to do."""
    words, screen = game_words(games()["cow"]), phone.screen
    news = [msgspec.convert(message, Message) for message in screen["view"].get("news", [])]
    told = " ".join(sentence(message, words, NAMES) for message in news)
    expect(phone.page.locator("#live")).to_have_text(told)
    if screen["form"]:
        title = msgspec.convert(screen["form"]["title"], Message)
        expect(phone.page.locator("#duty")).to_have_text(sentence(title, words, NAMES))


def test_a_match_is_played_by_keyboard_alone(browser: Browser, host: Host, tower: Tower) -> None:
    evening = Evening(browser, host, tower, NAMES)
    for device in evening.devices:
        device.page.add_init_script(WITNESS)
    evening.sit_at(host.open(NAMES, red_chips=20))
    table = evening.tablet
    moved: set[int] = set()
    for turn in itertools.count():
        if evening.over():
            break
        for seat, phone in enumerate(evening.phones):
            if phone.screen["form"] is None or not hook(phone.page, "form").count():
                continue
            if seat in moved:
                expect(hook(phone.page, "form-title")).to_be_focused()
            seq = phone.seq
            fill_in(phone.page, down=turn % 3)
            phone.page.wait_for_function(MOVED_ON, arg=seq)
            moved.add(seat)
            hears_the_news(phone)
        if table.page.locator('[data-state="armed"]').count():
            roll(evening, at_the_table=turn % 2 == 0)
    for device in evening.devices:
        assert device.page.evaluate("window.hands") == 0
        assert device.complaints == []
    for phone in evening.phones:
        expect(hook(phone.page, "headline")).to_be_focused()


def roll(evening: Evening, at_the_table: bool) -> None:
    """Press for the roll on the table, or on the phone it belongs to, where the focus waits."""
    table = evening.tablet
    seq, seat = table.seq, table.screen["roll"]["seat"]
    page = table.page if at_the_table else evening.phones[seat].page
    if at_the_table:
        tab_to(page, "press")
    else:
        expect(hook(page, "press")).to_be_focused()
    page.keyboard.press("Enter")
    for device in evening.devices:
        device.page.wait_for_function(MOVED_ON, arg=seq)
