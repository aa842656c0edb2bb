"""A screen's websocket: it greets, and is sent everything it may know from then on."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Annotated

import msgspec
from dicerules.core import encode
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from dicehost.errors import HostError, SeatError
from dicehost.house.house import House
from dicehost.logs import happened
from dicehost.web.access import Visitor
from dicehost.web.limits import CARRY
from dicehost.web.matches import FOUND
from dicehost.web.refusals import note_refusal, status_of
from dicehost.wording import told

SCREEN = "/api/matches/{match}/screen"
_SCREEN_PATH = re.compile("/api/matches/([^/]+)/screen")
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


class ScreenSockets:
    """Takes the websockets of screens, and passes everything else on.

    They need nothing that the app does for a route. When all screens come back at once, its way
    through routes and layers would cost more than all the rest.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a screen, or pass a request on."""
        found = _SCREEN_PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self._app(scope, receive, send)
        else:
            await _serve(WebSocket(scope, receive, send), scope["app"].state.house, found[1])


async def _serve(socket: WebSocket, house: House, match: str) -> None:
    """Send a screen everything it may know, now and after every change."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            said = await _greeting(socket)
            table, seat = await Visitor(house, match, said.token).sit_down(said.seat)
            mailbox = table.watch(seat, said.device, said.seat is not None)
        except HostError as refusal:
            await _refuse(socket, match, refusal)
            return
        happened("connected", match=table.match.id, seat=seat, tablet=mailbox.tablet)
        try:
            socket.scope["extensions"][CARRY](mailbox)
            while True:  # a screen may ask whether anybody is there, until it goes
                table.teller.answer(mailbox, _line(await _text(socket)))
        except ScreenError as refusal:
            await _refuse(socket, match, refusal)
        finally:
            table.unwatch(mailbox)
            happened("disconnected", match=table.match.id, seat=seat, tablet=mailbox.tablet)


async def _refuse(socket: WebSocket, match: str, refusal: HostError) -> None:
    note_refusal(refusal.code, status_of(refusal.code), SCREEN, match)
    with contextlib.suppress(RuntimeError):  # it may have been told to go just before
        await socket.send_text(encode(told(refusal)).decode())
        await socket.close(1008)


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


def _line(asked: str) -> int:
    try:
        return msgspec.json.decode(asked, type=int)
    except (msgspec.DecodeError, RecursionError):
        return -1
