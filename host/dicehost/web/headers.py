"""Headers of every answer: what a browser may do with it, whatever it is.

Scripts and styles need less: a policy is about a page, and there are fifty of them to a page.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "Content-Security-Policy"
SAFE = {
    POLICY: "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
PARTS = {"X-Content-Type-Options": "nosniff"}
"""For what is part of a page and never a page or a worker itself."""
NO_STORE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""For a stream: nobody on the way keeps it or holds it back."""
_PART_TYPES = ("text/javascript", "text/css")


class SafeHeaders:
    """Adds them to what passes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""
        path = scope.get("path", "")

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_part = path.startswith("/static/") and headers.get(
                    "content-type", ""
                ).startswith(_PART_TYPES)
                headers.update(PARTS if is_part else SAFE)
                if not is_part and (others := scope["app"].state.house.other_hosts):
                    # A page asks whether they answer before it goes on there.
                    headers[POLICY] = f"{SAFE[POLICY]}; connect-src 'self' {' '.join(others)}"
            await send(message)

        await self._app(scope, receive, add if scope["type"] == "http" else send)
