"""A match at a table where the test is the time: the real fold and timekeeper, a journal in a list.

What is due is done at the very millisecond it is due, as the table's own waiting does it.
"""

from __future__ import annotations

import random
from typing import Any

from dicehost.clock.clock import Countdown, Timing
from dicehost.journal.entry import Entry
from dicehost.journal.events import (
    JournalEvent,
    Moved,
    Opened,
    Paused,
    Resumed,
    RollOutcome,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
    TimedOut,
)
from dicehost.match.record import Match, replay_match
from dicehost.match.timekeeper import BEAT, Late, Timekeeper
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Ask, Game, Limit, Move, Roll, Rolled, TimeUp, encode, single_dice
from dicerules.forms import fill
from msgspec import Raw
from msgspec.structs import replace

COW = games()["cow"]
NAMES = ["Ed", "Chris", "Donna"]
STRICT = Timing("strict", decision=10_000, bank=20_000, increment=1_000, grace=5_000)
GENTLE = Timing("gentle", decision=10_000, grace=5_000)


def limited(seconds: int) -> Game:
    """The same game with a limit of its own on the bets of each throw."""

    def need(state: Any) -> Any:
        asked = COW.need(state)
        if isinstance(asked, Ask) and asked.hidden:
            return replace(asked, limit=Limit(seconds, f"{state.turn}.{len(state.matched)}"))
        return asked

    return replace(COW, need=need)


class Sitting:
    """Everybody sits at the table with a phone; the tower is plugged in. Nobody tapped yet."""

    def __init__(self, timing: Timing, game: Game = COW, state: Any = None) -> None:
        self.game = game
        self.now = 1_000_000
        self.tick = 0  # what passes between two looks at the clock
        self.wall = "2030-01-01T00:00:00"
        self.here = {0, 1, 2}
        self.plugged = True
        self.nudged: list[int] = []
        self.sands: list[Countdown | None] = []  # what the lamps were told of time that runs out
        self.chance = random.Random(7)
        state = state or game.start(game.options(), len(NAMES), default_cards(game))
        colours = ["cyan"] * len(NAMES)
        opened = Opened(game.key, game.version, NAMES, colours, {}, Raw(encode(state)), timing)
        self.entries = [self._entry(1, opened)]
        self.sit_down()

    def _entry(self, seq: int, event: JournalEvent) -> Entry:
        return Entry("aa", seq, self.wall, event.kind, encode(event).decode(), "")

    def sit_down(self) -> None:
        """Take the match up from its journal, as a host does that starts."""
        self.match: Match = replay_match(self.game, self.entries)
        self.keeper = Timekeeper(self.match, self._look)
        self.wind()

    def _look(self) -> int:
        self.now += self.tick
        return self.now

    def write(self, event: JournalEvent) -> None:
        self.entries.append(self._entry(self.match.seq + 1, event))
        self.match.take(self.entries[-1])
        self.wind()

    def wind(self) -> None:
        self.keeper.wind(self.here, tower=self.plugged, armed=self.plugged)
        if [self.keeper.countdown] != self.sands[-1:]:
            self.sands.append(self.keeper.countdown)

    @property
    def hands(self) -> dict[int, int]:
        """What each acting seat has used of its open decision."""
        return dict(self.keeper.used().seats)

    def left(self, seat: int) -> int:
        self.keeper.used()
        left = self.keeper.clock.seats[seat].left
        assert left is not None
        return left

    def wait(self, milliseconds: int) -> list[int]:
        """Let time pass; return whose default moves were made meanwhile."""
        until, late = self.now + milliseconds, list[int]()
        while self.now < until:
            self.now += self.step(until)
            late += self.ring()
        return late

    def step(self, until: int) -> int:
        """How long the table waits now: until something is due, and never past a beat."""
        due = self.keeper.due()
        beat = BEAT if self.keeper.beats else until
        return min(until - self.now, beat, beat if due is None else due)

    def sleep(self, milliseconds: int) -> None:
        """The host is suspended, and wakes up."""
        self.now += milliseconds
        assert self.ring() == []

    def ring(self) -> list[int]:
        late = []
        while (over := self.keeper.late()) is not None:
            gentle = over.by == "clock" and self.match.opened.timing.mode == "gentle"
            if gentle or isinstance(self.match.need, Roll):
                self.keeper.ring(over)
                self.nudged.append(over.seat)
            else:
                late.append(over.seat)
                self.end(over)
        self.wind()
        return late

    def end(self, late: Late) -> int:
        """Make the default move of a seat whose time is up; return its line."""
        self.write(TimedOut(TimeUp(late.seat, late.by), late.by, self.keeper.used()))
        return self.match.seq

    def tap_go_on(self, viewer: int = 0) -> None:
        self.keeper.go_on()
        self.write(Resumed(viewer, f"c{self.match.seq}", self.keeper.used()))

    def tap_pause(self, viewer: int = 0) -> None:
        self.write(Paused(viewer, f"c{self.match.seq}", self.keeper.used()))

    def move(self, seat: int, **answer: Any) -> None:
        self.write(Moved(Move(seat, answer), "", self.keeper.used()))

    def answer(self, seat: int) -> None:
        """Answer at random what the seat is asked."""
        assert isinstance(self.match.need, Ask)
        self.move(seat, **fill(self.match.need.forms[seat], self.chance.randrange))

    def roll(self) -> None:
        roll, used = self.match.need, self.keeper.used()
        assert isinstance(roll, Roll)
        faces = [self.chance.randint(1, die.faces) for die in single_dice(roll)]
        outcome = RollOutcome(self.match.roll_id, Rolled(tuple(faces)), "simulated", "ab", used)
        self.write(outcome)

    def ask_back(self, seat: int, of: int) -> None:
        self.write(TakeBackAsked(seat, of, ""))

    def agree_back(self) -> None:
        back = self.match.back
        assert back is not None
        for seat in self.match.missing:
            self.write(TakeBackAgreed(seat, ""))
        self.write(TakenBack(back.seat, back.of, self.keeper.used()))

    def refuse_back(self) -> None:
        self.write(TakeBackRefused(self.match.missing[0], ""))
