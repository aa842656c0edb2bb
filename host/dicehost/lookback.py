"""The web door to what was played: replays, history, files of matches, fairness. Plays nothing.

A match's replay is for the owner and for everybody who has a link of that match, once it is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from dicerules.core import encode
from fastapi import FastAPI, Header, Response

from dicehost.house import House, find_game
from dicehost.replay import Replay, ReplayError, Replays
from dicehost.seats import is_owner

Token = Annotated[str, Header(alias="Authorization", description="Bearer and the token or key")]
Page = Callable[[str], Response]


def add(app: FastAPI, house: House, page: Page) -> None:
    """Add the routes and pages for looking back."""
    _add_pages(app, page)
    _add_replays(app, house)


def _add_pages(app: FastAPI, page: Page) -> None:
    @app.get("/after/{match}", include_in_schema=False)
    def after(match: str) -> Response:
        return page("after.html")


def _add_replays(app: FastAPI, house: House) -> None:
    replays = Replays()

    async def replay(match: str, token: str) -> Replay:
        _check_reader(house, match, token)
        known = replays.get(match)
        if known is None:
            known = await asyncio.to_thread(_read, house, match)
            replays.keep(match, known)
        return known

    @app.get("/api/matches/{match}/after")
    async def after(match: str, token: Token = "") -> Response:
        """A finished match at a glance: result, score, time used and the time line."""
        return _json((await replay(match, token)).head)

    @app.get("/api/matches/{match}/after/steps")
    async def steps(
        match: str, viewer: int = -1, first: int = 1, count: int = 20, token: Token = ""
    ) -> Response:
        """Some steps of a finished match, as a seat or (-1) the table saw them."""
        return _json((await replay(match, token)).window(viewer, first, count))


def _read(house: House, match: str) -> Replay:
    game = find_game(house.journal.opening(match)["game"])
    if not house.journal.is_over(match):
        raise ReplayError("after.open", match=match)
    return Replay(game, house.journal.lines(match))


def _check_reader(house: House, match: str, header: str) -> None:
    token = header.removeprefix("Bearer ").strip()
    if not is_owner(house.key, token):
        house.seats.whose(match, token)


def _json(value: Any) -> Response:
    return Response(encode(value), media_type="application/json")
