"""A race of candidates: all meet the same luck, round by round, and the weaker ones drop out."""

from __future__ import annotations

from math import sqrt

BETTER = 1.0
"""Standard errors that a candidate must be ahead of the first one to win."""
DOUBT = 4.0
"""How much more it takes after few rounds, whose standard error is not much of a measure."""
DECIDED = 3.0
"""Standard errors after which the last two need no more rounds."""
LEAST = 8
"""Rounds before anything is decided."""


class Race:
    """What each candidate came to, round by round. Candidate 0 is the one to beat, and stays in.

    The budget is divided into equal stages. After each the weaker half drops out, until two are
    left for the last one. A candidate is judged by its gap to candidate 0 in each of its rounds:
    gaps vary less than values do.
    """

    def __init__(self, count: int) -> None:
        self.left = list(range(count))
        self.rounds = 0
        self._tried = [0] * count
        self._gaps = [0.0] * count
        self._squares = [0.0] * count
        self._stage = 1
        self._stages = max(1, (count - 1).bit_length())

    def take(self, values: dict[int, float]) -> None:
        """Take in a round of everybody left."""
        self.rounds += 1
        for at, value in values.items():
            gap = value - values[0]
            self._tried[at] += 1
            self._gaps[at] += gap
            self._squares[at] += gap * gap

    def is_over(self, used: float) -> bool:
        """Whether more rounds cannot be had, or would not change the winner."""
        if used >= 1 or len(self.left) < 2:
            return True
        while used >= self._stage / self._stages and len(self.left) > 2:
            rivals = sorted(self.left[1:], key=lambda at: -self._gaps[at])
            self.left = [0, *rivals[: (len(rivals) + 1) // 2]]
            self._stage += 1
        if len(self.left) > 2 or self.rounds < LEAST:
            return False
        mean, error = self.lead(self.left[1])
        return abs(mean) > DECIDED * error

    def lead(self, at: int) -> tuple[float, float]:
        """How much better a candidate is than the first one, and the standard error of that.

        A few equal rounds are no proof: its gaps are taken to vary once as others' do.
        """
        count = self._tried[at]
        if not count:
            return 0.0, 1.0
        usual = sum(self._spread(other) for other in range(1, len(self._tried)))
        usual /= max(1, sum(self._tried[1:]))
        return self._gaps[at] / count, sqrt((self._spread(at) + usual) / count) / sqrt(count)

    def _spread(self, at: int) -> float:
        """The squares of a candidate's gaps around their mean, added up."""
        count = self._tried[at]
        return max(0.0, self._squares[at] - self._gaps[at] ** 2 / count) if count else 0.0

    def winner(self) -> int:
        """Of those left, the one most surely better than the first one, or the first one."""
        sure = {0: 0.0}
        for at in self.left[1:] if self.rounds >= LEAST else ():
            mean, error = self.lead(at)
            sure[at] = mean - BETTER * (1 + DOUBT / self.rounds) * error
        return max(sure, key=lambda at: sure[at])
