"""The end of a match in one value: places, awards, and how the scores went."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from dicerules.core import Over
from msgspec import Struct

from dicehost.past.awards import MatchAward, Played, find_awards
from dicehost.past.replay import Replay, SeatSeen

LONGEST_CURVE = 400
"""Points of a curve: more cannot be told apart on a screen."""
KEPT = 32
"""Finales kept in memory: they are small, and looked at by every screen at once."""


class Point(Struct, frozen=True, array_like=True):
    """The scores after one event, counted from 1; 0 is the start."""

    event: int
    scores: tuple[int, ...]


class Finale(Struct, frozen=True):
    """What screens celebrate. ``ranks`` has one place for each seat; equal seats share one.

    ``curve`` has a point wherever a score has changed, and the first and the last.
    """

    match: str
    game: str
    title: str
    theme: str
    seats: tuple[SeatSeen, ...]
    over: Over
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    awards: tuple[MatchAward, ...]
    curve: tuple[Point, ...]


def make_finale(replay: Replay) -> Finale:
    """Work out the finale of a replayed match. It may take a second: not for the event loop."""
    head, game = replay.head, replay.game
    played = Played(game, replay.lines, head.over, head.scores, head.used_ms)
    states = [replay.opening, *(line.after for line in replay.lines)]
    return Finale(
        match=head.match,
        game=head.game,
        title=head.title,
        theme=game.theme,
        seats=head.seats,
        over=head.over,
        scores=head.scores,
        ranks=rank(head.over.winners, head.scores),
        awards=find_awards(played),
        curve=curve([game.scores(state) for state in states]),
    )


def rank(winners: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat: winners share the first, the others go by score."""

    def place(seat: int) -> int:
        if seat in winners:
            return 1
        better = sum(
            other not in winners and score > scores[seat] for other, score in enumerate(scores)
        )
        return 1 + len(winners) + better

    return tuple(map(place, range(len(scores))))


def curve(scores: Sequence[tuple[int, ...]]) -> tuple[Point, ...]:
    """The points of a curve: where something changes, thinned out evenly if there are too many."""
    last = len(scores) - 1
    changes = [at for at in range(last + 1) if at in (0, last) or scores[at] != scores[at - 1]]
    step = -(-len(changes) // LONGEST_CURVE)
    kept = sorted({*changes[::step], last})
    return tuple(Point(at, scores[at]) for at in kept)


class Finales:
    """The latest finales. All screens ask in the same moment, so each is worked out once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, asyncio.Task[Finale]] = OrderedDict()

    async def get(self, match: str, replay: Replay) -> Finale:
        """The finale of a match, worked out beside the event loop."""
        task = self._kept.get(match)
        if task is None or (task.done() and task.cancelled()):
            task = asyncio.create_task(asyncio.to_thread(make_finale, replay))
            self._kept[match] = task
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        # A screen that goes away must not take it from the others.
        return await asyncio.shield(task)
