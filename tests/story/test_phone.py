"""A phone in one hand: every kind of form fits, can be hit, and leads on; help is where one is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.evening import Host, Tower
from tests.story.form_kinds import FORMS, draw_form
from tests.story.thumbs import PHONE, TABLET, hook, sees_the_table, take_up

SMALL: ViewportSize = {"width": 320, "height": 640}
SIZES = {"a phone": (PHONE, 1), "a small one": (SMALL, 1), "large text": (PHONE, 2)}
THUMB = 44
# Every target with its size: of a tick box it is the label that is hit, of a card's name the card.
# A ruling stands inside a sentence, where a target is as high as its line. What is there for keys
# and screen readers only is not hit: its picture is.
TARGETS = """() => [
  ...document.querySelectorAll("button, input, summary, a, [data-tap], [data-mark]"),
]
  .filter((node) => node.checkVisibility() && !node.matches(".ruling"))
  .map((node) => node.closest("label") ?? node.closest(".card") ?? node)
  .filter((node) => !node.closest(".unseen"))
  .map((node) => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
  .map(([told, { width, height }]) => [told, Math.round(Math.min(width, height))])"""
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SEND = """() => {
  const { top, bottom } = document.querySelector('[data-test="send"]').getBoundingClientRect();
  return top > innerHeight / 2 && bottom <= innerHeight;
}"""

# Where each option and the title stand in the form, and how large they are.
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("#form [data-keys], #form h2")].map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [node.dataset.keys ?? "title", [x, y + scrollY, width, height].map(Math.round)];
  }),
)"""


@pytest.fixture
def ann(browser: Browser, host: Host, tower: Tower) -> Page:
    """Ann's phone in a match for three that begins with her."""
    opened = host.open(["Ann", "Bo", "Cleo"])
    page = take_up(browser, PHONE).page
    page.goto(f"{host.base}{opened['seats'][0]['link']}")
    sees_the_table(page)
    return page


def sent(page: Page) -> Any:
    hook(page, "send").click()
    page.wait_for_function("() => window.sent.length > 0")
    (answer,) = page.evaluate("window.sent.splice(0)")
    return answer


def test_each_choice_says_what_it_is_worth_if_the_match_has_hints(
    browser: Browser, host: Host, tower: Tower, ann: Page
) -> None:
    expect(ann.locator("#form form")).to_be_visible()
    assert ann.locator(".worth-of").count() == 0, "no hints unless the match was opened with them"
    opened = host.open(["Ann", "Bo"], hints=True)
    page = take_up(browser, PHONE).page
    page.goto(f"{host.base}{opened['seats'][0]['link']}")
    sees_the_table(page)
    homer = hook(page, "option-FP01").locator(".worth-of")
    expect(homer).to_contain_text("96.1 % to match")
    expect(homer).to_contain_text("exact")
    hook(page, "option-FP01").click()
    expect(homer).to_contain_text("chips if you bet 2")  # the chips pushed forward at first
    assert page.evaluate(WIDE) <= 0


def test_who_waits_calls_something_out_and_it_floats_over_their_seat_on_the_table(
    browser: Browser, host: Host, tower: Tower
) -> None:
    opened = host.open(["Ann", "Bo", "Cleo"])
    table, bo = (take_up(browser, size).page for size in (TABLET, PHONE))
    table.goto(f"{host.base}{opened['table']}")
    bo.goto(f"{host.base}{opened['seats'][1]['link']}")
    for page in (table, bo):
        sees_the_table(page)
    table.evaluate(
        """() => new MutationObserver((changes) => {
          for (const { addedNodes } of changes) for (const node of addedNodes) {
            if (node.className === "reaction") window.floated = node.innerHTML + node.style.left;
          }
        }).observe(document.body, { childList: true })"""
    )
    hook(bo, "react-laugh").click()
    floated = table.wait_for_function("() => window.floated").json_value()
    assert "#laugh" in floated
    expect(table.locator(".reaction")).to_have_count(0)
    assert bo.locator("#form form").count() == 0


def test_who_waits_sees_one_sentence_and_where_they_stand_and_the_rest_at_a_tap(
    browser: Browser, host: Host, tower: Tower
) -> None:
    opened = host.open(["Ann", "Bo", "Cleo"])
    page = take_up(browser, PHONE).page
    page.goto(f"{host.base}{opened['seats'][1]['link']}")
    sees_the_table(page)
    expect(hook(page, "headline")).to_contain_text("Ann")
    expect(hook(page, "standing")).to_have_text(re.compile(r"^\d+ points · place 1 of 3$"))
    expect(page.locator("#centre .card").first).to_be_hidden()
    hook(page, "unfold").click()
    expect(page.locator("#centre .card").first).to_be_visible()
    expect(hook(page, "score-0")).to_be_visible()
    hook(page, "unfold").click()
    expect(page.locator("#centre .card").first).to_be_hidden()


def test_an_offer_of_nothing_for_nothing_cannot_be_sent(ann: Page) -> None:
    draw_form(ann, "offer")
    ann.locator('[data-keys~="1"]').click()
    expect(hook(ann, "send")).to_have_attribute("aria-disabled", "true")
    ann.locator('.heap:nth-child(2) [data-keys~="blue.0"]').click()
    expect(hook(ann, "send")).to_have_attribute("aria-disabled", "false")
    assert sent(ann) == {"offer": {"to": 1, "give": [], "take": ["blue.0"]}}


def test_every_kind_of_form_is_comfortable_on_a_phone(ann: Page) -> None:
    for kind in FORMS:
        draw_form(ann, kind)
        if kind == "offer":
            ann.locator('[data-keys~="1"]').click()
        for name, (size, zoom) in SIZES.items():
            ann.set_viewport_size(size)
            ann.evaluate(f"document.documentElement.style.fontSize = '{18 * zoom}px'")
            assert ann.evaluate(WIDE) <= 0, f"{kind} on {name} is too wide"
            for target, least in ann.evaluate(TARGETS):
                assert least >= THUMB, f"{kind} on {name}: {target}"
            for way in (0, 99999):
                ann.evaluate(f"scrollTo(0, {way})")
                assert ann.evaluate(SEND), f"{kind} on {name}: the button is out of reach"
        ann.set_viewport_size(PHONE)
        ann.evaluate("document.documentElement.style.fontSize = ''")

    draw_form(ann, "pick_dice")
    expect(hook(ann, "option-d1").locator("input")).to_be_checked()
    assert sent(ann) == {"some": ["d1", "d2"]}, "what is ticked beforehand is sent"

    draw_form(ann, "pick_kinds")
    assert ann.locator("#form .choice").count() == 3, "18 dice of three kinds are three rows"
    hook(ann, "send").click(force=True)  # too early: it leads to what is missing
    assert ann.evaluate("document.activeElement.closest('[data-test=\"field-pool\"]') !== null")
    for key in ("red.0", "red.0", "blue.0"):
        ann.locator(f'[data-keys~="{key}"]').click()
    assert sent(ann) == {"pool": ["red.0", "red.1", "blue.0"]}

    draw_form(ann, "offer")
    ann.locator('[data-keys~="1"]').click()
    ann.locator('.heap:nth-child(1) [data-keys~="red.0"]').click()
    expect(hook(ann, "sum")).to_have_text("You give red die. You take nothing.")


def drag(page: Page, thing: Locator, to: tuple[float, float]) -> None:
    """Move something by this much with one finger."""
    box = thing.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + to[0], y + to[1], steps=5)
    page.mouse.up()


