"""Routes for one screen: its commands, previews, hints, and the pictures on its dice."""

from __future__ import annotations

import time

from fastapi import APIRouter, Response

from dicehost.logs import happened
from dicehost.web.access import AtSeat, ReadableMatch, TheHouse
from dicehost.web.described import GAME_RULES, refusals, struct
from dicehost.web.guarded import Guarded
from dicehost.web.matches import FOUND, WRITTEN
from dicehost.web.models import Called, CalledOut, CommandBody, Done, HalfFilled
from dicehost.web.refusals import json_answer

router = APIRouter(route_class=Guarded, prefix="/api/matches/{match}", tags=["screens"])

SEAT = ("seat.token", "seat.owner", "seat.not_tablet", "seat.device", "seat.looks_on")
COMMANDS = (
    "match.failed",
    "table.which_question",
    "table.other_question",
    "table.no_seat",
    "table.press_what",
    "table.no_press",
    "table.pace",
    "table.pace_where",
    "clock.none",
    "clock.moved_paused",
    "back.too_late",
    "back.pending",
    "back.built_on",
    "back.not_asked",
    "hand.no_roll",
    "hand.tower",
    "hand.pending",
    "hand.not_asked",
    "hand.not_agreed",
    "hand.not_yours",
    "hand.over",
    "hand.faces",
    "hand.device_name",
    "hand.device_other",
    "bot.seat",
    "bot.level",
    "bot.not_yours",
    "bot.over",
)


@router.get(
    "/faces",
    summary="The pictures on the dice",
    response_class=Response,
    responses=struct("Faces", "Every kind of die by name, with its faces in order.")
    | refusals("seat.token", *FOUND, "match.failed"),
)
async def show_faces(house: TheHouse, match: ReadableMatch) -> Response:
    """The pictures on the dice of a match: its cards may be the owner's own."""
    return json_answer((await house.table(match)).faces())


@router.post(
    "/commands",
    summary="Send a command",
    responses=refusals(*SEAT, *COMMANDS, *FOUND, *WRITTEN, GAME_RULES),
)
async def command(visitor: AtSeat, body: CommandBody) -> Done:
    """Do something at a seat, or at the table's screen."""
    began = time.perf_counter_ns()
    table, seat = await visitor.sit_down(body.seat)
    seq = await table.do(seat, body.command())
    took = (time.perf_counter_ns() - began) // 1_000_000
    happened("command", do=body.do, match=table.match.id, seat=seat, seq=seq, ms=took)
    return Done(ok=True, seq=seq)


@router.post(
    "/preview",
    summary="Preview an answer",
    response_class=Response,
    responses=struct("Item", "What to show beside the form.", many=True)
    | refusals(*SEAT, *FOUND, "match.preview", GAME_RULES),
)
async def preview(visitor: AtSeat, body: HalfFilled) -> Response:
    """What a seat's form, as filled so far, would lead to. Nothing is written."""
    table, seat = await visitor.sit_down(body.seat)
    return json_answer(table.preview(seat, body.answer))


@router.post(
    "/worth",
    summary="What the choices of a form are worth",
    response_class=Response,
    responses=struct("Worth", "For each choice, amounts that are exact or estimated.", many=True)
    | refusals(*SEAT, *FOUND, "table.no_hints", "match.weigh"),
)
async def weigh(visitor: AtSeat, body: HalfFilled) -> Response:
    """What each choice of a seat's form is worth, as filled so far, if hints are allowed here.

    An amount with an error is an estimate. It is left out if the form is filled anew meanwhile.
    """
    table, seat = await visitor.sit_down(body.seat)
    return json_answer(await table.weigh(seat, body.answer))


@router.post(
    "/react",
    summary="Call something out",
    responses=refusals(*SEAT, *FOUND, "table.no_seat"),
)
async def react(visitor: AtSeat, body: Called) -> CalledOut:
    """Show every screen a cheer or a groan for a moment. Nothing is written."""
    table, seat = await visitor.sit_down(body.seat)
    return CalledOut(heard=table.react(seat, body.kind))
