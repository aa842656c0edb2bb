"""The server under the app: uvicorn's, with an end to its patience and to how many may come.

What uvicorn lets wait for ever (half a request, a body that nobody reads) is dropped here, and what
it answers by itself is answered as everything else: with a code and a sentence.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import cast

import h11
import uvicorn
from dicerules.core import encode
from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request as WebSocketRequest

from dicehost.screens.mailbox import Mailbox
from dicehost.web.bodies import LARGEST, RequestError
from dicehost.web.limits import CARRY, OVER_TLS, Limits
from dicehost.web.refusals import note_refusal, status_of
from dicehost.wording import told


class OverTls:
    """Marks what came over https: beside it, plain http may be served to the same app."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        scope[OVER_TLS] = True
        await self._app(scope, receive, send)


def configure(
    app: FastAPI, https: tuple[Path, Path] | None = None, beside: uvicorn.Config | None = None
) -> uvicorn.Config:
    """How uvicorn serves an app of ours; ``https`` are the files of a certificate and its key.

    A server ``beside`` another one of the same app counts connections with it, and leaves starting
    and stopping the app to it.
    """
    certificate, key = https or (None, None)
    limits: Limits = app.state.limits
    doors: Doors = beside.http.open_doors if beside else Doors(limits)  # type: ignore[union-attr]

    class OurHttp(Http):
        """A connection of this server."""

        open_doors = doors

    class OurSocket(Socket):
        """A websocket of this server."""

        open_doors = doors

    return uvicorn.Config(
        OverTls(app) if https else app,
        lifespan="off" if beside else "on",
        http=OurHttp,
        ws=OurSocket,
        log_config=None,
        log_level="warning",
        ws_max_size=LARGEST << 10,
        ws_per_message_deflate=False,
        server_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        timeout_graceful_shutdown=2,
    )


class Doors:
    """Counts the connections that are open, for each address and altogether."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> None:
        """Let a connection in, or refuse it."""
        if self._open[address] >= self.limits.each or self._open.total() >= self.limits.all:
            raise RequestError("request.crowd")
        self._open[address] += 1

    def leave(self, address: str) -> None:
        """A connection has gone."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Impatient:
    """Drops who does not take what is sent to them."""

    open_doors: Doors
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    def stall(self) -> None:
        """They have not taken what was sent."""
        if self._stalled is None:
            patience = self.open_doors.limits.stalled
            self._stalled = self.loop.call_later(patience, self.transport.abort)

    def go_on(self) -> None:
        """They have, or are gone."""
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class Http(Impatient, H11Protocol):
    """One connection. It counts until it is lost, or has become a websocket that is."""

    _waiting: asyncio.TimerHandle | None = None
    _entered = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        try:
            self.open_doors.enter(_address(self))
        except RequestError as refusal:
            self._refuse(refusal)
            return
        self._entered = True
        self._wait()

    def pause_writing(self) -> None:
        """What is sent is not taken."""
        self.stall()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It is."""
        self.go_on()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self.go_on()
        self._stop_waiting()
        if self._entered:
            self.open_doors.leave(_address(self))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a head that does not end is not waited for."""
        super().data_received(data)
        begun, _ = self.conn.trailing_data
        if self.conn.their_state is h11.IDLE and begun:
            self._wait()
        elif self.conn.their_state is not h11.SEND_BODY or self.conn.our_state is not h11.DONE:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Let the rest of a body come that nobody wanted, if it has an end."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
            if any(name == b"transfer-encoding" for name, _ in self.headers):
                self.transport.close()
            else:
                self._wait()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        self._refuse(RequestError("request.malformed"))

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.open_doors.limits.head, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if self.conn.our_state is h11.IDLE:
            self._refuse(RequestError("request.slow"))
        else:
            self.transport.close()

    def _refuse(self, refusal: RequestError) -> None:
        status = status_of(refusal.code)
        note_refusal(refusal.code, status, "", None)
        body = encode(told(refusal))
        head = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
            "Content-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


class Socket(Impatient, WebSocketsSansIOProtocol):
    """A connection that has become a websocket.

    A mailbox that it is given (``CARRY`` in a scope's extensions) is emptied whenever a message is
    put, without a task that wakes up: with many screens that is what a message costs.
    """

    _mailbox: Mailbox | None = None

    def handle_connect(self, event: WebSocketRequest) -> None:
        """Offer the short way to whom this connection is handed to."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions = cast(dict[str, object], self.scope["extensions"])
            extensions[CARRY] = self.carry

    def carry(self, mailbox: Mailbox) -> None:
        """Send what is put into a mailbox, from now on, and close after its last message."""
        self._mailbox = mailbox
        mailbox.ring(self._post)

    def _post(self) -> None:
        # What finds no room waits in the mailbox, where the newest state replaces the last.
        mailbox = self._mailbox
        while mailbox is not None and self.writable.is_set():
            if self.close_sent or self.transport.is_closing():
                return
            message = mailbox.take()
            if message is None:
                return
            self.transport.write(text_frame(message))
            if mailbox.ended:
                self._mailbox = None
                close = self.send({"type": "websocket.close", "code": 1008})
                closing = self.loop.create_task(close)
                self.tasks.add(closing)
                closing.add_done_callback(self.on_task_complete)
                return
            if mailbox.is_empty:
                return

    def pause_writing(self) -> None:
        """What is sent is not taken."""
        self.stall()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It is."""
        self.go_on()
        super().resume_writing()
        self._post()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self.go_on()
        self.open_doors.leave(_address(self))
        super().connection_lost(exc)


@lru_cache(maxsize=16)
def text_frame(text: bytes) -> bytes:
    """A whole text as a server sends it in a websocket; made once for all screens it goes to."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def _address(connection: Http | Socket) -> str:
    return connection.client[0] if connection.client else ""
