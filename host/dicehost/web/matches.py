"""Routes for the owner's matches: open, list, hand out links; and joining one."""

from __future__ import annotations

from typing import Annotated

import segno
from fastapi import APIRouter, Path, Request, Response

from dicehost.house.listing import MatchListed, SeatsOffered
from dicehost.web.access import OWNER_ONLY, Device, MatchId, TheHouse, Token
from dicehost.web.described import DAMAGED, GAME_RULES, media, refusals, struct
from dicehost.web.guarded import Guarded
from dicehost.web.models import (
    ChosenSeat,
    ChosenTower,
    CodeLink,
    OpenMatch,
    TabletSeats,
    Text,
    TypedCode,
)
from dicehost.web.refusals import json_answer

router = APIRouter(route_class=Guarded, prefix="/api", tags=["matches"])

STORED = (
    "journal.unknown",
    *DAMAGED,
    "journal.gap",
    "journal.kind",
    "journal.body",
    "journal.opened",
    "journal.newer_game",
)
"""What can be wrong with a match that is read from the journal."""
HELD = ("venue.cut_off", "venue.elsewhere", "venue.gone", "venue.maybe_alone")
"""Why a host of a venue may not play a match."""
FOUND = (*STORED, *HELD, "match.game", "match.broken_game", "match.broken")
"""What can be wrong with a match that is taken up again."""
WRITTEN = ("journal.taken", "journal.unwritten", "venue.cut_off", "venue.refused")
OPENED = (
    "match.game",
    "match.broken_game",
    "match.start",
    "match.option_unknown",
    "match.option",
    "match.seats",
    "match.name",
    "match.names_alike",
    "match.colours",
    "match.clock",
    "bot.seat",
    "bot.level",
    "bot.face",
    "tower.unknown",
)

SeatNumber = Annotated[int, Path(description="A seat, counted from 0; -1 is the table.")]


@router.get(
    "/matches",
    summary="List the matches",
    dependencies=OWNER_ONLY,
    response_model=list[MatchListed],
    responses=refusals("seat.owner"),
)
async def list_matches(house: TheHouse) -> Response:
    """Every match with its links, the last played first. For the owner."""
    return json_answer(await house.lists.all())


@router.post(
    "/matches",
    status_code=201,
    summary="Open a match",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", *OPENED, *WRITTEN, GAME_RULES),
)
async def open_match(house: TheHouse, body: OpenMatch) -> MatchListed:
    """Open a match and give it a tower. For the owner."""
    match = await house.open(
        body.game,
        body.names,
        body.options,
        body.timing(),
        body.colours,
        body.seated(),
        body.checkable,
        hints=body.hints,
        tower=body.tower,
    )
    return house.lists.one(match)


@router.post(
    "/matches/{match}/again",
    status_code=201,
    summary="Play again",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", *FOUND, "match.start", *WRITTEN, GAME_RULES),
)
async def play_again(house: TheHouse, match: MatchId) -> MatchListed:
    """Open a match like this one for the same people, or give the one already open. For the owner.

    The next person at the table begins. Screens of the old match are shown the way to the new one.
    """
    return house.lists.one(await house.again(match))


@router.post(
    "/matches/{match}/reopen",
    summary="Reopen a match that has stopped",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", *FOUND, *WRITTEN),
)
async def reopen(house: TheHouse, match: MatchId) -> MatchListed:
    """Go on with a match that has stopped, with the game as it is now. For the owner.

    It is read again from its journal. Refused if it stops again. A match of a venue whose host is
    gone is played here from then on, from its last line and with a tower of this host.
    """
    await house.play_on(match)
    return house.lists.one(match)


@router.post(
    "/matches/{match}/recover",
    summary="Go on with a damaged match",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "journal.sound", "journal.nothing_sound", *FOUND, *WRITTEN),
)
async def recover(house: TheHouse, match: MatchId) -> MatchListed:
    """Go on after the sound part of a match that is damaged on the disk. For the owner.

    The match says from then on that lines were lost. What followed the sound part is kept in a file
    beside the journal.
    """
    await house.recover(match)
    return house.lists.one(match)


@router.post(
    "/matches/{match}/abandon",
    summary="End a match early",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", *FOUND, *WRITTEN),
)
async def abandon(house: TheHouse, match: MatchId) -> MatchListed:
    """End a match that nobody wants to finish: it is over, and nobody has won. For the owner.

    It can be replayed, exported and played again like any other that is over.
    """
    await house.abandon(match)
    return house.lists.one(match)


