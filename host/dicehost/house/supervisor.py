"""What goes wrong in one match: written to the log once, and put into words for its people.

A match that *stopped* takes no commands until it is opened again. After any other *failure* play
goes on: the command was refused, or a task of the table was started again. Secrets stay out of it:
people are told which kind of error it was and where, never what the error says.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from dicehost.errors import BrokenError, HeldError, HostError
from dicehost.match.position import GameError

E = TypeVar("E", bound=HostError)

log = logging.getLogger(__name__)

RESTART = 0.5
"""Seconds until a task that failed is started again."""


class Supervisor:
    """Keeps what is wrong with a match, by what was being done."""

    def __init__(self, match: str, game: str) -> None:
        self.stopped: BrokenError | None = None
        self._match = match
        self._game = game
        self._failures: dict[str, HostError] = {}

    @property
    def trouble(self) -> HostError | None:
        """What the owner should know: why the match stopped, or the last failure since a line."""
        return self.stopped or next(reversed(self._failures.values()), None)

    def stop(self, error: Exception, line: int, doing: str) -> BrokenError:
        """The match cannot go on as it is."""
        if self.stopped is None and isinstance(error, HeldError):
            self.stopped = again(error)  # nothing is wrong: another host plays it, or none can
        elif self.stopped is None:
            self._log("stopped", error, line, doing)
            self.stopped = self._put("match.broken", error, line)
        return again(self.stopped)

    def fail(self, error: Exception, line: int, doing: str, code: str) -> HostError:
        """Something failed and play goes on. The same thing failing again is not news."""
        # A refusal of the host's own, such as a full disk, says best itself what to do.
        trouble = again(error) if isinstance(error, HostError) else self._put(code, error, line)
        known = self._failures.get(doing)
        if known is None or str(known) != str(trouble):
            self._log("goes on", error, line, doing)
            self._failures[doing] = trouble
        return again(trouble)

    def check(self) -> None:
        """Refuse what needs a match that has not stopped."""
        if self.stopped is not None:
            raise again(self.stopped)

    def clear(self) -> None:
        """The match has moved on; what failed before is no longer of interest."""
        self._failures.clear()

    def reopen(self) -> None:
        """The match is opened again."""
        self.stopped = None
        self.clear()

    def _put(self, code: str, error: Exception, line: int) -> BrokenError:
        return BrokenError(code, game=self._game, why=kind_of(error), line=line)

    def _log(self, result: str, error: Exception, line: int, doing: str) -> None:
        log.error(
            "match %s (%s) %s after line %d: %s while doing: %s",
            self._match,
            self._game,
            result,
            line,
            kind_of(error),
            doing,
            exc_info=None if isinstance(error, HostError) else error,
        )


async def keep_up(work: Callable[[], Awaitable[None]]) -> None:
    """Do a task of the house. A full disk or a bad frame may pass: if it fails it starts again."""
    while True:
        try:
            return await work()
        except Exception:
            log.exception("a task of the house failed and is started again")
            await asyncio.sleep(RESTART)


def again(error: E) -> E:
    """The same refusal, to be raised once more: a raised one grows by a traceback each time."""
    return type(error)(error.code, **error.facts)


def kind_of(error: Exception) -> str:
    """Name an error by its kind and, if a game raised it, by the game's function."""
    if isinstance(error, GameError):
        return f"{type(error.__cause__).__name__} in {error.function}"
    return str(error) if isinstance(error, HostError) else type(error).__name__
