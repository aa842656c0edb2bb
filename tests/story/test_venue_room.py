"""The room of a venue: every host shows what all hosts play, and any of them runs a tournament."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evening import GIVE_UP_AFTER, Host, fill_boldly, play_by_screens, wait_until
from tests.venue import Cluster

NAMES = ["Ann", "Ben"]
Room = dict[str, Any]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "servers")
    cluster.start()
    yield cluster
    cluster.close()


@pytest.fixture
def hosts(tmp_path: Path, cluster: Cluster) -> Iterator[list[Host]]:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    named = [("--table-name", folder.name.title()) for folder in folders]
    hosts = [
        Host(folder, "--tower", "simulated", "--journal", cluster.servers, *name)
        for folder, name in zip(folders, named, strict=True)
    ]
    yield hosts
    for host in hosts:
        host.close()


def room(host: Host, is_as_wanted: Callable[[Room], bool]) -> Room:
    """Watch a host's room until it is as wanted."""
    with host.client() as client, client.stream("GET", "/api/room", timeout=GIVE_UP_AFTER) as told:
        for line in told.iter_lines():
            if line.startswith("data: "):
                seen: Room = json.loads(line.removeprefix("data: "))
                if is_as_wanted(seen):
                    return seen
    raise AssertionError("the room was told no more")


def cup(host: Host) -> dict[str, Any]:
    found = room(host, lambda seen: bool(seen["tournaments"]))["tournaments"][0]
    assert isinstance(found, dict)
    return found


async def test_a_tournament_opened_at_one_host_is_played_at_another_and_seen_at_both(
    hosts: list[Host],
) -> None:
    one, two = hosts
    with one.client() as client:
        asked = {"name": "Cup", "game": "cow", "rounds": 1, "players": NAMES}
        opened = client.post("/api/tournaments", json=asked).raise_for_status().json()
        client.post("/api/room/notice", json={"text": "Snacks"}).raise_for_status()
    path = f"/api/tournaments/{opened['id']}"
    await asyncio.to_thread(wait_until, lambda: cup(two) == opened, "the tournament at host two")
    with two.client() as client:
        paired = client.post(f"{path}/pair", json={"line": opened["line"]}).raise_for_status()
        line = paired.json()["line"]
        started = client.post(f"{path}/tables/0/start", json={"line": line}).raise_for_status()
        match = started.json()["rounds"][0]["tables"][0]["match"]
        links = client.get(f"/api/matches/{match}/links").json()

    def plays(seen: Room) -> bool:
        return any(table["match"] == match for table in seen["tables"])

    seen = await asyncio.to_thread(room, one, plays)
    (table,) = seen["tables"]
    assert {seat["name"] for seat in table["seats"]} == {*NAMES}
    assert [seen["notice"], (await asyncio.to_thread(room, two, plays))["notice"]] == ["Snacks"] * 2

    watching = asyncio.create_task(
        asyncio.to_thread(
            room, one, lambda seen: any(seat["won"] for seat in seen["tables"][0]["seats"])
        )
    )
    await play_by_screens(two, links, answer=fill_boldly)
    won = (await watching)["tables"][0]
    assert won["state"] == "over"

    def is_over() -> bool:
        return cup(one)["now"] == cup(two)["now"] == "over"

    await asyncio.to_thread(wait_until, is_over, "the result at both hosts")
    assert cup(one) == cup(two)
    scores = cup(one)["rounds"][0]["tables"][0]["scores"]
    assert scores == [seat["score"] for seat in won["seats"]]


async def test_the_room_of_every_host_shows_how_the_towers_at_the_others_are(
    hosts: list[Host],
) -> None:
    def ready(seen: Room) -> bool:
        return [one["state"] for one in seen["towers"]] == ["ready"] * 2

    _, two = hosts
    for host in hosts:
        seen = await asyncio.to_thread(room, host, ready)
        assert [one["host"] for one in seen["towers"]] == ["", "Two" if host is not two else "One"]
    with two.client() as client:
        (tower,) = client.get("/api/towers").json()
        client.post(f"/api/towers/{tower['id']}/name", json={"name": "Red"}).raise_for_status()
    for name, host in (("", two), ("Two", hosts[0])):
        await asyncio.to_thread(
            room,
            host,
            lambda seen, name=name: (
                ("Red", name) in [(one["name"], one["host"]) for one in seen["towers"]]
            ),
        )
