"""The sharp bot: tries candidates in imagined positions, and plays each of these on by ``steady``.

It is a race. In a round every candidate left is tried in the same imagined position with the same
dice to come, so that luck is equal for all. The weaker ones drop out, and the time goes to the
others.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from dicerules.bots.candidates import candidates
from dicerules.bots.tape import Tape
from dicerules.core import Ask, Game, Move, Over, check_asked
from dicerules.forms import RandBelow, fill
from dicerules.previews import is_complete
from dicerules.simulate import draw

ASKED = 3
"""How often the seat is asked again before a playout is cut off and judged by its scores."""
LONGEST = 200
"""Events after which it is cut off in any case."""
LOOK = 4
"""Events between two looks at the clock, which can take as long as an event."""
WIN = 0.7
"""How much of a finished playout's value is the win itself; the rest is the share of the scores."""
BETTER = 1.0
"""Standard errors that a candidate must be ahead to be played instead of steady's own answer."""
DECIDED = 3.0
"""Standard errors after which the last two need no more rounds."""
LEAST = 8
"""Rounds that the last two have at least."""


class TimeIsUpError(Exception):
    """The time ended in the middle of a playout."""


def search(
    game: Game,
    imagine: Callable[[], Any],
    seat: int,
    randbelow: RandBelow,
    is_time_up: Callable[[], bool],
) -> dict[str, Any]:
    """The best answer found until the time is up."""
    position = imagine()
    form = check_asked(game.need(position), seat)
    first = _answer(game, position, seat, randbelow)
    if not is_complete(form, first):
        first = fill(form, randbelow)
    field = candidates(form, first, randbelow)
    race = Race(len(field))
    try:
        while not race.is_over():
            position, dice, others = imagine(), Tape(randbelow), Tape(randbelow)
            values: dict[int, float] = {}
            for at in race.left:
                dice.rewind()
                others.rewind()
                state = game.apply(position, Move(seat, field[at]))
                values[at] = playout(game, state, seat, dice, others, is_time_up)
            race.take(values)
    except TimeIsUpError:
        pass
    return field[race.winner()]


class Race:
    """What each candidate came to, round by round. Candidate 0 is steady's answer and stays in.

    After two rounds the weaker half drops out, after three more the weaker half of the rest, and so
    on. Candidates are compared in rounds that both were in: differences vary less than values do.
    """

    def __init__(self, count: int) -> None:
        self.left = list(range(count))
        self._values: list[list[float]] = [[] for _ in range(count)]
        self._stage = 2
        self._rounds = 0

    def take(self, values: dict[int, float]) -> None:
        """Take in a round of everybody left."""
        for at, value in values.items():
            self._values[at].append(value)
        self._rounds += 1
        if self._rounds == self._stage and len(self.left) > 2:
            rivals = sorted(self.left[1:], key=lambda at: -sum(self._values[at]))
            self.left = [0, *rivals[: (len(rivals) + 1) // 2]]
            self._stage, self._rounds = self._stage + 1, 0

    def is_over(self) -> bool:
        """Whether more rounds would not change the winner."""
        if len(self.left) > 2:
            return False
        if len(self.left) < 2:
            return True
        mean, error = self._lead(self.left[1])
        return len(self._values[0]) >= LEAST and abs(mean) > DECIDED * error

    def _lead(self, at: int) -> tuple[float, float]:
        """How much better a candidate is than steady's answer, and the standard error of that."""
        gaps = [one - two for one, two in zip(self._values[at], self._values[0], strict=False)]
        count = len(gaps)
        if count < 2:
            return 0.0, 1.0
        mean = sum(gaps) / count
        spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
        # A little is added: a few equal rounds are no proof.
        return mean, sqrt(spread / count) + 0.05 / count

    def winner(self) -> int:
        """Of those left, the one most surely better than steady's answer, or that answer."""
        lead = {0: 0.0}
        for at in self.left[1:]:
            mean, error = self._lead(at)
            lead[at] = mean - BETTER * error
        return max(lead, key=lambda at: lead[at])


def playout(
    game: Game,
    state: Any,
    seat: int,
    dice: RandBelow,
    others: RandBelow,
    is_time_up: Callable[[], bool],
) -> float:
    """Play on, everybody by ``steady``, and say what it came to for the seat: from 0 to 1."""
    own = 0
    for event in range(LONGEST):
        if event % LOOK == 0 and is_time_up():
            raise TimeIsUpError
        need = game.need(state)
        if isinstance(need, Over):
            won = 1 / len(need.winners) if seat in need.winners else 0.0
            return WIN * won + (1 - WIN) * share(game.scores(state), seat)
        if isinstance(need, Ask):
            asked = next(iter(need.forms))
            own += asked == seat
            if own > ASKED:
                break
            state = game.apply(state, Move(asked, _answer(game, state, asked, others)))
        else:
            state = game.apply(state, draw(need, dice))
    return share(game.scores(state), seat)


def share(scores: tuple[int, ...], seat: int) -> float:
    """The seat's part of its own score and the best other's: a half if they are level."""
    low = min(0, *scores)
    mine = scores[seat] - low + 1
    best = (
        max(score for at, score in enumerate(scores) if at != seat) - low + 1 if scores[1:] else 1
    )
    return mine / (mine + best)


def _answer(game: Game, state: Any, seat: int, randbelow: RandBelow) -> dict[str, Any]:
    if game.steady is None:
        return fill(check_asked(game.need(state), seat), randbelow)
    return dict(game.steady(state, seat, randbelow))
