"""What other programs send the host and get from it: the models of the REST interface.

They do nothing but turn into the host's own values. What a screen is sent is in ``screens``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

from dicehost.clock.clock import PRESETS, Mode, Preset, Timing
from dicehost.journal.events import Bot
from dicehost.journal.tournament_events import Mode as TournamentMode
from dicehost.journal.tournament_events import TournamentOpened
from dicehost.link.checks import Check
from dicehost.match.bots import FaceName, Level
from dicehost.match.commands import Command, Do
from dicehost.screens.reactions import Kind

_STRICT = ConfigDict(extra="forbid", strict=True)
"""As described and nothing else: ``true`` is no number, and ``"3"`` is none."""


def _number(given: object) -> object:
    # JSON knows one kind of number, so 2.0 is 2 there. A bool is an int in Python alone.
    if isinstance(given, bool):
        raise ValueError("a number is expected")
    return int(given) if isinstance(given, float) and given.is_integer() else given


Whole = Annotated[int, BeforeValidator(_number)]


class TimingInSeconds(BaseModel):
    """Clocks in seconds, as a person sets them; the host measures the same in milliseconds."""

    model_config = _STRICT
    mode: Mode = Field(description="gentle clocks remind, strict ones make a default move.")
    decision: float = Field(0, ge=0, le=3600, description="For each decision.")
    bank: float = Field(0, ge=0, le=36000, description="For the match, once a decision is late.")
    increment: float = Field(0, ge=0, le=600, description="Added to the bank by each decision.")
    grace: float = Field(60, ge=0, le=3600, description="For a seat that lost its screen.")

    def timing(self) -> Timing:
        """The same in milliseconds."""
        parts = (self.decision, self.bank, self.increment, self.grace)
        return Timing(self.mode, *(round(1000 * seconds) for seconds in parts))

    @classmethod
    def of(cls, timing: Timing) -> TimingInSeconds:
        """The same in seconds."""
        return cls(
            mode=timing.mode,
            decision=timing.decision / 1000,
            bank=timing.bank / 1000,
            increment=timing.increment / 1000,
            grace=timing.grace / 1000,
        )


Clocks = Annotated[
    Annotated[Preset, Tag("name")] | Annotated[TimingInSeconds, Tag("settings")],
    Discriminator(lambda given: "name" if isinstance(given, str) else "settings"),
]


class ClockListed(BaseModel):
    """Clocks that have a name, in seconds."""

    name: Preset
    settings: TimingInSeconds


class BotSeat(BaseModel):
    """A seat that a bot plays from the start."""

    model_config = _STRICT
    seat: Whole = Field(ge=0, le=11, description="Counted from 0.")
    level: Level = Field(description="How strong it is: easy, good or hard, in this order.")
    face: FaceName = Field(description="Which of the pages' drawings is its face.")


class OpenMatch(BaseModel):
    """A match to open."""

    model_config = _STRICT
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


class OpenTournament(BaseModel):
    """A tournament to open."""

    model_config = _STRICT
    name: str = Field(max_length=100, description="Up to 60 letters.")
    game: str = Field(description="The key of a game, as GET /api/games lists it.")
    mode: TournamentMode = Field("swiss", description="How rounds are paired.")
    size: int = Field(2, ge=2, le=6, description="How many sit at a table if the numbers allow it.")
    rounds: int = Field(
        0, ge=0, le=100, description="Rounds that are played; 0: until everybody met everybody."
    )
    points: list[int] = Field(
        [], max_length=6, description="Of each rank, the first place's first; empty: as usual."
    )
    players: list[str] = Field([], max_length=200, description="Those who are there already.")
    options: dict[str, Any] = Field({}, description="As the game's own schema describes them.")
    clock: Clocks = Field("off", description="A preset's name, or settings in seconds.")

    def opened(self, seats: tuple[int, int], usual: tuple[int, ...], seed: int) -> TournamentOpened:
        """The first line of its journal."""
        return TournamentOpened(
            name=self.name,
            game=self.game,
            mode=self.mode,
            seats=seats,
            size=self.size,
            rounds=self.rounds,
            points=tuple(self.points) or usual,
            seed=seed,
            options=self.options,
            timing=PRESETS[self.clock] if isinstance(self.clock, str) else self.clock.timing(),
        )


class TournamentLine(BaseModel):
    """What changes a tournament names the line that it was seen at, so it is done once."""

    model_config = _STRICT
    line: int = Field(ge=1, description="The tournament's line that was looked at.")


class EnterTournament(TournamentLine):
    """Somebody who takes part from the next round on."""

    name: str = Field(max_length=100, description="Up to 20 letters.")


class StartTable(TournamentLine):
    """Which tower rolls for a table."""

    tower: str = Field("", max_length=40, description="A tower's id; empty: a free one, or any.")


class GiveResult(TournamentLine):
    """How a table ended."""

    ranks: list[int] = Field(
        min_length=2, max_length=6, description="One for each player, in the table's order."
    )


class GiveNotice(BaseModel):
    """A notice for every screen; an empty text takes the last one down."""

    model_config = _STRICT
    text: str = Field(max_length=1000, description="Up to 140 letters.")


class RoomLink(BaseModel):
    """The link to the room's page; it opens nothing else."""

    link: str


