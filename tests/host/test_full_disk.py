"""A disk that is full for a while, under a real host: whatever it stopped comes back by itself.

The disk is filled from outside by a limit on how large a file of the host's process may grow, which
the kernel answers with an error at every write. One kind of line alone is refused by a trigger in
the file.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.evening import GIVE_UP_AFTER, Host, Tower, fill_boldly, line, play_out, wait_until

NAMES = ["Ann", "Bo"]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path)
    yield host
    host.close()


@contextlib.contextmanager
def full_disk(host: Host) -> Iterator[None]:
    """Let the host write nothing more while in here."""
    limits = resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        yield
    finally:
        resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, limits)


def tower_state(host: Host) -> str:
    with host.client() as client:
        (tower,) = client.get("/api/towers").json()
    return str(tower["state"])


def test_a_tower_replugged_on_a_full_disk_is_found_and_rolls(
    tmp_path: Path, tower: Tower, host: Host
) -> None:
    wait_until(lambda: tower_state(host) == "ready", "the tower")
    with full_disk(host):
        with host.client() as client:
            body = {"game": "cow", "names": NAMES}
            refused = client.post("/api/matches", json=body)
            assert (refused.status_code, refused.json()["code"]) == (503, "journal.unwritten")
        tower.ask("/unplug")
        wait_until(lambda: tower_state(host) == "searching", "the host to miss the tower")
        tower.ask("/replug")
        wait_until(lambda: tower_state(host) == "ready", "the tower on a full disk")
    tower.ask("/unplug")
    wait_until(lambda: tower_state(host) == "searching", "the host to miss the tower again")
    tower.ask("/replug")
    wait_until(lambda: tower_state(host) == "ready", "the tower with room on the disk")
    assert host.open(NAMES)["match"]


@contextlib.asynccontextmanager
async def screen(host: Host, link: str, device: str) -> AsyncIterator[Any]:
    match, token = link.removeprefix("/seat/").split("#")
    url = f"{host.base.replace('http', 'ws')}/api/matches/{match}/screen"
    async with asyncio.timeout(GIVE_UP_AFTER), line(url) as socket:
        await socket.send(json.dumps({"token": token, "device": device}))
        yield socket


async def hear(socket: Any, key: str) -> dict[str, Any]:
    async with asyncio.timeout(GIVE_UP_AFTER):
        while key not in (heard := json.loads(await socket.recv())):
            pass
    return dict(heard)


async def test_a_phone_that_comes_on_a_full_disk_is_told_why_and_gets_its_seat_later(
    host: Host,
) -> None:
    link = host.open(NAMES)["seats"][0]["link"]
    with full_disk(host):
        async with screen(host, link, "phone") as socket:
            assert (await hear(socket, "code"))["code"] == "journal.unwritten"
    async with screen(host, link, "phone") as socket:
        assert (await hear(socket, "view"))["broken"] is None


async def test_a_phone_let_in_on_a_full_disk_still_waits_and_is_let_in_later(host: Host) -> None:
    opened = host.open(NAMES)
    link = opened["seats"][0]["link"]

    def let_in(number: int) -> tuple[int, str]:
        match, token = link.removeprefix("/seat/").split("#")
        body = {"id": os.urandom(4).hex(), "do": "let_in", "answer": {"number": number}}
        with host.client(token) as client:
            headers = {"Device": "first"}
            said = client.post(f"/api/matches/{match}/commands", json=body, headers=headers)
            return said.status_code, said.json().get("code", "")

    async with screen(host, link, "first") as first:
        await hear(first, "view")
        async with screen(host, link, "second") as second:
            number = (await hear(second, "number"))["number"]
            with full_disk(host):
                refused = await asyncio.to_thread(let_in, number)
                assert refused == (503, "journal.unwritten")
            assert await asyncio.to_thread(let_in, number) == (200, "")
            assert (await hear(second, "view"))["broken"] is None


async def test_a_match_whose_last_line_could_not_be_written_is_closed_later_by_itself(
    tmp_path: Path, tower: Tower, host: Host
) -> None:
    opened = host.open(NAMES)
    file = tmp_path / "journal.sqlite"

    def kinds() -> list[str]:
        with closing(sqlite3.connect(file)) as reader:
            return [kind for (kind,) in reader.execute("SELECT kind FROM journal ORDER BY seq")]

    with closing(sqlite3.connect(file)) as other, other:
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON journal WHEN NEW.kind = 'closed' "
            "BEGIN SELECT raise(FAIL, 'no room'); END"
        )
    await play_out(host, tower, opened, answer=fill_boldly)
    assert "closed" not in kinds(), "the result is there, and the line that says so is not"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("DROP TRIGGER full")
    wait_until(lambda: kinds()[-1] == "closed", "the match to be closed")
    assert kinds().count("closed") == 1
