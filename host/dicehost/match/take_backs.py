"""Which moves can still be taken back, and what the position is without one of them.

A move can be taken back until somebody has seen what cannot be unseen: dice, hidden answers that
were opened, or anything else that a move has shown (``dicerules.opened``). Others may have moved
since, as long as their moves stand without it.

What a journal says was taken back stays so: matches from before moves were compared replay as they
were played. So ``without`` asks for less than a new take-back has to.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from dicerules.core import Ask, Event, Game, Move, Need, Roll, Rolled
from dicerules.opened import MANY, TRIES, opens
from msgspec import Struct

from dicehost.errors import TableError


class Step(Struct, frozen=True):
    """A move or time-out since the last roll: its line, and the positions before and after it."""

    seq: int
    event: Event
    before: Any
    after: Any


class Walls:
    """Which steps have shown somebody something. Each is compared when it is asked about, and once.

    What is offered on screens is looked at quickly, what is taken back closely. ``secrets``:
    whether anything was dealt in secret, for games that cannot imagine it otherwise.
    """

    def __init__(self, game: Game, match: str) -> None:
        self.secrets = False
        self._game = game
        self._match = match
        self._known: dict[int, tuple[bool, int]] = {}

    def forget(self) -> None:
        """Steps have changed."""
        self._known.clear()

    def is_wall(self, step: Step) -> bool:
        """Whether nothing up to this step can be taken back, the step included."""
        return self._look(step, TRIES)

    def is_surely_wall(self, step: Step) -> bool:
        """The same, from many more positions: for a move that is about to be taken back."""
        return self._look(step, MANY)

    def _look(self, step: Step, tries: int) -> bool:
        found, tried = self._known.get(step.seq, (False, 0))
        if not found and tried < tries:
            found = self._opens(step, tries)
            self._known[step.seq] = (found, tries)
        return found

    def _opens(self, step: Step, tries: int) -> bool:
        if self._game.imagine is None:
            need = self._game.need(step.before)
            return self.secrets and not (isinstance(need, Ask) and need.hidden)
        # The same answer after a restart.
        chance = random.Random(f"{self._match}.{step.seq}").randrange  # noqa: S311 nothing is rolled
        try:
            return opens(self._game, step.before, step.event, step.after, chance, tries)
        except Exception:  # a game that cannot tell what was seen may have shown anything
            return True


def last_move(steps: Sequence[Step], seat: int, is_wall: Callable[[Step], bool]) -> int | None:
    """The line of the seat's last move, if it can still be taken back."""
    own = (at for at, step in enumerate(steps) if _is_move(step, seat))
    last = max(own, default=None)
    if last is None or any(is_wall(step) for step in steps[last:]):
        return None
    return steps[last].seq


def _is_move(step: Step, seat: int) -> bool:
    return isinstance(step.event, Move) and step.event.seat == seat


def check_unseen(steps: Sequence[Step], line: int, is_wall: Callable[[Step], bool]) -> None:
    """Refuse to take ``line`` back if anybody has seen something new since, or by it."""
    if any(step.seq >= line and is_wall(step) for step in steps):
        raise TableError("back.too_late")


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
        kept.append(Step(step.seq, step.event, state, after))
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
