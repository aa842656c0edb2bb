"""The room for its page: a stream with a key of its own, which can do nothing but look."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from msgspec import Struct

from dicehost.errors import SeatError
from dicehost.outside.keys import room_key
from dicehost.outside.room import Room
from dicehost.past.fairness import Verdict, judge
from dicehost.past.ledger import Ledger, Wish, put_together
from dicehost.screens.seats import is_owner
from dicehost.web.access import OWNER_ONLY, TheHouse
from dicehost.web.described import media, refusals, struct
from dicehost.web.guarded import Guarded
from dicehost.web.headers import NO_STORE
from dicehost.web.matches import WRITTEN
from dicehost.web.refusals import json_answer
from dicehost.web.tournament_models import GiveNotice, RoomLink

router = APIRouter(route_class=Guarded, prefix="/api/room", tags=["the room"])

ROOM_KEY = HTTPBearer(
    scheme_name="room key",
    description="The key to look at the whole room, which `dicetower keys` prints.",
    auto_error=False,
)
_STREAM = "text/event-stream"


class RoomFairness(Struct, frozen=True):
    """Every tower's dice compared with fair ones, those of all towers together, towers' names."""

    dice: list[Verdict]
    together: list[Verdict]
    called: dict[str, str]


async def may_look(
    house: TheHouse, given: Annotated[HTTPAuthorizationCredentials | None, Depends(ROOM_KEY)]
) -> None:
    """Let pass who has the room's key, or the owner."""
    key = room_key(house.journal.path.parent)
    if given is None or not (
        is_owner(key, given.credentials) or is_owner(house.key, given.credentials)
    ):
        raise SeatError("seat.room")


LOOKING = [Depends(may_look)]


@router.get(
    "",
    summary="The room as it changes",
    dependencies=LOOKING,
    response_class=StreamingResponse,
    responses=media(_STREAM, "Server-sent events, each with the whole room as JSON.")
    | refusals("seat.room"),
)
async def show_room(request: Request) -> StreamingResponse:
    """Every table, tower and tournament as server-sent events, for ever.

    Each `room` (RoomShown) has everything as it is then: the newest is all that a page needs. There
    is nothing in it that a table's own screen does not show, and no link.
    """
    room: Room = request.app.state.room
    return StreamingResponse(room.pictures(), media_type=_STREAM, headers=NO_STORE)


@router.get(
    "/fairness",
    summary="How even every tower's dice fell",
    dependencies=LOOKING,
    response_class=Response,
    responses=struct("RoomFairness", "One line for each tower and kind of die.")
    | refusals("seat.room"),
)
async def show_room_fairness(request: Request, house: TheHouse) -> Response:
    """All dice of the journal, which in a venue is every host's: in all, and for each tower."""
    ledger: Ledger = request.app.state.ledger
    await asyncio.to_thread(ledger.bring_up)
    tallies = await asyncio.to_thread(ledger.tallies, Wish())
    towers = [tally for tally in tallies if tally.tower]
    called = {tower.id: tower.name for tower in house.towers.all if tower.name}
    together = [judge(tally) for tally in put_together(towers)]
    return json_answer(RoomFairness([judge(tally) for tally in towers], together, called))


@router.get(
    "/link",
    summary="The link to the room's page",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner"),
)
async def show_room_link(house: TheHouse) -> RoomLink:
    """The link by which anybody may look at the room and do nothing. For the owner."""
    return RoomLink(link=f"/room#{room_key(house.journal.path.parent)}")


@router.post(
    "/notice",
    summary="Show a notice on every screen",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "notice.text", *WRITTEN),
)
async def give_notice(house: TheHouse, body: GiveNotice) -> GiveNotice:
    """Show a text on every screen of the house, in a venue of every host's. For the owner.

    It stays until another one comes, it is taken down, or four hours have passed.
    """
    await house.notice.give(body.text)
    return GiveNotice(text=house.notice.text)
