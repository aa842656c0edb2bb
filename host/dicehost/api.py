"""What other programs send the host and get from it: the models of the REST interface.

They do nothing. What a screen is sent is in ``screens``.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class OpenMatch(BaseModel):
    """A match to be opened."""

    model_config = ConfigDict(extra="forbid")
    game: str
    names: list[str] = Field(max_length=12)
    options: dict[str, Any] = {}


class DoCommand(BaseModel):
    """A command of a screen. The same ``id`` again is the same command."""

    model_config = ConfigDict(extra="forbid")
    id: str = Field(min_length=1, max_length=64)
    do: Literal["move", "press", "ask_back", "agree_back", "refuse_back"]
    answer: dict[str, Any] | None = None


class Done(BaseModel):
    """A command was done, or had been done before; ``seq`` is the journal's line after it."""

    ok: bool
    seq: int


class Text(BaseModel):
    """Text to be drawn as a QR code."""

    text: str = Field(min_length=1, max_length=500)


class GameListed(BaseModel):
    """A game that can be played here; ``options`` is the JSON schema of its options."""

    key: str
    name: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    options: dict[str, Any]


class Place(BaseModel):
    """A seat and the link that opens it."""

    name: str
    colour: str
    link: str


class Listed(BaseModel):
    """A match with the links of its table and seats."""

    match: str
    game: str
    names: list[str]
    state: Literal["open", "over"]
    at: str
    table: str
    seats: list[Place]


class TowerListed(BaseModel):
    """The tower in use, and how it feels."""

    state: str
    source: str
    id: str
    fw: str
    health: str
    page: str | None
    fault: str | None


class Refusal(BaseModel):
    """A request that was refused: a stable code, an English sentence, and its key and facts."""

    code: str
    message: str
    say: dict[str, Any]
