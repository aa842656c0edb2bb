"""Pull any plug at any step of a roll: play goes on by itself, and nothing shown is ever lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dicehost.journal.store import Journal
from dicehost.match.record import Match, replay_match
from dicerules import games
from dicerules.core import encode

from tests.evening import Host, Player, Tower, play_out, wait_until
from tests.story.breaking_host import STEPS

BREAKING = str(Path(__file__).with_name("breaking_host.py"))
NAMES = ["Ed", "Chris", "Donna"]


def check(folder: Path, opened: dict[str, Any], players: list[Player], tower: Tower) -> Match:
    """What must hold after any evening, however it went."""
    journal = Journal(folder / "journal.sqlite")
    wait_until(lambda: journal.matches()[0][2], "the book to be closed")
    entries = journal.lines(opened["match"])
    journal.close()
    game = games()[opened["game"]]

    outcomes = [json.loads(entry.body) for entry in entries if entry.kind == "rolled"]
    written = {outcome["id"]: outcome["event"]["faces"] for outcome in outcomes}
    assert len(written) == len(outcomes), "a roll id has one outcome"

    # Without a host the tower is plain dice, marked as such: those have no roll and are no match's.
    shown = [lit for lit in tower.shown() if lit["id"]]
    assert shown, "the lamps showed something"
    for lit in shown:
        known = written.get(lit["id"], [])[lit["at"] : lit["at"] + len(lit["faces"])]
        assert known == lit["faces"], (
            f"no face was lit that is not in the journal: {lit}; match {opened['match']} has"
            f" {written}; tower {tower.state()['counters']}, plugged in at {tower.announced()}"
        )

    folds = {1: Match(game, entries[0])}
    for length in range(2, len(entries) + 1):
        folds[length] = replay_match(game, entries[:length])
    for player in players:
        for message in player.received:
            screen = json.loads(message)
            view = game.view(folds[screen["seq"]].state, screen["me"])
            assert json.dumps(screen["view"]) == json.dumps(json.loads(encode(view))), (
                "no screen was told what is not in the journal"
            )
    last = folds[len(entries)]
    assert last.winners is not None
    return last


async def break_and_play(step: str, what: str, folder: Path, patch: pytest.MonkeyPatch) -> int:
    """Play a match in which something breaks at one step, again and again; count the starts."""
    tower = Tower(folder / "towers")
    patch.setenv("BREAK_STEP", step)
    patch.setenv("BREAK_WHAT", what)
    patch.setenv("BREAK_TOWER", tower.page)
    host = Host(folder, program=(BREAKING,))
    try:
        opened = host.open(NAMES, red_chips=40)
        players = await play_out(host, tower, opened)
        check(folder, opened, players, tower)
        starts: int = tower.state()["counters"]["starts"]
        return host.starts if what == "kill" else starts
    finally:
        host.close()
        tower.close()


@pytest.mark.parametrize("step", STEPS)
async def test_the_host_may_be_killed(step: str, tmp_path: Path, monkeypatch) -> None:
    assert await break_and_play(step, "kill", tmp_path, monkeypatch) > 1


@pytest.mark.parametrize("step", STEPS)
async def test_the_tower_may_be_unplugged(step: str, tmp_path: Path, monkeypatch) -> None:
    assert await break_and_play(step, "replug", tmp_path, monkeypatch) > 1


@pytest.mark.parametrize("step", [step for step in STEPS if "roll" in step or "lamps" in step])
async def test_both_may_lose_power_at_once(step: str, tmp_path: Path, monkeypatch) -> None:
    assert await break_and_play(step, "blackout", tmp_path, monkeypatch) > 1


async def test_the_button_may_be_pressed_between_two_power_cuts(
    tmp_path: Path, monkeypatch
) -> None:
    step = "before the roll is written"
    assert await break_and_play(step, "blackout and press", tmp_path, monkeypatch) > 1


@pytest.mark.parametrize("seed", ["1", "2", "3"])
async def test_one_frame_in_five_may_be_dropped_cut_flipped_or_repeated(
    seed: str, tmp_path: Path
) -> None:
    tower = Tower(tmp_path / "towers", "--fault-rate", "0.2", "--seed", seed)
    host = Host(tmp_path)
    try:
        opened = host.open(NAMES, red_chips=40)
        players = await play_out(host, tower, opened)
        check(tmp_path, opened, players, tower)
    finally:
        host.close()
        tower.close()
