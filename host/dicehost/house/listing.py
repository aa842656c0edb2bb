"""A match as it is listed: who plays what, and the links and codes of its seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dicerules.views import TABLE

from dicehost.journal.events import Bot, Opened
from dicehost.screens.played_at import State
from dicehost.screens.seats import GUEST, Places

PAGES = {TABLE: "/table/", GUEST: "/sit/"}
"""Where a link leads that is not a seat's."""


@dataclass(frozen=True)
class BotListed:
    """A bot that plays a seat: its level, and the name of its face."""

    level: str
    face: str


@dataclass(frozen=True)
class SeatListed:
    """A seat, the link and short code that open it, and whether it can be reached.

    ``bot`` is the bot that plays it.
    """

    name: str
    colour: str
    link: str
    code: str
    here: bool
    bot: BotListed | None = None


@dataclass(frozen=True)
class SeatOffered:
    """A seat that somebody may choose: ``taken`` by a device, which may be ``mine``; or a bot's."""

    name: str
    colour: str
    taken: bool
    mine: bool
    bot: bool


@dataclass(frozen=True)
class SeatsOffered:
    """What the link for everybody offers: the seats of a match, unless it is ``over``."""

    game: str
    over: bool
    seats: list[SeatOffered]


@dataclass(frozen=True)
class MatchListed:
    """A match with the links of its table and seats; ``next`` is what its people play next.

    ``code`` is the table's short code; codes are empty once the match is over. ``join`` is the one
    link for everybody, ``join_code`` its code. ``tower`` is the id of its tower, ``played`` where
    in a venue it is played. Two are refusals:
    ``refused`` says why this host cannot open the match at all, ``trouble`` what went wrong in one
    that it can open. ``sound`` is how many lines are left of a match that is damaged on the disk.
    """

    match: str
    game: str
    names: list[str]
    state: Literal["open", "over"]
    at: str
    table: str
    code: str
    next: str | None
    seats: list[SeatListed]
    trouble: dict[str, Any] | None = None
    refused: dict[str, Any] | None = None
    sound: int | None = None
    join: str = ""
    join_code: str = ""
    tower: str = ""
    played: State | None = None


def link_of(match: str, seat: int, token: str) -> str:
    """The way to a seat's page, or to the table's."""
    return f"{PAGES.get(seat, '/seat/')}{match}#{token}"


def list_match(
    match: str,
    opened: Opened,
    at: str,
    over: bool,
    places: Places,
    here: set[int],
    bots: Mapping[int, Bot],
    **found: Any,
) -> MatchListed:
    """Put together what is known of a match; ``found`` is what is wrong with it."""
    tokens = places.tokens.get(match, {})
    links = {seat: link_of(match, seat, token) for seat, token in tokens.items()}
    codes: Mapping[int, str] = {} if over else places.codes.get(match, {})
    seats = enumerate(zip(opened.names, opened.colours, strict=True))
    return MatchListed(
        match=match,
        game=opened.game,
        names=opened.names,
        state="over" if over else "open",
        at=at,
        table=links.get(TABLE, ""),
        code=codes.get(TABLE, ""),
        join=links.get(GUEST, ""),
        join_code=codes.get(GUEST, ""),
        next=places.following.get(match),
        seats=[
            SeatListed(
                name=name,
                colour=colour,
                link=links.get(seat, ""),
                code=codes.get(seat, ""),
                here=seat in here,
                bot=BotListed(bots[seat].level, bots[seat].face) if seat in bots else None,
            )
            for seat, (name, colour) in seats
        ],
        **found,
    )
