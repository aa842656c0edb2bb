"""The bots at one table: they do what their seats are asked to, as people do, by commands.

Nothing is done while nobody looks, so a match with bots waits for its people. A bot that a change
at the table has overtaken stops thinking.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from dicerules.bots import RANDOM, STEADY
from dicerules.core import Roll, RuleError
from msgspec import Struct

from dicehost.bots.thinker import Thinker, choose_here
from dicehost.errors import HostError
from dicehost.match import manual_dice
from dicehost.match.commands import Command, Do
from dicehost.match.decisions import asks
from dicehost.match.record import Match
from dicehost.match.roller import Roller
from dicehost.match.show import seen_verdict
from dicehost.match.timekeeper import Timekeeper
from dicehost.screens.reactions import Kind

PAUSE = (1.0, 1.5)
"""Seconds that a bot waits before it acts, at least and at most: people want to follow."""
PATIENCE = 8.0
"""Seconds that a bot lets people watch what happened before it acts, at most."""
TRIES = 5
"""How often a bot tries a move that is refused, before it leaves the seat to people."""


OFTEN = 40
"""Of a hundred verdicts, how many a bot calls something out about."""
CALLS: dict[str, tuple[Kind, ...]] = {
    "good": ("cheer",),
    "grand": ("gasp", "cheer"),
    "bad": ("groan", "groan", "laugh"),
}


class Duty(Struct, frozen=True):
    """Something a bot has to do; ``about`` is the question, the roll or the request."""

    seat: int
    do: Do
    about: str


def duties(match: Match, roller: Roller, keeper: Timekeeper, here: set[int]) -> set[Duty]:
    """What the bots of a match have to do now."""
    bots, found = match.bots, set[Duty]()
    if match.back is not None:
        of = str(match.back.of)
        found |= {Duty(seat, "agree_back", of) for seat in match.missing if seat in bots}
    if match.hand_asked is not None:
        missing, by = manual_dice.missing(match, here), match.hand_asked.command
        found |= {Duty(seat, "agree_hand", by) for seat in missing if seat in bots}
    if keeper.why is not None:
        return found  # the clocks stand still: people look for their seats, or think something over
    if isinstance(match.need, Roll):
        ready = (roller.armed or roller.elsewhere) and not roller.tumbling
        if ready and match.need.seat in bots:
            found.add(Duty(match.need.seat, "press", match.roll_id))
    for seat in asks(match.need):
        if seat in bots:
            found.add(Duty(seat, "move", str(match.questions[seat])))
    return found


class BotPlayers:
    """``look`` after every change with what there is to do. ``do`` gives the table a command.

    ``match`` tells the match as it is now, ``show_left`` how many milliseconds its show takes on;
    ``failed`` is told what a bot could not do, ``call`` what one calls out.
    """

    def __init__(
        self,
        thinker: Thinker,
        pause: tuple[float, float],
        match: Callable[[], Match],
        do: Callable[[int, Command], Awaitable[Any]],
        failed: Callable[[Exception], object],
        show_left: Callable[[], int],
        call: Callable[[int, Kind], object],
    ) -> None:
        self._thinker = thinker
        self._pause = pause
        self._match = match
        self._do = do
        self._failed = failed
        self._show_left = show_left
        self._call = call
        self._busy: dict[Duty, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Let bots play until cancelled."""
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.look(set())

    def look(self, wanted: set[Duty]) -> None:
        """Begin what has to be done now, and leave what has not any more."""
        loop = asyncio.get_running_loop()
        for duty in self._busy.keys() - wanted:
            self._busy.pop(duty).cancel()
        for duty in wanted - self._busy.keys():
            name = f"bot at seat {duty.seat}: {duty.do}"
            self._busy[duty] = loop.create_task(self._work(duty), name=name)

    def react(self) -> None:
        """Let some bots call out what they think of the last verdict, as soon as it is seen."""
        match = self._match()
        verdict = seen_verdict(match) if match.bots and self._pause[1] else None
        if verdict is None:
            return
        tone, after_ms = verdict
        if tone not in CALLS:
            return
        loop = asyncio.get_running_loop()
        for seat in match.bots:
            if secrets.randbelow(100) < OFTEN:
                later = after_ms / 1000 + secrets.randbelow(1200) / 1000
                loop.call_later(later, self._call, seat, secrets.choice(CALLS[tone]))

    async def _work(self, duty: Duty) -> None:
        try:
            await (self._move(duty) if duty.do == "move" else self._act(duty))
        except Exception as error:
            self._failed(error)

    async def _act(self, duty: Duty) -> None:
        await self._wait()
        answer = {"roll": duty.about} if duty.do == "press" else None
        # A refusal means that somebody was faster.
        with suppress(HostError):
            await self._do(duty.seat, Command(_new_id(), duty.do, answer))

    async def _move(self, duty: Duty) -> None:
        match = self._match()
        game, state, level = match.game, match.state, match.bots[duty.seat].level
        chosen, _ = await asyncio.gather(
            self._thinker.choose(game, level, state, duty.seat), self._wait()
        )
        for left in reversed(range(TRIES)):
            command = Command(_new_id(), "move", chosen.answer, int(duty.about), bot=chosen.level)
            try:
                await self._do(duty.seat, command)
                return
            except (HostError, RuleError):
                if not left:
                    raise
            await asyncio.sleep(0)
            chosen = choose_here(game, state, duty.seat, STEADY if left > TRIES // 2 else RANDOM)

    async def _wait(self) -> None:
        least, most = self._pause
        pause = least + (most - least) * secrets.randbelow(1000) / 1000
        await asyncio.sleep(pause + min(PATIENCE, self._show_left() / 1000) if pause else 0)


def _new_id() -> str:
    return f"bot-{secrets.token_hex(8)}"
