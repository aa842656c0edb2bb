"""Pull any plug at any step of a roll: play goes on by itself, and nothing shown is ever lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dicehost.journal.store import Journal
from dicehost.match.record import Match
from dicehost.past import proof
from dicerules import games
from dicerules.core import encode

from tests.evening import Host, Player, Tower, fill_boldly, has_lit, play_out, wait_until
from tests.story.breaking_host import STEPS

BREAKING = str(Path(__file__).with_name("breaking_host.py"))
NAMES = ["Ed", "Chris", "Donna"]
MATCHES = 6


def check(folder: Path, opened: dict[str, Any], players: list[Player], tower: Tower) -> Match:
    """What must hold after any evening, however it went."""
    journal = Journal(folder / "journal.sqlite")
    wait_until(lambda: journal.is_over(opened["match"]), "the match to be closed")
    entries = journal.lines(opened["match"])
    journal.close()
    game = games()[opened["game"]]

    outcomes = [json.loads(entry.body) for entry in entries if entry.kind == "rolled"]
    written = {outcome["id"]: outcome["event"]["faces"] for outcome in outcomes}
    assert len(written) == len(outcomes), "a roll id has one outcome"

    # Every roll of the tower was committed to, and each commitment is there, opened or not.
    found = proof.check(game, entries)
    assert found.count("fits") == len(outcomes), found.rolls
    assert not found.refused

    # Without a host the tower is plain dice, marked as such: those have no roll and are no match's.
    for lit in (lit for lit in tower.shown() if lit["id"]):
        known = written.get(lit["id"], [])[lit["at"] : lit["at"] + len(lit["faces"])]
        assert known == lit["faces"], (
            f"no face was lit that is not in the journal: {lit}; match {opened['match']} has"
            f" {written}; tower {tower.state()['counters']}, plugged in at {tower.announced()}"
        )

    match = Match(game, entries[0])
    states = {1: match.state}
    for entry in entries[1:]:
        match.take(entry)
        states[entry.seq] = match.state
    for player in players:
        for message in player.received:
            screen = json.loads(message)
            view = game.view(states[screen["seq"]], screen["me"])
            assert json.dumps(screen["view"]) == json.dumps(json.loads(encode(view))), (
                "no screen was told what is not in the journal"
            )
    assert match.winners is not None
    return match


async def break_and_play(step: str, what: str, folder: Path, patch: pytest.MonkeyPatch) -> int:
    """Play a match in which something breaks at one step, again and again; count the starts.

    One of few rolls may end before anything breaks, or before a lamp is lit: then another is played
    in another house.
    """
    for attempt in range(MATCHES):
        house = folder / str(attempt)
        house.mkdir()
        starts = await _break_and_play(step, what, house, patch)
        if starts > 1:
            return starts
    return 0


async def _break_and_play(step: str, what: str, folder: Path, patch: pytest.MonkeyPatch) -> int:
    tower = Tower(folder / "towers")
    patch.setenv("BREAK_STEP", step)
    patch.setenv("BREAK_WHAT", what)
    patch.setenv("BREAK_TOWER", tower.page)
    host = Host(folder, program=(BREAKING,))
    try:
        opened = host.open(NAMES, red_chips=40)
        players = await play_out(host, tower, opened, answer=fill_boldly)
        if host.crashed():
            host.start()  # it was killed after the last screen was told
        check(folder, opened, players, tower)
        # A tower that loses its power at each commitment has no time to let dice come to rest.
        if not has_lit(tower) and "commitment" not in step:
            return 0
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
        players = await play_out(host, tower, opened, answer=fill_boldly)
        check(tmp_path, opened, players, tower)
    finally:
        host.close()
        tower.close()
