"""Dice that another device reads: agreed to by its name, marked with it, and refused otherwise."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
import websockets.sync.client

from tests.evening import GIVE_UP_AFTER, Host, Player, fill_boldly, leave
from tests.host.test_events_stream import example


async def test_a_reader_as_the_guide_has_it_plays_a_whole_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(tmp_path, "--tower", "none")
    opened = await asyncio.to_thread(host.open, ["Ann", "Bo"])
    monkeypatch.setattr(sys, "argv", ["reader.py", f"{host.base}{opened['table']}"])
    names: dict[str, Any] = {}
    exec(example("Answers every roll of a seat"), names)
    refused = list[str]()
    ask = names["command"]

    def command(do: str, **answer: Any) -> None:
        try:
            ask(do, **answer)
        except HTTPError as error:
            with error:
                refused.append(json.loads(error.read())["code"])

    names["command"] = command
    reader = threading.Thread(target=names["play"], args=(screens(host, opened["table"]),))
    reader.start()
    seats = [Player(host, seat["link"], at, fill_boldly) for at, seat in enumerate(opened["seats"])]

    agreed = set[Player]()

    async def react(player: Player) -> None:
        assert player.screen is not None
        by_hand = player.screen["by_hand"]
        if by_hand and player.screen["me"] in by_hand["missing"] and player not in agreed:
            assert by_hand["device"] == "My reader", "everybody sees what they agree to"
            agreed.add(player)  # a screen that was on its way before the answer asks once more
            await player.command("agree_hand")
        await player.answer_form()

    try:
        async with asyncio.timeout(GIVE_UP_AFTER):
            await asyncio.gather(*(player.watch(react) for player in seats))
        await asyncio.to_thread(reader.join, GIVE_UP_AFTER)
        assert not reader.is_alive()
        with host.client() as client:
            lines = client.get(f"/api/matches/{opened['match']}/export").content.splitlines()
    finally:
        host.close()
    rolled = [entry for line in lines if (entry := json.loads(line))["kind"] == "rolled"]
    bodies = [entry["body"] for entry in rolled]
    read = [body for body in bodies if body["source"] == "device"]
    assert read
    assert all(body["tower"] == "My reader" for body in read)
    assert {body["source"] for body in bodies} <= {"device", "system"}
    # Somebody was quicker, or the same screen came twice: nothing else may be refused.
    assert set(refused) <= {"hand.over", "hand.pending", "hand.no_roll", "hand.not_agreed"}


def screens(host: Host, link: str) -> Iterator[dict[str, Any]]:
    """Every screen that a place is sent."""
    path, token = link.split("#")
    url = f"{host.base.replace('http', 'ws')}/api/matches/{path.rsplit('/', 1)[1]}/screen"
    with websockets.sync.client.connect(url, proxy=None, open_timeout=GIVE_UP_AFTER) as socket:
        socket.send(json.dumps({"token": token}))
        for message in socket:
            yield json.loads(message)


async def test_what_was_not_agreed_to_is_refused(tmp_path: Path) -> None:
    host = Host(tmp_path, "--tower", "none")
    opened = await asyncio.to_thread(host.open, ["Ann", "Bo"])
    rolls: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    seats = [Player(host, seat["link"], at) for at, seat in enumerate(opened["seats"])]

    async def react(player: Player) -> None:
        assert player.screen is not None
        roll = player.screen["roll"]
        await player.answer_form()
        if roll and roll["seat"] is not None and not rolls.done():
            rolls.set_result(roll["id"])

    watching = [asyncio.create_task(player.watch(react)) for player in seats]
    table = opened["table"].partition("#")[2]

    def send(token: str, do: str, **answer: Any) -> str:
        with host.client(token) as client:
            body = {"id": f"{do}{len(said)}", "do": do, "answer": answer}
            said.append(do)
            answered = client.post(f"/api/matches/{opened['match']}/commands", json=body)
            return str(answered.json().get("code", "done"))

    said = list[str]()
    try:
        async with asyncio.timeout(GIVE_UP_AFTER):
            roll = await rolls
        assert send(table, "ask_hand", device="x" * 41) == "hand.device_name"
        assert send(table, "ask_hand", device="a\x07b") == "hand.device_name"
        assert send(table, "ask_hand", device="Ann's camera") == "done"
        for seat in opened["seats"]:
            assert send(seat["link"].partition("#")[2], "agree_hand") == "done"
        faces = [1]
        assert send(table, "type_in", roll=roll, faces=faces) == "hand.device_other"
        other = send(table, "type_in", roll=roll, faces=faces, device="Bo's camera")
        assert other == "hand.device_other"
        # Back to people's own eyes: asked and agreed to anew.
        assert send(table, "ask_hand", device="Ann's camera") == "hand.pending"
        assert send(table, "ask_hand") == "done"
    finally:
        await leave(*watching)
        host.close()
