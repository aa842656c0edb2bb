"""What the owner sends and gets for a tower: its state, its name, its settings and checks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field

from dicehost.link.checks import Check
from dicehost.web.strict import STRICT, Whole, number


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

    model_config = STRICT
    name: str = Field(max_length=100, description="Up to 24 letters; empty: none.")


class ChangeSetting(BaseModel):
    """A setting of a tower and its value."""

    model_config = STRICT
    name: str = Field(max_length=40, description="As the tower's facts name it.")
    value: Whole = Field(ge=-1000, le=1000, description="From 0 to what the facts say at most.")


class LightDie(BaseModel):
    """A die to be lit."""

    model_config = STRICT
    die: Annotated[int, Field(ge=0, le=7), BeforeValidator(number)] | None = Field(
        description="Row by row; null: all, with their numbers."
    )


class SawDie(BaseModel):
    """Where a die lit up."""

    model_config = STRICT
    lit: Annotated[Literal[0, 2], BeforeValidator(number)] = Field(
        description="The die that was lit."
    )
    seen: Whole = Field(ge=-1, le=7, description="Where it lit up, row by row; -1: scattered.")
    sure: bool = Field(description="Whether it is known already which panel is which.")


class BeginCheck(BaseModel):
    """A check of the self-test."""

    model_config = STRICT
    check: Check = Field(description="What is checked.")


class AnswerCheck(BaseModel):
    """What a person says of a check."""

    model_config = STRICT
    check: Check = Field(description="What is checked.")
    good: bool = Field(description="Whether it was seen or heard as it should be.")
