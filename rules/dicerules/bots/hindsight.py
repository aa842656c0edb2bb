"""Looking back at a match: everybody's winning chances, and what luck and choices did to them.

A chance is how often a seat wins when ``steady`` plays on from there. Positions are imagined, from
each seat in turn, so nothing counts that no seat could know. Luck is what a throw changed. Skill is
what a choice changed, compared with the best one found for what its seat could know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, Literal

from msgspec import Struct

from dicerules.bots.budget import Budget
from dicerules.bots.candidates import candidates
from dicerules.bots.playout import End, play_out, steady_answer, to_the_end, try_each
from dicerules.bots.race import Race
from dicerules.bots.tape import Tape
from dicerules.core import Ask, Event, Game, Move, Over, Rolled
from dicerules.forms import RandBelow

POINTS = 40
"""Points of the line at most."""
DEALS = 6
"""Stretches between two points that are looked at step by step."""
CHOICES = 30
"""Choices that are compared with others."""
CHECKED = 6
"""Choices of those that are compared again, with twice the luck."""
PARTS = (0.35, 0.3, 0.25, 0.1)
"""Parts of the playouts: for the line, for single steps, for choices, for a second look at some."""
TOLD = 3
"""Swings of each kind that are told."""
SURE = 1.96
"""Standard errors that a swing must be away from nothing to be told."""
SMALLEST = 0.03
"""The smallest swing that is told."""


class Position(Struct, frozen=True):
    """A position of a match, its step, and the event that led there; None if the host did that."""

    step: int
    state: Any
    event: Event | None = None


class Chances(Struct, frozen=True, array_like=True):
    """Everybody's winning chances after a step, and the largest standard error of them."""

    step: int
    parts: tuple[float, ...]
    error: float


class Swing(Struct, frozen=True):
    """What a step changed for a seat, and the standard error of that.

    Luck led from the chance ``before`` to ``after``. A choice has the chance ``after`` it and the
    one ``before``, which the best answer found would have kept.
    """

    step: int
    kind: Literal["luck", "choice"]
    seat: int
    before: float
    after: float
    error: float
    best: dict[str, Any] | None = None

    @property
    def size(self) -> float:
        """How large it is."""
        return abs(self.after - self.before)


class Hindsight(Struct, frozen=True):
    """The line of everybody's winning chances, and the largest swings in the order of the match."""

    line: tuple[Chances, ...]
    swings: tuple[Swing, ...]


def look_back(
    game: Game,
    positions: Sequence[Position],
    randbelow: RandBelow,
    playouts: int,
    tell: Callable[[float], None] = lambda part: None,
) -> Hindsight:
    """Work it out in about that many playouts; ``tell`` hears which part is done and may raise."""
    looking = _Looking(game, positions, randbelow, playouts, tell)
    points = _spread(range(len(positions)), POINTS)
    first = int(playouts * PARTS[0] / len(points))
    for at in points:
        looking.begin(PARTS[0] / len(points))
        looking.watch(at, first)
    stretches = sorted(pairwise(points), key=looking.change, reverse=True)
    line = tuple(looking.chances(at) for at in points)
    inner = sorted({at for start, end in stretches[:DEALS] for at in range(start, end + 1)})
    # Anew: what was picked because it looks large looks larger than it is.
    looking.forget()
    for at in inner:
        looking.begin(PARTS[1] / len(inner))
        looking.watch(at, int(playouts * PARTS[1] / len(inner)))
    swings = [*looking.luck(), *looking.choices()]
    return Hindsight(line, tuple(sorted(swings, key=lambda swing: swing.step)))


