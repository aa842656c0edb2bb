"""Routes that take a body: who asks is checked before the body is read, and that before parsing.

FastAPI itself reads and parses first and asks afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from dicehost.web.access import OWNER_KEY, Reader, find_house, owner, seat_token
from dicehost.web.bodies import read_body, replayed


class Guarded(APIRoute):
    """A route of the interface. What it takes no body for is not touched."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The route's handler, behind the checks."""
        handle = super().get_route_handler()
        if self.body_field is None:
            return handle
        for_owner = any(needed.dependency is owner for needed in self.dependencies)

        async def guarded(request: Request) -> Response:
            house, given = await find_house(request), await OWNER_KEY(request)
            if for_owner:
                await owner(house, given)
            elif "match" in request.path_params:
                # Whether the seat is the right one is for the route; a stranger goes no further.
                Reader(house, await seat_token(given)).check(request.path_params["match"])
            return await handle(replayed(request, await read_body(request)))

        return guarded
