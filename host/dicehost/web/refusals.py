"""How a request is refused: one status for each code, a sentence in words, one line in the log."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from dicerules.core import encode
from dicerules.errors import RuleError
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicehost.errors import BrokenError, HostError
from dicehost.logs import happened
from dicehost.wording import told

log = logging.getLogger(__name__)

BAD_REQUEST = "body"
"""The code of a body or parameter that is not as described."""
_OWN_STATUS = {
    BAD_REQUEST: 422,
    "address": 404,
    "internal": 503,
    "journal.unknown": 404,
    "tournament.unknown": 404,
    "journal.sound": 409,
    "journal.nothing_sound": 409,
    "journal.still_open": 409,
    "venue.keeps": 409,
    "seat.tries": 429,
    "archive.large": 413,
    "request.crowd": 503,
    "request.deep": 422,
    "request.host": 421,
    "request.language": 404,
    "request.no_authority": 404,
    "request.large": 413,
    "request.malformed": 400,
    "request.slow": 408,
    "request.type": 415,
    "request.unreadable": 422,
    # A game that ran into an error of its own; see ``house.supervisor``.
    "match.broken": 503,
    "match.failed": 503,
    "match.preview": 503,
    "match.weigh": 503,
    "match.start": 503,
}
_FAMILY_STATUS = {"seat": 403, "journal": 503, "venue": 503}
_MATCH_ID = re.compile("[a-z0-9]{1,32}")


def status_of(code: str) -> int:
    """The status that a code of the host comes with."""
    return _OWN_STATUS.get(code) or _FAMILY_STATUS.get(code.partition(".")[0], 409)


def json_answer(value: Any, status: int = 200) -> Response:
    """Answer with a value as JSON."""
    return Response(encode(value), status_code=status, media_type="application/json")


def add_handlers(app: FastAPI) -> None:
    """Answer every refusal, and whatever else is raised, in the same form."""
    handlers: dict[type[Exception], Callable[[Request, Any], Awaitable[Response]]] = {
        HostError: _refuse,
        RuleError: _refuse,
        RequestValidationError: _refuse_body,
        HTTPException: _refuse_address,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(Unforeseen)


class Unforeseen:
    """Answers in words when a route raises what nobody foresaw, and logs where.

    FastAPI's own handler for this raises again, and the server then drops the connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        begun = False

        async def note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, note)
        except ClientDisconnect:
            return  # went before the request was whole: nobody is left to answer
        except Exception as error:
            if scope["type"] != "http" or begun:
                raise
            request = Request(scope)
            log.exception("%s %s broke", request.method, _route(request))
            refusal = BrokenError("internal", why=type(error).__name__)
            await _answer(request, refusal, 503)(scope, receive, send)


def note_refusal(code: str, status: int, route: str, match: str | None) -> None:
    """Log a refusal: its code and where. Its facts stay out, as they may repeat a hidden answer."""
    known = match if match and _MATCH_ID.fullmatch(match) else None
    happened("refusal", code=code, status=status, route=route, match=known)


def answer_refusal(request: Request, error: HostError) -> Response:
    """Refuse before a route was found. The connection ends: what else it sends is not read."""
    answer = _answer(request, error, status_of(error.code))
    answer.headers["Connection"] = "close"
    return answer


async def _refuse(request: Request, error: HostError | RuleError) -> Response:
    status = status_of(error.code) if isinstance(error, HostError) else 409
    return _answer(request, error, status)


async def _refuse_body(request: Request, error: RequestValidationError) -> Response:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])
    facts = {"field": field, "why": first["msg"], "got": repr(first.get("input"))[:60]}
    return _answer(request, HostError(BAD_REQUEST, **facts), 422)


async def _refuse_address(request: Request, error: HTTPException) -> Response:
    refusal = HostError("address", method=request.method, path=request.url.path[:80])
    answer = _answer(request, refusal, error.status_code)
    answer.headers.update(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        answer.headers["Allow"] = ", ".join(_methods(request))
    return answer


def _methods(request: Request) -> list[str]:
    # FastAPI itself names those of the first route with this address, and there may be several.
    routes: list[APIRoute] = request.app.state.routes
    here = [route for route in routes if route.path_regex.match(request.url.path)]
    return sorted({method for route in here for method in route.methods or ()}) or ["GET"]


def _answer(request: Request, error: HostError | RuleError, status: int) -> Response:
    note_refusal(error.code, status, _route(request), request.path_params.get("match"))
    return json_answer(told(error), status)


def _route(request: Request) -> str:
    # The route's own path, not the address: that may hold anything.
    return getattr(request.scope.get("route"), "path", "")
