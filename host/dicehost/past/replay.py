"""A finished match, step by step, as the table or any seat saw it.

Only matches that are over can be replayed: a replay shows every seat's view to anybody.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from dicerules.bots.hindsight import Position
from dicerules.core import Ask, Event, Face, Game, Move, Need, Over, Roll, Rolled, single_dice
from dicerules.views import TABLE, Die, View
from dicerules.words import Message
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.journal.entry import Entry
from dicehost.journal.events import (
    Closed,
    Committed,
    JournalEvent,
    Moved,
    RollOutcome,
    TakeBackEvent,
    TimedOut,
)
from dicehost.match.bots import BotShown
from dicehost.match.decisions import asks
from dicehost.match.record import Match
from dicehost.past.answers import tell_answer
from dicehost.past.awards import Line

LONGEST_WINDOW = 50
KEPT = 8
"""Replays kept in memory: about as many as the screens of one evening look at."""


class ReplayError(HostError, ValueError):
    """There is no such step or viewer, or the match is not over."""


class Mark(Struct, frozen=True, array_like=True):
    """A step on the time line: the kind of line, whose it is, and the scores after it."""

    kind: str
    seat: int | None
    at: str
    scores: tuple[int, ...]


class SeatSeen(Struct, frozen=True):
    """A seat as everybody sees it, with the bot that played it from the start."""

    name: str
    colour: str
    bot: BotShown | None = None


class Head(Struct, frozen=True):
    """A match summed up: who played, who won and why, the scores, the time line."""

    match: str
    game: str
    title: str
    seats: tuple[SeatSeen, ...]
    over: Over
    scores: tuple[int, ...]
    used_ms: tuple[int, ...]
    marks: tuple[Mark, ...]
    faces: Mapping[str, tuple[Face, ...]]


class Thrown(Struct, frozen=True):
    """What was rolled in a step: the dice, and the source they came from."""

    dice: tuple[Die, ...]
    shuffles: int
    source: str
    tower: str


class Seen(Struct, frozen=True):
    """A step as one viewer saw it, with the choice if it was the viewer's own."""

    step: int
    kind: str
    seat: int | None
    at: str
    said: tuple[Message, ...]
    choice: tuple[Message, ...]
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
    told: tuple[Message, ...]
    roll: Thrown | None


class Replay:
    """One finished match: ``head`` sums it up, ``window`` shows some of its steps."""

    def __init__(self, game: Game, entries: Sequence[Entry]) -> None:
        played = Match(game, entries[0])
        need, told = played.need, tuple(line.message for line in played.log)
        first = entries[0]
        self._steps = [
            _Kept("opened", first.at, None, None, need, need, played.state, told, None),
        ]
        for entry in entries[1:]:
            before, event = played.need, played.take(entry)
            if not isinstance(event, Closed | Committed):
                self._steps.append(_keep(played, before, entry, event))
        if not played.closed or not isinstance(played.need, Over):
            raise ReplayError("after.open", match=played.id)
        self._match = played
        self._over = played.need

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self._match.game

    @property
    def opening(self) -> Any:
        """The position that the match began with."""
        return self._steps[0].state

    @property
    def lines(self) -> tuple[Line, ...]:
        """What happened under the rules of the game, in order."""
        pairs = zip(self._steps, self._steps[1:], strict=False)
        return tuple(
            Line(step.before, step.event, last.state, step.state, step.roll.source)
            if step.roll
            else Line(step.before, step.event, last.state, step.state)
            for last, step in pairs
            if step.event is not None
        )

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the match with its step, for looking back."""
        return tuple(
            Position(number, step.state, step.event) for number, step in enumerate(self._steps, 1)
        )

    def tell_choice(self, step: int, answer: dict[str, Any]) -> tuple[Message, ...]:
        """Another answer to what was asked in a step, in words."""
        asked = self._steps[step - 1]
        if asked.seat is None or not isinstance(asked.before, Ask):
            return ()
        return tell_answer(asks(asked.before)[asked.seat], answer)

    @property
    def head(self) -> Head:
        """The match summed up."""
        played = self._match
        game = played.game
        return Head(
            match=played.id,
            game=game.key,
            title=game.name,
            seats=_seats(played),
            over=self._over,
            scores=game.scores(played.state),
            used_ms=played.account.spent,
            marks=tuple(
                Mark(step.kind, step.seat, step.at, game.scores(step.state)) for step in self._steps
            ),
            faces=game.faces(played.state),
        )

    def window(self, viewer: int, first: int, count: int) -> tuple[Seen, ...]:
        """Up to ``count`` steps from ``first`` on, counted from 1, as a viewer saw them."""
        self.check_viewer(viewer)
        if not 1 <= first <= len(self._steps):
            raise ReplayError("after.step", most=len(self._steps), got=first)
        if not 1 <= count <= LONGEST_WINDOW:
            raise ReplayError("after.count", most=LONGEST_WINDOW, got=count)
        steps = enumerate(self._steps[first - 1 : first - 1 + count], first)
        return tuple(self._seen(number, step, viewer) for number, step in steps)

    def check_viewer(self, viewer: int) -> None:
        """Refuse a viewer that the match did not have."""
        if not TABLE <= viewer < len(self._match.names):
            raise ReplayError("after.viewer", most=len(self._match.names) - 1, got=viewer)

    def _seen(self, number: int, step: _Kept, viewer: int) -> Seen:
        view = self._match.game.view(step.state, viewer)
        # The game has news for each viewer; what the host said, it said to everybody.
        said = step.told if step.event is None else (*view.news, *_by_host(step.told))
        choice: tuple[Message, ...] = ()
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


def _seats(played: Match) -> tuple[SeatSeen, ...]:
    bots = {bot.seat: BotShown(bot.level, bot.face) for bot in played.opened.bots}
    seats = enumerate(zip(played.names, played.opened.colours, strict=True))
    return tuple(SeatSeen(name, colour, bots.get(seat)) for seat, (name, colour) in seats)


def _by_host(told: tuple[Message, ...]) -> tuple[Message, ...]:
    return tuple(message for message in told if message.key.startswith("host."))


def _keep(played: Match, before: Need, entry: Entry, line: JournalEvent) -> _Kept:
    event: Event | None = None
    seat: int | None = None
    roll = None
    if isinstance(line, Moved | TimedOut):
        event, seat = line.event, line.event.seat
    elif isinstance(line, RollOutcome):
        event = line.event
        if isinstance(before, Roll):
            seat = before.seat
            dice = _dice(played, before, line.event)
            roll = Thrown(dice, len(before.shuffles), line.source, line.tower)
    elif isinstance(line, TakeBackEvent):
        seat = line.seat
    told = tuple(line.message for line in played.log if line.seq == entry.seq)
    return _Kept(entry.kind, entry.at, seat, event, before, played.need, played.state, told, roll)


def _dice(played: Match, roll: Roll, rolled: Rolled) -> tuple[Die, ...]:
    return tuple(
        Die(
            face,
            group.kind,
            group.colour if group.seat is None else played.opened.colours[group.seat],
        )
        for group, face in zip(single_dice(roll), rolled.faces, strict=True)
    )


class Replays:
    """The latest replays, so that looking at a step does not replay the whole match again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()
        self._lock = Lock()

    def get(self, match: str) -> Replay | None:
        """The replay of a match, if it is kept."""
        with self._lock:
            if match in self._kept:
                self._kept.move_to_end(match)
            return self._kept.get(match)

    def keep(self, match: str, replay: Replay) -> None:
        """Keep one, and drop the one that was looked at longest ago."""
        with self._lock:
            self._kept[match] = replay
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
