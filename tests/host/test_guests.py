"""One link for everybody at the table: choose a seat, or look on; a seat's own rules stay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dicehost.clock.clock import Timing
from dicehost.house.house import House
from dicehost.screens.mailbox import Mailbox
from dicehost.screens.seats import GUEST
from dicerules.views import TABLE

from tests.host.rooms import answer, asked, housed, mail

NAMES = ["Ann", "Bo", "Cleo"]


async def opened(house: House) -> tuple[str, str]:
    match = await house.open("cow", NAMES, {}, Timing())
    return match, house.seats.tokens(match)[GUEST]


async def told(mailbox: Mailbox) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(await mail(mailbox))
    return said


async def test_the_table_shows_the_link_and_nobody_else_is_told_it(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        match, token = await opened(house)
        table = await house.table(match)
        screens = {viewer: table.watch(viewer, "d") for viewer in (TABLE, 0, GUEST)}
        said = {viewer: await told(mailbox) for viewer, mailbox in screens.items()}
        assert said[TABLE]["join"] == f"/sit/{match}#{token}"
        assert [said[viewer]["join"] for viewer in (0, GUEST)] == [None, None]


async def test_a_guest_taps_a_free_seat_and_sits_down(tmp_path: Path) -> None:
    async with housed(tmp_path) as house, asked(house) as client:
        match, token = await opened(house)
        client.headers.update({"Authorization": f"Bearer {token}", "Device": "phone"})
        offer = (await client.get(f"/api/matches/{match}/seats")).json()
        assert [(seat["name"], seat["taken"]) for seat in offer["seats"]] == [
            (name, False) for name in NAMES
        ]
        link = (await client.post(f"/api/matches/{match}/sit", json={"seat": 1})).json()["link"]
        table = await house.table(match)
        assert house.seats.whose(match, link.split("#")[1]) == 1
        assert table.watch(1, "phone") in table.audience
        seats = (await client.get(f"/api/matches/{match}/seats")).json()["seats"]
        assert [(seat["taken"], seat["mine"]) for seat in seats] == [
            (False, False),
            (True, True),
            (False, False),
        ]
        nobody = await client.post(f"/api/matches/{match}/sit", json={"seat": 3})
        assert nobody.json()["code"] == "seat.unknown"


async def test_who_taps_a_seat_that_has_a_phone_waits_to_be_let_in(tmp_path: Path) -> None:
    async with housed(tmp_path) as house, asked(house) as client:
        match, token = await opened(house)
        table = await house.table(match)
        assert table.watch(0, "ann") in table.audience
        client.headers["Authorization"] = f"Bearer {token}"
        link = (await client.post(f"/api/matches/{match}/sit", json={"seat": 0})).json()["link"]
        seat = house.seats.whose(match, link.split("#")[1])
        stranger = table.watch(seat, "stranger")
        assert stranger not in table.audience
        assert (await told(stranger))["code"] == "seat.waits"


async def test_who_looks_on_sees_the_table_and_can_do_nothing(tmp_path: Path) -> None:
    async with housed(tmp_path) as house, asked(house) as client:
        match, token = await opened(house)
        table = await house.table(match)
        screens = [table.watch(viewer, "d") for viewer in (TABLE, GUEST)]
        assert table.here == {TABLE}, "a guest makes no seat be there"
        for seat in range(3):
            await answer(table, seat)
        at_table, guest = [await told(mailbox) for mailbox in screens]
        assert guest["me"] == GUEST
        assert guest["view"] == at_table["view"]
        assert not guest["roll"]["may_press"]
        assert (guest["tower"]["page"], guest["tablet"], guest["knocks"]) == (None, [], [])
        client.headers.update({"Authorization": f"Bearer {token}", "Device": "d"})
        body = {"id": "1", "do": "press", "answer": {"roll": guest["roll"]["id"]}}
        refused = await client.post(f"/api/matches/{match}/commands", json=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "seat.looks_on")


async def test_a_seats_own_link_chooses_no_other_seat(tmp_path: Path) -> None:
    async with housed(tmp_path) as house, asked(house) as client:
        match, _ = await opened(house)
        for viewer in (0, TABLE):
            client.headers["Authorization"] = f"Bearer {house.seats.tokens(match)[viewer]}"
            refused = await client.post(f"/api/matches/{match}/sit", json={"seat": 1})
            assert (refused.status_code, refused.json()["code"]) == (403, "seat.not_guest")
            assert (await client.get(f"/api/matches/{match}/seats")).status_code == 403
        client.headers["Authorization"] = "Bearer made-up"
        stranger = await client.post(f"/api/matches/{match}/sit", json={"seat": 1})
        assert stranger.json()["code"] == "seat.token"


async def test_a_renewed_seat_renews_the_link_for_everybody(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        match, token = await opened(house)
        table = await house.table(match)
        tablet, guest = table.watch(TABLE, "tablet"), table.watch(GUEST, "guest")
        await house.invitations.rekey(match, 1)
        renewed = house.seats.tokens(match)[GUEST]
        assert renewed != token, "who was locked out does not come back by it"
        assert (await told(tablet))["join"] == f"/sit/{match}#{renewed}"
        assert (await told(guest))["code"] == "seat.token"


async def test_guests_have_a_code_to_type_and_are_led_to_the_next_match(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        match, token = await opened(house)
        listed = house.lists.one(match)
        assert listed.join == f"/sit/{match}#{token}"
        assert await house.invitations.join(listed.join_code, "somebody") == listed.join
        guest = (await house.table(match)).watch(GUEST, "guest")
        await house.abandon(match)
        new = await house.again(match)
        assert (await told(guest))["next"] == f"/table/{new}#{house.seats.tokens(new)[GUEST]}"