@router.post(
    "/matches/{match}/remove",
    summary="Remove a match",
    dependencies=OWNER_ONLY,
    responses=refusals(
        "seat.owner", "journal.still_open", "journal.unknown", "venue.keeps", *WRITTEN
    ),
)
async def remove(house: TheHouse, match: MatchId) -> list[MatchListed]:
    """Remove a match that is over or damaged; the matches that are left. For the owner.

    Its lines are kept in a file beside the journal. One that was exported before can be imported
    again.
    """
    await house.remove(match)
    return await house.lists.all()


@router.get(
    "/notices",
    summary="Files that were damaged",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=struct("Message", "One sentence for each file.", many=True) | refusals("seat.owner"),
)
async def list_notices(house: TheHouse) -> Response:
    """What was damaged when the service was started, and set aside. For the owner."""
    return json_answer(house.notices)


@router.get(
    "/matches/{match}/links",
    summary="A match's links",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "journal.unknown"),
)
async def show_links(house: TheHouse, match: MatchId) -> MatchListed:
    """The links and short codes of a match's table and seats. For the owner."""
    return house.lists.one(match)


@router.post(
    "/matches/{match}/seats/{seat}/rekey",
    summary="Renew a seat's link",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "seat.unknown", *FOUND, *WRITTEN),
)
async def renew_link(house: TheHouse, match: MatchId, seat: SeatNumber) -> MatchListed:
    """Give a seat a new link and code; the old ones stop working. For the owner."""
    await house.invitations.rekey(match, seat)
    return house.lists.one(match)


@router.post(
    "/matches/{match}/tablet",
    summary="Seat people at the tablet",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "seat.unknown", "seat.has_phone", *FOUND, *WRITTEN),
)
async def seat_at_tablet(house: TheHouse, match: MatchId, body: TabletSeats) -> MatchListed:
    """Let seats that have no phone play on the table's tablet. For the owner."""
    await (await house.table(match)).seat_at_tablet(body.seats)
    return house.lists.one(match)


@router.post(
    "/matches/{match}/tower",
    summary="Move a match to another tower",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "tower.unknown", *FOUND, *WRITTEN),
)
async def move_to_tower(house: TheHouse, match: MatchId, body: ChosenTower) -> MatchListed:
    """Let another tower roll for a match, from the middle of it on. For the owner.

    A roll that was asked of the former tower is given up there, which the match's journal says.
    """
    await house.move(match, body.tower)
    return house.lists.one(match)


@router.post(
    "/join",
    summary="Join by a short code",
    responses=refusals("seat.code", "seat.tries", *FOUND),
)
async def join(house: TheHouse, body: TypedCode, request: Request) -> CodeLink:
    """The link that a short code stands for. Wrong codes are counted, so guessing is hopeless."""
    guesser = request.client.host if request.client else ""
    return CodeLink(link=await house.invitations.join(body.code, guesser))


@router.get(
    "/matches/{match}/seats",
    summary="The seats to choose from",
    responses=refusals("seat.token", "seat.not_guest", *FOUND),
)
async def list_seats(
    house: TheHouse, match: MatchId, token: Token, device: Device = ""
) -> SeatsOffered:
    """Who plays, and which seats have a phone. For anybody with the link for everybody."""
    return await house.invitations.offer(match, token, device)


@router.post(
    "/matches/{match}/sit",
    summary="Choose a seat",
    responses=refusals("seat.token", "seat.not_guest", "seat.unknown"),
)
async def choose_seat(house: TheHouse, match: MatchId, token: Token, body: ChosenSeat) -> CodeLink:
    """The link of a seat. For anybody with the link for everybody.

    Where another device sits already, the link lets its people wait to be let in.
    """
    return CodeLink(link=house.invitations.choose_seat(match, token, body.seat))


@router.post(
    "/qr",
    summary="Draw a QR code",
    response_class=Response,
    responses=media("image/svg+xml", "The code.") | refusals(),
)
def draw_qr(body: Text) -> Response:
    """Draw a text as a QR code. It is posted so that no token stands in an address."""
    svg = segno.make(body.text, error="m").svg_inline(border=2, omitsize=True)
    return Response(svg, media_type="image/svg+xml")
