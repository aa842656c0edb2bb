"""Whether dice are fair: how often fair dice would fall at least this unevenly.

Chi-square after Pearson; its probability is the regularised incomplete gamma function, by the
series and the continued fraction of DLMF 8.7.1 and 8.9.2 (as in Numerical Recipes, 6.2). Longest
runs after Feller, An Introduction to Probability Theory I, XIII.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log, sqrt

from dicerules.words import Message, message
from msgspec import Struct

from dicehost.past.ledger import Tally

ENOUGH = 5
"""Chi-square needs at least this many expected dice for each face (Cochran)."""
_SELDOM, _HARDLY = 0.05, 0.01


class Verdict(Struct, frozen=True):
    """One kind of die from one source, compared with a fair one.

    Each face of a fair die comes within ``band`` of ``expected`` 95 times out of 100. ``p`` is None
    if there are too few dice to judge. The longest run is in ``run_range`` 9 times out of 10.
    """

    faces: int
    source: str
    tower: str
    rolls: int
    counts: tuple[int, ...]
    expected: float
    band: float
    chi: float
    p: float | None
    run: int
    run_range: tuple[int, int]
    said: Message
    run_said: Message


def judge(tally: Tally) -> Verdict:
    """Compare a tally with what fair dice do."""
    rolls, faces = sum(tally.counts), tally.faces
    expected = rolls / faces
    chi = chi_square(tally.counts)
    p = tail(chi, faces - 1) if expected >= ENOUGH else None
    low, high = run_range(rolls, faces)
    key = "host.fair.run.one" if low == high else "host.fair.run.range"
    return Verdict(
        faces=faces,
        source=tally.source,
        tower=tally.tower,
        rolls=rolls,
        counts=tally.counts,
        expected=expected,
        band=1.96 * sqrt(expected * (1 - 1 / faces)),
        chi=chi,
        p=p,
        run=tally.run,
        run_range=(low, high),
        said=_sentence(rolls, faces, p),
        run_said=message(key, got=tally.run, low=low, high=high),
    )


def _sentence(rolls: int, faces: int, p: float | None) -> Message:
    if p is None:
        return message("host.fair.few", rolls=rolls, faces=faces, least=ENOUGH * faces)
    of = min(99, round(100 * p))
    if p < _HARDLY:
        return message("host.fair.hardly", rolls=spaced(rolls))
    if p < _SELDOM:
        return message("host.fair.seldom", rolls=spaced(rolls), of=of)
    return message("host.fair.usual", rolls=spaced(rolls), of=of)


def spaced(number: int) -> str:
    """Write a number with thin spaces between thousands, which every language reads."""
    return f"{number:,}".replace(",", "\u202f") if number >= 10_000 else str(number)


def chi_square(counts: Sequence[int]) -> float:
    """Pearson's chi-square: how far the counts are from even."""
    expected = sum(counts) / len(counts)
    if expected == 0:
        return 0.0
    return sum((count - expected) ** 2 for count in counts) / expected


def tail(chi: float, free: int) -> float:
    """The probability of at least this chi-square with ``free`` degrees of freedom."""
    return upper_gamma(free / 2, chi / 2)


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x), the upper regularised incomplete gamma function, for a > 0 and x >= 0."""
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - front * total
    # The continued fraction by Lentz's method.
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for i in range(1, 10_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * fraction


def run_range(rolls: int, faces: int) -> tuple[int, int]:
    """The longest run of one face in fair dice: its 5th and 95th percentile."""
    if rolls == 0:
        return 0, 0

    def first(least: float) -> int:
        lengths = range(1, rolls)
        return next((k for k in lengths if longest_below(k, rolls, faces) >= least), rolls)

    return first(0.05), first(0.95)


def longest_below(most: int, rolls: int, faces: int) -> float:
    """The probability that fair dice have no run of one face longer than ``most``.

    A run of k + 1 is k dice in a row that repeat the one before, each with chance 1 / faces.
    """
    p, trials = 1 / faces, rolls - 1
    if trials < most:
        return 1.0
    if most == 1:
        return (1 - p) ** trials
    x = 1.0
    for _ in range(200):  # the root next to 1 of 1 - x + q p^k x^(k+1), where steps shrink quickly
        x = 1 + (1 - p) * p**most * x ** (most + 1)
    return (1 - p * x) / ((most + 1 - most * x) * (1 - p)) * exp(-(trials + 1) * log(x))
