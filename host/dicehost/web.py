"""The web door: commands over REST, one websocket a screen, the pages. Knows no rules.

Secrets ride in the address's fragment and the Authorization header, never in a path or query.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import segno
from dicerules import games
from dicerules.core import Ask, encode
from dicerules.errors import RuleError
from dicerules.presets import read_presets
from dicerules.words import sentence
from fastapi import FastAPI, Header, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse

from dicehost import __version__, lookback
from dicehost.api import (
    AtTablet,
    ClockListed,
    DoCommand,
    Done,
    GameListed,
    HalfFilled,
    Listed,
    OpenMatch,
    Refusal,
    Text,
    TowerListed,
    TypedCode,
    Way,
    presets,
)
from dicehost.commands import Command
from dicehost.errors import HostError, JournalError, SeatError
from dicehost.house import House, find_game
from dicehost.mailbox import Mailbox
from dicehost.seats import is_owner
from dicehost.shell import MANIFEST, NO_CACHE, Pages, worker
from dicehost.table import Table
from dicehost.wording import game_rules, game_words, host_words, told

PAGES = Path(__file__).parent / "pages"
Token = Annotated[str, Header(alias="Authorization", description="Bearer and the token or key")]
Device = Annotated[str, Header(alias="Device", description="A secret that this device made up")]


def create(house: House) -> FastAPI:
    """Make the app for a house."""

    @contextlib.asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(house.run())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await house.close()

    app = FastAPI(
        title="dicetower",
        version=__version__,
        lifespan=running,
        responses={"4XX": {"model": Refusal}, "503": {"model": Refusal}},
    )
    # For phones on a weak network. Sockets stay as they are: views are small, and many are sent.
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_exception_handler(HostError, _refuse)
    app.add_exception_handler(RuleError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_body)
    _add_games(app)
    _add_matches(app, house)
    lookback.add(app, house, _page)
    _add_pages(app)
    return app


def _add_games(app: FastAPI) -> None:
    @app.get("/api/games")
    def list_games() -> list[GameListed]:
        """Every game that can be played here."""
        return [
            GameListed(
                key=game.key,
                name=game.name,
                seats=(game.seats[0], game.seats[-1]),
                minutes=game.minutes,
                options=game.options.model_json_schema(),
                presets=read_presets(game),
            )
            for game in games().values()
        ]

    @app.get("/api/clocks")
    def list_clocks() -> list[ClockListed]:
        """Every kind of clocks that has a name."""
        return presets()

    @app.get("/api/games/{key}/words/{language}")
    def words(key: str, language: str) -> dict[str, str]:
        """A game's sentences, with those all games share; English where a language is missing."""
        return game_words(find_game(key), language)

    @app.get("/api/games/{key}/cover")
    def cover(key: str) -> Response:
        """A game's picture as SVG; a plain die for a game that brings none."""
        own = find_game(key).folder.joinpath("cover.svg")
        drawn = own if own.is_file() else PAGES / "cover.svg"
        return Response(drawn.read_bytes(), media_type="image/svg+xml", headers=_SAFE)

    @app.get("/api/games/{key}/rules/{language}")
    def rules(key: str, language: str) -> Response:
        """A game's rules for players, as Markdown; English where a language is missing."""
        return Response(game_rules(find_game(key), language), media_type="text/markdown")


def _add_matches(app: FastAPI, house: House) -> None:
    @app.get("/api/matches")
    async def matches(token: Token = "") -> list[Listed]:
        """Every match, the last played first. For the owner."""
        _owner(house, token)
        return house.listed()

    @app.post("/api/matches", status_code=201)
    async def open_match(body: OpenMatch, token: Token = "") -> Listed:
        """Open a match. For the owner."""
        _owner(house, token)
        match = await house.open(body.game, body.names, body.options, body.timing(), body.colours)
        return house.links(match)

    @app.post("/api/matches/{match}/again", status_code=201)
    async def again(match: str, token: Token = "") -> Listed:
        """Open a match like this one for the same people, or give the one that was. For the owner.

        Screens of the old match are shown the way to the new one.
        """
        _owner(house, token)
        return house.links(await house.again(match))

    @app.post("/api/join")
    async def join(body: TypedCode, request: Request) -> Way:
        """The link that a short code stands for. Wrong ones are counted: guessing gets nowhere."""
        return Way(link=await house.join(body.code, request.client.host if request.client else ""))

    @app.get("/api/matches/{match}/links")
    async def links(match: str, token: Token = "") -> Listed:
        """The links of a match's table and seats. For the owner."""
        _owner(house, token)
        return house.links(match)

    @app.post("/api/matches/{match}/seats/{seat}/rekey")
    async def rekey(match: str, seat: int, token: Token = "") -> Listed:
        """Give a seat a new link; the old one stops working. For the owner."""
        _owner(house, token)
        await house.rekey(match, seat)
        return house.links(match)

    @app.get("/api/matches/{match}/faces")
    async def faces(match: str) -> Response:
        """The pictures on the dice of a match: its cards may be the owner's own."""
        fold = (await house.table(match)).fold
        return _json(fold.game.faces(fold.state))

    @app.post("/api/matches/{match}/commands")
    async def command(match: str, body: DoCommand, token: Token = "", device: Device = "") -> Done:
        """Do something at a seat, or at the table's screen."""
        table, seat = await _place(house, match, _bare(token), body.seat, device)
        seq = await table.do(seat, Command(body.id, body.do, body.answer))
        return Done(ok=True, seq=seq)

    @app.post("/api/matches/{match}/tablet")
    async def tablet(match: str, body: AtTablet, token: Token = "") -> Listed:
        """Let seats that have no phone play on the table's tablet. For the owner."""
        _owner(house, token)
        await (await house.table(match)).seat_at_tablet(body.seats)
        return house.links(match)

    @app.post("/api/matches/{match}/preview")
    async def preview(
        match: str, body: HalfFilled, token: Token = "", device: Device = ""
    ) -> Response:
        """What a seat's form, filled so far, would come to: items of a view. Nothing is written."""
        table, seat = await _place(house, match, _bare(token), body.seat, device)
        fold = table.fold
        asked = isinstance(fold.need, Ask) and seat in fold.need.forms
        return _json(fold.game.preview(fold.state, seat, body.answer) if asked else ())

    @app.websocket("/api/matches/{match}/screen")
    async def screen(socket: WebSocket, match: str) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            try:
                said = msgspec.json.decode(await socket.receive_text(), type=Greeting)
                table, seat = await _place(house, match, said.token, said.seat)
                mailbox = table.watch(seat, said.device, said.seat is not None)
            except (HostError, msgspec.DecodeError) as error:
                refusal = error if isinstance(error, HostError) else SeatError("seat.no_token")
                await socket.send_text(encode(told(refusal)).decode())
                await socket.close(1008)
                return
            await _push(socket, table, mailbox)

    @app.get("/api/towers")
    def towers() -> list[TowerListed]:
        """The tower in use, and how it feels."""
        tower = house.tower
        hello = tower.hello
        return [
            TowerListed(
                state=tower.state.value,
                source=hello.source if hello else "",
                id=hello.id if hello else "",
                fw=hello.fw if hello else "",
                health=tower.health,
                page=tower.port.page if tower.port else None,
                fault=sentence(tower.fault, host_words(), []) if tower.fault else None,
            )
        ]

    @app.post("/api/qr")
    def qr(body: Text) -> Response:
        """A text as a QR code. Posted, so that no token stands in an address."""
        svg = segno.make(body.text, error="m").svg_inline(border=2, omitsize=True)
        return Response(svg, media_type="image/svg+xml")


