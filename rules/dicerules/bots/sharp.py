"""The sharp bot: tries candidates in imagined positions, and plays each of these on by ``steady``.

It is a race. In a round every candidate left is tried in the same imagined position with the same
dice to come, so that luck is equal for all. The weaker ones drop out, and the budget goes to the
others. Where a game knows exact chances, they decide instead; where it has an outlook, playouts are
judged by it instead of by scores.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicerules.bots.budget import Budget
from dicerules.bots.candidates import MOST, candidates, neighbours
from dicerules.bots.playout import steady_answer, try_each
from dicerules.bots.race import Race
from dicerules.core import Ask, Game, Move, Need, Outlook, Over, check_asked, quick_rules
from dicerules.forms import Form, RandBelow, fill
from dicerules.previews import is_complete

ASKED = 12
"""How often the seat is asked again before a playout is cut off and judged by its scores."""
ASKED_IN_SIGHT = 6
"""The same where the game has an outlook to judge it by: what comes later is mostly luck."""
LONGEST = 400
"""Events after which it is cut off in any case."""
WIN = 0.7
"""How much of a finished playout's value is the win itself; the rest are the scores on the way."""
ON_THE_WAY = (2, 5)
"""The times that the seat is asked at which its lead counts, too: later points are mostly luck."""
CLOSE = 20
"""The lead in points that is worth half of what the largest lead would be."""
LEGS = 3
"""Races about a large form: each looks around the winner of the one before."""
PLENTY = 600
"""Playouts from which on several races are worth more than a longer one."""
STEPS = 6
"""Things that are changed one after another where chances are exact."""


class TimeIsUpError(Exception):
    """The time ended in the middle of a playout."""


def search(
    game: Game, imagine: Callable[[], Any], seat: int, randbelow: RandBelow, budget: Budget
) -> dict[str, Any]:
    """The best answer found until the budget is used up."""
    position = imagine()
    form = check_asked(quick_rules(game).need(position), seat)
    first = steady_answer(game, position, seat, randbelow)
    if not is_complete(form, first):
        first = fill(form, randbelow)
    surest = climb(game, position, form, first, seat, randbelow, budget)
    if surest is not None:
        return surest
    field = candidates(form, first, randbelow)
    legs = leg = 1
    race = Race(len(field))
    try:
        while leg <= legs:
            while not race.is_over(budget.used() * legs - leg + 1):
                budget.spend(len(race.left))
                looks = [Look(game, seat, budget) for _ in race.left]
                answers = [field[at] for at in race.left]
                ends = list(try_each(game, imagine(), seat, answers, randbelow, looks))
                values = [look.value(*end) for look, end in zip(looks, ends, strict=True)]
                race.take(dict(zip(race.left, values, strict=True)))
                if race.rounds == leg == 1 and len(field) == MOST:
                    legs = LEGS if MOST / max(budget.used(), 1e-9) >= PLENTY else 1
            leg += 1
            if leg <= legs:
                field = candidates(form, field[race.winner()], randbelow)
                race = Race(len(field))
    except TimeIsUpError:
        pass
    return field[race.winner()]


class Look:
    """Follows one playout, ends it when it has gone far enough, and says what it came to."""

    def __init__(self, game: Game, seat: int, budget: Budget) -> None:
        self._game = game
        self._seat = seat
        self._budget = budget
        self._events = 0
        self._asked = 0
        self._leads: list[float] = []
        self._most = ASKED if game.outlook is None else ASKED_IN_SIGHT

    def __call__(self, state: Any, need: Need) -> bool:
        """Whether it is enough."""
        if self._budget.is_time_up():
            raise TimeIsUpError
        outlook = self._game.outlook
        if outlook is not None and outlook.is_settled(state):
            return True
        self._events += 1
        if type(need) is Ask and next(iter(need.forms)) == self._seat:
            self._asked += 1
            if self._asked in ON_THE_WAY:
                self._leads.append(lead(self._game.scores(state), self._seat))
        return self._asked > self._most or self._events > LONGEST

    def value(self, state: Any, need: Need) -> float:
        """What the playout came to for the seat, from 0 to 1."""
        won = None
        if isinstance(need, Over):
            won = 1 / len(need.winners) if self._seat in need.winners else 0.0
        if self._game.outlook is not None:
            return self._chance(self._game.outlook, state) if won is None else won
        last = lead(self._game.scores(state), self._seat)
        missing = 1 + len(ON_THE_WAY) - len(self._leads)
        part = (sum(self._leads) + missing * last) / (1 + len(ON_THE_WAY))
        return part if won is None else WIN * won + (1 - WIN) * part

    def _chance(self, outlook: Outlook, state: Any) -> float:
        # It can take as long as the playout did.
        if self._budget.is_time_up():
            raise TimeIsUpError
        return outlook.chances(state)[self._seat]


def lead(scores: tuple[int, ...], seat: int) -> float:
    """How far the seat is ahead of the best other one: from 0 to 1, a half if they are level."""
    ahead = scores[seat] - max(
        (score for at, score in enumerate(scores) if at != seat), default=scores[seat]
    )
    return (1 + ahead / (abs(ahead) + CLOSE)) / 2


def climb(
    game: Game,
    position: Any,
    form: Form,
    first: dict[str, Any],
    seat: int,
    randbelow: RandBelow,
    budget: Budget,
) -> dict[str, Any] | None:
    """The answer with the best exact chance, found by changing one thing after another.

    None where the game knows no chance, before the answer or after steady's: then playouts must
    tell. An answer that begins something has a price that its chance does not count.
    """
    if game.exact(position, seat) is None:
        return None
    apply = quick_rules(game).apply
    best, worth = first, game.exact(apply(position, Move(seat, first)), seat)
    if worth is None:
        return None
    for _ in range(STEPS):
        before = best
        for answer in neighbours(form, before, randbelow):
            if budget.is_time_up():
                return best
            chance = game.exact(apply(position, Move(seat, answer)), seat)
            if chance is not None and chance > worth + 1e-9:
                best, worth = answer, chance
        if best is before:
            break
    return best
