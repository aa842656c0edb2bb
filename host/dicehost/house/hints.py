"""What choices are worth to the seats of one table: exact at once, estimates by the thinker.

A seat has one estimate on the way at most. It is given up when the seat fills its form otherwise,
or is asked something else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from dicerules.worth import Worth
from msgspec import Struct

from dicehost.bots.thinker import Thinker
from dicehost.match.record import Match


class _Asked(Struct, frozen=True):
    question: int | None
    task: asyncio.Task[tuple[Worth, ...]]


class Hints:
    """``weigh`` for a seat that is asked; ``look`` after every change.

    ``match`` tells the match as it is now.
    """

    def __init__(self, thinker: Thinker, match: Callable[[], Match]) -> None:
        self._thinker = thinker
        self._match = match
        self._asked: dict[int, _Asked] = {}

    async def weigh(self, seat: int, answer: dict[str, Any]) -> tuple[Worth, ...]:
        """What is known exactly about the choices of a half-filled form, else an estimate."""
        match = self._match()
        found = match.position.weigh(seat, answer)
        self._give_up(seat)
        if found or match.game.sample is None:
            return found
        thought = self._thinker.weigh(match.game, match.state, seat, answer)
        task = asyncio.get_running_loop().create_task(thought, name=f"hint for seat {seat}")
        self._asked[seat] = _Asked(match.questions.get(seat), task)
        try:
            await asyncio.wait([task])
        finally:
            if self._asked.get(seat) is not None and self._asked[seat].task is task:
                self._give_up(seat)
        return () if task.cancelled() else task.result()

    def look(self) -> None:
        """Give up what a seat is no longer asked."""
        questions = self._match().questions
        for seat, asked in list(self._asked.items()):
            if questions.get(seat) != asked.question:
                self._give_up(seat)

    def _give_up(self, seat: int) -> None:
        asked = self._asked.pop(seat, None)
        if asked is not None:
            asked.task.cancel()
