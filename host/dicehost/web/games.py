"""Routes for what can be played: games, their words, pictures and rules, and the named clocks."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Annotated

import msgspec
from dicerules import broken_games, games
from dicerules.bots import levels
from dicerules.core import Face, Game
from dicerules.intro import Step, read_intro
from dicerules.presets import read_presets
from dicerules.views import Item
from dicerules.worth import can_weigh
from fastapi import APIRouter, Depends, Path, Query, Response

from dicehost.clock.clock import PRESETS
from dicehost.house.opening import find_game, seat_colours
from dicehost.web.access import OWNER_ONLY, TheHouse
from dicehost.web.bodies import RequestError
from dicehost.web.described import media, refusals, struct
from dicehost.web.models import BrokenGameListed, ClockListed, GameListed
from dicehost.web.pages import PAGES
from dicehost.web.refusals import json_answer
from dicehost.web.strict import TimingInSeconds
from dicehost.wording import (
    Part,
    game_languages,
    game_rules,
    game_words,
    host_words,
    rules_html,
    words_of,
)

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api", tags=["games"])


class CardList(msgspec.Struct, frozen=True):
    """Every card of a game, and the pictures of each kind of die that has some."""

    items: tuple[Item, ...]
    faces: Mapping[str, tuple[Face, ...]]


class Introduction(msgspec.Struct, frozen=True):
    """A game in a minute: its steps, and the pictures of each kind of die that has some."""

    steps: tuple[Step, ...]
    faces: Mapping[str, tuple[Face, ...]]


GameKey = Annotated[str, Path(description="A game's key, as GET /api/games lists it.")]
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}")


async def read_language(
    language: Annotated[str, Path(description="A language such as en or de.")],
) -> str:
    """A language, if it is called as languages are; there may be no words for it."""
    if not _TAG.fullmatch(language):
        raise RequestError("request.language", got=language[:40])
    return language


Language = Annotated[str, Depends(read_language)]
NO_GAME = refusals("match.game", "match.broken_game")


@router.get("/games", summary="List the games", responses=refusals())
def list_games() -> list[GameListed]:
    """Every game that can be played here."""
    listed = []
    for game in games().values():
        try:
            listed.append(_list(game))
        except Exception:  # whatever a plugin raises; the other games can still be played
            log.exception("game %s cannot be listed", game.key)
    return listed


def _list(game: Game) -> GameListed:
    return GameListed(
        key=game.key,
        name=game.name,
        seats=(game.seats[0], game.seats[-1]),
        colours=list(seat_colours(game)),
        playing_time=game.playing_time,
        options=game.options.model_json_schema(),
        presets=read_presets(game),
        theme=game.theme,
        bots=list(levels(game)),
        about=_about(game),
        hints=can_weigh(game),
    )


def _about(game: Game) -> dict[str, str]:
    words = {language: game_words(game, language) for language in game_languages(game)}
    return {language: said["about"] for language, said in words.items() if "about" in said}


@router.get(
    "/broken-games",
    summary="List games that are broken",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner"),
)
def list_broken_games() -> list[BrokenGameListed]:
    """Games that are installed but cannot be played, and why. For the owner."""
    broken = [
        BrokenGameListed(name=one.name, package=one.package, why=one.why) for one in broken_games()
    ]
    for game in games().values():
        try:
            _list(game)
        except Exception as error:  # whatever a plugin raises is what the owner wants to know
            why = f"{type(error).__name__}: {error}"
            broken.append(BrokenGameListed(name=game.key, package="", why=why))
    return broken


@router.get("/clocks", summary="List the named clocks", responses=refusals())
def list_clocks() -> list[ClockListed]:
    """Every clock preset, in seconds."""
    return [
        ClockListed(name=name, settings=TimingInSeconds.of(timing))
        for name, timing in PRESETS.items()
    ]


@router.get(
    "/words/{language}",
    summary="The host's sentences",
    responses=refusals("request.language"),
)
def list_host_words(language: Language) -> dict[str, str]:
    """What the host itself says in any game, by key; English where a language is missing."""
    return host_words(language)


@router.get(
    "/games/{key}/words/{language}",
    summary="A game's sentences",
    responses=NO_GAME | refusals("request.language"),
)
def list_game_words(
    key: GameKey,
    language: Language,
    part: Annotated[
        Part, Query(description="What a screen of a match says, or the options; or all.")
    ] = "all",
) -> dict[str, str]:
    """A game's sentences and the ones all games share; English where a language is missing."""
    return words_of(find_game(key), language, part)


@router.get(
    "/games/{key}/cover",
    summary="A game's picture",
    response_class=Response,
    responses=media("image/svg+xml", "The picture.") | NO_GAME,
)
def show_cover(key: GameKey) -> Response:
    """A game's picture as SVG; a plain die for a game that brings none."""
    own = find_game(key).folder.joinpath("cover.svg")
    drawn = own if own.is_file() else PAGES / "images" / "cover.svg"
    return Response(drawn.read_bytes(), media_type="image/svg+xml")


@router.get(
    "/games/{key}/rules/{language}",
    summary="A game's rules",
    response_class=Response,
    responses=media("text/html", "The rules.") | NO_GAME | refusals("request.language"),
)
def show_rules(key: GameKey, language: Language) -> Response:
    """A game's rules for players, as HTML; English where a language is missing."""
    page = rules_html(game_rules(find_game(key), language))
    return Response(page, media_type="text/html")


@router.get(
    "/games/{key}/cards",
    summary="A game's cards",
    response_class=Response,
    responses=struct("CardList", "The cards and the dice.") | NO_GAME,
)
def list_cards(house: TheHouse, key: GameKey) -> Response:
    """Every card of a game, as items of a view, and the pictures on its dice.

    The game's words say their sentences.
    """
    game = find_game(key)
    cards = house.cards(game)
    state = game.start(game.options(), game.seats[0], cards)
    return json_answer(CardList(game.card_list(cards), game.faces(state)))


@router.get(
    "/games/{key}/intro",
    summary="A game in a minute",
    response_class=Response,
    responses=struct("Introduction", "The steps and the dice.") | NO_GAME,
)
def introduce(house: TheHouse, key: GameKey) -> Response:
    """A few steps with a sentence and a picture each; no steps for a game that brings none.

    The game's words say their sentences.
    """
    game = find_game(key)
    state = game.start(game.options(), game.seats[0], house.cards(game))
    return json_answer(Introduction(read_intro(game), game.faces(state)))