class _Looking:
    """The work of one look back: what was seen of each position so far."""

    def __init__(
        self,
        game: Game,
        positions: Sequence[Position],
        randbelow: RandBelow,
        playouts: int,
        tell: Callable[[float], None],
    ) -> None:
        assert game.imagine is not None
        self._game = game
        self._imagine = game.imagine
        self._positions = positions
        self._randbelow = randbelow
        self._playouts = playouts
        self._tell = tell
        self._seats = len(game.scores(positions[0].state))
        self._won: dict[int, list[tuple[float, ...]]] = {}
        self._done = self._until = 0.0

    def begin(self, part: float) -> None:
        """Go on to a piece of the work that is this part of it.

        The piece before may have taken fewer playouts than it had, or more.
        """
        self._done, self._until = self._until, self._until + part * self._playouts

    def _count(self) -> None:
        self._done = min(self._done + 1, self._until)
        self._tell(min(1.0, self._done / self._playouts))

    def watch(self, at: int, times: int) -> None:
        """Play a position on some more times."""
        known = self._won.setdefault(at, [])
        state = self._positions[at].state
        need = self._game.need(state)
        for number in range(max(times, self._seats)):
            if isinstance(need, Over):
                known.append(_parts(need, self._seats))
                continue
            seen = self._imagine(state, number % self._seats, self._randbelow)
            self._count()
            dice, others = Tape(self._randbelow), Tape(self._randbelow)
            known.append(_won(play_out(self._game, seen, dice, others, to_the_end), self._seats))

    def forget(self) -> None:
        """Begin to watch anew."""
        self._won.clear()

    def chances(self, at: int) -> Chances:
        """What was seen of a position."""
        won = self._won[at]
        parts = tuple(sum(each) / len(won) for each in zip(*won, strict=True))
        over = isinstance(self._game.need(self._positions[at].state), Over)
        error = 0.0 if over else max(_error(part, len(won)) for part in parts)
        return Chances(self._positions[at].step, parts, error)

    def change(self, stretch: tuple[int, int]) -> float:
        """How much a stretch changed for the seat that it changed most for."""
        before, after = (self.chances(at).parts for at in stretch)
        return max(abs(one - two) for one, two in zip(before, after, strict=True))

    def luck(self) -> list[Swing]:
        """The throws that changed most."""
        found = []
        for at in self._won:
            if at - 1 not in self._won or not isinstance(self._positions[at].event, Rolled):
                continue
            before, after = self.chances(at - 1), self.chances(at)
            seat = max(
                range(self._seats), key=lambda seat: abs(after.parts[seat] - before.parts[seat])
            )
            error = sqrt(before.error**2 + after.error**2)
            found.append(
                Swing(after.step, "luck", seat, before.parts[seat], after.parts[seat], error)
            )
        return _largest(found)

    def choices(self) -> list[Swing]:
        """The choices that cost most."""
        moves = []
        for at, position in enumerate(self._positions[1:], 1):
            if isinstance(position.event, Move):
                moves.append((at, self._field(at, position.event)))
        worth = _spread([move for move in moves if len(move[1]) > 1], CHOICES)
        screened = []
        for at, field in worth:
            self.begin(PARTS[2] / len(worth))
            race = self._race(at, field, int(self._playouts * PARTS[2] / len(worth)))
            best = race.winner()
            if best:
                screened.append((race.lead(best)[0], at, field[best]))
        screened.sort(key=lambda found: -found[0])
        rounds = int(self._playouts * PARTS[3] / 2 / CHECKED)
        checked = []
        for _, at, best in screened[:CHECKED]:
            self.begin(PARTS[3] / CHECKED)
            checked.append(self._check(at, best, rounds))
        return _largest(checked)

    def _field(self, at: int, event: Move) -> list[dict[str, Any]]:
        """The answer that was given, and others that were worth a look."""
        state, seat = self._positions[at - 1].state, event.seat
        need = self._game.need(state)
        if not isinstance(need, Ask) or seat not in need.forms:
            return []
        seen = self._imagine(state, seat, self._randbelow)
        steady = steady_answer(self._game, seen, seat, self._randbelow)
        field = candidates(need.forms[seat], event.answer, self._randbelow)
        return field if steady in field else [field[0], steady, *field[1:-1]]

    def _race(self, at: int, field: Sequence[dict[str, Any]], playouts: int) -> Race:
        race, budget = Race(len(field)), Budget(playouts)
        while not race.is_over(budget.used()):
            budget.spend(len(race.left))
            values = self._round(at, [field[each] for each in race.left])
            race.take(dict(zip(race.left, values, strict=True)))
        return race

    def _check(self, at: int, best: dict[str, Any], rounds: int) -> Swing:
        """Compare a choice with a better one anew: the best of many looks better than it is."""
        event = self._positions[at].event
        assert isinstance(event, Move)
        pairs = [self._round(at, [event.answer, best]) for _ in range(max(2, rounds))]
        gaps = [other - own for own, other in pairs]
        mean, after = sum(gaps) / len(gaps), sum(own for own, _ in pairs) / len(pairs)
        spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
        error = sqrt(spread / len(gaps))
        # A best answer that turned out worse is no mistake of the seat's.
        before = max(after, after + mean)
        step = self._positions[at].step
        return Swing(step, "choice", event.seat, before, after, error, best)

    def _round(self, at: int, answers: Sequence[dict[str, Any]]) -> list[float]:
        event = self._positions[at].event
        assert isinstance(event, Move)
        seat = event.seat
        seen = self._imagine(self._positions[at - 1].state, seat, self._randbelow)
        won = []
        for end in try_each(self._game, seen, seat, answers, self._randbelow):
            self._count()
            won.append(_won(end, self._seats)[seat])
        return won


def _won(end: End, seats: int) -> tuple[float, ...]:
    _, need = end
    assert isinstance(need, Over)
    return _parts(need, seats)


def _parts(over: Over, seats: int) -> tuple[float, ...]:
    return tuple(1 / len(over.winners) if seat in over.winners else 0.0 for seat in range(seats))


def _error(part: float, count: int) -> float:
    """The standard error of a part that was counted; 0 of 9 is no proof, so one is added."""
    safe = (part * count + 1) / (count + 2)
    return sqrt(safe * (1 - safe) / count)


def _largest(swings: Iterable[Swing]) -> list[Swing]:
    sure = [each for each in swings if each.size > max(SMALLEST, SURE * each.error)]
    return sorted(sure, key=lambda swing: -swing.size)[:TOLD]


def _spread(items: Sequence[Any], most: int) -> list[Any]:
    """At most ``most`` of them, evenly spread, with the first and the last."""
    if len(items) <= most:
        return list(items)
    return [items[round(at * (len(items) - 1) / (most - 1))] for at in range(most)]
