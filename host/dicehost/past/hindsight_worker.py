"""The process that looks back at one match: its lines in, progress and hindsight out.

    python -m dicehost.past.hindsight_worker SECONDS

It ends when its input does, so it never outlives the host, not even one that was killed.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence

import msgspec
from dicerules import games
from dicerules.bots.hindsight import Hindsight, Position, look_back
from dicerules.core import Game
from msgspec import Struct

from dicehost.bots.worker import Input, limit
from dicehost.journal.entry import Entry
from dicehost.journal.events import read_opened
from dicehost.past.replay import Replay

NICE = 10
"""Bots that people wait for go first, and so do all screens."""
FEWEST, MOST = 1500, 20_000
"""Playouts at least, and at most: more would not be seen in the line."""
TRIAL = 200
"""Playouts to learn how long one takes."""
STEP = 0.01
"""The part of the work after which progress is told."""


class Told(Struct, frozen=True, omit_defaults=True):
    """A line to the host: the part that is done, and at last what was found."""

    part: float
    found: Hindsight | None = None


class CancelledError(Exception):
    """The host has gone, or does not want to know any more."""


def work(
    entries: Sequence[Entry],
    seconds: float,
    wanted: Callable[[], bool],
    say: Callable[[Told], None],
) -> None:
    """Look back at a match for some seconds of computing, as long as it is wanted."""
    game = games()[read_opened(entries[0]).game]
    positions = Replay(game, list(entries)).positions
    # The same match is always seen in the same way.
    chance = random.Random(entries[-1].hash).randrange  # noqa: S311 - for estimates, not for dice
    told = 0.0

    def tell(part: float) -> None:
        nonlocal told
        if not wanted():
            raise CancelledError
        if part >= told + STEP:
            told = part
            say(Told(part))

    say(Told(0.0))
    found = look_back(game, positions, chance, _worth(game, positions, seconds), tell)
    say(Told(1.0, found))


def _worth(game: Game, positions: Sequence[Position], seconds: float) -> int:
    """How many playouts there is time for."""
    began = time.process_time()
    chance = random.Random(1).randrange  # noqa: S311 - for estimates, not for dice
    some = positions[:: max(1, len(positions) // 8)]
    look_back(game, [Position(each.step, each.state) for each in some], chance, TRIAL)
    each = (time.process_time() - began) / TRIAL
    return max(FEWEST, min(MOST, int(seconds / each)))


def main() -> None:
    """Read a match, look back, and end."""
    limit(NICE)
    heard = Input(sys.stdin.fileno())
    line = heard.line()
    if line is None:
        return

    def say(told: Told) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
        sys.stdout.buffer.flush()

    entries = msgspec.json.decode(line, type=list[Entry])
    try:
        work(entries, float(sys.argv[1]), lambda: not heard.waits(), say)
    except CancelledError:
        return


if __name__ == "__main__":
    main()
