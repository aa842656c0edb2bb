"""Routes for one screen: its websocket, its commands, previews, and the pictures on its dice."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Annotated

import msgspec
from dicerules.core import encode
from fastapi import APIRouter, Response, WebSocket, WebSocketDisconnect

from dicehost.errors import HostError, SeatError
from dicehost.house.table import Table
from dicehost.logs import happened
from dicehost.screens.mailbox import Mailbox
from dicehost.web.access import AtSeat, MatchId, TheHouse, Visitor
from dicehost.web.described import GAME_RULES, refusals, struct
from dicehost.web.guarded import Guarded
from dicehost.web.matches import FOUND, WRITTEN
from dicehost.web.models import CommandBody, Done, HalfFilled
from dicehost.web.refusals import json_answer, note_refusal, status_of
from dicehost.wording import told

router = APIRouter(route_class=Guarded, prefix="/api/matches/{match}", tags=["screens"])

SCREEN = "/api/matches/{match}/screen"
SEAT = ("seat.token", "seat.owner", "seat.not_tablet", "seat.device")
COMMANDS = (
    "match.failed",
    "table.which_question",
    "table.other_question",
    "table.no_seat",
    "table.press_what",
    "table.no_press",
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
    "bot.seat",
    "bot.level",
    "bot.not_yours",
    "bot.over",
)
SOCKET = (
    "screen.bytes",
    "screen.silent",
    "seat.no_token",
    "seat.token",
    "seat.owner",
    "seat.not_tablet",
    "seat.crowd",
    *FOUND,
    "journal.unwritten",
)
"""What a screen may be told instead of a match, before its socket is closed."""


class ScreenError(HostError, ValueError):
    """A screen that does not speak as screens do."""


class Greeting(msgspec.Struct, frozen=True):
    """What a screen says first: its token and device; or the owner's key and a tablet's seat."""

    token: str = ""
    seat: int | None = None
    device: Annotated[str, msgspec.Meta(max_length=100)] = ""


@router.get(
    "/faces",
    summary="The pictures on the dice",
    response_class=Response,
    responses=struct("Faces", "Every kind of die by name, with its faces in order.")
    | refusals(*FOUND, "match.failed"),
)
async def show_faces(house: TheHouse, match: MatchId) -> Response:
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


@router.websocket("/screen")
async def screen(socket: WebSocket, house: TheHouse, match: str) -> None:
    """Send a screen everything it may know, now and after every change."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            said = await _greeting(socket)
            table, seat = await Visitor(house, match, said.token).sit_down(said.seat)
            mailbox = table.watch(seat, said.device, said.seat is not None)
        except HostError as refusal:
            note_refusal(refusal.code, status_of(refusal.code), SCREEN, match)
            await socket.send_text(encode(told(refusal)).decode())
            await socket.close(1008)
            return
        happened("connected", match=table.match.id, seat=seat, tablet=mailbox.tablet)
        try:
            await _push(socket, table, mailbox)
        finally:
            happened("disconnected", match=table.match.id, seat=seat, tablet=mailbox.tablet)


async def _greeting(socket: WebSocket) -> Greeting:
    try:
        async with asyncio.timeout(socket.app.state.limits.greeting):
            said = await _text(socket)
    except TimeoutError:
        raise ScreenError("screen.silent") from None
    try:
        return msgspec.json.decode(said, type=Greeting)
    except (msgspec.DecodeError, RecursionError):
        raise SeatError("seat.no_token") from None


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    if text is None:
        raise ScreenError("screen.bytes")
    return text


async def _push(socket: WebSocket, table: Table, mailbox: Mailbox) -> None:
    async def write() -> None:
        while True:
            await socket.send_text((await mailbox.take()).decode())
            if mailbox.ended:
                await socket.close(1008)
                return

    writer = asyncio.create_task(write())
    try:
        while True:  # a screen may ask whether anybody is there, until it goes
            table.answer(mailbox, _line(await _text(socket)))
    except ScreenError as refusal:
        note_refusal(refusal.code, status_of(refusal.code), SCREEN, table.match.id)
        mailbox.end(encode(told(refusal)))
        await writer
    finally:
        table.unwatch(mailbox)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writer


def _line(asked: str) -> int:
    try:
        return msgspec.json.decode(asked, type=int)
    except (msgspec.DecodeError, RecursionError):
        return -1
