"""A finished match, step by step, as the table or any seat saw it. Folded once; changes nothing.

Only for matches that are over: who may look at one seat's view of a step may look at every seat's.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

import msgspec
from dicerules.core import Ask, Event, Face, Game, Move, Need, Over, Roll, Rolled, TimeUp
from dicerules.views import TABLE, Die, View
from dicerules.words import Say
from msgspec import Struct

from dicehost.answers import tell_answer
from dicehost.errors import HostError
from dicehost.fold import Fold, asks
from dicehost.journal import Entry
from dicehost.lines import BODIES, Outcome

LONGEST_WINDOW = 50
KEPT = 8
"""Matches kept folded: as many as an evening's screens look at side by side."""


class ReplayError(HostError, ValueError):
    """A step or a viewer that the match does not have, or a match that is not over."""


class Mark(Struct, frozen=True, array_like=True):
    """A step on the time line: what kind of line it is, whose, and the score after it."""

    kind: str
    seat: int | None
    at: str
    standing: tuple[int, ...]


class SeatSeen(Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    colour: str


class Head(Struct, frozen=True):
    """A match at a glance: who played, who won and why, the score, the time line."""

    match: str
    game: str
    title: str
    seats: tuple[SeatSeen, ...]
    over: Over
    standing: tuple[int, ...]
    used_ms: tuple[int, ...]
    marks: tuple[Mark, ...]
    faces: Mapping[str, tuple[Face, ...]]


class Thrown(Struct, frozen=True):
    """What came out of the tower in a step: the dice, and which source they are from."""

    dice: tuple[Die, ...]
    shuffles: int
    source: str
    tower: str


class Seen(Struct, frozen=True):
    """A step as one viewer saw it, with the choice itself where it was the viewer's own."""

    step: int
    kind: str
    seat: int | None
    at: str
    said: tuple[Say, ...]
    choice: tuple[Say, ...]
    roll: Thrown | None
    waiting: tuple[int, ...]
    view: View


class _Kept(Struct, frozen=True):
    kind: str
    at: str
    seat: int | None
    event: Event | None
    before: Need
    after: Need
    state: Any
    told: tuple[Say, ...]
    roll: Thrown | None


class Replay:
    """One finished match. ``head`` at a glance, ``window`` for some steps of it."""

    def __init__(self, game: Game, entries: Sequence[Entry]) -> None:
        fold = Fold(game, entries[0])
        need, told = fold.need, tuple(line.say for line in fold.log)
        first = entries[0]
        self._steps = [
            _Kept("opened", first.at, None, None, need, need, fold.state, told, None),
        ]
        for entry in entries[1:]:
            before = fold.need
            fold.take(entry)
            if entry.kind != "closed":
                self._steps.append(_keep(fold, before, entry))
        if not fold.closed or not isinstance(fold.need, Over):
            raise ReplayError("after.open", match=fold.match)
        self._fold = fold
        self._over = fold.need

    @property
    def head(self) -> Head:
        """The match at a glance."""
        fold = self._fold
        game = fold.game
        return Head(
            match=fold.match,
            game=game.key,
            title=game.name,
            seats=tuple(map(SeatSeen, fold.names, fold.opened.colours)),
            over=self._over,
            standing=game.standing(fold.state),
            used_ms=fold.account.spent,
            marks=tuple(
                Mark(step.kind, step.seat, step.at, game.standing(step.state))
                for step in self._steps
            ),
            faces=game.faces(fold.state),
        )

    def window(self, viewer: int, first: int, count: int) -> tuple[Seen, ...]:
        """Some steps from ``first`` on, counted from 1, as a viewer saw them."""
        if not TABLE <= viewer < len(self._fold.names):
            raise ReplayError("after.viewer", most=len(self._fold.names) - 1, got=viewer)
        if not 1 <= first <= len(self._steps):
            raise ReplayError("after.step", most=len(self._steps), got=first)
        if not 1 <= count <= LONGEST_WINDOW:
            raise ReplayError("after.count", most=LONGEST_WINDOW, got=count)
        steps = enumerate(self._steps[first - 1 : first - 1 + count], first)
        return tuple(self._seen(number, step, viewer) for number, step in steps)

    def _seen(self, number: int, step: _Kept, viewer: int) -> Seen:
        view = self._fold.game.view(step.state, viewer)
        # The game tells each viewer its own news; what the host told, it told everybody.
        said = step.told if step.event is None else (*view.news, *_by_host(step.told))
        choice: tuple[Say, ...] = ()
        if isinstance(step.event, Move) and step.event.seat == viewer:
            choice = tell_answer(asks(step.before)[viewer], step.event.answer)
        return Seen(
            step=number,
            kind=step.kind,
            seat=step.seat,
            at=step.at,
            said=said,
            choice=choice,
            roll=step.roll,
            waiting=tuple(sorted(step.after.forms)) if isinstance(step.after, Ask) else (),
            view=view,
        )


def _by_host(told: tuple[Say, ...]) -> tuple[Say, ...]:
    return tuple(say for say in told if say.key.startswith("host."))


def _keep(fold: Fold, before: Need, entry: Entry) -> _Kept:
    body: Any = msgspec.json.decode(entry.body, type=BODIES[entry.kind])
    event: Event | None = getattr(body, "event", None)
    seat: int | None = getattr(body, "seat", None)
    roll = None
    if isinstance(event, Move | TimeUp):
        seat = event.seat
    elif isinstance(body, Outcome) and isinstance(before, Roll):
        seat = before.seat
        roll = Thrown(
            _dice(fold, before, body.event), len(before.shuffles), body.source, body.tower
        )
    told = tuple(line.say for line in fold.log if line.seq == entry.seq)
    return _Kept(entry.kind, entry.at, seat, event, before, fold.need, fold.state, told, roll)


def _dice(fold: Fold, roll: Roll, rolled: Rolled) -> tuple[Die, ...]:
    values = iter(rolled.faces)
    return tuple(
        Die(
            next(values),
            cast.kind,
            cast.colour if cast.seat is None else fold.opened.colours[cast.seat],
        )
        for cast in roll.casts
        for _ in range(cast.count)
    )


class Replays:
    """The replays looked at last, so that a step is not a match folded anew."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()
        self._lock = Lock()

    def get(self, match: str) -> Replay | None:
        """The replay of a match, if it is at hand."""
        with self._lock:
            if match in self._kept:
                self._kept.move_to_end(match)
            return self._kept.get(match)

    def keep(self, match: str, replay: Replay) -> None:
        """Keep one; the one looked at longest ago makes room."""
        with self._lock:
            self._kept[match] = replay
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
