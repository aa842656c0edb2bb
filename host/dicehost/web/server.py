"""The server under the app: uvicorn's, with an end to its patience and to how many may come.

What uvicorn lets wait for ever (half a request, a body that nobody reads) is dropped here, and what
it answers by itself is answered as everything else: with a code and a sentence.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus

import h11
import uvicorn
from dicerules.core import encode
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from dicehost.web.bodies import LARGEST, RequestError
from dicehost.web.limits import Limits
from dicehost.web.refusals import note_refusal, status_of
from dicehost.wording import told


def configure(app: FastAPI) -> uvicorn.Config:
    """How uvicorn serves an app of ours."""
    limits: Limits = app.state.limits
    doors = Doors(limits)

    class OurHttp(Http):
        """A connection of this server."""

        open_doors = doors

    class OurSocket(Socket):
        """A websocket of this server."""

        open_doors = doors

    return uvicorn.Config(
        app,
        http=OurHttp,
        ws=OurSocket,
        log_config=None,
        log_level="warning",
        ws_max_size=LARGEST << 10,
        ws_per_message_deflate=False,
        server_header=False,
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
    """A connection that has become a websocket."""

    def pause_writing(self) -> None:
        """What is sent is not taken."""
        self.stall()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It is."""
        self.go_on()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self.go_on()
        self.open_doors.leave(_address(self))
        super().connection_lost(exc)


def _address(connection: Http | Socket) -> str:
    return connection.client[0] if connection.client else ""
