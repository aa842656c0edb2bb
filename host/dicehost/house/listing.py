"""A match as it is listed: who plays what, and the links and codes of its seats. Does nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


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
class MatchListed:
    """A match with the links of its table and seats; ``next`` is what its people play next.

    ``code`` is the table's short code; codes are empty once the match is over. Two are refusals:
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
