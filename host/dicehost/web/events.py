"""The stream of public facts, for other programs and the overlay: read with a key of its own."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from dicehost.errors import SeatError
from dicehost.outside.feed import Feed
from dicehost.outside.keys import events_key
from dicehost.outside.stream import stream
from dicehost.screens.seats import is_owner
from dicehost.web.access import TheHouse
from dicehost.web.described import media, refusals
from dicehost.web.headers import NO_STORE

router = APIRouter(prefix="/api", tags=["events"])

EVENTS_KEY = HTTPBearer(
    scheme_name="events key",
    description="The key to read what everybody may know, which `dicetower keys` prints.",
    auto_error=False,
)
_STREAM = "text/event-stream"


async def may_read(
    house: TheHouse, given: Annotated[HTTPAuthorizationCredentials | None, Depends(EVENTS_KEY)]
) -> None:
    """Let pass who has the key to read, or the owner."""
    key = events_key(house.journal.path.parent)
    if given is None or not (
        is_owner(key, given.credentials) or is_owner(house.key, given.credentials)
    ):
        raise SeatError("seat.events")


@router.get(
    "/events",
    summary="Public facts as they change",
    dependencies=[Depends(may_read)],
    response_class=StreamingResponse,
    responses=media(_STREAM, "Server-sent events, each with one JSON object as its data.")
    | refusals("seat.events"),
)
async def show_events(request: Request) -> StreamingResponse:
    """What everybody may know, as server-sent events, for ever.

    First everything as it is: `tower` (TowerFacts) and `table` (TableFacts). Then whatever changes,
    and `roll`, `turn`, `win` and `time` (Happened) as they happen, each after its dice have landed
    on the screens. There is nothing hidden in it, and no link. With the key of its own nothing can
    be done but read this.
    """
    feed: Feed = request.app.state.feed
    return StreamingResponse(stream(feed), media_type=_STREAM, headers=NO_STORE)
