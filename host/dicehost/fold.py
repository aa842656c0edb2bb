"""A match as its journal tells it: lines in, state out. The same for live play, resume and replay.

It writes nothing and asks nobody: the table decides what may be appended, this says what a line
means once it is there.
"""

from __future__ import annotations

from typing import Any

import msgspec
from dicerules.core import Ask, Event, Form, Game, Move, Need, Over, Roll, Rolled, TimeUp, encode
from dicerules.views import TABLE
from dicerules.words import Say, say
from msgspec import Struct

from dicehost.clock import Account, Used
from dicehost.errors import JournalError, TableError
from dicehost.journal import Entry
from dicehost.lines import (
    BODIES,
    HAND,
    SYSTEM,
    BackAnswered,
    BackAsked,
    BackLapsed,
    Closed,
    HandAnswered,
    HandAsked,
    HandBegun,
    Happened,
    Opened,
    Outcome,
    Paused,
    Seated,
    Timed,
    Withdrawn,
)

LOG_LINES = 30


class Line(Struct, frozen=True):
    """Something that happened, in words, and the journal's line it stands in."""

    seq: int
    say: Say


class Step(Struct, frozen=True):
    """A game event that can still be taken back, and the position before it."""

    seq: int
    event: Event
    before: Any


class Fold:
    """One match so far."""

    def __init__(self, game: Game, entry: Entry) -> None:
        opened = msgspec.json.decode(entry.body, type=Opened)
        self.game = game
        self.match = entry.match
        self.opened = opened
        self.names = opened.names
        self.seq = entry.seq
        self.state = msgspec.json.decode(opened.state, type=game.state)
        self.need: Need = game.need(self.state)
        self.asked = entry.seq
        self.answered: dict[tuple[int, str], int] = {}
        self.log: list[Line] = []
        self.back: BackAsked | None = None
        self.agreed: set[int] = set()
        self.closed = False
        self.last_roll: tuple[str, Roll, Rolled] | None = None
        self.rolled_in: int | None = None
        self.account = Account.begin(opened.timing, len(opened.names))
        self.paused: int | None = None
        self.hand_asked: HandAsked | None = None
        self.hand_agreed: set[int] = set()
        self.by_hand = False
        self.tablet: set[int] = set()
        self.sources: dict[str, int] = {}
        self.source = ""
        self.limit = self.need.limit if isinstance(self.need, Ask) else None
        self._steps: list[Step] = []
        self._tell()

    @property
    def roll_id(self) -> str:
        """The id of the roll needed now: the match and the line that asked for it.

        The same after a restart, another one as soon as the position is another.
        """
        return f"{self.match}.{self.asked:x}"

    def body(self) -> bytes:
        """Write the position as JSON, the same bytes every time."""
        return encode(self.state)

    def take(self, entry: Entry) -> None:
        """Take the next line in."""
        if entry.seq != self.seq + 1:
            raise JournalError(
                "journal.gap", match=self.match, expected=self.seq + 1, got=entry.seq
            )
        if entry.kind not in BODIES:
            raise JournalError("journal.kind", match=self.match, line=entry.seq, got=entry.kind)
        body = msgspec.json.decode(entry.body, type=BODIES[entry.kind])
        self.seq = entry.seq
        if isinstance(body, Happened):
            self._play(entry.seq, body.event, body.used)
            self._answer(body.event.seat, body.command)
        elif isinstance(body, Timed):
            self._play(entry.seq, body.event, body.used, limit_over=body.by == "limit")
            self._tell_late(body)
        elif isinstance(body, Outcome):
            if isinstance(self.need, Roll):
                self.last_roll = (body.id, self.need, body.event)
                self.rolled_in = self.game.view(self.state, TABLE).turn
            self._play(entry.seq, body.event, body.used)
            self._note_source(body)
        elif isinstance(body, HandAsked | HandAnswered | HandBegun):
            self._by_hand(entry.kind, body)
        elif isinstance(body, BackAsked):
            self.back, self.agreed = body, set()
            self._answer(body.seat, body.command)
            self.log.append(Line(entry.seq, say("host.back.asked", seat=body.seat)))
        elif isinstance(body, BackAnswered):
            self._answer(body.seat, body.command)
            if entry.kind == "back_agreed":
                self.agreed.add(body.seat)
            else:
                self.back = None
                self.log.append(Line(entry.seq, say("host.back.refused", seat=body.seat)))
        elif isinstance(body, BackLapsed):
            self.back = None
            self.log.append(Line(entry.seq, say("host.back.lapsed", seat=body.seat)))
        elif isinstance(body, Withdrawn):
            before, (self._steps, self.state) = self.need, self.without(body.of)
            self.back = None
            self._moved_on(entry.seq)
            self._account(before, body.used, None, limit_over=False)
            self.log.append(Line(entry.seq, say("host.back.done", seat=body.seat)))
        elif isinstance(body, Paused):
            self._answer(body.viewer, body.command)
            self.account = self.account.noted(body.used)
            self.paused = body.viewer if entry.kind == "paused" else None
            self.log.append(Line(entry.seq, by_viewer(f"host.clock.{entry.kind}", body.viewer)))
        elif isinstance(body, Seated):
            change = self.tablet.union if body.tablet else self.tablet.difference
            self.tablet = change(body.seats)
            key = "host.seated.tablet" if body.tablet else "host.seated.phone"
            self.log.append(Line(entry.seq, say(key, seats=body.seats)))
        elif isinstance(body, Closed):
            self.closed = True
        del self.log[:-LOG_LINES]

    def _note_source(self, outcome: Outcome) -> None:
        self.source = outcome.source
        self.sources[outcome.source] = self.sources.get(outcome.source, 0) + 1
        self.hand_asked = None
        if outcome.source == HAND and outcome.by is not None:
            self._answer(outcome.by, outcome.command)
            self.log.append(Line(self.seq, by_viewer("host.hand.typed", outcome.by)))
        elif outcome.source == SYSTEM:
            self.log.append(Line(self.seq, say("host.hand.drawn")))
        else:
            self.by_hand = False  # the tower is back, and rolls itself again

    def _by_hand(self, kind: str, body: HandAsked | HandAnswered | HandBegun) -> None:
        if isinstance(body, HandBegun):
            self.by_hand, self.hand_asked = True, None
            self.log.append(Line(self.seq, say("host.hand.begun")))
            return
        self._answer(body.viewer, body.command)
        if isinstance(body, HandAsked):
            self.hand_asked, self.hand_agreed = body, set()
        elif kind == "hand_agreed":
            self.hand_agreed.add(body.viewer)
            return
        else:
            self.hand_asked = None
        key = kind.removeprefix("hand_")
        self.log.append(Line(self.seq, by_viewer(f"host.hand.{key}", body.viewer)))

    def _play(self, seq: int, event: Event, used: Used, limit_over: bool = False) -> None:
        before, need = self.state, self.need
        self.state = self.game.apply(before, event)
        self._moved_on(seq)
        self._account(need, used, self._done(need, event), limit_over)
        self._tell()
        if _opens(need, event, self.need):
            self._steps, self.back = [], None
        else:
            self._steps.append(Step(seq, event, before))

    def _moved_on(self, seq: int) -> None:
        self.need = self.game.need(self.state)
        self.asked = seq

    def _done(self, before: Need, event: Event) -> int | None:
        # Whose decision was made. The rules' limit may end something without deciding for anybody.
        if isinstance(event, Rolled):
            return before.seat if isinstance(before, Roll) else None
        if isinstance(event, TimeUp) and event.by == "limit" and event.seat in asks(self.need):
            return None
        return event.seat

    def _account(self, before: Need, used: Used, done: int | None, limit_over: bool) -> None:
        # Who is still asked the very same thing goes on with the same decision.
        kept = {seat for seat, form in asks(self.need).items() if asks(before).get(seat) == form}
        kept -= {done}
        limit_kept = self._limit_goes_on(before, limit_over)
        self.account = self.account.moved_on(self.opened.timing, used, done, kept, limit_kept)

    def _limit_goes_on(self, before: Need, limit_over: bool) -> bool:
        # The rules' limit runs on, through rolls too, while every Ask carries the same one. Once
        # it is over it ends the turn of all who were asked, one after the other, and no more.
        ran, now = self.limit, asks(self.need)
        served = limit_over and not (now and now.keys() < asks(before).keys())
        if isinstance(self.need, Ask):
            self.limit = self.need.limit
        elif served or isinstance(self.need, Over):
            self.limit = None
        return self.limit == ran and not served

    def _answer(self, seat: int, command: str) -> None:
        if command:
            self.answered[seat, command] = self.seq

    def _tell(self) -> None:
        self.log.extend(Line(self.seq, news) for news in self.game.view(self.state, TABLE).news)
        del self.log[:-LOG_LINES]

    def _tell_late(self, timed: Timed) -> None:
        # Most games say so themselves, and of a limit that they set always.
        told = any(line.seq == self.seq and line.say.key == "news.late" for line in self.log)
        if timed.event.by != "limit" and not told:
            self.log.append(Line(self.seq, say("host.clock.late", seat=timed.event.seat)))

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats whose clocks may run: those asked, or the one that presses the button."""
        if isinstance(self.need, Roll):
            return () if self.need.seat is None else (self.need.seat,)
        return tuple(asks(self.need))

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who won, once the match is over."""
        return self.need.winners if isinstance(self.need, Over) else None

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have yet to agree to the take-back asked for."""
        if self.back is None:
            return ()
        asked = set(range(len(self.names))) - {self.back.seat}
        return tuple(sorted(asked - self.agreed))

    def last_move(self, seat: int) -> int | None:
        """The line of the seat's last move, if it can still be taken back."""
        for step in reversed(self._steps):
            if isinstance(step.event, Move) and step.event.seat == seat:
                return step.seq
        return None

    def may_withdraw(self, of: int) -> bool:
        """Whether line ``of`` can be taken back: nothing was seen since, and nobody built on it."""
        try:
            self.without(of)
        except TableError:
            return False
        return True

    def without(self, of: int) -> tuple[list[Step], Any]:
        """The steps and the position as if line ``of`` had not been played."""
        at = next((at for at, step in enumerate(self._steps) if step.seq == of), None)
        if at is None:
            raise TableError("back.too_late")
        steps, state = self._steps[:at], self._steps[at].before
        for step in self._steps[at + 1 :]:
            try:
                after = self.game.apply(state, step.event)
            except ValueError:
                raise TableError("back.built_on") from None
            steps.append(Step(step.seq, step.event, state))
            state = after
        return steps, state


def asks(need: Need) -> dict[int, Form]:
    """Every form that is to be filled now, by seat."""
    return need.forms if isinstance(need, Ask) else {}


def by_viewer(key: str, viewer: int) -> Say:
    """Say that a seat did something, or somebody at the table's screen."""
    return say(f"{key}.table") if viewer == TABLE else say(f"{key}.seat", seat=viewer)


def _opens(before: Need, event: Event, after: Need) -> bool:
    # A wall for take-backs: dice were seen, or hidden answers were opened.
    if isinstance(before, Roll):
        return True
    if not isinstance(before, Ask) or not before.hidden or isinstance(event, Rolled):
        return False
    if not isinstance(after, Ask) or not after.hidden:
        return True
    return set(after.forms) != set(before.forms) - {event.seat}


def unfold(game: Game, entries: list[Entry]) -> Fold:
    """Fold a whole journal."""
    fold = Fold(game, entries[0])
    for entry in entries[1:]:
        fold.take(entry)
    return fold
