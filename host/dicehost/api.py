"""What other programs send the host and get from it: the models of the REST interface.

They do nothing. What a screen is sent is in ``screens``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from dicehost.clock import PRESETS, Timing
from dicehost.commands import Do


class ClockSettings(BaseModel):
    """Clocks to measure, in seconds; a preset by its name does the same."""

    model_config = ConfigDict(extra="forbid")
    mode: Literal["off", "gentle", "strict"]
    decision: float = Field(0, ge=0, le=3600, description="For each decision.")
    bank: float = Field(0, ge=0, le=36000, description="For the match, once a decision is late.")
    increment: float = Field(0, ge=0, le=600, description="Added to the bank by each decision.")
    grace: float = Field(60, ge=0, le=3600, description="For a seat that lost its screen.")

    def timing(self) -> Timing:
        """The same as the clocks measure it."""
        parts = (self.decision, self.bank, self.increment, self.grace)
        return Timing(self.mode, *(round(1000 * seconds) for seconds in parts))


Preset = Literal["off", "relaxed", "brisk", "blitz"]
Clocks = Annotated[
    Annotated[Preset, Tag("name")] | Annotated[ClockSettings, Tag("settings")],
    Discriminator(lambda given: "name" if isinstance(given, str) else "settings"),
]


class ClockListed(BaseModel):
    """Clocks that have a name, in seconds."""

    name: Preset
    settings: ClockSettings


def presets() -> list[ClockListed]:
    """Every preset."""
    return [
        ClockListed(
            name=name,
            settings=ClockSettings(
                mode=timing.mode,
                decision=timing.decision / 1000,
                bank=timing.bank / 1000,
                increment=timing.increment / 1000,
                grace=timing.grace / 1000,
            ),
        )
        for name, timing in PRESETS.items()
    ]


class OpenMatch(BaseModel):
    """A match to be opened."""

    model_config = ConfigDict(extra="forbid")
    game: str
    names: list[str] = Field(max_length=12)
    options: dict[str, Any] = {}
    clock: Clocks = "off"
    colours: list[str] = Field([], max_length=12, description="One a seat; empty: as they come.")

    def timing(self) -> Timing:
        """The clocks asked for, by name or in seconds."""
        return PRESETS[self.clock] if isinstance(self.clock, str) else self.clock.timing()


class DoCommand(BaseModel):
    """A command of a screen. The same ``id`` again is the same command."""

    model_config = ConfigDict(extra="forbid")
    id: str = Field(min_length=1, max_length=64)
    do: Do
    answer: dict[str, Any] | None = None
    seat: int | None = Field(None, description="With the owner's key: a seat at the tablet.")


class AtTablet(BaseModel):
    """Seats that have no phone and play on the table's tablet."""

    model_config = ConfigDict(extra="forbid")
    seats: list[int] = Field(min_length=1, max_length=12)


class HalfFilled(BaseModel):
    """A form's answer so far."""

    model_config = ConfigDict(extra="forbid")
    answer: dict[str, Any]
    seat: int | None = Field(None, description="With the owner's key: a seat at the tablet.")


class Done(BaseModel):
    """A command was done, or had been done before; ``seq`` is the journal's line after it."""

    ok: bool
    seq: int


class TypedCode(BaseModel):
    """A short code as somebody typed it."""

    model_config = ConfigDict(extra="forbid")
    code: str = Field(max_length=40)


class Way(BaseModel):
    """The link that a short code stands for."""

    link: str


class Text(BaseModel):
    """Text to be drawn as a QR code."""

    text: str = Field(min_length=1, max_length=500)


class GameListed(BaseModel):
    """A game that can be played here; ``options`` is the JSON schema of its options.

    ``presets`` are options that go well together, by a name that the game has words for.
    """

    key: str
    name: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    options: dict[str, Any]
    presets: dict[str, dict[str, Any]]


class Place(BaseModel):
    """A seat, the link and short code that open it, and whether a screen of it is connected."""

    name: str
    colour: str
    link: str
    code: str
    here: bool


class Listed(BaseModel):
    """A match with the links of its table and seats; ``next`` is what its people play next.

    ``code`` is the table's short code; codes are empty once the match is over.
    """

    match: str
    game: str
    names: list[str]
    state: Literal["open", "over"]
    at: str
    table: str
    code: str
    next: str | None
    seats: list[Place]


class TakenIn(BaseModel):
    """What came of a file of matches: those that are new here, and those that were here already."""

    new: list[str]
    known: list[str]


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