def test_what_a_form_is_about_is_touched_itself(ann: Page) -> None:
    draw_form(ann, "spaces_to_tap")
    hook(ann, "field-red").locator('[data-mark="1"]').click()
    expect(hook(ann, "field-red").locator('[data-mark="7"]')).to_have_attribute("data-pick", "echo")
    expect(hook(ann, "send")).to_have_text("Next: blue 8")
    hook(ann, "field-blue").locator('[data-mark="8"]').click()
    assert sent(ann) == {"red": "1+7", "blue": "8"}

    draw_form(ann, "portraits")
    hook(ann, "option-p3").click()
    assert sent(ann) == {"one": "p3", "bet": 2, "cubes": 8}, "it begins with what most would take"
    expect(hook(ann, "option-p3").locator(".odds")).to_have_text("24 %")
    hook(ann, "field-cubes").locator('[data-tap="6"]').click()
    expect(hook(ann, "option-p3").locator(".odds")).to_have_text("22 %")
    hook(ann, "field-cubes").locator('[data-tap="1"]').click()
    assert sent(ann) == {"one": "p3", "bet": 2, "cubes": 4}, "never fewer than the portrait takes"

    draw_form(ann, "thumbs")
    hook(ann, "option-no").click()
    drag(ann, ann.locator(".lane"), (80, 0))
    ann.locator('[data-tap="less"]').click()
    assert sent(ann) == {"side": "no", "bet": 3}

    draw_form(ann, "dice_on_table")
    hook(ann, "option-d0").click()
    hook(ann, "option-d5").click()
    ann.locator(".slots li").last.click()  # a die is taken back where it went
    assert sent(ann) == {"some": ["d0", "d5"]}

    draw_form(ann, "stacks")
    card, die = ann.locator('[data-keys="c0"]'), hook(ann, "spot-s1")
    where, there = card.bounding_box(), die.bounding_box()
    assert where is not None
    assert there is not None
    drag(ann, card, (there["x"] - where["x"], there["y"] - where["y"]))
    ann.locator('[data-keys="c1"]').click()
    die.click()
    die.click()
    ann.get_by_role("button", name="Move Modifier -1 up").click()
    ann.keyboard.press("Escape")
    expect(die).to_be_focused()
    assert sent(ann)["cards"]["s1"] == ["c1", "c0"]

    draw_form(ann, "goals")
    ann.locator('[data-tap="red"]').click()
    assert sent(ann) == {"goal": "g0"}, "dice that serve one goal alone have chosen it"

    draw_form(ann, "fan")
    drag(ann, hook(ann, "option-c2"), (0, -150))
    ann.wait_for_function("() => window.sent.length > 0")
    assert ann.evaluate("window.sent.splice(0)") == [{"card": "c2"}]

    draw_form(ann, "actions")
    hook(ann, "option-swap").click()
    expect(hook(ann, "send")).to_have_text("Next: Which player")
    hook(ann, "option-2").click()
    assert sent(ann) == {"do": "swap", "to": "2"}
    hook(ann, "option-red").click()
    assert sent(ann) == {"do": "red"}, "what hangs on another action is not sent"

    draw_form(ann, "people")
    hook(ann, "option-1").click()
    assert sent(ann) == {"helper": "1"}

    draw_form(ann, "one_of_dice")
    hook(ann, "option-d3").click()
    hook(ann, "option-blue").click()
    assert sent(ann) == {"die": "d3", "pair": "blue"}


