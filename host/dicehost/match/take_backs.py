"""Which moves can still be taken back, and what the position is without one of them.

A move can be taken back until something was seen that cannot be unseen: dice, or hidden answers
that were opened. Others may have moved since, as long as their moves stand without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicerules.core import Ask, Event, Game, Move, Need, Roll, Rolled
from msgspec import Struct

from dicehost.errors import TableError


class Step(Struct, frozen=True):
    """A game event that can still be taken back, its line, and the position before it."""

    seq: int
    event: Event
    before: Any


def last_move(steps: Sequence[Step], seat: int) -> int | None:
    """The line of the seat's last move, if it can still be taken back."""
    for step in reversed(steps):
        if isinstance(step.event, Move) and step.event.seat == seat:
            return step.seq
    return None


def without(game: Game, steps: Sequence[Step], line: int) -> tuple[list[Step], Any]:
    """The steps and the position as if ``line`` had not been played."""
    at = next((at for at, step in enumerate(steps) if step.seq == line), None)
    if at is None:
        raise TableError("back.too_late")
    kept, state = list(steps[:at]), steps[at].before
    for step in steps[at + 1 :]:
        try:
            after = game.apply(state, step.event)
        except ValueError:
            raise TableError("back.built_on") from None
        kept.append(Step(step.seq, step.event, state))
        state = after
    return kept, state


def reveals(before: Need, event: Event, after: Need) -> bool:
    """Whether an event showed something, so that nothing before it can be taken back."""
    if isinstance(before, Roll):
        return True
    if not isinstance(before, Ask) or not before.hidden or isinstance(event, Rolled):
        return False
    if not isinstance(after, Ask) or not after.hidden:
        return True
    return set(after.forms) != set(before.forms) - {event.seat}
