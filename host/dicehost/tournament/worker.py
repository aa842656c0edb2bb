"""Pairs one round in a process of its own, so a hard round makes no table wait, and ends.

It reads a tournament from standard input and writes the round, or why there is none.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec
from msgspec import Struct

from dicehost.errors import TournamentError
from dicehost.journal.tournament_events import RoundPaired
from dicehost.tournament.pairing import next_round
from dicehost.tournament.state import Tournament


class Answer(Struct, frozen=True):
    """The round, or the code and facts of a refusal."""

    paired: RoundPaired | None = None
    code: str = ""
    facts: dict[str, Any] = {}


def answer(asked: bytes) -> Answer:
    """Pair the next round of a tournament that came as JSON."""
    try:
        return Answer(next_round(msgspec.json.decode(asked, type=Tournament)))
    except TournamentError as error:
        return Answer(None, error.code, error.facts)


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(answer(sys.stdin.buffer.read())))
