"""The fairness lab: what a statistician asks of dice and shuffles, with sizes beside chances.

Each test says how often fair dice would look at least this odd, how large the oddity is, and how
large it may really be. Many tests are corrected for their number; what this number of dice could
show at all is said, too. Draws nothing and asks no tower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import atanh, factorial, sqrt, tanh

from msgspec import Struct
from msgspec.structs import replace

from dicehost.past.fairness import ENOUGH, chi_square, tail
from dicehost.past.statistics import (
    binomial_tails,
    correct_many,
    detectable,
    noncentrality_interval,
    normal_tails,
    share_interval,
)

LAGS = (1, 2, 3)
TOP = 4
"""Cards from the top whose order is looked at."""
_NORMAL = 1.959964  # standard deviations that hold 95 of 100 normal values
BIAS = 0.01
"""The bias that power is told for: one face comes a hundredth of all rolls more often."""


class Measure(Struct, frozen=True):
    """One test: its key, the chance of fair dice to look like this, and the size of what was seen.

    ``size`` would be ``fair`` for fair dice; ``low`` to ``high`` is where it may really lie, 95
    times out of 100. ``corrected`` is the chance as it counts among all tests.
    """

    key: str
    statistic: float
    free: int
    chance: float
    size: float
    low: float
    high: float
    fair: float
    corrected: float = 1.0


class DiceReport(Struct, frozen=True):
    """All about dice with a number of faces: counts, pairs, tests, and what can be seen at all.

    ``needed`` dice show a bias of ``BIAS`` 8 times out of 10; ``visible`` is the bias that the dice
    at hand would show as often. ``share`` has each face's interval.
    """

    faces: int
    counts: tuple[int, ...]
    pairs: tuple[tuple[int, ...], ...]
    shares: tuple[tuple[float, float], ...]
    tests: tuple[Measure, ...]
    needed: int
    visible: float


class ShuffleReport(Struct, frozen=True):
    """All about shuffles: where each card went, and the tests."""

    cards: int
    shuffles: int
    places: tuple[tuple[int, ...], ...]
    tests: tuple[Measure, ...]


def examine_dice(faces: int, fallen: Sequence[int]) -> DiceReport:
    """Look at dice in the order they fell."""
    rolls = len(fallen)
    counts = tuple(fallen.count(face) for face in range(1, faces + 1))
    pairs = [[0] * faces for _ in range(faces)]
    for one, other in zip(fallen[::2], fallen[1::2], strict=False):
        pairs[one - 1][other - 1] += 1
    tests: list[Measure] = []
    if rolls >= ENOUGH * faces:
        tests += [_even("faces", counts), _repeats(faces, fallen), *_sides(faces, fallen)]
        tests += [_together(lag, fallen) for lag in LAGS if rolls > lag + 3]
    if rolls // 2 >= ENOUGH * faces * faces:
        tests.append(_even("pairs", [count for row in pairs for count in row]))
    away = detectable(faces - 1)
    return DiceReport(
        faces=faces,
        counts=counts,
        pairs=tuple(map(tuple, pairs)),
        shares=tuple(share_interval(count, rolls) for count in counts),
        tests=_corrected(tests),
        needed=round(away / _weight(faces, BIAS) ** 2),
        visible=sqrt(away / rolls) / _weight(faces, 1.0) if rolls else 1.0,
    )


def examine_shuffles(cards: int, orders: Sequence[Sequence[int]]) -> ShuffleReport:
    """Look at shuffles of the same deck, one after another."""
    places = [[0] * cards for _ in range(cards)]
    for order in orders:
        for place, card in enumerate(order):
            places[card][place] += 1
    tests: list[Measure] = []
    if len(orders) >= ENOUGH * cards:
        tests += [_places(cards, places, len(orders)), _fixed(orders), _followed(cards, orders)]
    if cards >= TOP and len(orders) >= ENOUGH * factorial(TOP):
        tests.append(_even("top", list(_top_orders(orders).values()), factorial(TOP)))
    return ShuffleReport(cards, len(orders), tuple(map(tuple, places)), _corrected(tests))


def _weight(faces: int, bias: float) -> float:
    # Cohen's w if one face comes more often by ``bias`` of all rolls, the others evenly less.
    return bias * faces / sqrt(faces - 1)


def _corrected(tests: Sequence[Measure]) -> tuple[Measure, ...]:
    chances = correct_many([test.chance for test in tests])
    return tuple(
        replace(test, corrected=chance) for test, chance in zip(tests, chances, strict=True)
    )


def _even(key: str, counts: Sequence[int], cells: int = 0) -> Measure:
    # Cohen's w: how far the shares are from even, whatever the number of dice. Even dice are never
    # quite even: what they do by chance, one for each degree of freedom, is taken off.
    counts = [*counts, *[0] * (cells - len(counts))]
    total, free, chi = sum(counts), len(counts) - 1, chi_square(counts)
    low, high = (sqrt(away / total) for away in noncentrality_interval(chi, free))
    return Measure(key, chi, free, tail(chi, free), _beyond(chi, free, total), low, high, 0.0)


def _beyond(chi: float, free: int, total: float) -> float:
    return sqrt(max(0.0, chi - free) / total)


def _repeats(faces: int, fallen: Sequence[int]) -> Measure:
    return _share("repeats", sum(a == b for a, b in pairwise(fallen)), len(fallen) - 1, 1 / faces)


def _sides(faces: int, fallen: Sequence[int]) -> list[Measure]:
    # Runs above and below the middle: each die changes sides as often as not. A middle face of an
    # odd number is on no side.
    sides = [2 * face > faces + 1 for face in fallen if 2 * face != faces + 1]
    if len(sides) < 2:
        return []
    return [_share("runs", sum(a != b for a, b in pairwise(sides)), len(sides) - 1, 0.5)]


def _share(key: str, hits: int, trials: int, chance: float) -> Measure:
    low, high = share_interval(hits, trials)
    tails = binomial_tails(hits, trials, chance)
    return Measure(key, hits, trials, tails, hits / trials, low, high, chance)


def _together(lag: int, fallen: Sequence[int]) -> Measure:
    # Serial correlation, with Fisher's interval.
    first, later = fallen[:-lag], fallen[lag:]
    count = len(first)
    mean_a, mean_b = sum(first) / count, sum(later) / count
    both = sum((a - mean_a) * (b - mean_b) for a, b in zip(first, later, strict=True))
    spread = sqrt(sum((a - mean_a) ** 2 for a in first) * sum((b - mean_b) ** 2 for b in later))
    r = both / spread if spread else 0.0
    z, wide = atanh(max(-0.999999, min(0.999999, r))), _NORMAL / sqrt(count - 3)
    chance = normal_tails(z * sqrt(count - 3))
    return Measure(
        f"lag{lag}", z * sqrt(count - 3), count, chance, r, tanh(z - wide), tanh(z + wide), 0.0
    )


def _places(cards: int, places: Sequence[Sequence[int]], shuffles: int) -> Measure:
    # A card in one place is in no other, and a place has one card: that leaves (n - 1)² free.
    expected, free = shuffles / cards, (cards - 1) ** 2
    chi = sum((count - expected) ** 2 for row in places for count in row) * (cards - 1) / shuffles
    per = shuffles * free / (cards - 1)
    low, high = (sqrt(away / per) for away in noncentrality_interval(chi, free))
    return Measure("places", chi, free, tail(chi, free), _beyond(chi, free, per), low, high, 0.0)


def _fixed(orders: Sequence[Sequence[int]]) -> Measure:
    # Cards that stay where they were: one a shuffle, with variance one.
    stay = sum(card == place for order in orders for place, card in enumerate(order))
    return _mean("fixed", stay, len(orders), 1.0, 1.0)


def _followed(cards: int, orders: Sequence[Sequence[int]]) -> Measure:
    # Cards still followed by the one that followed them before: a riffle that was too short.
    kept = sum(other == card + 1 for order in orders for card, other in pairwise(order))
    mean = (cards - 1) / cards
    return _mean("followed", kept, len(orders), mean, (2 * cards - 3) / cards - mean**2)


def _mean(key: str, total: int, count: int, fair: float, variance: float) -> Measure:
    size, wide = total / count, sqrt(variance / count)
    z = (size - fair) / wide
    return Measure(
        key, z, count, normal_tails(z), size, size - _NORMAL * wide, size + _NORMAL * wide, fair
    )


def _top_orders(orders: Sequence[Sequence[int]]) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(range(TOP), key=order.__getitem__)) for order in orders)
