"""What an organiser sends and gets: a tournament, what changes it, notices and the room's link."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from dicehost.clock.clock import PRESETS
from dicehost.journal.tournament_events import Mode, TournamentOpened
from dicehost.web.strict import STRICT, Clocks


class OpenTournament(BaseModel):
    """A tournament to open."""

    model_config = STRICT
    name: str = Field(max_length=100, description="Up to 60 letters.")
    game: str = Field(description="The key of a game, as GET /api/games lists it.")
    mode: Mode = Field("swiss", description="How rounds are paired.")
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

    model_config = STRICT
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

    model_config = STRICT
    text: str = Field(max_length=1000, description="Up to 140 letters.")


class RoomLink(BaseModel):
    """The link to the room's page; it opens nothing else."""

    link: str
