"""A match on one tablet alone: what a seat chose in secret is nowhere but behind its curtain."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
from dicehost.journal.store import Journal
from dicehost.match.record import Match
from dicerules import games
from dicerules.core import Ask, encode
from dicerules.forms import Form
from playwright.sync_api import Browser, Frame, expect

from tests.evening import Host, Tower, fill_boldly
from tests.story.test_axe import look
from tests.story.test_evening_in_a_browser import with_other_bets
from tests.story.thumbs import MOVED_ON, TABLET, Device, hook, take_up, tap_in

NAMES = ["Ed", "Chris", "Donna"]
MEMORY = """() => JSON.stringify([
  document.documentElement.outerHTML,
  {...localStorage}, {...sessionStorage},
  Array.from(document.querySelectorAll("input"), (input) => [input.value, input.checked]),
])"""


class Alone:
    """One tablet that goes round the table, with every frame it got and whose hands it was in."""

    def __init__(self, browser: Browser, host: Host, opened: dict[str, Any]) -> None:
        self.device = take_up(browser, TABLET)
        self.page = self.device.page
        self.chance = random.Random(5)
        self.lifted: set[int] = set()
        self.heard: list[tuple[dict[str, Any], frozenset[int]]] = []
        self.page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda frame: self.hear(frame))
        )
        self.page.goto(f"{host.base}/#key={host.key}")
        hook(self.page, "start-match").wait_for()
        self.page.goto(f"{host.base}{opened['table']}")
        hook(self.page, "to-tablet").click()

    def hear(self, frame: Any) -> None:
        said = json.loads(frame)
        if "seq" in said:
            self.heard.append((said, frozenset(self.lifted)))

    @property
    def screen(self) -> dict[str, Any]:
        """The newest state that the table itself was told."""
        return next(said for said, _ in reversed(self.heard) if said["me"] == -1)

    def inside(self) -> Frame:
        """The page of the seat that has the tablet."""
        hook(self.page, "handed").wait_for()
        frame = self.page.frames[-1]
        frame.locator('[data-test="send"]').wait_for()
        return frame

    def choose(self, seat: int) -> None:
        """The seat that has the tablet fills its form; the curtain falls by itself."""
        frame = self.inside()
        form = next(said["form"] for said, _ in reversed(self.heard) if said["me"] == seat)
        asked = msgspec.convert(form, Form)
        seq = self.device.seq
        answer = fill_boldly(asked, self.chance.randrange)
        tap_in(frame.locator('[data-test="form"]'), asked.fields, answer)
        frame.locator('[data-test="send"]').click()
        self.page.wait_for_function(MOVED_ON, arg=seq)

    def hold(self, by: str) -> None:
        button = hook(self.page, "hold")
        if by == "finger":
            box = button.bounding_box()
            assert box is not None
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.mouse.down()
            hook(self.page, "handed").wait_for()
            self.page.mouse.up()
        elif by == "key":
            expect(button).to_be_focused()
            self.page.keyboard.down(" ")
            hook(self.page, "handed").wait_for()
            self.page.keyboard.up(" ")
        else:
            hook(self.page, "two-step").click()
            expect(hook(self.page, "handed")).to_have_count(0)
            hook(self.page, "two-step").click()

    def secret_round(self, ways: list[str]) -> None:
        """The tablet goes round, seat by seat, each time behind its curtain."""
        while waiting := [one for one in self.screen["tablet"] if one["asked"] and one["secret"]]:
            seat = waiting[0]["seat"]
            title = hook(self.page, "curtain-title")
            expect(title).to_have_text(f"Hand the tablet to {NAMES[seat]}")
            self.check_nothing_is_left()
            self.lifted = {seat}
            self.hold(ways[0])
            ways.append(ways.pop(0))
            expect(title).to_contain_text("eyes only")
            self.choose(seat)
            expect(hook(self.page, "handed")).to_have_count(0)
            self.lifted = set()

    def check_nothing_is_left(self) -> None:
        """Nothing of any seat is in the page: no page inside it, and what it has all may know."""
        assert len(self.page.frames) == 1
        kept = self.page.evaluate(MEMORY)
        assert "option-yes" not in kept
        assert "field-bet" not in kept


def test_a_match_on_one_tablet_keeps_every_bet_behind_its_curtain(
    browser: Browser, host: Host, tower: Tower, tmp_path: Path
) -> None:
    opened = host.open(NAMES, red_chips=30)
    tablet = Alone(browser, host, opened)
    ways = ["finger", "key", "two taps"]
    expect(hook(tablet.page, "handed")).to_be_visible()
    while True:
        screen = tablet.screen
        if screen["over"]:
            break
        if screen["roll"]:
            seq = tablet.device.seq
            hook(tablet.page, "press").click()
            tablet.page.wait_for_function(MOVED_ON, arg=seq)
            continue
        asked = [one for one in screen["tablet"] if one["asked"]]
        assert asked
        if asked[0]["secret"]:
            tablet.secret_round(ways)
        else:
            tablet.lifted = {asked[0]["seat"]}
            tablet.choose(asked[0]["seat"])
            expect(hook(tablet.page, "handed")).to_have_count(0)
            tablet.lifted = set()
    expect(hook(tablet.page, "over")).to_be_visible()
    expect(hook(tablet.page, "handed")).to_have_count(0)
    assert tablet.device.complaints == []
    check_frames(tmp_path, tablet)


def check_frames(folder: Path, tablet: Alone) -> None:
    """No frame told a bet to anybody but the one in whose hands the tablet was."""
    journal = Journal(folder / "journal.sqlite")
    ((match, _, _),) = journal.matches()
    entries = journal.lines(match)
    journal.close()
    game = games()["cow"]
    match = Match(game, entries[0])
    folds: dict[int, tuple[Any, Any]] = {1: (match.state, match.need)}
    for entry in entries[1:]:
        match.take(entry)
        folds[entry.seq] = (match.state, match.need)
    secrets = 0
    for said, lifted in tablet.heard:
        me, (state, need) = said["me"], folds[said["seq"]]
        assert me == -1 or me in lifted, "a seat's view came only while its curtain was lifted"
        if isinstance(need, Ask) and need.hidden:
            other = with_other_bets(state, me)
            secrets += other != state
            shown = json.dumps(json.loads(encode(game.view(other, me))))
            assert json.dumps(said["view"]) == shown, "the frame would be the same with other bets"
    assert secrets > 0, "somebody had bet while others were thinking"


def test_the_curtain_falls_by_itself_when_nobody_touches_the_tablet_or_it_is_put_away(
    browser: Browser, host: Host, tower: Tower
) -> None:
    opened = host.open(NAMES)
    tablet = Alone(browser, host, opened)
    tablet.lifted = {0}
    tablet.choose(0)
    page = tablet.page
    expect(hook(page, "curtain-title")).to_have_text("Hand the tablet to Chris")

    look(page, "the curtain")

    # A touch in passing lifts nothing.
    hook(page, "hold").click()
    expect(hook(page, "handed")).to_have_count(0)
    page.clock.install()
    tablet.lifted = {1}
    hook(page, "two-step").click()
    hook(page, "two-step").click()
    tablet.inside()
    page.clock.fast_forward(80_000)
    expect(hook(page, "handed")).to_be_visible()
    tablet.page.frames[-1].locator("body").click()
    page.clock.fast_forward(80_000)
    expect(hook(page, "handed")).to_be_visible()
    page.clock.fast_forward(15_000)
    expect(hook(page, "handed")).to_have_count(0)
    tablet.check_nothing_is_left()

    hook(page, "two-step").click()
    hook(page, "two-step").click()
    tablet.inside()
    hide(tablet.device)
    expect(hook(page, "handed")).to_have_count(0)

    # Others may go first, the table can be looked at, and a phone takes its seat away from here.
    hook(page, "first-2").click()
    expect(hook(page, "curtain-title")).to_have_text("Hand the tablet to Donna")
    hook(page, "see-table").click()
    expect(hook(page, "curtain")).to_have_count(0)
    hook(page, "take-1").click()
    expect(hook(page, "curtain-title")).to_have_text("Hand the tablet to Chris")
    phone = take_up(browser, TABLET)
    phone.page.goto(f"{host.base}{opened['seats'][1]['link']}")
    expect(hook(page, "curtain-title")).to_have_text("Hand the tablet to Donna")
    assert tablet.device.complaints == []


def hide(device: Device) -> None:
    """Put the page into the background, as a browser tells it."""
    device.page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true });
          Object.defineProperty(document, "visibilityState", { value: "hidden" });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
