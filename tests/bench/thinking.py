"""How well sharp keeps to its budget: every position of many matches, one row for each game.

    python -m tests.bench.thinking [MATCHES [SECONDS]]

Steady players play the matches; in every position that somebody is asked in, sharp is asked, too,
with this many seconds of computing. A row tells how long after the time for searching its slowest
answer came, and the most memory that the process has had so far. A search looks at the clock after
each event, whatever its budget is, so a small one tells the same in a fraction of the time.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from functools import partial

from dicehost.bots.thinker import BUDGET
from dicehost.bots.worker import SEARCHED, undisturbed
from dicerules import games
from dicerules.bots import SHARP, STEADY, Budget, choose
from dicerules.core import Ask, Game, Move, Over
from dicerules.simulate import begin, draw


def part(began: float, seconds: float) -> float:
    """The part of the time for searching that is gone, as the host's process counts it."""
    return (time.process_time() - began) / (seconds * SEARCHED)


def answer_late(game: Game, matches: int, seconds: float) -> tuple[int, float]:
    """How many positions there were, and how long after its search the slowest answer came."""
    chance = random.Random(1).randrange
    asked, late = 0, 0.0
    for _ in range(matches):
        state = begin(game, 3)
        while not isinstance(need := game.need(state), Over):
            if isinstance(need, Ask):
                seat = next(iter(need.forms))
                with undisturbed():
                    began = time.process_time()
                    budget = Budget(clock=partial(part, began, seconds))
                    choose(game, SHARP, state, seat, chance, budget)
                    late = max(late, time.process_time() - began - seconds * SEARCHED)
                asked += 1
                answer = choose(game, STEADY, state, seat, chance, Budget(0))
                state = game.apply(state, Move(seat, answer))
            else:
                state = game.apply(state, draw(need, chance))
    return asked, late


def main() -> None:
    """Print a row for each game."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else BUDGET
    spare = 1000 * BUDGET * (1 - SEARCHED)
    for key, game in games().items():
        asked, late = answer_late(game, matches, seconds)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{key:12} {matches} matches, {asked} positions, {seconds} s each:"
            f" {1000 * max(0.0, late):.0f} ms after the search at most, where a host's budget"
            f" leaves {spare:.0f} ms; {memory:.0f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
