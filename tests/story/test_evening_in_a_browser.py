"""A whole evening as people have it: a tablet, phones, and the tower's button."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import msgspec
from dicehost.journal.store import Journal
from dicehost.match.record import Match
from dicerules import games
from dicerules.core import Ask, encode
from dicerules.cow.state import Bet, State
from playwright.sync_api import Browser, expect

from tests.evening import Host, Tower, wait_until
from tests.story.thumbs import Device, Evening, hook

NAMES = ["Ed", "Chris", "Donna"]


def test_a_tablet_and_three_phones_play_a_whole_match(
    browser: Browser, host: Host, tower: Tower, tmp_path: Path
) -> None:
    evening = Evening(browser, host, tower, NAMES)
    evening.sit_down("cow", red_chips="30")
    pressed = 0
    while not evening.over():
        pressed += evening.go_round()
        # People look at the dice before they go on; a hand could be quicker than they land.
        wait_until(lambda: len(tower.shown()) == pressed, "the roll to be lit")  # noqa: B023
    assert pressed
    evening.check_screens()
    rolls = check_journal(tmp_path, evening.devices)
    assert len(rolls) == pressed, "every roll was one press of the tower's button"
    assert [lit["faces"] for lit in tower.shown()] == rolls


def test_the_same_evening_with_every_plug_pulled(
    browser: Browser, host: Host, tower: Tower, tmp_path: Path
) -> None:
    tower.ask("/faults", rate=0.2, seed="evening")
    evening = Evening(browser, host, tower, NAMES)
    evening.sit_down("cow", red_chips="30")
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
    match = Match(game, entries[0])
    folds: dict[int, tuple[Any, Any]] = {1: (match.state, match.need)}
    for entry in entries[1:]:
        match.take(entry)
        folds[entry.seq] = (match.state, match.need)
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


def with_other_bets(state: State, viewer: int) -> State:
    """The same position with every hidden bet but the viewer's own changed."""
    assert state.aim is not None
    bets = tuple(
        bet
        if bet is None or seat in (viewer, state.roller)
        else Bet("no" if bet.side == "yes" else "yes", bet.chips % 5 + 1)
        for seat, bet in enumerate(state.aim.bets)
    )
    return msgspec.structs.replace(state, aim=msgspec.structs.replace(state.aim, bets=bets))
