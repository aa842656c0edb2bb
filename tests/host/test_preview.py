"""A seat may ask what its half-filled form would come to; nothing of it is written or told."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.evening import GIVE_UP_AFTER, Host, Tower
from tests.host.test_table import Seat


async def test_a_phone_sees_live_what_its_dice_would_be_worth(host: Host, tower: Tower) -> None:
    opened = await asyncio.to_thread(host.open, ["Ann", "Bo"], game="ricemarll")
    ann, bo = (Seat(host, seat["link"]) for seat in opened["seats"])
    async with asyncio.timeout(GIVE_UP_AFTER):
        roll = (await ann.see("roll", state="armed"))["roll"]["id"]
        await ann.must("press", roll=roll)
        screen = await ann.see("form", title={"key": "form.place"})
    (field,) = screen["form"]["fields"]
    first, *_ = (card["key"] for card in field["cards"])

    async def look(seat: Seat, answer: dict[str, Any]) -> Any:
        with host.client(seat.token) as client:
            said = client.post(f"/api/matches/{seat.match}/preview", json={"answer": answer})
            return said.status_code, said.json()

    status, bare = await look(ann, {})
    assert status == 200
    status, with_card = await look(ann, {"cards": {"die1": [first]}})
    assert status == 200
    worth = [track["spaces"] for track in (bare[0], with_card[0])]
    assert worth[0][1:] == worth[1][1:], "only the first die has a card on it"
    assert worth[0][0] != worth[1][0]
    assert await look(bo, {}) != await look(ann, {}), "everybody sees the own dice"
    status, refusal = await look(ann, {"cards": {"moon": [first]}})
    assert status == 409
    assert "moon" in refusal["message"]
    assert (await ann.see())["seq"] == screen["seq"], "nothing was written"
