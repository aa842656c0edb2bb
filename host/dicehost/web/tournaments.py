"""Routes for tournaments: open one, enter players, pair rounds, start tables, say results."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Response

from dicehost.house.house import House
from dicehost.house.tournaments import BY_RANK, TWO_SEATS, seats_of
from dicehost.outside.tournament_told import tell
from dicehost.web.access import OWNER_ONLY, TheHouse
from dicehost.web.described import GAME_RULES, refusals, struct
from dicehost.web.guarded import Guarded
from dicehost.web.matches import OPENED, WRITTEN
from dicehost.web.refusals import json_answer
from dicehost.web.room import LOOKING
from dicehost.web.tournament_models import (
    EnterTournament,
    GiveResult,
    OpenTournament,
    StartTable,
    TournamentLine,
)

router = APIRouter(route_class=Guarded, prefix="/api/tournaments", tags=["tournaments"])

CHANGES = ("seat.owner", "tournament.unknown", "tournament.changed", *WRITTEN)
"""What any change may be refused with."""
_TOLD = struct("TournamentTold", "The tournament as it is now.")

TournamentId = Annotated[
    str, Path(max_length=40, description="A tournament's id, as GET /api/tournaments lists it.")
]
PlayerNumber = Annotated[int, Path(ge=0, description="A player, counted from 0.")]
RoundNumber = Annotated[int, Path(ge=0, description="A round, counted from 0.")]
TableNumber = Annotated[int, Path(ge=0, description="A table of the round, counted from 0.")]


def _tell(house: House, tournament: str) -> Response:
    return json_answer(tell(tournament, house.tournaments.the(tournament)))


@router.get(
    "",
    summary="List the tournaments",
    dependencies=LOOKING,
    response_class=Response,
    responses=struct("TournamentTold", "Every tournament.", many=True) | refusals("seat.room"),
)
async def list_tournaments(house: TheHouse) -> Response:
    """Every tournament with standings and rounds. For the owner, and with the room's key."""
    await house.tournaments.read.wait()
    names = house.tournaments.names()
    return json_answer([tell(name, house.tournaments.the(name)) for name in names])


@router.post(
    "",
    status_code=201,
    summary="Open a tournament",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=refusals(
        "seat.owner",
        "match.game",
        "match.broken_game",
        "tournament.name",
        "tournament.size",
        "tournament.rounds",
        "tournament.points",
        "tournament.player_name",
        "tournament.name_taken",
        *WRITTEN,
    )
    | {201: _TOLD[200]},
)
async def open_tournament(house: TheHouse, body: OpenTournament) -> Response:
    """Open a tournament. For the owner.

    `swiss` pairs neighbours in the standings and nobody with the same opponent twice while that can
    be helped; `round_robin` lets everybody meet everybody.
    """
    usual = TWO_SEATS if body.size == 2 else BY_RANK[: body.size]
    opened = body.opened(seats_of(body.game), usual, secrets.randbits(32))
    name = await house.tournaments.open(opened, body.players)
    return json_answer(tell(name, house.tournaments.the(name)), 201)


@router.post(
    "/{tournament}/players",
    summary="Enter a player",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_TOLD
    | refusals(
        "tournament.player_name",
        "tournament.name_taken",
        "tournament.many",
        "tournament.over",
        *CHANGES,
    ),
)
async def enter(house: TheHouse, tournament: TournamentId, body: EnterTournament) -> Response:
    """Somebody takes part from the next round on, also when some were played. For the owner."""
    await house.tournaments.enter(tournament, body.name, body.line)
    return _tell(house, tournament)


@router.post(
    "/{tournament}/players/{player}/leave",
    summary="A player drops out",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_TOLD
    | refusals("tournament.player", "tournament.has_left", "tournament.over", *CHANGES),
)
async def leave(
    house: TheHouse, tournament: TournamentId, player: PlayerNumber, body: TournamentLine
) -> Response:
    """A player is paired no more; what they have won stays. For the owner."""
    await house.tournaments.leave(tournament, player, body.line)
    return _tell(house, tournament)


@router.post(
    "/{tournament}/players/{player}/return",
    summary="A player comes back",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_TOLD
    | refusals("tournament.player", "tournament.takes_part", "tournament.over", *CHANGES),
)
async def come_back(
    house: TheHouse, tournament: TournamentId, player: PlayerNumber, body: TournamentLine
) -> Response:
    """A player who had dropped out is paired again from the next round on. For the owner."""
    await house.tournaments.come_back(tournament, player, body.line)
    return _tell(house, tournament)


@router.post(
    "/{tournament}/pair",
    summary="Pair the next round",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_TOLD
    | refusals(
        "tournament.round_open",
        "tournament.over",
        "tournament.few",
        "tournament.extra",
        "tournament.unsolved",
        *CHANGES,
    ),
)
async def pair(house: TheHouse, tournament: TournamentId, body: TournamentLine) -> Response:
    """Pair the next round. For the owner. Larger tables may take some seconds."""
    await house.tournaments.pair(tournament, body.line)
    return _tell(house, tournament)


@router.post(
    "/{tournament}/tables/{table}/start",
    summary="Start a table",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_TOLD
    | refusals(
        "tournament.unpaired",
        "tournament.table",
        "tournament.played",
        "tournament.started",
        "tournament.over",
        *OPENED,
        GAME_RULES,
        *CHANGES,
    ),
)
async def start_table(
    house: TheHouse, tournament: TournamentId, table: TableNumber, body: StartTable
) -> Response:
    """Open the match of a table of this round and give it a tower. For the owner.

    Its result is noted by itself when the match is over, unless it was ended early.
    """
    await house.tournaments.start_table(tournament, table, body.tower, body.line)
    return _tell(house, tournament)


@router.post(
    "/{tournament}/rounds/{number}/tables/{table}/result",
    summary="Say how a table ended",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_TOLD
    | refusals("tournament.unpaired", "tournament.table", "tournament.ranks", *CHANGES),
)
async def give_result(
    house: TheHouse,
    tournament: TournamentId,
    number: RoundNumber,
    table: TableNumber,
    body: GiveResult,
) -> Response:
    """Say or correct how a table ended. For the owner. The pairings of later rounds stay."""
    await house.tournaments.give_result(tournament, number, table, body.ranks, body.line)
    return _tell(house, tournament)


@router.post(
    "/{tournament}/end",
    summary="End a tournament",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_TOLD | refusals("tournament.over", *CHANGES),
)
async def end(house: TheHouse, tournament: TournamentId, body: TournamentLine) -> Response:
    """End a tournament early: no round follows. For the owner."""
    await house.tournaments.end(tournament, body.line)
    return _tell(house, tournament)


@router.post(
    "/{tournament}/take_back",
    summary="Take back the last line",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_TOLD | refusals("tournament.nothing", *CHANGES),
)
async def take_back(house: TheHouse, tournament: TournamentId, body: TournamentLine) -> Response:
    """Take back whatever was done last; again takes back what was before. For the owner.

    A match that was started stays open. A result that was noted by itself is not noted again.
    """
    await house.tournaments.take_back(tournament, body.line)
    return _tell(house, tournament)
