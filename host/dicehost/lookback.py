"""The web door to what was played: replays, history, files of matches, fairness. Plays nothing.

A match's replay is for the owner and for everybody who has a link of that match, once it is over.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from dicerules import games
from dicerules.core import encode
from fastapi import Depends, FastAPI, Header, Query, Request, Response

from dicehost import archive, history, plot
from dicehost.api import TakenIn
from dicehost.archive import ArchiveError
from dicehost.errors import SeatError
from dicehost.fairness import Verdict, judge
from dicehost.house import House, find_game
from dicehost.ledger import Die, Ledger, Wish
from dicehost.replay import Replay, ReplayError, Replays
from dicehost.seats import is_owner
from dicehost.wording import host_words

LARGEST = 64
"""Megabytes of a file that is taken in over the web."""
LONGEST_PAGE = 200

Token = Annotated[str, Header(alias="Authorization", description="Bearer and the token or key")]
Page = Callable[[str], Response]


def add(app: FastAPI, house: House, page: Page) -> None:
    """Add the routes and pages for looking back."""
    ledger = Ledger(house.journal.path.with_name("ledger.sqlite"), house.journal)
    _add_pages(app, page)
    _add_replays(app, house)
    _add_history(app, house, ledger)
    _add_files(app, house)
    _add_fairness(app, house, ledger)


def _add_pages(app: FastAPI, page: Page) -> None:
    @app.get("/after/{match}", include_in_schema=False)
    def after(match: str) -> Response:
        return page("after.html")

    @app.get("/history", include_in_schema=False)
    def past() -> Response:
        return page("history.html")

    @app.get("/fairness", include_in_schema=False)
    def fair() -> Response:
        return page("fairness.html")

    @app.get("/api/words/{language}")
    def words(language: str) -> dict[str, str]:
        """What the host says itself, whatever is played; English where a language is missing."""
        return host_words(language)


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


def _add_history(app: FastAPI, house: House, ledger: Ledger) -> None:
    @app.get("/api/history")
    async def past(
        words: Annotated[str, Query(max_length=100)] = "",
        skip: Annotated[int, Query(ge=0)] = 0,
        count: Annotated[int, Query(ge=1, le=LONGEST_PAGE)] = 50,
        token: Token = "",
    ) -> Response:
        """Matches by the words searched for, the last played first, and their players' sums."""
        _check_owner(house, token)
        await asyncio.to_thread(ledger.bring_up)
        found = history.find(ledger.results(), words)
        return _json(
            {
                "found": len(found),
                "matches": found[skip : skip + count],
                "players": history.players(found),
                "games": {key: game.name for key, game in games().items()},
                "unread": ledger.unread,
            }
        )


def _add_files(app: FastAPI, house: House) -> None:
    @app.get("/api/export")
    async def export_all(token: Token = "") -> Response:
        """Every match that is over, as JSON Lines. For the owner."""
        _check_owner(house, token)
        return await _lines(house, None)

    @app.get("/api/matches/{match}/export")
    async def export(match: str, token: Token = "") -> Response:
        """A match that is over, as JSON Lines."""
        _check_reader(house, match, token)
        return await _lines(house, [match])

    lines = {"schema": {"type": "string", "description": "What an export gave."}}
    body = {"required": True, "content": {"application/x-ndjson": lines}}

    @app.post("/api/import", openapi_extra={"requestBody": body})
    async def take_in(request: Request, token: Token = "") -> TakenIn:
        """Take in matches that were exported, all of them or none. For the owner."""
        _check_owner(house, token)
        text = bytearray()
        async for chunk in request.stream():
            text += chunk
            if len(text) > LARGEST << 20:
                raise ArchiveError("archive.large", most=LARGEST)
        taken, entries = await asyncio.to_thread(archive.take_in, house.journal, bytes(text))
        await house.journal.adopt(entries)
        for match in taken.new:
            house.seats.deal(match, len(house.journal.opening(match)["names"]), over=True)
        return TakenIn(new=list(taken.new), known=list(taken.known))


async def _lines(house: House, matches: list[str] | None) -> Response:
    text = await asyncio.to_thread(lambda: b"".join(archive.write(house.journal, matches)))
    return Response(text, media_type="application/x-ndjson")


def _wish(match: str = "", player: str = "", game: str = "", source: str = "") -> Wish:
    return Wish(match, player, game, source)


Wished = Annotated[Wish, Depends(_wish)]


def _add_fairness(app: FastAPI, house: House, ledger: Ledger) -> None:
    @app.get("/api/fairness")
    async def fair(wish: Wished, token: Token = "") -> Response:
        """Dice counted by faces and source and held against even ones, and the noise's health.

        For the owner; with a link of a match for the dice of that match.
        """
        owner = _check_counter(house, wish, token)
        house.health.note(house.tower)
        await asyncio.to_thread(ledger.bring_up)
        tallies = await asyncio.to_thread(ledger.tallies, wish)
        return _json(
            {
                "dice": [_drawn(judge(tally)) for tally in tallies],
                "choices": ledger.choices() if owner else None,
                "games": {key: game.name for key, game in games().items()},
                "health": house.health.spans() if owner else [],
            }
        )

    @app.get("/api/fairness.csv")
    async def fair_csv(wish: Wished, token: Token = "") -> Response:
        """Every die of the same choice as a line of CSV, in the order they fell."""
        _check_counter(house, wish, token)
        await asyncio.to_thread(ledger.bring_up)
        dice = await asyncio.to_thread(ledger.dice, wish)
        return Response(_csv(dice), media_type="text/csv; charset=utf-8")


def _drawn(verdict: Verdict) -> dict[str, Any]:
    return msgspec.structs.asdict(verdict) | {"svg": plot.inline(verdict)}


def _csv(dice: list[Die]) -> str:
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(Die.__struct_fields__)
    for die in dice:
        # A spreadsheet would take a name such as =1+1 for something to work out.
        player = f"'{die.player}" if die.player.startswith(("=", "+", "-", "@")) else die.player
        sheet.writerow(msgspec.structs.astuple(msgspec.structs.replace(die, player=player)))
    return text.getvalue()


def _check_counter(house: House, wish: Wish, header: str) -> bool:
    # True for the owner, who may count everything.
    if is_owner(house.key, _bare(header)):
        return True
    if not wish.match:
        raise SeatError("seat.owner")
    _check_reader(house, wish.match, header)
    return False


def _check_owner(house: House, header: str) -> None:
    if not is_owner(house.key, _bare(header)):
        raise SeatError("seat.owner")


def _read(house: House, match: str) -> Replay:
    game = find_game(house.journal.opening(match)["game"])
    if not house.journal.is_over(match):
        raise ReplayError("after.open", match=match)
    return Replay(game, house.journal.lines(match))


def _check_reader(house: House, match: str, header: str) -> None:
    if not is_owner(house.key, _bare(header)):
        house.seats.whose(match, _bare(header))


def _bare(header: str) -> str:
    return header.removeprefix("Bearer ").strip()


def _json(value: Any) -> Response:
    return Response(encode(value), media_type="application/json")
