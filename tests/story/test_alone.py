"""One person and one device: a tap in the lobby, and a match against bots is played to its end."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from dicerules.forms import Form, fill
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.evening import GIVE_UP_AFTER, Host, Tower
from tests.story.thumbs import PHONE, TABLET, Device, hook, take_up, tap_in


@pytest.fixture
def host(tmp_path: Path, tower: Tower) -> Iterator[Host]:
    host = Host(tmp_path, "--bot-pause", "0", "--bot-seconds", "0.02")
    yield host
    host.close()


@pytest.fixture
def thoughtful(tmp_path: Path, tower: Tower) -> Iterator[Host]:
    """Its bots think long enough to be interrupted."""
    host = Host(tmp_path, "--bot-pause", "0", "--bot-seconds", "1.5")
    yield host
    host.close()


@pytest.fixture
def slow(tmp_path: Path, tower: Tower) -> Iterator[Host]:
    """Its bots take so long that nothing happens but what a person does."""
    host = Host(tmp_path, "--bot-pause", "60")
    yield host
    host.close()


class Alone:
    """Somebody alone, who does what their seat asks for."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.chance = random.Random(5)
        self.answers = self.presses = 0

    @property
    def page(self) -> Page:
        return self.device.page

    def begin(self, host: Host, game: str) -> None:
        self.page.goto(f"{host.base}/#key={host.key}")
        hook(self.page, f"game-{game}").click()
        hook(self.page, "play-alone").click()
        self.page.wait_for_url("**/alone/*")
        expect(self.page.frame_locator("#seat").locator("body[data-seq]")).to_be_attached()

    def screen(self, viewer: int) -> dict[str, Any]:
        told = (json.loads(frame) for frame in reversed(self.device.frames))
        newest: dict[str, Any] = next(screen for screen in told if screen.get("me") == viewer)
        return newest

    def drawn(self) -> dict[str, Any]:
        """What the seat's page has drawn; the host may have told more meanwhile."""
        shown = int(self.page.frame_locator("#seat").locator("body").get_attribute("data-seq") or 0)
        told = (json.loads(frame) for frame in reversed(self.device.frames))
        found: dict[str, Any] = next(
            screen for screen in told if screen.get("me") == 0 and screen["seq"] <= shown
        )
        return found

    def act(self) -> None:
        """Answer or roll, if the seat asks for it; else let the bots go on for a moment."""
        seat = self.page.frame_locator("#seat")
        screen = self.drawn()
        if screen["form"] is not None and seat.locator("[data-test=send]").count():
            self._answer(seat, screen)
        elif screen["roll"] and screen["roll"]["may_press"]:
            seat.locator("[data-test=press]").click()
            self.presses += 1
            expect(seat.locator("body")).not_to_have_attribute("data-seq", str(screen["seq"]))
        else:
            self.page.wait_for_timeout(20)

    def act_until(self, done: Callable[[], bool]) -> None:
        """Go on as long as somebody moves."""
        last, give_up = -1, time.monotonic() + GIVE_UP_AFTER
        while not done():
            if self.screen(0)["seq"] > last:
                last, give_up = self.screen(0)["seq"], time.monotonic() + GIVE_UP_AFTER
            assert time.monotonic() < give_up, "nobody moves any more"
            self.act()

    def _answer(self, seat: FrameLocator, screen: dict[str, Any]) -> None:
        form = msgspec.convert(screen["form"], Form)
        answer = fill(form, self.chance.randrange)
        tap_in(seat.locator("[data-test=form]"), form.fields, answer)
        seat.locator("[data-test=send]").click()
        self.answers += 1
        # A bot may move before this answer is taken, and the same form is still there then.
        give_up = time.monotonic() + GIVE_UP_AFTER
        while self.drawn()["question"] == screen["question"]:
            assert time.monotonic() < give_up, "the answer was not taken"
            self.page.wait_for_timeout(20)


