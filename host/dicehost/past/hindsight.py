"""Hindsight for the replay: worked out once for each match, in a process of its own, and kept.

One match is worked on at a time. What is kept is bound to the match's last line, so a match that
was taken out and read in again is looked back at anew.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from dicerules.bots.hindsight import Chances, Hindsight, Swing
from dicerules.core import encode
from dicerules.words import Message, message
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.journal.entry import Entry
from dicehost.past.hindsight_worker import Told
from dicehost.past.replay import Replay
from dicehost.storage import write_whole

log = logging.getLogger(__name__)

METHOD = 1
"""How it is worked out. What was kept of another way is worked out anew."""
LONGEST_LINE = 1 << 22
SECONDS = 40.0
"""Computing time that a match is worth."""
WORKER = (sys.executable, "-m", "dicehost.past.hindsight_worker")

State = Literal["none", "working", "done", "failed"]


class Kept(Struct, frozen=True):
    """Hindsight as it lies on the disk."""

    method: int
    hash: str
    found: Hindsight


class SwingTold(Struct, frozen=True):
    """A swing in words. ``best`` says a better choice to the seat whose choice it was."""

    step: int
    kind: Literal["luck", "choice"]
    seat: int
    said: Message
    best: tuple[Message, ...] = ()


class HindsightSeen(Struct, frozen=True):
    """How far hindsight is, and what it has found once it is done."""

    state: State
    part: float = 0.0
    line: tuple[Chances, ...] = ()
    swings: tuple[SwingTold, ...] = ()


class Hindsights:
    """``look`` at a match: the first look begins the work. ``close`` it in the end.

    ``seconds`` is the computing time for a match; with 0 only what is kept is shown.
    """

    def __init__(
        self, folder: Path, seconds: float = SECONDS, command: tuple[str, ...] = WORKER
    ) -> None:
        self._folder = folder
        self._seconds = seconds
        self._command = command
        self._turn = asyncio.Lock()
        self._parts: dict[str, float] = {}
        self._failed: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def look(self, replay: Replay, entries: Sequence[Entry], viewer: int) -> HindsightSeen:
        """What there is to see now for a viewer of a replay: a seat, or the table."""
        match, last = entries[0].match, entries[-1].hash
        kept = await asyncio.to_thread(self._read, match, last)
        if kept is not None:
            told = tuple(_tell(swing, replay, viewer) for swing in kept.swings)
            return HindsightSeen("done", 1.0, kept.line, told)
        if replay.game.imagine is None or not self._seconds:
            return HindsightSeen("none")
        if match in self._failed:
            return HindsightSeen("failed")
        if match not in self._tasks:
            self._parts[match] = 0.0
            name = f"hindsight of match {match}"
            self._tasks[match] = asyncio.create_task(self._work(match, list(entries)), name=name)
        return HindsightSeen("working", self._parts[match])

    def _path(self, match: str) -> Path:
        return self._folder / f"{match}.json"

    def _read(self, match: str, last: str) -> Hindsight | None:
        try:
            kept = msgspec.json.decode(self._path(match).read_bytes(), type=Kept)
        except (OSError, msgspec.DecodeError):
            return None  # none yet, or damaged: it can be worked out again
        return kept.found if (kept.method, kept.hash) == (METHOD, last) else None

    async def _work(self, match: str, entries: list[Entry]) -> None:
        try:
            async with self._turn:
                found = await self._ask(match, entries)
            kept = encode(Kept(METHOD, entries[-1].hash, found))
            await asyncio.to_thread(write_whole, self._path(match), kept)
        except (HostError, OSError, ValueError) as error:
            log.warning("no hindsight of match %s: %s", match, error)
            self._failed.add(match)
        finally:
            self._tasks.pop(match, None)

    async def _ask(self, match: str, entries: list[Entry]) -> Hindsight:
        command = (*self._command, str(self._seconds))
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
        )
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(encode(entries) + b"\n")
            await process.stdin.drain()
            while line := await process.stdout.readline():
                with suppress(msgspec.DecodeError):  # a game that prints tells no progress
                    told = msgspec.json.decode(line, type=Told)
                    self._parts[match] = told.part
                    if told.found is not None:
                        return told.found
            raise ValueError("the process ended")
        finally:
            await _end(process)

    async def close(self) -> None:
        """Stop what is being worked on; it begins anew when somebody looks again."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    assert process.stdin is not None
    process.stdin.close()
    await process.wait()


def _tell(swing: Swing, replay: Replay, viewer: int) -> SwingTold:
    # About 95 of 100 estimates are this close.
    error = max(1, round(196 * swing.error))
    before, after = round(100 * swing.before), round(100 * swing.after)
    if swing.kind == "luck":
        key = "host.hindsight.lucky" if after > before else "host.hindsight.unlucky"
        said = message(key, seat=swing.seat, before=before, after=after, error=error)
        return SwingTold(swing.step, swing.kind, swing.seat, said)
    # Both were played on with the same luck, so the gap is known better than either.
    gain = max(1, round(100 * swing.size))
    said = message("host.hindsight.choice", seat=swing.seat, gain=gain, error=error)
    # As in the replay: what a seat could choose is told to that seat alone.
    told = viewer == swing.seat and swing.best is not None
    best = replay.tell_choice(swing.step, swing.best or {}) if told else ()
    return SwingTold(swing.step, swing.kind, swing.seat, said, best)
