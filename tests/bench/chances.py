"""How long exact chances take: against icepool, and the slowest met in many matches.

``make bench ARGS=chances`` prints these lines alone; ``ARGS="chances 1000"`` plays 1,000 matches of
each game instead of a few.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from itertools import product

import icepool
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Ask
from dicerules.cow import odds as cow
from dicerules.forms import fill
from dicerules.ryb import odds as ryb
from dicerules.ryb.cards import NEEDS
from dicerules.simulate import begin, play_on
from dicerules.zorro import odds as zorro

from tests.bench.race import tell

FEW = 20
"""Matches of each game, unless more are asked for."""
CARDS = default_cards(games()["cow"])
POOLS = [(2, 3, 1), (4, 1, 2), (5, 4, 6)]
GOALS = list(product(NEEDS, POOLS, range(2, 25, 2)))


def timed(work: Callable[[], object]) -> float:
    """CPU seconds of something."""
    began = time.process_time()
    work()
    return time.process_time() - began


def cow_ours() -> float:
    """Every portrait with every number of cubes, worked out anew."""
    cow.chance.cache_clear()
    return timed(lambda: [cow.chance(CARDS, *one) for one in _portraits()])


def cow_icepool() -> float:
    """The same by icepool: gaps between what a portrait needs and what the cubes show."""
    return timed(lambda: [_matches(portrait.need, cubes) for portrait, cubes in _portraits()])


def _portraits() -> list[tuple[object, int]]:
    return [(one, cubes) for one in CARDS.portraits for cubes in range(one.size, 9)]


class Gaps(icepool.MultisetEvaluator):  # type: ignore[type-arg,misc]
    """How many cubes a portrait lacks, and how many wild ones there are."""

    def __init__(self, need: tuple[int, ...]) -> None:
        self._need = need

    def next_state(self, state, order, outcome, count):  # type: ignore[no-untyped-def]
        """Take in all cubes that show one face."""
        gaps, wild = state or (0, 0)
        if outcome in CARDS.wild:
            return gaps, wild + count
        return gaps + max(0, self._need.count(outcome) - count), wild

    def final_outcome(self, state, *_):  # type: ignore[no-untyped-def]
        """Whether wild cubes fill all gaps."""
        return int(state[0] <= state[1])


def _matches(need: tuple[int, ...], cubes: int) -> float:
    return float(Gaps(need).evaluate(icepool.d6.pool(cubes)).probability("==", 1))


def ryb_ours() -> float:
    """The chance of many goals, and what is to bank on them, worked out anew."""
    ryb.chance.cache_clear()
    ryb.expected_to_bank.cache_clear()
    return timed(
        lambda: [(ryb.reach(*goal), ryb.expected_to_bank(*goal)) for goal in GOALS],
    )


def ryb_icepool() -> float:
    """The same by icepool."""
    return timed(lambda: [_goal(*goal) for goal in GOALS])


def _goal(colour: str, dice: tuple[int, ...], target: int) -> tuple[float, float]:
    shown = icepool.lowest([dice[at] @ icepool.d6 for at in NEEDS[colour]])
    left = shown.map(lambda points: points if points < target else 0)
    return float(shown.probability(">=", target)), float(left.mean())


def slowest(key: str, matches: int) -> tuple[float, int, int]:
    """Milliseconds of the slowest exact answer for a screen, how many were asked, how many said."""
    game, chance = games()[key], random.Random(1)
    assert game.weigh is not None
    worst, asked, said = 0.0, 0, 0
    for match in range(matches):
        seats = game.seats[match % len(game.seats)]
        for step in play_on(game, begin(game, seats), chance.randrange):
            need = game.need(step.after)
            for seat, form in need.forms.items() if isinstance(need, Ask) else ():
                answer = fill(form, chance.randrange)
                began = time.thread_time()
                found = game.weigh(step.after, seat, answer)
                worst = max(worst, time.thread_time() - began)
                asked, said = asked + 1, said + bool(found)
    return 1000 * worst, asked, said


def tell_chances(matches: int = FEW) -> None:
    """Print the report. What earlier matches left behind is not collected in the middle of one."""
    for what, ours, peer in (
        ("chances of Cow, all portraits / icepool", cow_ours, cow_icepool),
        ("chances of R.Y.B. goals and banking / icepool", ryb_ours, ryb_icepool),
    ):
        tell(what, ours, peer, "at most 0.10")
    gc.collect()
    gc.disable()
    for key, game in games().items():
        if game.weigh is not None:
            zorro.chance.cache_clear()
            worst, asked, said = slowest(key, matches)
            print(
                f"{f'slowest worth for a screen, {key}':48} {worst:6.1f}ms"
                f"  [{said} of {asked} forms, {matches} matches]   at most 50"
            )
    gc.enable()
