"""The process that thinks for bots: one question after another, from its input to its output.

    python -m dicehost.bots.worker

It ends when its input does, so it never outlives the host, not even one that was killed.
"""

from __future__ import annotations

import gc
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec
from dicerules import games
from dicerules.bots import Budget, choose
from dicerules.cards import with_shared_cards
from dicerules.simulate import randbelow_from
from dicerules.worth import estimate

from dicehost.bots.exchange import READY, Question, Reply

MEMORY = 768 << 20
"""Bytes of address space; a search that wants more gets an error, and the machine stays usable."""
SEARCHED = 0.9
"""The part of the time that is for the search; the rest is for all around it."""
NICE = 5
"""People's screens come first on a small machine."""


class Input:
    """Lines from a file descriptor; ``waits`` looks whether more has come, and leaves it there."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._buffer = b""

    def waits(self) -> bool:
        """Whether more input waits: the host has given up on the question, or has ended."""
        return bool(self._buffer) or bool(select.select([self._file], [], [], 0)[0])

    def line(self) -> bytes | None:
        """The next line without its end; None once there are no more."""
        while b"\n" not in self._buffer:
            more = os.read(self._file, 1 << 16)
            if not more:
                return None
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line


def answer(question: Question, heard: Input) -> Reply:
    """Think about a question until its time is up or the host says something."""
    began, search = time.monotonic(), question.seconds * SEARCHED

    def clock() -> float:
        gone = time.monotonic() - began
        return 1.0 if gone >= search or heard.waits() else gone / search

    try:
        game = games()[question.game]
        state = with_shared_cards(msgspec.json.decode(question.state, type=game.state))
        chance = random.Random(question.seed)  # noqa: S311 - a bot's taste, not the table's dice
        seat, randbelow = question.seat, randbelow_from(chance.random)
        if question.weigh is not None:
            worths = estimate(game, state, seat, question.weigh, randbelow, lambda: clock() >= 1)
            return Reply(question.id, worths=worths)
        chosen = choose(game, question.level, state, seat, randbelow, Budget(clock=clock))
    except Exception as error:  # whatever a game's bot raises: the host makes the move itself
        return Reply(question.id, error=type(error).__name__)
    return Reply(question.id, answer=dict(chosen))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back the garbage collector: it looks through all that is kept and at no clock."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def limit(nice: int = NICE) -> None:
    """Take no more than a fair share of the machine."""
    # Ctrl-C is for the host, which ends this process by closing its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with suppress(AttributeError, OSError):
        os.nice(nice)


def say(reply: Reply) -> None:
    """Send a reply."""
    sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
    sys.stdout.buffer.flush()


def converse(heard: Input, tell: Callable[[Reply], None]) -> None:
    """Answer questions until there are no more. Garbage is collected between them."""
    decoder = msgspec.json.Decoder(Question)
    while (line := heard.line()) is not None:
        if line:
            with undisturbed():
                tell(answer(decoder.decode(line), heard))


def main() -> None:
    """Answer the host's questions."""
    limit()
    games()
    say(Reply(READY))
    converse(Input(sys.stdin.fileno()), say)


if __name__ == "__main__":
    main()
