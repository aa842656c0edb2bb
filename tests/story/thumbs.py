"""People with screens: a tablet, phones and fingers, in a real browser. Any game, by its forms."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from dicerules.forms import Field, Form, Number, Offer, Option, PickOne, PickSome, Place, fill
from dicerules.hints import SpacesToTap
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as NothingCame

from tests.evening import Host, Tower

TABLET: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
MOVED_ON = "seq => Number(document.body.dataset.seq) > Number(seq)"


def hook(page: Page | Locator, name: str) -> Locator:
    return page.locator(f'[data-test="{name}"]:visible')


@dataclass
class Device:
    """A screen somebody holds, with every frame its websocket got."""

    page: Page
    frames: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @property
    def screen(self) -> dict[str, Any]:
        # Signs of life and what people call out come in between.
        frames: Iterator[dict[str, Any]] = map(json.loads, reversed(self.frames))
        return next(frame for frame in frames if "view" in frame)

    @property
    def seq(self) -> str:
        shown: str = self.page.evaluate("document.body.dataset.seq")
        return shown


def take_up(browser: Browser, size: ViewportSize, dark: bool = False, still: bool = True) -> Device:
    # Movement costs a machine without graphics most of its time, and has stories of its own.
    context = browser.new_context(
        viewport=size,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce" if still else "no-preference",
    )
    device = Device(context.new_page())
    device.page.on("pageerror", lambda error: device.complaints.append(str(error)))
    device.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: device.frames.append(str(frame))),
    )
    return device


def sees_the_table(page: Page) -> None:
    """Wait until a screen has drawn what the host told it, not only its own first words."""
    expect(page.locator("body[data-seq]")).to_be_attached()


def tap_option(where: Locator, key: str) -> None:
    """Tap an option; of several that are alike, the button that counts them."""
    where.locator(f'[data-keys~="{key}"]:visible').first.click()


def tap_marks(where: Locator, option: Option) -> None:
    """Tap an option's marks, where it is drawn as spaces of a row."""
    for mark in option.marks:
        where.locator(f'[data-mark="{mark}"]:visible').click()


def tap_in(form: Locator, fields: tuple[Field, ...], answer: dict[str, Any]) -> None:
    """Fill a form's fields by tapping, as the answer says."""
    for asked in fields:
        where, value = hook(form, f"field-{asked.key}").last, answer[asked.key]
        if isinstance(asked, Number):
            if asked.low < asked.high and value != asked.start:
                where.locator("input[type=range]").fill(str(value))
        elif isinstance(asked, PickOne | PickSome):
            picked = [value] if isinstance(asked, PickOne) else value
            for option in asked.options:
                ticked = isinstance(asked, PickSome) and option.key in asked.picked
                if (option.key in picked) != ticked:
                    if isinstance(asked.draw, SpacesToTap):
                        tap_marks(where, option)
                    else:
                        tap_option(where, option.key)
                if option.key in picked:
                    tap_in(where, option.fields, answer)
        elif isinstance(asked, Place):
            for slot, cards in value.items():
                for card in cards:
                    tap_option(where.locator(".loose"), card)
                    hook(where, f"spot-{slot}").first.click()
        elif isinstance(asked, Offer):
            tap_option(where, str(value["to"]))
            heaps = where.locator(".heap")
            for heap, keys in enumerate((value["give"], value["take"])):
                for key in keys:
                    tap_option(heaps.nth(heap), key)


class Evening:
    """A match from the lobby to its end, by taps and clicks alone."""

    def __init__(self, browser: Browser, host: Host, tower: Tower, names: list[str]) -> None:
        self.host = host
        self.tower = tower
        self.names = names
        self.tablet = take_up(browser, TABLET)
        self.phones = [take_up(browser, PHONE) for _ in names]
        self._chance = random.Random(3)
        self.button = browser.new_context(reduced_motion="reduce").new_page()
        self.button.goto(tower.page)

    @property
    def devices(self) -> list[Device]:
        return [self.tablet, *self.phones]

    def sit_down(self, game: str, **options: str) -> None:
        """The owner opens a match on the tablet; everybody takes the link of their seat."""
        page = self.tablet.page
        page.goto(f"{self.host.base}/#key={self.host.key}")
        hook(page, f"game-{game}").click()
        for seat, name in enumerate(self.names):
            if hook(page, f"name-{seat}").count() == 0:
                hook(page, "add-name").click()
            hook(page, f"name-{seat}").fill(name)
        if options:
            hook(page, "options").locator("summary").click()
        for option, value in options.items():
            hook(page, f"set-{option}").fill(value)
        hook(page, "start-match").click()
        for name in self.names:
            expect(page.get_by_role("img", name=f"Code for {name}")).to_be_visible()
        links = [
            hook(page, f"link-seat-{seat}").get_attribute("href") for seat in range(len(self.names))
        ]
        hook(page, "open-table").first.click()
        sees_the_table(page)
        for phone, link in zip(self.phones, links, strict=True):
            phone.page.goto(f"{self.host.base}{link}")
            sees_the_table(phone.page)

    def sit_at(self, opened: dict[str, Any]) -> None:
        """Everybody opens the links of a match that was opened elsewhere."""
        links = [opened["table"], *(seat["link"] for seat in opened["seats"])]
        for device, link in zip(self.devices, links, strict=True):
            device.page.goto(f"{self.host.base}{link}")
            sees_the_table(device.page)

    def answer(self, phone: Device) -> bool:
        """Answer what a phone asks, if it asks."""
        if not hook(phone.page, "send").count():
            return False
        seq, asked = phone.seq, phone.screen["form"]
        if asked is None:
            return False
        form = msgspec.convert(asked, Form)
        tap_in(hook(phone.page, "form"), form.fields, fill(form, self._chance.randrange))
        hook(phone.page, "send").click()
        phone.page.wait_for_function(MOVED_ON, arg=seq)
        return True

    def press(self) -> bool:
        """Press the tower's button if it is armed; true if a roll came of it."""
        page = self.tablet.page
        if page.locator('[data-state="armed"]').count() == 0:
            return False
        seq = self.tablet.seq
        self.button.get_by_role("button", name="press").first.click()
        try:
            page.wait_for_function(MOVED_ON, arg=seq, timeout=5000)
        except NothingCame:
            return False  # the tower lost its power under the finger: press again
        return True

    def go_round(self) -> bool:
        """Everybody does what their screen asks for; true if the tower rolled."""
        for phone in self.phones:
            self.answer(phone)
        return self.press()

    def over(self) -> bool:
        return hook(self.tablet.page, "over").count() > 0

    def check_screens(self) -> None:
        for device in self.devices:
            expect(hook(device.page, "over")).to_be_visible()
            assert device.complaints == []
