"""How the service is doing: /health for people and programs, /metrics for Prometheus."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from dicehost.house.house import House
from dicehost.link.towers import Towers
from dicehost.web.app import create

from tests.evening import PLAIN_HTTP, Host, Tower, play_out, wait_until

NAMES = ["Ed", "Chris"]


def ask(host: Host, path: str) -> httpx.Response:
    return httpx.get(f"{host.base}{path}", **PLAIN_HTTP)


def test_health_says_how_journal_tower_and_matches_are(host: Host, tower: Tower) -> None:
    wait_until(lambda: bool(ask(host, "/health").json()["tower"] == "ready"), "the tower")
    host.open(NAMES)
    answer = ask(host, "/health")
    assert answer.status_code == 200
    told = answer.json()
    (listed,) = told.pop("towers")
    assert (listed["id"], listed["state"], listed["health"]) == (tower.chip, "ready", "ok")
    assert listed["page"] is None, "who has its page can press its button"
    assert told == {
        "ok": True,
        "journal_writable": True,
        "tower": "ready",
        "matches_open": 1,
        "matches_damaged": 0,
        "notices": [],
    }


def test_a_journal_that_cannot_be_written_is_said_and_is_503(host: Host, tmp_path: Path) -> None:
    locked = sqlite3.connect(tmp_path / "journal.sqlite")
    try:
        locked.execute("BEGIN IMMEDIATE")
        answer = ask(host, "/health")
    finally:
        locked.close()
    assert answer.status_code == 503
    assert answer.json()["journal_writable"] is False
    assert answer.json()["ok"] is False
    assert ask(host, "/health").json()["ok"] is True


def samples(text: str) -> dict[str, float]:
    found = {}
    for row in text.splitlines():
        if row.startswith("#"):
            assert re.fullmatch(r"# (HELP \w+ .+|TYPE \w+ (counter|gauge))", row), row
            continue
        got = re.fullmatch(r'(\w+(?:\{\w+="[\w.]+"\})?) (\d+)', row)
        assert got, row
        found[got[1]] = float(got[2])
    return found


async def test_metrics_count_what_happened_in_a_match(host: Host, tower: Tower) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    await play_out(host, tower, opened)
    with host.client("wrong") as client:
        assert client.get("/api/matches").status_code == 403
    with host.client() as client:
        exported = client.get(f"/api/matches/{opened['match']}/export").text

        def left() -> bool:
            return samples(client.get("/metrics").text)["dicetower_screens"] == 0

        wait_until(left, "the screens to leave")
        answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    told = samples(answer.text)
    kinds: list[Any] = re.findall(r'"kind":"(\w+)"', exported)
    assert told['dicetower_rolls_total{source="simulated"}'] == kinds.count("rolled")
    assert told['dicetower_commands_total{do="move"}'] == kinds.count("moved")
    assert told['dicetower_refusals_total{code="seat.owner"}'] == 1
    assert told["dicetower_connections_total"] == 3
    assert told["dicetower_disconnections_total"] == 3
    assert told["dicetower_matches_open"] == 0
    assert told["dicetower_tower_ready"] == 1
    assert told[f'dicetower_towers_ready{{tower="{tower.chip}"}}'] == 1
    assert told[f'dicetower_noise_trips{{tower="{tower.chip}"}}'] == 0


@pytest.mark.parametrize("path", ["/health", "/metrics"])
async def test_from_another_machine_only_the_owner_is_told(tmp_path: Path, path: str) -> None:
    house = House(tmp_path, Towers(tmp_path / "towers"))
    app = create(house)
    try:
        for address, key, status in (
            ("192.168.1.7", "", 403),
            ("192.168.1.7", "wrong", 403),
            ("192.168.1.7", house.key, 200),
            ("127.0.0.1", "", 200),
            ("::1", "", 200),
        ):
            transport = httpx.ASGITransport(app, client=(address, 50000))
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost"
            ) as client:
                answer = await client.get(path, headers=headers)
                assert answer.status_code == status, (address, key)
    finally:
        await house.close()
