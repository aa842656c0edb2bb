"""Dice by hand on real screens: asked for, agreed on, tapped in, marked; then the tower is back."""

from __future__ import annotations

import json
from pathlib import Path

from dicehost.journal.store import Journal
from playwright.sync_api import Browser, expect

from tests.evening import Host, Tower
from tests.story.test_axe import look
from tests.story.thumbs import Evening, hook

NAMES = ["Ed", "Chris"]


def test_a_table_without_a_tower_rolls_by_hand_and_the_tower_goes_on_when_it_is_back(
    browser: Browser, host: Host, tower: Tower, tmp_path: Path
) -> None:
    evening = Evening(browser, host, tower, NAMES)
    evening.sit_at(host.open(NAMES, red_chips=30))
    ed, chris = (phone.page for phone in evening.phones)
    tablet = evening.tablet.page
    while not evening.tablet.screen["roll"]:
        for phone in evening.phones:
            evening.answer(phone)
        expect(hook(tablet, "headline")).not_to_be_empty()
    roll = evening.tablet.screen["roll"]
    expect(hook(ed, "ask-hand")).to_have_count(0)
    tower.ask("/unplug")

    # One asks, the other agrees; both have a phone, so the tablet need not.
    hook(ed, "ask-hand").click()
    expect(hook(tablet, "agree-hand")).to_have_count(0)
    expect(hook(ed, "typing")).to_have_count(0)
    look(chris, "asked about dice by hand")
    hook(chris, "agree-hand").click()
    expect(hook(chris, "typing")).to_have_count(0)

    # Tapped on the phone of the seat that rolls, or by digits of a keyboard; a slip can be mended.
    send = hook(ed, "type-in")
    expect(send).to_be_disabled()
    look(ed, "typing dice in")
    dice = sum(group["count"] for group in roll["dice"])
    hook(ed, "set-die-0").click()
    for _ in range(dice):
        ed.keyboard.press("2")
    hook(ed, "set-die-0").click()
    hook(ed, "face-5").click()
    expect(send).to_be_enabled()
    send.click()
    for page in (ed, chris, tablet):
        expect(hook(page, "source")).to_contain_text("by hand")
    look(tablet, "the mark of dice by hand")
    expect(hook(tablet, "log")).to_contain_text("Rolled by hand and typed in by Ed.")

    # The tower is back: the next roll is its own, and the mark is gone with the roll it was for.
    tower.ask("/replug")
    expect(hook(tablet, "tower")).to_contain_text("ready")
    while not evening.go_round():
        pass
    expect(hook(tablet, "source")).to_have_count(0)
    journal = Journal(tmp_path / "journal.sqlite")
    lines = journal.lines(evening.tablet.screen["match"])
    journal.close()
    written = [json.loads(line.body) for line in lines if line.kind == "rolled"]
    assert written[0]["event"]["faces"] == [5, *[2] * (dice - 1)]
    assert [outcome["source"] for outcome in written] == ["hand", "simulated"]
    assert [device.complaints for device in evening.devices] == [[], [], []]
