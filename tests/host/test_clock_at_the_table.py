"""Clocks at a real table: asked for in words, paused, resumed, and moving for a late seat."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.evening import Host, Tower, wait_until
from tests.host.test_table import AIM, NAMES, Seat

SHORT = {"mode": "strict", "decision": 0.4, "grace": 0}
HURRIED = {"mode": "strict", "decision": 3.2, "grace": 0}
LONG = {"mode": "strict", "decision": 60, "bank": 30, "increment": 2, "grace": 0}


async def sit(host: Host, clock: Any) -> list[Seat]:
    opened = await asyncio.to_thread(host.open, NAMES, clock=clock)
    return [Seat(host, link) for link in [s["link"] for s in opened["seats"]] + [opened["table"]]]


async def test_without_clocks_nothing_is_told_and_nothing_can_be_paused(host: Host) -> None:
    ed, *_ = await sit(host, "off")
    assert (await ed.see())["clock"] is None
    assert await ed.refused("pause") == "clock.none"


async def test_a_late_seat_is_moved_for_once_and_the_next_one_after_it(host: Host) -> None:
    ed, _, _, table = await sit(host, SHORT)
    await table.must("resume")
    screen = await ed.see(seq=5)
    late = [line for line in screen["log"] if line["message"]["key"] == "news.late"]
    assert [line["message"]["facts"]["seat"] for line in late] == [0, 1, 2]
    assert screen["roll"] is not None


async def test_nobody_moves_while_the_match_is_paused(host: Host) -> None:
    ed, chris, _, table = await sit(host, LONG)
    await table.must("resume")
    await chris.must("pause")
    clock = (await ed.see())["clock"]
    assert clock["why"] == {"key": "host.clock.paused.seat", "facts": {"seat": 1}}
    assert not clock["hands"][0]["runs"]
    assert await ed.refused("move", **AIM) == "clock.moved_paused"
    await ed.must("resume")
    await ed.must("move", **AIM)
    screen = await ed.see()
    assert [hand["seat"] for hand in screen["clock"]["hands"]] == [1, 2]
    assert screen["clock"]["used_ms"][0] > 0


async def test_a_pause_outlives_the_host(host: Host) -> None:
    ed, chris, *_ = await sit(host, LONG)
    await chris.must("resume")
    await chris.must("pause")
    before = (await ed.see())["clock"]
    await asyncio.to_thread(host.kill)
    await asyncio.to_thread(host.start)
    assert (await ed.see())["clock"] == before


@pytest.mark.parametrize("age", ["new", "old"])
async def test_the_last_stretch_goes_to_the_lamps_in_one_frame(tmp_path: Path, age: str) -> None:
    noted = tmp_path / "lamps"
    program = (str(Path(__file__).with_name("telling_tower.py")), str(noted), age)
    with closing(Tower(tmp_path / "towers", program=program)), closing(Host(tmp_path)) as host:
        ed, chris, _, table = await sit(host, HURRIED)
        await ed.see("tower", state="ready")

        async def told(scene: str, times: int) -> list[str]:
            def enough() -> bool:
                return len(scenes()) >= times

            def scenes() -> list[str]:
                return [line for line in noted.read_text().splitlines() if scene in line]

            await asyncio.to_thread(wait_until, enough, f"{times} of {scene}")
            return scenes()

        await told("k=turn", 1)
        await table.must("resume")
        (runs,) = await told("k=time", 1)
        assert runs.startswith("k=time c=c s=3 of=30 left=")
        await chris.must("pause")
        _, stands = await told("k=time", 2)
        assert stands.endswith("hold=1")
        await chris.must("resume")
        screen = await table.see(seq=7)
        assert screen["roll"] is not None, "three late seats later"
        assert screen["tower"]["fault"] is None
        first = noted.read_text().split("k=turn", 2)[1]
        assert first.count("k=time") == 3, "it began, it stopped, it went on, and nothing else"


async def test_a_take_back_that_others_built_on_lapses_and_holds_no_clock(host: Host) -> None:
    ed, chris, _, table = await sit(host, LONG)
    await table.must("resume")
    await ed.must("move", **AIM)
    await ed.must("ask_back")
    assert (await chris.see())["clock"]["why"] == {"key": "host.clock.back"}
    await chris.must("move", side="yes", bet=1)
    screen = await ed.see()
    assert screen["back"] is None
    assert screen["clock"]["why"] is None
    assert "host.back.lapsed" in [line["message"]["key"] for line in screen["log"]]


def test_every_preset_is_told_in_seconds(host: Host) -> None:
    with host.client() as client:
        told = {clock["name"]: clock["settings"] for clock in client.get("/api/clocks").json()}
    assert list(told) == ["off", "relaxed", "brisk", "blitz"]
    assert told["blitz"]["decision"] == 15
