"""Decisions for the bots of all tables, and estimates for hints: one at a time, in one process.

One process is one core at most. It is started when it is first needed and replaced when it dies or
hangs. Whatever becomes of it, a decision comes: made here, at once, by the steady player. An
estimate that fails is left out.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any

import msgspec
from dicerules.bots import RANDOM, STEADY, Budget, choose, levels
from dicerules.core import Game, encode
from dicerules.worth import Worth

from dicehost.bots.exchange import READY, STOP, Question, Reply

log = logging.getLogger(__name__)

BUDGET = 1.0
"""Seconds that a bot thinks about one decision."""
PATIENCE = 3.0
"""Seconds on top of that for other tables' decisions, and for a process that is being started."""
HUNG = 2.0
"""Seconds on top of its budget after which a process that has the question counts as hung."""
START = 30.0
"""Seconds that a process may take to start; a small machine is slow at that."""
LONGEST_LINE = 1 << 20
WORKER = (sys.executable, "-m", "dicehost.bots.worker")


class ThinkingError(Exception):
    """The process gave no decision: it died, hung or raised."""


class Chosen(msgspec.Struct, frozen=True):
    """A filled form, and the level of the player that filled it."""

    answer: dict[str, Any]
    level: str


class Thinker:
    """``choose`` for any bot of this host, ``weigh`` for hints; ``close`` it in the end.

    ``budget`` is in seconds a decision; ``command`` is what is started as the process.
    """

    def __init__(self, budget: float = BUDGET, command: tuple[str, ...] = WORKER) -> None:
        self.process: Process | None = None
        self._budget = budget
        self._command = command
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._started = 0.0
        self._ready = False
        self._ids = itertools.count(1)

    async def choose(self, game: Game, level: str, state: Any, seat: int) -> Chosen:
        """Decide for a seat that is asked. Cancel it when nobody wants to know any more."""
        try:
            reply = await self._think(self._question(game, level, state, seat))
            return Chosen(reply.answer or {}, level)
        except TimeoutError:
            log.warning("a bot waited too long for its turn to think; steady moves for it")
        except (ThinkingError, OSError) as error:
            log.warning("no decision from the thinking process (%s); steady moves", error)
        return choose_here(game, state, seat)

    async def weigh(
        self, game: Game, state: Any, seat: int, answer: dict[str, Any]
    ) -> tuple[Worth, ...]:
        """Estimate what the choices of a seat's half-filled form are worth; nothing if that fails.

        Cancel it when nobody wants to know any more.
        """
        try:
            return (await self._think(self._question(game, "", state, seat, answer))).worths
        except TimeoutError:
            log.warning("an estimate waited too long for its turn; it is left out")
        except (ThinkingError, OSError) as error:
            log.warning("no estimate from the thinking process (%s); it is left out", error)
        return ()

    def _question(
        self, game: Game, level: str, state: Any, seat: int, weigh: dict[str, Any] | None = None
    ) -> Question:
        seed, written = secrets.randbits(53), msgspec.Raw(encode(state))
        number = next(self._ids)
        return Question(number, game.key, level, seat, seed, self._budget, written, weigh)

    async def _think(self, question: Question) -> Reply:
        self._waiting += 1
        try:
            async with asyncio.timeout(self._budget + PATIENCE):
                return await self._ask(question)
        finally:
            self._waiting -= 1

    async def start(self) -> None:
        """Start the process before the first question."""
        async with self._turn:
            with suppress(OSError):  # the first question will say so
                await self._running()

    async def _ask(self, question: Question) -> Reply:
        async with self._turn:
            process = await self._running()
            assert process.stdin is not None
            await self._hear_ready(process)
            # Bots that are asked at the same time share the budget, so that people see them soon.
            question = msgspec.structs.replace(question, seconds=self._budget / self._waiting)
            try:
                async with asyncio.timeout(question.seconds + HUNG):
                    process.stdin.write(encode(question) + b"\n")
                    await process.stdin.drain()
                    return await self._hear(process, question.id)
            except TimeoutError:
                await self._end()
                raise ThinkingError("it hung") from None
            except OSError:
                await self._end()
                raise
            except asyncio.CancelledError:
                with suppress(OSError, RuntimeError):  # it may have ended meanwhile
                    process.stdin.write(STOP)
                raise

    async def _hear_ready(self, process: Process) -> None:
        # Who waits for this in vain gives up before it does: the process starts for the next one.
        if not self._ready:
            try:
                async with asyncio.timeout_at(self._started + START):
                    await self._hear(process, READY)
            except TimeoutError:
                await self._end()
                raise ThinkingError("it did not start") from None
            self._ready = True

    async def _hear(self, process: Process, wanted: int) -> Reply:
        assert process.stdout is not None
        while True:
            line = await process.stdout.readline()
            if not line:
                await self._end()
                raise ThinkingError("it ended")
            try:
                reply = msgspec.json.decode(line, type=Reply)
            except msgspec.DecodeError:
                continue  # a game that prints is no reply
            if reply.id != wanted:
                continue  # decided before it heard that nobody wants to know
            if reply.error:
                raise ThinkingError(reply.error)
            return reply

    async def _running(self) -> Process:
        if self.process is None or self.process.returncode is not None:
            await self._end()
            self._started, self._ready = asyncio.get_running_loop().time(), False
            self.process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        return self.process

    async def _end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()

    async def close(self) -> None:
        """End the process."""
        await self._end()


def choose_here(game: Game, state: Any, seat: int, best: str = STEADY) -> Chosen:
    """Decide in this process, in no time: by the steady player, else at random."""
    for level in (best, RANDOM):
        if level in levels(game):
            with suppress(Exception):  # a game's own player may raise anything
                answer = choose(game, level, state, seat, secrets.randbelow, Budget(0))
                return Chosen(dict(answer), level)
    raise ThinkingError(f"no bot of {game.key} has an answer")
