"""A match as it is listed: who plays what, and the links and codes of its seats. Does nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class SeatListed:
    """A seat, the link and short code that open it, and whether a screen of it is connected."""

    name: str
    colour: str
    link: str
    code: str
    here: bool


@dataclass(frozen=True)
class MatchListed:
    """A match with the links of its table and seats; ``next`` is what its people play next.

    ``code`` is the table's short code; codes are empty once the match is over. The last two
    are refusals: ``refused`` says why this host cannot open the match at all, ``trouble`` what went
    wrong in one that it can open.
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
