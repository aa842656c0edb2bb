"""A venue: matches are played on while servers and hosts die, and every host has every line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from dicehost.journal.entry import Entry
from dicehost.journal.events import Closed, read_event
from dicehost.journal.store import Journal

from tests.evening import (
    GIVE_UP_AFTER,
    Host,
    Player,
    Tower,
    fill_boldly,
    play_out,
    wait_until,
)
from tests.venue import Cluster
from tests.venue_storm import Room, Storm

NAMES = ["Ann", "Ben"]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "servers")
    cluster.start()
    yield cluster
    cluster.close()


def lines(host: Host, match: str) -> list[Entry]:
    """What a host's copy of the journal says of a match."""
    with closing(Journal(host.folder / "journal.sqlite", mend=False)) as journal:
        return journal.lines(match) if match in journal.lengths() else []


def listed(host: Host, match: str) -> dict[str, Any]:
    """A match with its links, as a host's lobby lists it."""
    with host.client() as client:
        found: dict[str, Any] = client.get(f"/api/matches/{match}/links").raise_for_status().json()
    return found


async def only_look(player: Player) -> None:
    pass


async def test_a_match_is_played_on_while_a_server_dies_and_each_host_has_every_line(
    tmp_path: Path, cluster: Cluster
) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    towers = [
        Tower(folder / "towers", chip=f"e66058388372000{at}") for at, folder in enumerate(folders)
    ]
    hosts = [Host(folder, "--journal", cluster.servers) for folder in folders]
    try:
        one, two = hosts
        opened = one.open(NAMES)
        match = opened["match"]
        wait_until(lambda: bool(lines(two, match)), "the other host to hear of it")
        elsewhere = Player(two, listed(two, match)["table"])
        looking = asyncio.create_task(elsewhere.watch(only_look))

        async def kill_the_leader() -> None:
            await asyncio.to_thread(wait_until, lambda: len(lines(two, match)) > 3, "a roll")
            await asyncio.to_thread(cluster.kill, await cluster.leader())

        killing = asyncio.create_task(kill_the_leader())
        await play_out(one, towers[0], opened, answer=fill_boldly)
        await killing
        played = lines(one, match)
        assert played[-1].kind == "closed"
        wait_until(lambda: lines(two, match) == played, "the other host to have it all")
        async with asyncio.timeout(GIVE_UP_AFTER):
            await looking
        assert elsewhere.screen is not None
        closed = read_event(played[-1])
        assert isinstance(closed, Closed)
        assert elsewhere.screen["over"]["winners"] == closed.winners, "a screen there saw it, too"
    finally:
        for host in hosts:
            host.close()
        for tower in towers:
            tower.close()


async def test_a_short_storm_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    # Two of the sequences of tests/venue_storm.py, which runs as many as there is time for.
    room = await asyncio.to_thread(Room, tmp_path, 2)
    try:
        for seed, mishaps in enumerate([("host killed",), ("stream's leader killed",)]):
            happened = await Storm(room, seed, mishaps).play()
            assert happened.rolls, "dice were rolled"
    finally:
        await asyncio.to_thread(room.close)