class Greeting(msgspec.Struct, frozen=True):
    """What a screen says first: its token and device; or the owner's key and a tablet's seat."""

    token: str = ""
    seat: int | None = None
    device: str = ""


async def _place(
    house: House, match: str, token: str, seat: int | None, device: str | None = None
) -> tuple[Table, int]:
    """The table, and the seat that a token opens there; the owner's key opens those at the tablet.

    It opens no seat that has a phone: the owner may be playing too. A ``device`` that a seat has
    not let in is refused; a screen, which gives none here, is let wait by the table.
    """
    if seat is None:
        seat = house.seats.whose(match, token)
        table = await house.table(match)
        if device is not None:
            table.audience.door.check(seat, device)
        return table, seat
    if not is_owner(house.key, token):
        raise SeatError("seat.owner")
    table = await house.table(match)
    table.check_tablet(seat)
    return table, seat


def _line(asked: str) -> int:
    try:
        return msgspec.json.decode(asked, type=int)
    except msgspec.DecodeError:
        return -1


async def _push(socket: WebSocket, table: Table, mailbox: Mailbox) -> None:
    async def write() -> None:
        while True:
            await socket.send_text((await mailbox.take()).decode())
            if mailbox.ended:
                await socket.close(1008)
                return

    writer = asyncio.create_task(write())
    try:
        while True:  # a screen may ask whether anybody is there, until it goes
            table.answer(mailbox, _line(await socket.receive_text()))
    finally:
        table.unwatch(mailbox)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writer


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def lobby() -> FileResponse:
        return _page("lobby.html")

    @app.get("/join", include_in_schema=False)
    def join() -> FileResponse:
        return _page("code.html")

    @app.get("/table/{match}", include_in_schema=False)
    def table(match: str) -> FileResponse:
        return _page("table.html")

    @app.get("/seat/{match}", include_in_schema=False)
    def seat(match: str) -> FileResponse:
        return _page("seat.html")

    @app.get("/start", include_in_schema=False)
    def start() -> FileResponse:
        return _page("start.html")

    @app.get("/manifest.webmanifest", include_in_schema=False)
    def manifest() -> Response:
        return Response(encode(MANIFEST), media_type="application/manifest+json", headers=NO_CACHE)

    @app.get("/worker.js", include_in_schema=False)
    def service_worker() -> Response:
        # At the top, because a worker keeps only what lies beside or below it.
        return Response(worker(PAGES), media_type="text/javascript", headers=NO_CACHE)

    app.mount("/static", Pages(directory=PAGES), name="static")


def _page(name: str) -> FileResponse:
    return FileResponse(PAGES / name, headers={**NO_CACHE, **_SAFE})


_SAFE = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def _owner(house: House, header: str) -> None:
    if not is_owner(house.key, _bare(header)):
        raise SeatError("seat.owner")


def _bare(header: str) -> str:
    return header.removeprefix("Bearer ").strip()


def _json(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status_code=status, media_type="application/json")


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, HostError | RuleError)
    status = 409
    if isinstance(error, SeatError):
        status = 429 if error.code == "seat.tries" else 403
    elif isinstance(error, JournalError):
        status = 404 if error.code == "journal.unknown" else 503
    return _json(told(error), status)


async def _refuse_body(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])
    refusal = HostError("body", field=field, why=first["msg"], got=repr(first.get("input"))[:60])
    return _json(told(refusal), 422)
