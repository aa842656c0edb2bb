"""What every model of the REST interface is made of: strictness, whole numbers, clocks."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

from dicehost.clock.clock import Mode, Preset, Timing

STRICT = ConfigDict(extra="forbid", strict=True)
"""As described and nothing else: ``true`` is no number, and ``"3"`` is none."""


def number(given: object) -> object:
    """A number as JSON means it: there 2.0 is 2, and a bool is none."""
    if isinstance(given, bool):
        raise ValueError("a number is expected")
    return int(given) if isinstance(given, float) and given.is_integer() else given


Whole = Annotated[int, BeforeValidator(number)]


class TimingInSeconds(BaseModel):
    """Clocks in seconds, as a person sets them; the host measures the same in milliseconds."""

    model_config = STRICT
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
