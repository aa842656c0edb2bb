"""Dice by hand: agreed on by all, judged like the tower's, marked for ever, and for need."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from dicehost.journal.entry import Entry
from dicehost.journal.store import Journal
from dicehost.match.record import replay_match
from dicehost.past.transcript import tell
from dicerules import games
from dicerules.core import encode
from dicerules.forms import Form, fill

from tests.evening import Host, Tower, line
from tests.host.test_table import AIM, Seat

NAMES = ["Ed", "Chris", "Donna"]


@contextlib.asynccontextmanager
async def looking(seat: Seat) -> AsyncIterator[None]:
    """A screen of this seat lies on the table, connected."""
    url = f"{seat.host.base.replace('http', 'ws')}/api/matches/{seat.match}/screen"
    async with line(url) as socket:
        await socket.send(json.dumps({"token": seat.token}))
        await socket.recv()
        yield


async def sit(host: Host, game: str = "cow") -> tuple[Seat, list[Seat]]:
    opened = await asyncio.to_thread(host.open, NAMES, game)
    return Seat(host, opened["table"]), [Seat(host, seat["link"]) for seat in opened["seats"]]


async def want_a_roll(seats: list[Seat]) -> None:
    ed, chris, donna = seats
    await ed.must("move", **AIM)
    await chris.must("move", side="yes", bet=1)
    await donna.must("move", side="no", bet=1)


def lines(folder: Path, match: str) -> list[Entry]:
    journal = Journal(folder / "journal.sqlite")
    entries = journal.lines(match)
    journal.close()
    return entries


async def test_typed_dice_need_everybody_and_count_like_any_others(
    host: Host, tower: Tower, tmp_path: Path
) -> None:
    table, seats = await sit(host)
    ed, chris, donna = seats
    await want_a_roll(seats)
    armed = (await table.see("roll", state="armed"))["roll"]
    assert await ed.refused("ask_hand") == "hand.tower"
    tower.ask("/unplug")
    assert (await ed.see("by_hand", state="offered"))["roll"]["state"] == "waiting"
    faces = {"roll": armed["id"], "faces": [1, 2, 3, 4]}
    async with looking(ed), looking(chris), looking(table):
        await ed.must("ask_hand")
        # Chris speaks for himself; Donna has no phone here, so the tablet speaks for her.
        assert (await chris.see("by_hand", state="asked"))["by_hand"]["missing"] == [-1, 1]
        assert await ed.refused("agree_hand") == "hand.not_asked"
        assert await ed.refused("type_in", **faces) == "hand.not_agreed"
        await chris.must("refuse_hand")
        await ed.see("by_hand", state="offered")
        await ed.must("ask_hand")
        await chris.must("agree_hand")
        assert await ed.refused("type_in", **faces) == "hand.not_agreed"
        await table.must("agree_hand")
    shown = await ed.see("by_hand", state="agreed")
    assert (shown["roll"]["state"], shown["by_hand"]["may_type"]) == ("hand", True)
    assert (await chris.see("by_hand"))["by_hand"]["may_type"] is False

    assert await chris.refused("type_in", **faces) == "hand.not_yours"
    assert await ed.refused("type_in", roll=armed["id"], faces="six") == "hand.faces"
    assert await ed.refused("type_in", roll=armed["id"], faces=[True, 1, 1, 1]) == "hand.faces"
    assert await ed.refused("type_in", roll=armed["id"], faces=[1, 2, 3]) == "roll.count"
    assert await ed.refused("type_in", roll=armed["id"], faces=[1, 2, 3, 7]) == "roll.face"
    assert await ed.refused("type_in", roll=f"{ed.match}.1", faces=[1, 2, 3, 4]) == "hand.over"
    seq = await ed.must("type_in", **faces)
    assert await ed.refused("type_in", roll=armed["id"], faces=[4, 4, 4, 4]) == "hand.over"

    screen = await donna.see(roll=None)
    assert screen["source"] == "hand"
    assert "host.hand.typed.seat" in [line["message"]["key"] for line in screen["log"]]
    entries = lines(tmp_path, ed.match)
    written = json.loads(entries[seq - 1].body)
    assert (written["source"], written["by"]) == ("hand", 0)
    assert written["event"]["faces"] == [1, 2, 3, 4]
    told = "\n".join(tell(games()["cow"], entries))
    assert "Rolled by hand and typed in by Ed." in told
    assert "1 of 1 rolls typed in by hand" in told
    one, two = (replay_match(games()["cow"], entries) for _ in range(2))
    assert encode(one.state) == encode(two.state)
    assert one.by_hand, "a host that starts again goes on by hand"


async def test_the_tower_that_is_back_rolls_the_next_one_and_never_a_typed_one(
    host: Host, tower: Tower, tmp_path: Path
) -> None:
    table, seats = await sit(host)
    await want_a_roll(seats)
    await table.see("roll", state="armed")
    tower.ask("/unplug")
    roll = (await table.see("by_hand", state="offered"))["roll"]["id"]
    await table.must("ask_hand")  # nobody else is here to ask
    tower.ask("/replug")
    await table.see("roll", state="armed")
    assert await table.refused("type_in", roll=roll, faces=[1, 1, 1, 1]) == "hand.tower"
    tower.ask("/unplug")
    await table.see("by_hand", state="agreed")
    await table.must("type_in", roll=roll, faces=[6, 6, 6, 6])
    tower.ask("/replug")
    await table.see("tower", state="ready")
    screen = await table.see()
    while screen["source"] == "hand":
        for seat in (screen["waiting"] or [])[:1]:
            await seats[seat].must("move", **first(await seats[seat].see()))
        if screen["roll"] and screen["roll"]["state"] == "armed":
            await table.must("press", roll=screen["roll"]["id"])
        screen = await table.see()
    written = [json.loads(e.body) for e in lines(tmp_path, table.match) if e.kind == "rolled"]
    assert [(o["source"], o["id"]) for o in written[:1]] == [("hand", roll)]
    assert written[1]["source"] == "simulated"
    assert "by" not in written[1]
    assert all(lit["faces"] == [6, 6, 6, 6] for lit in tower.shown() if lit["id"] == roll)


def first(screen: dict[str, Any]) -> dict[str, Any]:
    return fill(msgspec.convert(screen["form"], Form), lambda randbelow: 0)


async def test_with_failed_noise_cards_are_shuffled_by_the_host_and_marked_so(
    host: Host, tower: Tower, tmp_path: Path
) -> None:
    tower.ask("/noise", stuck=True)
    table, _ = await sit(host, "zorro")
    shown = await table.see("by_hand", state="offered")
    assert shown["tower"]["fault"]["key"] == "host.tower.noise"
    await table.must("ask_hand")
    # Shuffles, and the lot that says who begins: nobody has such a die, so nobody is asked for it.
    shown = await table.see(source="system")
    entries = lines(tmp_path, table.match)
    sources = [json.loads(entry.body)["source"] for entry in entries if entry.kind == "rolled"]
    assert set(sources) == {"system"}
    assert any(
        "Drawn by the host's own random generator" in told
        for told in tell(games()["zorro"], entries)
    )