def test_the_chance_of_a_row_stands_on_its_colour_and_nothing_lies_between(ann: Page) -> None:
    draw_form(ann, "spaces_to_tap")
    red = hook(ann, "field-red")
    red.locator('[data-mark="1"]').click()
    chance = red.locator(".row-head > :last-child")
    expect(chance).to_contain_text("% stays open")
    expect(chance).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_pictures_are_read_out_and_chosen_by_keys_in_the_words_of_a_plain_form(ann: Page) -> None:
    names = {
        "actions": ["Save dice and roll the rest", "Swap these dice with somebody who has as many"],
        "people": ["Nobody", "Bo a rope and a whip, no dice", "Cleo nothing"],
        "one_of_dice": ["Die showing 1 makes 8", "red"],
    }
    for kind, told in names.items():
        draw_form(ann, kind)
        for name in told:
            expect(ann.get_by_role("radio", name=name, exact=True).first).to_be_attached()
    draw_form(ann, "people")
    ann.get_by_role("radio", name="Nobody").focus()
    ann.keyboard.press("ArrowDown")
    expect(hook(ann, "option-1")).to_have_attribute("data-picked", "")
    ann.keyboard.press("Enter")
    ann.wait_for_function("() => window.sent.length > 0")
    assert ann.evaluate("window.sent.splice(0)") == [{"helper": "1"}]


