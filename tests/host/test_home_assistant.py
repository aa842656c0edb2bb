"""A home that hears by MQTT: discovery, state, events and buttons, with a real broker."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dicehost.clock.clock import Timing
from dicehost.match.commands import Command
from dicehost.outside.facts import TowerFacts
from dicehost.outside.feed import Feed
from dicehost.outside.happenings import Happened
from dicehost.outside.mqtt import Mqtt, read_broker
from dicerules.views import TABLE

from tests.evening import (
    GIVE_UP_AFTER,
    Host,
    Player,
    fill_boldly,
    leave,
    play_by_screens,
    wait_until,
)
from tests.host.broker import Broker, Ear
from tests.host.rooms import housed

GAMES = os.environ.get("DICETOWER_HOME_GAMES", "cow").split(",")
"""The games that are played to their end; all five take minutes, see CONTRIBUTING."""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path)
    yield broker
    broker.close()


@pytest.fixture
def ear(broker: Broker) -> Iterator[Ear]:
    ear = Ear(broker)
    yield ear
    ear.close()


@pytest.fixture
def told_host(tmp_path: Path, broker: Broker) -> Iterator[Host]:
    host = Host(tmp_path, "--tower", "simulated", "--mqtt", broker.address)
    yield host
    host.close()


def secrets_of(host: Host, opened: dict[str, Any]) -> list[str]:
    """Everything that opens something: keys, tokens and short codes."""
    links = [opened["table"], opened["join"], *(seat["link"] for seat in opened["seats"])]
    codes = [seat["code"] for seat in opened["seats"] if seat.get("code")]
    return [host.key, *(link.partition("#")[2] for link in links), *codes]


def online(ear: Ear) -> bool:
    return list(ear.status().values())[-1:] == [b"online"]


async def test_a_game_is_told_from_its_first_turn_to_its_winner(told_host: Host, ear: Ear) -> None:
    secrets = list[str]()
    for key in GAMES:
        before = len(ear.heard)
        opened = await asyncio.to_thread(told_host.open, ["Ann", "Bo"], key)
        secrets += secrets_of(told_host, opened)
        players = await play_by_screens(told_host, opened, answer=fill_boldly)
        end = players[0].screen
        assert end is not None

        winners = [["Ann", "Bo"][seat] for seat in end["over"]["winners"]]

        def over(
            match: str = opened["match"], before: int = before, won: bool = bool(winners)
        ) -> bool:
            state = ear.last("/table/1/state")
            told = state and state["match"] == match and state["state"] == "over"
            return bool(told and (not won or "win" in _kinds(ear, before)))

        await asyncio.to_thread(wait_until, over, f"the end of {key} to be told")
        state, kinds = ear.last("/table/1/state"), _kinds(ear, before)
        assert state["players"] == dict(zip(["Ann", "Bo"], end["scores"], strict=True))
        assert state["winners"] == winners
        assert state["faces"], "the last roll"
        assert all(len(text) <= 255 for text in state.values() if isinstance(text, str))
        assert {"roll", "turn"} <= set(kinds)
        if winners:  # the Villain may beat everybody
            assert (kinds.count("win"), kinds[-1]) == (1, "win"), "told once, and last"
        states = {
            json.loads(one.payload)["state"]
            for one in ear.heard[before:]
            if one.topic.endswith("/table/1/state")
        }
        assert {"choice", "roll", "over"} <= states
    assert ear.find(secrets) == []
    assert not [one for one in ear.heard if b"#" in one.payload], "no link has been told"


async def test_what_is_hidden_changes_no_byte_that_a_broker_is_told(
    told_host: Host, ear: Ear
) -> None:
    rounds = (
        ({"side": "yes", "bet": 1}, {"side": "no", "bet": 5}),
        ({"side": "no", "bet": 5}, {"side": "yes", "bet": 2}),
    )
    told = list[set[bytes]]()
    for chris, al in rounds:
        opened = await asyncio.to_thread(told_host.open, ["Ed", "Chris", "Donna", "Al"], "cow")
        players = [Player(told_host, seat["link"]) for seat in opened["seats"]]
        watching = [asyncio.create_task(player.watch(_look)) for player in players]
        match = opened["match"]

        async def told_of(*acting: str, match: str = match) -> None:
            def is_told() -> bool:
                state = ear.last("/state")
                return bool(
                    state and state.get("match") == match and state["acting"] == list(acting)
                )

            await asyncio.to_thread(wait_until, is_told, f"{acting} to be told")

        # Each state is waited for: of two that follow at once a home may be told the second alone.
        await told_of("Ed")
        await players[0].command("move", {"portrait": "FP03", "bet": 2, "cubes": 4}, question=1)
        await told_of("Chris", "Donna", "Al")
        await players[1].command("move", chris, question=2)
        await told_of("Donna", "Al")
        await players[3].command("move", al, question=2)
        await told_of("Donna")
        await leave(*watching)
        payloads = [one.payload for one in list(ear.heard) if match.encode() in one.payload]
        told.append({payload.replace(match.encode(), b"MATCH") for payload in payloads})
        assert len(told[-1]) > 1, "what changes is told"
    assert told[0] == told[1]


def _kinds(ear: Ear, since: int) -> list[str]:
    events = [one.payload for one in ear.heard[since:] if one.topic.endswith("/event")]
    return [json.loads(event)["event_type"] for event in events]


async def test_a_home_finds_every_thing_by_itself(told_host: Host, ear: Ear) -> None:
    opened = await asyncio.to_thread(told_host.open, ["Ann", "Bo"], "cow")
    ann = Player(told_host, opened["seats"][0]["link"])
    watching = asyncio.create_task(ann.watch(_look))
    await asyncio.to_thread(wait_until, lambda: ear.last("/table/1/state") is not None, "a table")
    found = {
        topic.split("/")[1] + "." + topic.split("/")[3] for topic in ear.topics("homeassistant")
    }
    await leave(watching)
    assert {
        "binary_sensor.host_service",
        "sensor.table_1_state",
        "sensor.table_1_game",
        "sensor.table_1_turn",
        "sensor.table_1_scores",
        "sensor.table_1_last_roll",
        "event.table_1_happened",
        "button.table_1_roll",
        "button.table_1_pause",
    } <= found
    assert any(name.startswith("binary_sensor.tower_") for name in found)
    assert any(name.startswith("sensor.tower_") for name in found)
    configs = [one for one in ear.heard if one.topic.startswith("homeassistant/")]
    unique = [json.loads(one.payload)["unique_id"] for one in configs]
    assert len(set(unique)) == len({one.topic for one in configs})


async def _look(player: Player) -> None:
    return None


async def test_a_killed_host_is_offline_by_itself_and_a_new_broker_is_told_everything(
    told_host: Host, broker: Broker, ear: Ear
) -> None:
    opened = await asyncio.to_thread(told_host.open, ["Ann", "Bo"], "cow")
    ann = Player(told_host, opened["seats"][0]["link"])
    watching = asyncio.create_task(ann.watch(_look))
    await asyncio.to_thread(wait_until, lambda: ear.last("/table/1/state") is not None, "a table")
    before = {one.topic for one in ear.heard if "/event" not in one.topic}

    broker.kill()
    ear.close()
    broker.start()
    after = Ear(broker)
    try:
        await asyncio.to_thread(
            wait_until, lambda: before <= after.topics(), "the new broker to be told everything"
        )
        assert after.last("/table/1/state") == ear.last("/table/1/state")
        # The broker itself keeps it: somebody who comes now hears it without the host.
        await leave(watching)
        told_host.kill()
        await asyncio.to_thread(
            wait_until, lambda: list(after.status().values()) == [b"offline"], "the last will"
        )
        late = Ear(broker)
        await asyncio.to_thread(wait_until, lambda: before <= late.topics(), "what is retained")
        late.close()
        assert all(one.retained for one in late.heard)
        assert list(late.status().values()) == [b"offline"]
    finally:
        after.close()


async def test_a_table_that_nobody_came_back_to_and_a_tower_that_is_gone_are_said_to_be(
    broker: Broker, ear: Ear, tmp_path: Path
) -> None:
    left, gone = "dicetower/abc/table/3/state", "dicetower/abc/tower/e660/state"
    await asyncio.to_thread(ear.say, left, '{"state":"roll"}', True)
    still = "dicetower/abc/tower/e659/state"
    for tower in (gone, still):
        await asyncio.to_thread(ear.say, tower, '{"connected":true,"noise":"ok"}', True)
    async with housed(tmp_path / "house") as house:
        feed = Feed(house)
        feed.towers["e659"] = TowerFacts("e659", True, "tower", "0.2.0", "ok", None)
        door = Mqtt(feed, read_broker(broker.address), "abc", empty_after=0)
        telling = asyncio.create_task(door.run())
        await asyncio.to_thread(
            wait_until,
            lambda: (ear.last(left) or {}).get("state") == "empty",
            "the table to be empty",
        )
        await asyncio.to_thread(
            wait_until, lambda: not ear.last(gone)["connected"], "the tower to be gone"
        )
        config = "tower_e661_noise/config"
        for firmware in ("0.1.0", "0.2.0"):
            feed._tell(TowerFacts("e661", True, "tower", firmware, "ok", None))
        await asyncio.to_thread(
            wait_until,
            lambda: (ear.last(config) or {"device": {}})["device"].get("sw_version") == "0.2.0",
            "its new firmware to be told",
        )
        assert all(state["connected"] for state in ear.said(still))
        await leave(telling)


async def test_time_that_runs_out_is_told_once_before_it_is_over(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        feed = Feed(house)
        with feed.listening() as listener:
            timing = Timing("gentle", decision=4_000)
            table = await house.table(await house.open("cow", ["Ann", "Bo"], {}, timing))
            for viewer in (TABLE, 0, 1):
                table.watch(viewer, "")
            await table.do(TABLE, Command("go", "resume"))
            async with asyncio.timeout(GIVE_UP_AFTER):
                while not isinstance(told := await listener.take(), Happened):
                    pass
    assert (told.event, told.players) == ("time", ("Ann",))
    assert told.left_ms is not None
    assert 0 < told.left_ms <= 1_000, "a quarter of what was given"


def test_a_host_that_is_stopped_says_goodbye(told_host: Host, ear: Ear) -> None:
    wait_until(lambda: online(ear), "the host")
    told_host.close()
    wait_until(lambda: list(ear.status().values()) == [b"offline"], "its goodbye")


async def test_two_hosts_share_a_broker(
    told_host: Host, broker: Broker, ear: Ear, tmp_path: Path
) -> None:
    other = Host(_folder(tmp_path / "other"), "--tower", "simulated", "--mqtt", broker.address)
    try:
        names = {told_host: "Ann", other: "Zoe"}
        tasks = []
        for host, name in names.items():
            opened = await asyncio.to_thread(host.open, [name, "Bo"], "cow")
            seat = Player(host, opened["seats"][0]["link"])
            tasks.append(asyncio.create_task(seat.watch(_look)))
        await asyncio.to_thread(
            wait_until, lambda: len(_states(ear)) == 2, "a table of each of the two"
        )
        await leave(*tasks)
        told = [set(state["players"]) for state in _states(ear).values()]
        assert {"Ann", "Bo"} in told
        assert {"Zoe", "Bo"} in told
        other.kill()
        await asyncio.to_thread(
            wait_until,
            lambda: sorted(ear.status().values()) == [b"offline", b"online"],
            "one of them to be gone",
        )
    finally:
        other.close()


def _states(ear: Ear) -> dict[str, Any]:
    heard = list(ear.heard)
    return {
        one.topic: json.loads(one.payload) for one in heard if one.topic.endswith("/table/1/state")
    }


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


async def test_buttons_roll_and_pause_and_a_press_that_was_kept_does_nothing(
    told_host: Host, ear: Ear
) -> None:
    clock = {"mode": "gentle", "decision": 600}
    opened = await asyncio.to_thread(told_host.open, ["Ann", "Bo"], "cow", clock)
    players = [Player(told_host, seat["link"]) for seat in opened["seats"]]

    async def answer(player: Player) -> None:
        await player.answer_form()

    watching = [asyncio.create_task(player.watch(answer)) for player in players]
    state = "/table/1/state"
    await asyncio.to_thread(
        wait_until, lambda: (ear.last(state) or {}).get("state") == "roll", "a roll to be needed"
    )
    await leave(*watching)  # from here on they only look
    watching = [asyncio.create_task(player.watch(_look)) for player in players]
    topic = next(one for one in ear.topics() if one.endswith(state)).replace("state", "press")
    ear.say(topic, "pause")
    await asyncio.to_thread(
        wait_until, lambda: ear.last(state)["state"] == "paused", "the match to pause"
    )
    ear.say(topic, "pause")
    await asyncio.to_thread(
        wait_until, lambda: ear.last(state)["state"] != "paused", "the match to go on"
    )
    assert not [event for event in ear.said("/event") if event["event_type"] == "roll"]

    def rolled() -> bool:
        ear.say(topic, "roll")
        return any(event["event_type"] == "roll" for event in ear.said("/event"))

    await asyncio.to_thread(wait_until, rolled, "a roll")
    await leave(*watching)
    # A press that the broker keeps is older than the host that hears it.
    await asyncio.to_thread(told_host.kill)
    await asyncio.to_thread(wait_until, lambda: not online(ear), "it to be offline")
    ear.say(topic, "pause", retain=True)
    lines, rolls = len(ear.said(state)), len(ear.said("/event"))
    await asyncio.to_thread(told_host.start)
    watching = [asyncio.create_task(player.watch(answer)) for player in players]
    ear.say(topic, "no such button")

    def rolled_again() -> bool:
        if (ear.last(state) or {}).get("state") == "roll":
            ear.say(topic, "roll")
        return any(event["event_type"] == "roll" for event in ear.said("/event")[rolls:])

    await asyncio.to_thread(wait_until, rolled_again, "a roll of the new host")
    assert "paused" not in [said["state"] for said in ear.said(state)[lines:]]
    await leave(*watching)