class CommandBody(BaseModel):
    """A command of a screen. Sending the same ``id`` again is doing it once."""

    model_config = _STRICT
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

    model_config = _STRICT
    seats: list[Whole] = Field(min_length=1, max_length=12, description="Counted from 0.")


class ChosenTower(BaseModel):
    """A tower that is to roll for a match."""

    model_config = _STRICT
    tower: str = Field(max_length=40, description="Its id, as GET /api/towers lists it.")


class ChosenSeat(BaseModel):
    """A seat that somebody chose."""

    model_config = _STRICT
    seat: Whole = Field(ge=0, le=11, description="Counted from 0.")


class Called(BaseModel):
    """What somebody calls out."""

    model_config = _STRICT
    kind: Kind = Field(description="What it is.")
    seat: Whole | None = Field(None, description="With the owner's key: a seat at the tablet.")


class CalledOut(BaseModel):
    """Whether everybody was told; somebody who calls out too often is not heard for a while."""

    heard: bool


class HalfFilled(BaseModel):
    """A form's answer so far."""

    model_config = _STRICT
    answer: dict[str, Any] = Field(description="The fields filled so far, by name.")
    seat: Whole | None = Field(None, description="With the owner's key: a seat at the tablet.")


class Done(BaseModel):
    """A command was done, or had been done before; ``seq`` is the journal's line after it."""

    ok: bool
    seq: int


class TypedCode(BaseModel):
    """A short code as somebody typed it."""

    model_config = _STRICT
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


class TowerListed(BaseModel):
    """A tower and its state; ``page`` is a simulated tower's own page.

    ``name`` is what its owner calls it, ``match`` the match that has it; both are for the owner.
    ``old``: its firmware is not the one that this host comes with. A tower without an ``id`` is
    still being looked for, or could not be greeted.
    """

    state: str
    source: str
    id: str
    fw: str
    health: str
    page: str | None
    fault: str | None
    name: str = ""
    match: str | None = None
    old: bool = False


class NameTower(BaseModel):
    """A name for a tower."""

    model_config = _STRICT
    name: str = Field(max_length=100, description="Up to 24 letters; empty: none.")


class ChangeSetting(BaseModel):
    """A setting of a tower and its value."""

    model_config = _STRICT
    name: str = Field(max_length=40, description="As the tower's facts name it.")
    value: Whole = Field(ge=-1000, le=1000, description="From 0 to what the facts say at most.")


class LightDie(BaseModel):
    """A die to be lit."""

    model_config = _STRICT
    die: Annotated[int, Field(ge=0, le=7), BeforeValidator(_number)] | None = Field(
        description="Row by row; null: all, with their numbers."
    )


class SawDie(BaseModel):
    """Where a die lit up."""

    model_config = _STRICT
    lit: Annotated[Literal[0, 2], BeforeValidator(_number)] = Field(
        description="The die that was lit."
    )
    seen: Whole = Field(ge=-1, le=7, description="Where it lit up, row by row; -1: scattered.")
    sure: bool = Field(description="Whether it is known already which panel is which.")


class BeginCheck(BaseModel):
    """A check of the self-test."""

    model_config = _STRICT
    check: Check = Field(description="What is checked.")


class AnswerCheck(BaseModel):
    """What a person says of a check."""

    model_config = _STRICT
    check: Check = Field(description="What is checked.")
    good: bool = Field(description="Whether it was seen or heard as it should be.")


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
