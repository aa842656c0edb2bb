"""What other programs send the host and get from it: the models of the REST interface.

They do nothing but turn into the host's own values. What a screen is sent is in ``screens``.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from dicehost.clock.clock import PRESETS, Preset, Timing
from dicehost.journal.events import Bot
from dicehost.match.bots import FaceName, Level
from dicehost.match.commands import Command, Do
from dicehost.screens.reactions import Kind
from dicehost.web.strict import STRICT, Clocks, TimingInSeconds, Whole
from dicehost.web.tower_models import TowerListed


class ClockListed(BaseModel):
    """Clocks that have a name, in seconds."""

    name: Preset
    settings: TimingInSeconds


class BotSeat(BaseModel):
    """A seat that a bot plays from the start."""

    model_config = STRICT
    seat: Whole = Field(ge=0, le=11, description="Counted from 0.")
    level: Level = Field(description="How strong it is: easy, good or hard, in this order.")
    face: FaceName = Field(description="Which of the pages' drawings is its face.")


class OpenMatch(BaseModel):
    """A match to open."""

    model_config = STRICT
    game: str = Field(description="The key of a game, as GET /api/games lists it.")
    names: list[str] = Field(max_length=12, description="One for each seat, in order of play.")
    options: dict[str, Any] = Field({}, description="As the game's own schema describes them.")
    clock: Clocks = Field("off", description="A preset's name, or settings in seconds.")
    colours: list[str] = Field(
        [], max_length=12, description="One for each seat; empty: in the usual order."
    )
    bots: list[BotSeat] = Field(
        default_factory=list, max_length=12, description="The seats that bots play."
    )
    tower: str = Field(
        "", max_length=40, description="A tower's id; empty: a free one, or any if none is free."
    )
    hints: bool = Field(False, description="Show everybody what their choices are worth.")
    checkable: bool = Field(
        True,
        description="Whether the tower commits to each roll before it knows the host's half of it, "
        "so that anybody can check the dice afterwards. A tower that cannot plays on as before.",
    )

    def seated(self) -> list[Bot]:
        """The bots asked for."""
        return [Bot(bot.seat, bot.level, bot.face) for bot in self.bots]

    def timing(self) -> Timing:
        """The clocks asked for, by name or in seconds."""
        return PRESETS[self.clock] if isinstance(self.clock, str) else self.clock.timing()


class CommandBody(BaseModel):
    """A command of a screen. Sending the same ``id`` again is doing it once."""

    model_config = STRICT
    id: str = Field(min_length=1, max_length=64, description="Made up by the screen.")
    do: Do = Field(description="What to do.")
    answer: dict[str, Any] | None = Field(
        None,
        description='The filled form for "move", {"roll": id} for "press", {"roll": id, "faces": '
        '[...]} for "type_in", {"number": n} for "let_in" and "turn_away", {"seat": n, "level": '
        '"steady"} for "bot_plays", {"seat": n} for "bot_stops", {"pace": "quick"} for "pace". '
        'A program that reads dice adds {"device": name} to "ask_hand" and "type_in".',
    )
    question: Whole | None = Field(None, description="For a move: the number of its question.")
    seat: Whole | None = Field(None, description="With the owner's key: a seat at the tablet.")

    def command(self) -> Command:
        """The command itself, without the seat it is for."""
        return Command(self.id, self.do, self.answer, self.question)


class TabletSeats(BaseModel):
    """Seats that have no phone and will play on the table's tablet."""

    model_config = STRICT
    seats: list[Whole] = Field(min_length=1, max_length=12, description="Counted from 0.")


class ChosenTower(BaseModel):
    """A tower that is to roll for a match."""

    model_config = STRICT
    tower: str = Field(max_length=40, description="Its id, as GET /api/towers lists it.")


class ChosenSeat(BaseModel):
    """A seat that somebody chose."""

    model_config = STRICT
    seat: Whole = Field(ge=0, le=11, description="Counted from 0.")


class Called(BaseModel):
    """What somebody calls out."""

    model_config = STRICT
    kind: Kind = Field(description="What it is.")
    seat: Whole | None = Field(None, description="With the owner's key: a seat at the tablet.")


class CalledOut(BaseModel):
    """Whether everybody was told; somebody who calls out too often is not heard for a while."""

    heard: bool


class HalfFilled(BaseModel):
    """A form's answer so far."""

    model_config = STRICT
    answer: dict[str, Any] = Field(description="The fields filled so far, by name.")
    seat: Whole | None = Field(None, description="With the owner's key: a seat at the tablet.")


class Done(BaseModel):
    """A command was done, or had been done before; ``seq`` is the journal's line after it."""

    ok: bool
    seq: int


class TypedCode(BaseModel):
    """A short code as somebody typed it."""

    model_config = STRICT
    code: str = Field(max_length=40, description="Blanks, dashes and capitals do not matter.")


class CodeLink(BaseModel):
    """The link that a short code stands for."""

    link: str


class Text(BaseModel):
    """Text to draw as a QR code."""

    text: str = Field(min_length=1, max_length=500)


class GameListed(BaseModel):
    """A game that can be played here; ``options`` is the JSON schema of its options.

    ``bots`` are the levels that its bots have, from the weakest to the strongest.
    ``presets`` are options that go well together, by a name that the game has words for;
    ``colours`` are what seats get if nobody chooses, in this order. ``theme`` names one of
    the looks that pages have; it is empty for a plain one. ``about`` says in one line what the game
    is, by language; it is empty for a game that has no such line. ``hints``: it can say what
    choices are worth.
    """

    key: str
    name: str
    seats: tuple[int, int]
    colours: list[str]
    playing_time: tuple[int, int]
    options: dict[str, Any]
    presets: dict[str, dict[str, Any]]
    theme: str
    bots: list[str]
    about: dict[str, str]
    hints: bool


class BrokenGameListed(BaseModel):
    """A game that is installed but cannot be played, the package that brings it, and why."""

    name: str
    package: str
    why: str


class TrustShown(BaseModel):
    """Where https answers beside http, and the fingerprint of the home's certificate authority."""

    addresses: list[str]
    fingerprint: str


class Health(BaseModel):
    """How the service is doing. ``ok`` is false if the journal cannot be written.

    ``notices`` say which files were damaged when it was started, and what became of them.
    """

    ok: bool
    journal_writable: bool
    tower: str = Field(description='"ready" if any tower can roll.')
    towers: list[TowerListed]
    matches_open: int
    matches_damaged: int = 0
    notices: list[str] = []