def test_nothing_above_or_of_the_buttons_moves_when_one_is_chosen(ann: Page) -> None:
    for kind, option in {"actions": "swap", "people": "1", "one_of_dice": "d3"}.items():
        draw_form(ann, kind)
        ann.evaluate("scrollTo(0, 0)")
        before = ann.evaluate(PLACES)
        hook(ann, f"option-{option}").click()
        ann.mouse.move(0, 0)
        after = ann.evaluate(PLACES)
        assert {key: after[key] for key in before} == before, kind


def test_plain_forms_ask_the_same_without_pictures(ann: Page) -> None:
    draw_form(ann, "spaces_to_tap")
    assert ann.locator("[data-mark]").count() > 0
    hook(ann, "look").click()
    hook(ann, "switch-plain").click()
    hook(ann, "close").click()
    draw_form(ann, "spaces_to_tap")
    assert ann.locator("[data-mark]").count() == 0
    for field, key in (("red", "1+7"), ("blue", "8")):
        hook(hook(ann, f"field-{field}"), f"option-{key}").click()
    assert sent(ann) == {"red": "1+7", "blue": "8"}


def test_placing_by_keyboard_keeps_the_focus(ann: Page) -> None:
    draw_form(ann, "place")
    first, second = (ann.locator(f'.loose [data-keys~="c{at}"]') for at in (0, 1))
    die = hook(ann, "spot-s0")
    for card in (first, second):
        card.focus()
        ann.keyboard.press("Enter")
        die.focus()
        ann.keyboard.press("Enter")
        expect(die).to_be_focused()
    hook(ann, "placed-c1").focus()
    ann.keyboard.press("Enter")
    ann.keyboard.press("Tab")
    up = ann.get_by_role("button", name="Move Modifier -1 up")
    expect(up).to_be_focused()
    ann.keyboard.press("Enter")
    expect(up).to_be_focused()
    assert ann.locator(".spot li").all_inner_texts()[0].startswith("Modifier -1")
    ann.keyboard.press("Tab")
    ann.keyboard.press("Enter")
    expect(ann.locator('.loose [data-keys~="c1"]')).to_be_focused()


def test_help_is_where_the_question_is(ann: Page) -> None:
    draw_form(ann, "pick_one")
    ann.locator("#form summary").click()
    ann.locator("#form [data-ruling]").first.click()
    line = ann.locator("dialog #SD-R7")
    expect(line).to_be_focused()
    expect(line).to_be_in_viewport()
    hook(ann, "close").click()

    hook(ann, "rules").click()
    chapter = ann.locator("dialog h3[data-here]")
    expect(chapter).to_be_in_viewport()
    expect(chapter).to_have_text("The roller's turn")
    ann.get_by_role("navigation").get_by_role("button", name="The end").click()
    expect(chapter).to_have_text("The end")
    hook(ann, "close").click()
    expect(hook(ann, "rules")).to_be_focused()

    card = ann.locator("#centre .card-name").first
    card.focus()
    ann.keyboard.press("Enter")
    expect(ann.locator("dialog h2")).to_have_text(card.inner_text())
    ann.keyboard.press("Escape")
    expect(card).to_be_focused()
