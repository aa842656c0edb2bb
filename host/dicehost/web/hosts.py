"""Requests for a name that is not this machine's are refused; see ``own_names``.

Over https the browser has compared the name with our certificate, so no stranger's leads here.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from dicehost.own_names import is_own
from dicehost.web.bodies import RequestError
from dicehost.web.limits import OVER_TLS
from dicehost.web.refusals import answer_refusal


class KnownHost:
    """Refuses a request for another name, a websocket's too, and passes others on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] in ("http", "websocket"):
            asked = HTTPConnection(scope).headers.get("host", "")
            if asked and not scope.get(OVER_TLS) and not is_own(asked):
                refusal = RequestError("request.host", got=asked[:60])
                request = Request({**scope, "type": "http", "method": scope.get("method", "GET")})
                await answer_refusal(request, refusal)(scope, receive, send)
                return
        await self._app(scope, receive, send)
