"""Routes for what was played: replays, finales, history, fairness. They play nothing.

A match's replay is for the owner and for everybody who has a link of that match, once it is over.
"""

from __future__ import annotations

import asyncio
import csv
import io
from typing import Annotated

import msgspec
from dicerules import games
from dicerules.words import Message
from fastapi import APIRouter, Depends, Query, Request, Response

from dicehost.house.house import House
from dicehost.house.opening import find_game
from dicehost.link.noise_log import Span
from dicehost.past import history, plot
from dicehost.past.fairness import Verdict, judge
from dicehost.past.finale import Finale, Finales
from dicehost.past.history import Player
from dicehost.past.ledger import Choices, Die, Ledger, Result, Wish
from dicehost.past.proof import Checked, check
from dicehost.past.replay import Replay, ReplayError, Replays
from dicehost.past.result_picture import draw_result
from dicehost.web.access import OWNER_ONLY, AnyReader, ReadableMatch, TheHouse
from dicehost.web.described import DAMAGED, media, refusals, struct
from dicehost.web.refusals import json_answer
from dicehost.wording import game_words

LONGEST_PAGE = 200

router = APIRouter(prefix="/api", tags=["past matches"])

_REPLAYED = (
    "seat.token",
    "after.open",
    "journal.unknown",
    *DAMAGED,
    "journal.gap",
    "journal.kind",
    "journal.body",
    "journal.opened",
    "journal.newer_game",
    "match.game",
    "match.broken_game",
)


class History(msgspec.Struct, frozen=True):
    """One page of matches found, everybody who played in any found match, and games by key.

    ``unread`` are matches that this version cannot read, and why.
    """

    found: int
    matches: list[Result]
    players: list[Player]
    games: dict[str, str]
    unread: dict[str, Message]


class Drawn(Verdict, frozen=True):
    """A verdict with its drawing."""

    svg: str


class Fairness(msgspec.Struct, frozen=True):
    """How the dice fell. ``choices``, ``health`` and towers' names (``called``) are the owner's."""

    dice: list[Drawn]
    choices: Choices | None
    games: dict[str, str]
    health: list[Span]
    called: dict[str, str] = {}


async def find_ledger(request: Request) -> Ledger:
    """The ledger of this app's house."""
    ledger: Ledger = request.app.state.ledger
    return ledger


async def replay_of(request: Request, house: TheHouse, match: ReadableMatch) -> Replay:
    """A finished match, ready to be looked at."""
    replays: Replays = request.app.state.replays
    # One that was removed meanwhile is looked at no more.
    known = replays.get(match) if house.journal.is_over(match) else None
    if known is None:
        known = await asyncio.to_thread(_read, house, match)
        replays.keep(match, known)
    return known


def _read(house: House, match: str) -> Replay:
    game = find_game(house.journal.opening(match).game)
    if not house.journal.is_over(match):
        raise ReplayError("after.open", match=match)
    return Replay(game, house.journal.lines(match))


TheLedger = Annotated[Ledger, Depends(find_ledger)]
TheReplay = Annotated[Replay, Depends(replay_of)]


@router.get(
    "/matches/{match}/after",
    summary="A finished match at a glance",
    response_class=Response,
    responses=struct("Head", "The match at a glance.") | refusals(*_REPLAYED),
)
async def show_replay(replay: TheReplay) -> Response:
    """Result, score, time used and the time line. For the owner and for its players."""
    return json_answer(replay.head)


@router.get(
    "/matches/{match}/after/steps",
    summary="Steps of a finished match",
    response_class=Response,
    responses=struct("Seen", "The steps, in order.", many=True)
    | refusals(*_REPLAYED, "after.viewer", "after.step", "after.count"),
)
async def show_steps(
    replay: TheReplay,
    viewer: Annotated[int, Query(description="A seat, counted from 0; -1 is the table.")] = -1,
    first: Annotated[int, Query(description="The first step, counted from 1.")] = 1,
    count: Annotated[int, Query(description="How many steps.")] = 20,
) -> Response:
    """Some steps of a finished match, as a seat or the table saw them."""
    return json_answer(replay.window(viewer, first, count))


@router.get(
    "/matches/{match}/after/dice",
    summary="The dice of a finished match, to check",
    response_class=Response,
    responses=struct("Checked", "Every roll.") | refusals(*_REPLAYED),
)
async def show_proof(house: TheHouse, match: ReadableMatch, replay: TheReplay) -> Response:
    """Every roll with the tower's half and the host's, and what the host found.

    How the faces follow from both is told in firmware/PROTOCOL.md. For the owner and its players.
    """
    return json_answer(await asyncio.to_thread(_check, house, match, replay))


def _check(house: House, match: str, replay: Replay) -> Checked:
    return check(replay.game, house.journal.lines(match))


async def finale_of(request: Request, match: ReadableMatch, replay: TheReplay) -> Finale:
    """The finale of a finished match; worked out once, however many screens ask."""
    finales: Finales = request.app.state.finales
    return await finales.get(match, replay)


TheFinale = Annotated[Finale, Depends(finale_of)]