GAMES = os.environ.get("DICETOWER_ALONE", "cow").split(",")
"""Which games are played to their end; a whole match takes a minute or more in some of them."""


@pytest.mark.parametrize("game", GAMES)
def test_one_tap_begins_a_match_against_bots_and_one_person_plays_it_to_the_end(
    browser: Browser, host: Host, game: str
) -> None:
    alone = Alone(take_up(browser, TABLET))
    alone.begin(host, game)
    expect(alone.page.frame_locator("#table").locator("[data-bot]").first).to_be_visible()
    assert [bool(seat["bot"]) for seat in alone.screen(0)["seats"]] == [False, True, True, True]
    alone.act_until(lambda: alone.screen(0)["over"] is not None)
    expect(alone.page.frame_locator("#seat").locator("[data-test=over]")).to_be_visible()
    assert alone.answers > 1
    assert alone.device.complaints == []
    with host.client() as client:
        played = client.get("/api/history").json()
    (me,) = played["players"]
    assert (me["matches"], me["bot_matches"]) == (0, 1), "bots are no players, and count apart"


def test_a_host_that_is_killed_while_bots_think_comes_back_and_they_go_on(
    browser: Browser, thoughtful: Host
) -> None:
    alone = Alone(take_up(browser, TABLET))
    alone.begin(thoughtful, "cow")
    alone.act_until(lambda: alone.answers == 1)
    # Now bots think about their bets.
    thoughtful.kill()
    thoughtful.start()
    alone.act_until(lambda: alone.answers == 2)
    assert alone.device.complaints == []


def test_on_a_phone_the_table_is_one_tap_away_and_the_seat_can_be_left_to_a_bot(
    browser: Browser, slow: Host
) -> None:
    alone = Alone(take_up(browser, PHONE))
    alone.begin(slow, "cow")
    page, seat = alone.page, alone.page.frame_locator("#seat")
    expect(page.locator("#table")).to_be_hidden()
    hook(page, "show-table").click()
    expect(page.frame_locator("#table").locator("[data-test=headline]")).to_be_visible()
    expect(page.locator("#seat")).to_be_hidden()
    hook(page, "show-seat").click()
    seat.locator("[data-test=bot-plays]").click()
    expect(seat.locator("[data-test=bot-plays-me]")).to_be_visible()
    expect(seat.locator("[data-test=form]")).to_be_hidden()
    seat.locator("[data-test=bot-stops]").click()
    expect(seat.locator("[data-test=bot-plays-me]")).to_be_hidden()
    page.reload()
    expect(page.frame_locator("#seat").locator("body[data-seq]")).to_be_attached()
    # Home leads out of both places, not into one of them.
    hook(page, "show-table").click()
    page.frame_locator("#table").locator("a[href='/']").click()
    expect(page).to_have_url(re.compile(r"/$"))
    expect(hook(page, "play-alone")).to_be_visible()
    assert alone.device.complaints == []


# What few tables need is fetched some seconds after the rest.


def test_when_a_phone_has_been_gone_for_a_while_the_table_offers_that_a_bot_goes_on(
    browser: Browser, host: Host
) -> None:
    opened = host.open(["Ann", "Bo"])
    table = take_up(browser, TABLET)
    table.page.clock.install()
    table.page.goto(f"{host.base}{opened['table']}")
    expect(hook(table.page, "headline")).not_to_be_empty()
    expect(hook(table.page, "bot-offer")).to_have_count(0)
    table.page.clock.fast_forward(6_000)
    # The part that offers it is fetched meanwhile.
    while not hook(table.page, "bot-offer").count():
        table.page.clock.fast_forward(5_000)
    expect(hook(table.page, "bot-offer")).to_contain_text("Ann has been away for a while.")
    hook(table.page, "bot-goes-on").click()
    expect(hook(table.page, "bot-offer")).to_have_count(0)
    assert table.screen["seats"][0]["bot"] is not None
    # A request that was under way while the clock was turned ahead has run out of time.
    assert set(table.complaints) <= {"signal timed out"}
