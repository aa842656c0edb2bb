"""The few functions of statistics that the fairness lab needs, small and exact.

The incomplete beta function is the continued fraction of DLMF 8.17.22 (as in Numerical Recipes,
6.4); the noncentral chi-square is its Poisson mixture; intervals of a share are Clopper and
Pearson's; many tests are corrected after Holm. The tests compare all of them with scipy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import erfc, exp, lgamma, log, log1p, sqrt

from dicehost.past.fairness import upper_gamma

CONFIDENCE = 0.95
_TINY = 1e-300


def normal_tails(z: float) -> float:
    """How often a normal variable is at least this far from 0, on either side."""
    return erfc(abs(z) / sqrt(2))


def lower_beta(a: float, b: float, x: float) -> float:
    """I_x(a, b), the regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or _TINY)
    fraction = d
    for m in range(1, 100_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + step * d or _TINY)
            c = 1 + step / c or _TINY
            fraction *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return fraction


def binomial_tails(hits: int, trials: int, chance: float) -> float:
    """How often a count is at least this far out: twice the smaller tail, at most 1."""
    low = 1 - lower_beta(hits + 1, trials - hits, chance) if hits < trials else 1.0
    high = lower_beta(hits, trials - hits + 1, chance) if hits else 1.0
    return min(1.0, 2 * min(low, high))


def share_interval(hits: int, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Where a share may really lie, if ``hits`` of ``trials`` were seen (Clopper and Pearson)."""
    if trials == 0:
        return 0.0, 1.0
    out = (1 - confidence) / 2
    low = _solve(lambda p: lower_beta(hits, trials - hits + 1, p), out, 0.0, 1.0) if hits else 0.0
    high = (
        _solve(lambda p: lower_beta(hits + 1, trials - hits, p), 1 - out, 0.0, 1.0)
        if hits < trials
        else 1.0
    )
    return low, high


def noncentral_tail(chi: float, free: int, away: float) -> float:
    """The probability of at least this chi-square if the truth is ``away`` from even."""
    if chi < 1e-13:
        return 1.0
    mean, half, x = away / 2, free / 2, chi / 2
    if mean == 0:
        return upper_gamma(half, x)
    # The sum of Q(half + j, x) over a Poisson j, from its middle up and down. Neighbours of Q
    # differ by one term of its series (DLMF 8.8.6).
    middle = int(mean)
    weight = exp(middle * log(mean) - mean - lgamma(middle + 1))
    tail, term = upper_gamma(half + middle, x), _term(half + middle, x)
    total, up, above, after = 0.0, weight, tail, term
    j = middle
    while up > 1e-18:
        total += up * min(1.0, above)
        above += after
        j += 1
        after *= x / (half + j)
        up *= mean / j
    for j in range(middle, 0, -1):
        term *= (half + j) / x
        tail -= term
        weight *= j / mean
        if weight < 1e-18:
            break
        total += weight * max(0.0, tail)
    return total


def _term(a: float, x: float) -> float:
    # What Q(a + 1, x) has more than Q(a, x).
    return exp(a * log(x) - x - lgamma(a + 1))


def noncentrality_interval(
    chi: float, free: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """How far the truth may be from even, if this chi-square was seen."""
    out = (1 - confidence) / 2

    def find(wanted: float) -> float:
        if upper_gamma(free / 2, chi / 2) >= wanted:
            return 0.0
        most = chi + 10 * sqrt(2 * (free + 2 * chi)) + 50
        return _solve(lambda away: noncentral_tail(chi, free, away), wanted, 0.0, most)

    return find(out), find(1 - out)


@cache
def detectable(free: int, level: float = 0.05, power: float = 0.8) -> float:
    """How far from even the truth must be for a chi-square test to notice it this often."""
    critical = _solve(
        lambda chi: 1 - upper_gamma(free / 2, chi / 2), 1 - level, 0.0, 10.0 * free + 100
    )
    return _solve(lambda away: noncentral_tail(critical, free, away), power, 0.0, 10.0 * free + 100)


def correct_many(chances: Sequence[float]) -> list[float]:
    """Chances as they count when that many tests were made (Holm 1979)."""
    corrected, worst = [0.0] * len(chances), 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[at]))
        corrected[at] = worst
    return corrected


def _solve(rises: Callable[[float], float], wanted: float, low: float, high: float) -> float:
    # Bisection: slow, and never wrong.
    while high - low > 1e-10 * max(1.0, high):
        middle = (low + high) / 2
        if rises(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2
