"""Clocks in a real browser: a phone that never answers, rings that agree, pauses."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from dicehost.journal.store import Journal
from playwright.sync_api import Browser, expect

from tests.evening import Host, Tower, wait_until
from tests.story.thumbs import Device, Evening, NothingCame, hook

NAMES = ["Ed", "Chris", "Donna"]
QUICK = {"mode": "strict", "decision": 0.7, "bank": 8, "grace": 0}
BELOW = "most => document.querySelector('[data-left]').dataset.left < most"
CALM = {"mode": "strict", "decision": 60, "bank": 30}


def sit_down(browser: Browser, host: Host, tower: Tower, clock: Any, **options: int) -> Evening:
    """A tablet and three phones at a match that is opened with clocks."""
    evening = Evening(browser, host, tower, NAMES)
    evening.sit_at(host.open(NAMES, clock=clock, **options))
    for device in evening.devices:
        expect(hook(device.page, "pause")).to_have_text("Resume")
    return evening


def left(device: Device, seat: int) -> int:
    return int(hook(device.page, f"clock-{seat}").get_attribute("data-left") or -1)


def test_a_blitz_goes_on_to_its_end_though_one_phone_never_answers(
    browser: Browser, host: Host, tower: Tower, tmp_path: Path
) -> None:
    evening = sit_down(browser, host, tower, QUICK, red_chips=20)
    tablet, ed, chris, donna = evening.devices
    for phone in (ed, chris):
        phone.page.set_default_timeout(1500)
    hook(tablet.page, "pause").click()
    while not evening.over():
        for phone in (ed, chris):
            with contextlib.suppress(NothingCame):  # the clock may be faster than the thumb
                evening.answer(phone)
    expect(hook(donna.page, "over")).to_be_visible()
    expect(hook(donna.page, "clock-used")).to_contain_text("Donna 0:")
    evening.check_screens()

    journal = Journal(tmp_path / "journal.sqlite")
    wait_until(lambda: journal.is_over(journal.matches()[0][0]), "the match to be closed")
    lines = journal.lines(journal.matches()[0][0])
    journal.close()
    moved = [json.loads(line.body)["event"]["seat"] for line in lines if line.kind == "moved"]
    timed = [json.loads(line.body)["event"]["seat"] for line in lines if line.kind == "timed"]
    assert 2 not in moved
    assert timed.count(2) > 2


def test_rings_agree_and_a_pause_on_one_phone_stops_all(
    browser: Browser, host: Host, tower: Tower
) -> None:
    devices = sit_down(browser, host, tower, CALM).devices
    tablet, ed, chris, _ = devices
    hook(chris.page, "pause").click()
    for device in devices:
        expect(hook(device.page, "pause")).to_have_text("Pause")
        device.page.wait_for_function(BELOW, arg=89_500)
    assert abs(left(tablet, 0) - left(ed, 0)) < 1000
    expect(hook(ed.page, "clock-why")).to_contain_text("1 chip is bet on the smallest portrait")

    hook(chris.page, "pause").click()
    for device in devices:
        expect(hook(device.page, "pause")).to_have_text("Resume")
        expect(hook(device.page, "clock-why")).to_have_text("Chris paused the match.")
    stood = [left(device, 0) for device in devices]
    assert len(set(stood)) == 1, "standing clocks show the very same"
    frames = len(tablet.frames)
    tablet.page.wait_for_timeout(1500)  # time itself is what is watched here
    assert [left(device, 0) for device in devices] == stood
    assert len(tablet.frames) == frames, "nothing is sent while nothing happens"
    expect(ed.page.locator("#form")).to_have_attribute("inert", "")

    hook(tablet.page, "pause").click()
    ed.page.wait_for_function(BELOW, arg=stood[0])
    assert abs(left(tablet, 0) - left(ed, 0)) < 1000


def test_no_clock_runs_while_a_phone_shows_the_rules(
    browser: Browser, host: Host, tower: Tower
) -> None:
    devices = sit_down(browser, host, tower, CALM).devices
    tablet, ed, _, donna = devices
    hook(tablet.page, "pause").click()
    hook(donna.page, "rules").click()
    expect(hook(ed.page, "clock-why")).to_have_text("Donna is reading the rules.")
    hook(donna.page, "close").click()
    expect(hook(ed.page, "clock-why")).to_contain_text("When time runs out")
    host.kill()
    host.start()
    expect(hook(ed.page, "clock-why")).to_contain_text("The host was away")
    hook(ed.page, "pause").click()
    expect(hook(tablet.page, "clock-0")).to_have_attribute("data-runs", "")
