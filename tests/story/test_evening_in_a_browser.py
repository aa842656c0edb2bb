"""A whole evening as people have it: a tablet, three phones, and the tower's button."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from dicehost.fold import Fold
from dicehost.journal import Journal
from dicerules import games
from dicerules.core import Ask, encode
from dicerules.cow.state import Bet
from playwright.sync_api import Browser, Page, expect

from tests.evening import PATIENCE, Host, Tower, wait_until

NAMES = ["Ed", "Chris", "Donna"]
TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@dataclass
class Device:
    """A screen somebody holds, with every frame its websocket got."""

    page: Page
    frames: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


def take_up(browser: Browser, size: dict[str, int], phone: bool) -> Device:
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]}, has_touch=phone
    )
    context.set_default_timeout(PATIENCE * 1000)
    device = Device(context.new_page())
    device.page.on("pageerror", lambda error: device.complaints.append(str(error)))
    device.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: device.frames.append(str(frame))),
    )
    return device


def test(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.locator(f'[data-test="{name}"]')


test.__test__ = False  # type: ignore[attr-defined]


def fill_in(page: Page, chance: random.Random) -> None:
    """Fill the form on a phone by tapping, and send it."""
    seq = page.evaluate("document.body.dataset.seq")
    form = test(page, "form")
    first = form.locator("fieldset").first
    options = first.locator("label:visible")
    options.nth(chance.randrange(options.count())).click()
    more = form.get_by_role("button", name="+", exact=True)
    for button in range(more.count()):
        for _ in range(chance.randrange(3)):
            if more.nth(button).is_enabled():
                more.nth(button).click()
    test(page, "send").click()
    page.wait_for_function("seq => document.body.dataset.seq > seq", arg=seq)


def test_a_tablet_and_three_phones_play_a_whole_match(
    browser: Browser, host: Host, tower: Tower, tmp_path: Path
) -> None:
    chance = random.Random(3)
    tablet = take_up(browser, TABLET, phone=False)
    page = tablet.page
    page.goto(f"{host.base}/#key={host.key}")
    test(page, "game-cow").click()
    for seat, name in enumerate(NAMES):
        if test(page, f"name-{seat}").count() == 0:
            test(page, "add-name").click()
        test(page, f"name-{seat}").fill(name)
    test(page, "set-red_chips").fill("30")
    test(page, "start-match").click()
    expect(test(page, "link-seat-2").locator("svg")).to_be_visible()
    links = [
        test(page, f"link-seat-{seat}").get_by_role("link").get_attribute("href")
        for seat in range(3)
    ]
    test(page, "open-table").first.click()
    expect(test(page, "headline")).to_contain_text("Ed")

    phones = [take_up(browser, PHONE, phone=True) for _ in NAMES]
    for phone, link in zip(phones, links, strict=True):
        assert link is not None
        phone.page.goto(link if link.startswith("http") else host.base + link)
        expect(test(phone.page, "headline")).not_to_be_empty()

    button = browser.new_context().new_page()
    button.goto(tower.page)

    pressed = 0
    while not test(page, "over").is_visible():
        for phone in phones:
            if test(phone.page, "send").is_visible():
                fill_in(phone.page, chance)
        if page.locator('[data-state="armed"]').count():
            seq = page.evaluate("document.body.dataset.seq")
            button.get_by_role("button", name="press").first.click()
            page.wait_for_function("seq => document.body.dataset.seq > seq", arg=seq)
            pressed += 1
    assert pressed > 2

    devices = [tablet, *phones]
    for device in devices:
        expect(test(device.page, "over")).to_be_visible()
        assert device.complaints == []
    check_journal(tmp_path, devices, tower, pressed)


def check_journal(folder: Path, devices: list[Device], tower: Tower, pressed: int) -> None:
    journal = Journal(folder / "journal.sqlite")
    ((match, _, over),) = journal.matches()
    entries = journal.lines(match)
    journal.close()
    assert over
    rolls = [json.loads(entry.body) for entry in entries if entry.kind == "rolled"]
    assert len(rolls) == pressed, "every roll was one press of the tower's button"
    assert all(roll["source"] == "simulated" for roll in rolls)
    wait_until(lambda: len(tower.shown()) == pressed, "the last roll to be lit")
    assert [lit["faces"] for lit in tower.shown()] == [roll["event"]["faces"] for roll in rolls]

    game = games()["cow"]
    fold = Fold(game, entries[0])
    folds = {1: (fold.state, fold.need)}
    for entry in entries[1:]:
        fold.take(entry)
        folds[entry.seq] = (fold.state, fold.need)
    secret = 0
    for device in devices:
        for frame in device.frames:
            screen = json.loads(frame)
            state, need = folds[screen["seq"]]
            shown = json.dumps(screen["view"])
            assert shown == json.dumps(json.loads(encode(game.view(state, screen["me"]))))
            if isinstance(need, Ask) and need.hidden:
                other = with_other_bets(state, screen["me"])
                secret += other != state
                assert shown == json.dumps(json.loads(encode(game.view(other, screen["me"]))))
    assert secret > 0, "somebody had bet while others were thinking"


def with_other_bets(state, viewer: int):  # type: ignore[no-untyped-def]
    """The same position with every hidden bet but the viewer's own changed."""
    bets = tuple(
        bet
        if bet is None or seat in (viewer, state.roller)
        else Bet("no" if bet.side == "yes" else "yes", bet.chips % 5 + 1)
        for seat, bet in enumerate(state.aim.bets)
    )
    return msgspec.structs.replace(state, aim=msgspec.structs.replace(state.aim, bets=bets))
