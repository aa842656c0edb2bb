"""A whole evening as people have it: a tablet, three phones, and the tower's button."""

from __future__ import annotations

import itertools
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
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as NothingCame

from tests.evening import PATIENCE, Host, Tower, wait_until

NAMES = ["Ed", "Chris", "Donna"]
TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
MOVED_ON = "seq => Number(document.body.dataset.seq) > Number(seq)"


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
    context.set_default_timeout(PATIENCE * 500)
    device = Device(context.new_page())
    device.page.on("pageerror", lambda error: device.complaints.append(str(error)))
    device.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: device.frames.append(str(frame))),
    )
    return device


def hook(page: Page, name: str) -> Locator:
    return page.locator(f'[data-test="{name}"]')


def fill_in(page: Page, chance: random.Random) -> None:
    """Fill the form on a phone by tapping, and send it."""
    seq = page.evaluate("document.body.dataset.seq")
    form = hook(page, "form")
    first = form.locator("fieldset").first
    options = first.locator("label:visible")
    options.nth(chance.randrange(options.count())).click()
    more = form.get_by_role("button", name="+", exact=True)
    for button in range(more.count()):
        for _ in range(chance.randrange(3)):
            if more.nth(button).is_enabled():
                more.nth(button).click()
    hook(page, "send").click()
    page.wait_for_function(MOVED_ON, arg=seq)


class Evening:
    """A match from the lobby to its end, by taps and clicks alone."""

    def __init__(self, browser: Browser, host: Host, tower: Tower) -> None:
        self.host = host
        self.tower = tower
        self.tablet = take_up(browser, TABLET, phone=False)
        self.phones = [take_up(browser, PHONE, phone=True) for _ in NAMES]
        self._chance = random.Random(3)
        self.button = browser.new_context().new_page()
        self.button.goto(tower.page)

    @property
    def devices(self) -> list[Device]:
        return [self.tablet, *self.phones]

    def sit_down(self) -> None:
        """The owner opens a match on the tablet; everybody takes the link of their seat."""
        page = self.tablet.page
        page.goto(f"{self.host.base}/#key={self.host.key}")
        hook(page, "game-cow").click()
        for seat, name in enumerate(NAMES):
            if hook(page, f"name-{seat}").count() == 0:
                hook(page, "add-name").click()
            hook(page, f"name-{seat}").fill(name)
        hook(page, "options").locator("summary").click()
        hook(page, "set-red_chips").fill("30")
        hook(page, "start-match").click()
        for name in NAMES:
            expect(page.get_by_role("img", name=f"Code for {name}")).to_be_visible()
        links = [hook(page, f"link-seat-{seat}").get_attribute("href") for seat in range(3)]
        hook(page, "open-table").first.click()
        expect(hook(page, "headline")).to_contain_text("Ed")
        for phone, link in zip(self.phones, links, strict=True):
            phone.page.goto(f"{self.host.base}{link}")
            expect(hook(phone.page, "headline")).not_to_be_empty()

    def go_round(self) -> bool:
        """Everybody does what their screen asks for; true if the tower's button was pressed."""
        for phone in self.phones:
            if hook(phone.page, "send").is_visible():
                fill_in(phone.page, self._chance)
        page = self.tablet.page
        if page.locator('[data-state="armed"]').count() == 0:
            return False
        seq = page.evaluate("document.body.dataset.seq")
        self.button.get_by_role("button", name="press").first.click()
        try:
            page.wait_for_function(MOVED_ON, arg=seq, timeout=5000)
        except NothingCame:
            return False  # the tower lost its power under the finger: press again
        return True

    def over(self) -> bool:
        return hook(self.tablet.page, "over").is_visible()

    def check_screens(self) -> None:
        for device in self.devices:
            expect(hook(device.page, "over")).to_be_visible()
            assert device.complaints == []


def test_a_tablet_and_three_phones_play_a_whole_match(
    browser: Browser, host: Host, tower: Tower, tmp_path: Path
) -> None:
    evening = Evening(browser, host, tower)
    evening.sit_down()
    pressed = 0
    while not evening.over():
        pressed += evening.go_round()
    assert pressed > 2
    evening.check_screens()
    rolls = check_journal(tmp_path, evening.devices)
    assert len(rolls) == pressed, "every roll was one press of the tower's button"
    wait_until(lambda: len(tower.shown()) == pressed, "the last roll to be lit")
    assert [lit["faces"] for lit in tower.shown()] == rolls


def test_the_same_evening_with_every_plug_pulled(
    browser: Browser, host: Host, tower: Tower, tmp_path: Path
) -> None:
    tower.ask("/faults", rate=0.2, seed="evening")
    evening = Evening(browser, host, tower)
    evening.sit_down()
    pulls = itertools.cycle([pull_host, pull_tower])
    while not evening.over():
        if evening.go_round():
            next(pulls)(evening)
    assert host.starts > 1
    evening.check_screens()
    rolls = check_journal(tmp_path, evening.devices)
    assert all(lit["faces"] in rolls for lit in tower.shown())


def pull_host(evening: Evening) -> None:
    evening.host.kill()
    evening.host.start()


def pull_tower(evening: Evening) -> None:
    evening.tower.ask("/unplug")
    expect(hook(evening.tablet.page, "tower")).not_to_contain_text("ready")
    evening.tower.ask("/replug")


def check_journal(folder: Path, devices: list[Device]) -> list[list[int]]:
    """Hold every byte the screens got against the journal; return the faces rolled."""
    journal = Journal(folder / "journal.sqlite")
    ((match, _, over),) = journal.matches()
    entries = journal.lines(match)
    journal.close()
    assert over
    rolls = [json.loads(entry.body) for entry in entries if entry.kind == "rolled"]
    assert all(roll["source"] == "simulated" for roll in rolls)

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
    return [roll["event"]["faces"] for roll in rolls]


def with_other_bets(state, viewer: int):  # type: ignore[no-untyped-def]
    """The same position with every hidden bet but the viewer's own changed."""
    bets = tuple(
        bet
        if bet is None or seat in (viewer, state.roller)
        else Bet("no" if bet.side == "yes" else "yes", bet.chips % 5 + 1)
        for seat, bet in enumerate(state.aim.bets)
    )
    return msgspec.structs.replace(state, aim=msgspec.structs.replace(state.aim, bets=bets))
