"""The web app of a house: every router, how refusals are answered, and what runs beside it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware

from dicehost import __version__
from dicehost.house.house import House
from dicehost.outside.feed import Feed
from dicehost.outside.room import Room
from dicehost.past.finale import Finales
from dicehost.past.ledger import Ledger
from dicehost.past.replay import Replays
from dicehost.web import (
    events,
    files,
    games,
    matches,
    openapi,
    past,
    reload,
    room,
    screens,
    status,
    tournaments,
    towers,
    trust,
)
from dicehost.web.bodies import Bounded
from dicehost.web.headers import SafeHeaders
from dicehost.web.hosts import KnownHost
from dicehost.web.limits import Limits
from dicehost.web.pages import add_pages
from dicehost.web.refusals import add_handlers
from dicehost.web.sockets import ScreenSockets

USUAL = Limits()
PARTS = (
    games,
    matches,
    screens,
    past,
    files,
    status,
    towers,
    events,
    trust,
    room,
    tournaments,
)
ROUTERS = tuple(part.router for part in PARTS)


def create(
    house: House,
    reload_pages: bool = False,
    limits: Limits = USUAL,
    feed: Feed | None = None,
) -> FastAPI:
    """Make the app for a house; its pages may reload themselves while somebody works on them.

    ``feed`` are the house's public facts, where other doors tell them, too.
    """

    @contextlib.asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(house.run())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await house.close()

    # FastAPI's own pages for the description would load scripts from the internet.
    app = FastAPI(
        title="dicetower", version=__version__, lifespan=running, docs_url=None, redoc_url=None
    )
    app.state.house = house
    app.state.ledger = Ledger(house.journal.path.with_name("ledger.sqlite"), house.journal)
    app.state.replays = Replays()
    app.state.finales = Finales()
    app.state.limits = limits
    app.state.feed = feed or Feed(house)
    app.state.room = Room(house)
    house.add_work(app.state.room.run, "watching the room")
    app.state.trust = trust.NONE
    app.state.routes = [route for router in ROUTERS for route in router.routes]
    # For phones on a weak network. Sockets stay uncompressed: views are small, and there are many.
    app.add_middleware(GZipMiddleware, minimum_size=400)
    add_handlers(app)
    app.add_middleware(Bounded)
    app.add_middleware(ScreenSockets)
    app.add_middleware(KnownHost)
    app.add_middleware(SafeHeaders)
    for router in ROUTERS:
        app.include_router(router)
    add_pages(app, strip=not reload_pages)
    if reload_pages:
        reload.add_reload(app)
    openapi.describe(app)
    return app
