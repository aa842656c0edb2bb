"""What happened between two looks at the same table: worked out from public facts alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from dicehost.outside.facts import RollTold, TableFacts, TimeTold

EVENTS = ("roll", "turn", "win", "time")
SOON = 10_000
"""Milliseconds that are left when time is said to run out; less where less is given altogether."""


class Happened(Struct, frozen=True, omit_defaults=True):
    """Something that happened at a table.

    ``event`` is roll, turn, win or time; the last runs out for ``players``, or for all if there are
    none.
    """

    event: Literal["roll", "turn", "win", "time"]
    table: int
    match: str
    game: str
    line: int
    players: tuple[str, ...] = ()
    roll: RollTold | None = None
    scores: dict[str, int] = {}
    left_ms: int | None = None


def happenings(before: TableFacts | None, now: TableFacts) -> Iterator[Happened]:
    """What is new. Nothing is, the first time that a match is looked at."""
    if before is None or before.match != now.match:
        return
    if now.last_roll is not None and (
        before.last_roll is None or before.last_roll.id != now.last_roll.id
    ):
        yield _at(now, "roll", _roller(before), roll=now.last_roll)
    if now.state == "over" and before.state != "over" and now.winners:
        scores = {player.name: player.score for player in now.players}
        yield _at(now, "win", now.winners, scores=scores)
    elif now.turn is not None and now.turn != before.turn:
        yield _at(now, "turn", (now.turn,))


def running_out(now: TableFacts, time: TimeTold) -> Happened:
    """A time runs out."""
    who = () if time.player is None else (time.player,)
    return _at(now, "time", who, left_ms=time.left_ms)


def is_soon(time: TimeTold) -> bool:
    """Whether little of a time is left."""
    return time.left_ms <= soon(time)


def soon(time: TimeTold) -> int:
    """What counts as little of a time, in milliseconds."""
    return min(SOON, time.of_ms // 4)


def _roller(before: TableFacts) -> tuple[str, ...]:
    roll = before.roll
    return () if roll is None or roll.player is None else (roll.player,)


def _at(
    now: TableFacts,
    event: Literal["roll", "turn", "win", "time"],
    players: tuple[str, ...],
    roll: RollTold | None = None,
    scores: dict[str, int] | None = None,
    left_ms: int | None = None,
) -> Happened:
    return Happened(
        event, now.table, now.match, now.game, now.line, players, roll, scores or {}, left_ms
    )
