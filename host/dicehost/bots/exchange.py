"""What the host and its thinking process say to each other, one JSON line each. Does nothing."""

from __future__ import annotations

from typing import Any

from dicerules.worth import Worth
from msgspec import Raw, Struct

STOP = b"\n"
"""An empty line: nobody wants the decision any more."""


READY = 0
"""The id of the first reply: the process has started. Questions count from 1."""


class Question(Struct, frozen=True):
    """A decision to be made: for which seat, at which level, in at most this many seconds.

    With ``weigh`` it is no decision: that is a half-filled form, and what its choices are worth is
    to be estimated.
    """

    id: int
    game: str
    level: str
    seat: int
    seed: int
    seconds: float
    state: Raw
    weigh: dict[str, Any] | None = None


class Reply(Struct, frozen=True):
    """The decision, or what choices are worth, or the kind of error that came instead."""

    id: int
    answer: dict[str, Any] | None = None
    worths: tuple[Worth, ...] = ()
    error: str = ""
