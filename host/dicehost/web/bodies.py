"""What may come with a request: how large, how deep, of which kind, and how long it may take.

A body that says it is too large is refused before it is read; one that does not say is read as
far as it may go. Nothing of it is parsed before it is known to be short and flat.
"""

from __future__ import annotations

import asyncio
import re

import msgspec
from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicehost.errors import HostError
from dicehost.web.refusals import answer_refusal

LARGEST = 64
"""Kilobytes of a request's body, except where a file is sent."""
LARGEST_FILE = 64
"""Megabytes of a file that can be imported over the web."""
FILE_PATH = "/api/import"
DEEPEST = 32
"""Lists and objects in one another; forms and options have five at most."""

_BRACKET_OR_TEXT = re.compile(rb'[\[\]{}]|"(?:[^"\\]|\\.)*"?', re.DOTALL)


class RequestError(HostError, ValueError):
    """A request that cannot be read as it came."""


class Bounded:
    """Refuses a request that says it is too large, without reading it, and passes others on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http":
            try:
                check_length(scope)
            except RequestError as error:
                await answer_refusal(Request(scope), error)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def check_length(scope: Scope) -> None:
    """Refuse a body that is larger than its path takes."""
    most = LARGEST_FILE << 20 if scope["path"] == FILE_PATH else LARGEST << 10
    said = dict(scope["headers"]).get(b"content-length", b"0")
    if int(said) > most:
        raise RequestError("request.large", most=most >> 10)


async def read_body(request: Request) -> bytes:
    """Read a body that is JSON, as far as it may go, and check that it can be parsed safely."""
    kind = request.headers.get("content-type", "")
    body = bytearray()
    try:
        async with asyncio.timeout(request.app.state.limits.body):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST << 10:
                    raise RequestError("request.large", most=LARGEST)
    except TimeoutError:
        raise RequestError("request.slow") from None
    if body and kind.partition(";")[0].strip().lower() != "application/json":
        raise RequestError("request.type", got=kind[:40])
    check_json(bytes(body))
    return bytes(body)


def check_json(body: bytes) -> None:
    """Refuse what a parser, or code that stores it later, would stumble over."""
    depth = 0
    for found in _BRACKET_OR_TEXT.finditer(body):
        mark = found[0][:1]
        depth += (mark in b"[{") - (mark in b"]}")
        if depth > DEEPEST:
            raise RequestError("request.deep", most=DEEPEST)
    if body:
        try:
            # It takes no half characters, which could not be written down or sent to anybody.
            msgspec.json.decode(body)
        except ValueError as error:
            raise RequestError("request.unreadable", why=str(error)) from None


def replayed(request: Request, body: bytes) -> Request:
    """The same request, for somebody who reads its body once more."""
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent:
            return await request.receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return Request(request.scope, receive)