@router.get(
    "/matches/{match}/hindsight",
    summary="Winning chances, luck and choices",
    response_class=Response,
    responses=struct("HindsightSeen", "How far it is, and what was found.")
    | refusals(*_REPLAYED, "after.viewer"),
)
async def show_hindsight(
    house: TheHouse,
    match: ReadableMatch,
    replay: TheReplay,
    viewer: Annotated[int, Query(description="A seat, counted from 0; -1 is the table.")] = -1,
) -> Response:
    """Everybody's winning chances along a finished match, and what changed them most.

    The first look begins the work, which goes on in the background; ask again until it is done.
    """
    replay.check_viewer(viewer)
    entries = await asyncio.to_thread(house.journal.lines, match)
    return json_answer(await house.hindsights.look(replay, entries, viewer))


@router.get(
    "/matches/{match}/finale",
    summary="Places, awards and score curve",
    response_class=Response,
    responses=struct("Finale", "What screens celebrate.") | refusals(*_REPLAYED),
)
async def show_finale(finale: TheFinale) -> Response:
    """Places, awards and how the scores went. For the owner and for its players."""
    return json_answer(finale)


@router.get(
    "/matches/{match}/result.svg",
    summary="The result as a picture",
    response_class=Response,
    responses=media("image/svg+xml", "The picture.") | refusals(*_REPLAYED),
)
async def draw_picture(
    finale: TheFinale,
    language: Annotated[str, Query(max_length=12, description="Such as en or de.")] = "en",
) -> Response:
    """Podium, awards and score curve as a picture to keep. For the owner and its players."""
    words = game_words(find_game(finale.game), language)
    return Response(draw_result(finale, words), media_type="image/svg+xml")


@router.get(
    "/history",
    summary="Search the history",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=struct("History", "What was found.") | refusals("seat.owner"),
)
async def search_history(
    ledger: TheLedger,
    words: Annotated[
        str, Query(max_length=100, description="Each must be part of a player's or game's name.")
    ] = "",
    skip: Annotated[int, Query(ge=0, description="How many matches to skip.")] = 0,
    count: Annotated[int, Query(ge=1, le=LONGEST_PAGE, description="How many to give.")] = 50,
) -> Response:
    """Matches that fit the words, the last played first, and their players. For the owner."""
    await asyncio.to_thread(ledger.bring_up)
    found = history.find(ledger.results(), words)
    page = found[skip : skip + count]
    return json_answer(
        History(len(found), page, history.players(found), _names(), dict(ledger.unread))
    )


async def read_wish(
    asking: AnyReader,
    match: Annotated[str, Query(description="Only dice of this match.")] = "",
    player: Annotated[str, Query(description="Only dice this player rolled.")] = "",
    game: Annotated[str, Query(description="Only dice of this game.")] = "",
    source: Annotated[
        str, Query(description="Only dice of this source: tower, simulated, hand or system.")
    ] = "",
) -> Wish:
    """Which dice to count, if the reader may count them."""
    asking.check(match)
    return Wish(match, player, game, source)


Wished = Annotated[Wish, Depends(read_wish)]


@router.get(
    "/fairness",
    summary="How even the dice fell",
    response_class=Response,
    responses=struct("Fairness", "The dice and the noise.") | refusals("seat.owner", "seat.token"),
)
async def show_fairness(
    house: TheHouse, ledger: TheLedger, asking: AnyReader, wish: Wished
) -> Response:
    """Dice counted by faces and source and compared with even ones, and the noise's health.

    For the owner; with a link of a match, for the dice of that match.
    """
    house.health.note_all(house.towers)
    await asyncio.to_thread(ledger.bring_up)
    tallies = await asyncio.to_thread(ledger.tallies, wish)
    dice = [_drawn(judge(tally)) for tally in tallies]
    if asking.is_owner:
        called = {tower.id: tower.name for tower in house.towers.all if tower.name}
        spans = house.health.spans()
        return json_answer(Fairness(dice, ledger.choices(), _names(), spans, called))
    return json_answer(Fairness(dice, None, _names(), []))


@router.get(
    "/fairness.csv",
    summary="Every die as CSV",
    response_class=Response,
    responses=media("text/csv", "One line for each die.") | refusals("seat.owner", "seat.token"),
)
async def list_dice(ledger: TheLedger, wish: Wished) -> Response:
    """Every die of the same choice as a line of CSV, in the order they fell."""
    await asyncio.to_thread(ledger.bring_up)
    dice = await asyncio.to_thread(ledger.dice, wish)
    return Response(_csv(dice), media_type="text/csv; charset=utf-8")


def _names() -> dict[str, str]:
    return {key: game.name for key, game in games().items()}


def _drawn(verdict: Verdict) -> Drawn:
    return Drawn(**msgspec.structs.asdict(verdict), svg=plot.inline(verdict))


def _csv(dice: list[Die]) -> str:
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(Die.__struct_fields__)
    for die in dice:
        sheet.writerow(map(_as_text, msgspec.structs.astuple(die)))
    return text.getvalue()


def _as_text(value: str | int) -> str | int:
    # A spreadsheet would take a name such as =1+1 for something to work out, blanks before it too.
    worked_out = isinstance(value, str) and value.lstrip().startswith(("=", "+", "-", "@"))
    return f"'{value}" if worked_out else value
