"""Clocks: how much time each seat has, has used and has left.

All times are milliseconds. Nothing here looks at a clock: the caller says what time it is.
``Timing`` is what the table agreed on, ``Account`` is the time that the journal says was used, and
``Clock`` is what runs between two lines of the journal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

Mode = Literal["off", "gentle", "strict"]
Preset = Literal["off", "relaxed", "brisk", "blitz"]
ClockState = Literal["still", "runs", "away"]


class Timing(Struct, frozen=True):
    """What a table agreed on, in milliseconds.

    Each decision may take ``decision``, and longer while the seat's ``bank`` lasts. Every decision
    adds ``increment`` to the bank. A seat without a screen gets ``grace``, once per decision,
    before its clock runs on. Gentle clocks remind people, strict ones make the default move.
    """

    mode: Mode = "off"
    decision: int = 0
    bank: int = 0
    increment: int = 0
    grace: int = 60_000


PRESETS: dict[Preset, Timing] = {
    "off": Timing(),
    "relaxed": Timing("gentle", decision=90_000, grace=120_000),
    "brisk": Timing("strict", decision=45_000, bank=120_000),
    "blitz": Timing("strict", decision=15_000, bank=30_000, increment=1_000, grace=30_000),
}


class Used(Struct, frozen=True, omit_defaults=True):
    """The time that open decisions have taken: of each acting seat, and of the rules' limit."""

    seats: tuple[tuple[int, int], ...] = ()
    limit: int = 0


class Account(Struct, frozen=True):
    """Each seat's time spent and bank left, and the open decisions, as the journal tells them."""

    spent: tuple[int, ...]
    bank: tuple[int, ...]
    open: Used = Used()

    @classmethod
    def begin(cls, timing: Timing, seats: int) -> Account:
        """Begin a match."""
        return cls((0,) * seats, (timing.bank,) * seats)

    def noted(self, used: Used) -> Account:
        """Note the time that the open decisions have taken."""
        return replace(self, open=used)

    def moved_on(
        self, timing: Timing, used: Used, done: int | None, kept: Collection[int], limit_kept: bool
    ) -> Account:
        """Close every decision that is not ``kept``; the seat ``done`` gets its increment."""
        spent, bank = list(self.spent), list(self.bank)
        for seat, took in used.seats:
            if seat not in kept:
                spent[seat] += took
                bank[seat] -= min(bank[seat], max(0, took - timing.decision))
        if done is not None:
            bank[done] += timing.increment
        still = tuple((seat, took) for seat, took in used.seats if seat in kept)
        return Account(tuple(spent), tuple(bank), Used(still, used.limit if limit_kept else 0))


class SeatClock:
    """The clock of one acting seat. ``used`` and ``away`` count this decision alone."""

    def __init__(self, used: int, full: int | None) -> None:
        self.used = used
        self.full = full
        self.away = 0
        self.state: ClockState = "still"
        self.announced = False

    @property
    def left(self) -> int | None:
        """The time left, never below zero; None if the seat has all the time it wants."""
        return None if self.full is None else max(0, self.full - self.used)

    def run(self, passed: int, grace: int) -> None:
        """Let time pass."""
        if self.state != "still":
            spared = min(passed, self.spared(grace))
            self.away += spared
            self.used += passed - spared

    def spared(self, grace: int) -> int:
        """How much of the time from now on does not count."""
        return max(0, grace - self.away) if self.state == "away" else 0


class Countdown(Struct, frozen=True):
    """The last stretch of the time that ends first, for the lamps.

    The value stays the same while it runs: ``until`` is when it ends. If it does not run, ``until``
    is the time left. ``seat`` is None for a limit that the rules set.
    """

    seat: int | None
    of: int
    until: int
    runs: bool

    def left(self, now: int) -> int:
        """The time left, never below zero."""
        return max(0, self.until - now) if self.runs else self.until


LAST_STRETCH = 15_000
"""The lamps show the last quarter of a time that runs out, but no more than this."""
SHORT_STRETCH = 3_000
"""The lamps show at least this much, so that people look up in time."""
TOO_SHORT = 1_000
"""A time shorter than this is not shown: it would be over before anybody looked up."""


class Clock:
    """The clocks of one match: one for each acting seat, and one for a limit that the rules set.

    The limit runs in real time: neither rolls nor missing screens stop it. It ends something only
    while people are asked, ``limit_ends``; if it is over before, it does so once they are.
    """

    def __init__(self, timing: Timing, now: int) -> None:
        self.timing = timing
        self.seats: dict[int, SeatClock] = {}
        self.limit: int | None = None
        self.limit_used = 0
        self.limit_runs = False
        self.limit_ends = False
        self.limit_announced = False
        self._at = now

    def take(self, account: Account, acting: Collection[int], limit: int | None) -> None:
        """Take over from the journal who acts now and what their open decisions have taken."""
        old, timing, known = self.seats, self.timing, dict(account.open.seats)
        self.seats = {}
        for seat in sorted(acting):
            full = None if timing.mode == "off" else timing.decision + account.bank[seat]
            clock = SeatClock(known.get(seat, 0), full)
            if seat in known and seat in old:
                was = old[seat]
                clock.away, clock.state, clock.announced = was.away, was.state, was.announced
            self.seats[seat] = clock
        self.limit, self.limit_used = limit, account.open.limit
        self.limit_announced = self.limit_announced and self.limit_used > 0

    def run(self, now: int) -> None:
        """Let time pass until now."""
        passed, self._at = max(0, now - self._at), max(now, self._at)
        for clock in self.seats.values():
            clock.run(passed, self.timing.grace)
        if self.limit is not None and self.limit_runs:
            self.limit_used += passed

    def skip(self, now: int) -> None:
        """Let time pass that is charged to nobody."""
        self._at = max(now, self._at)

    def set_states(
        self,
        now: int,
        states: Mapping[int, ClockState],
        limit_runs: bool = False,
        limit_ends: bool = False,
    ) -> None:
        """From now on, these clocks run, stand still, or belong to a seat without a screen."""
        self.run(now)
        for seat, clock in self.seats.items():
            clock.state = states[seat]
        self.limit_runs, self.limit_ends = limit_runs, limit_ends

    @property
    def running(self) -> bool:
        """Whether anything runs now."""
        limit_runs = self.limit is not None and self.limit_runs
        return limit_runs or any(clock.state != "still" for clock in self.seats.values())

    def used(self) -> Used:
        """The time that the open decisions have taken so far."""
        seats = tuple((seat, clock.used) for seat, clock in self.seats.items())
        return Used(seats, self.limit_used)

    @property
    def limit_left(self) -> int | None:
        """The time left of the rules' limit, never below zero."""
        return None if self.limit is None else max(0, self.limit - self.limit_used)

    def late(self) -> int | None:
        """The first seat whose time is over and that was not told so yet."""
        for seat, clock in self.seats.items():
            if clock.left == 0 and not clock.announced and self.counts(seat):
                return seat
        return None

    @property
    def _limit_due(self) -> bool:
        return self.limit_runs and self.limit_ends and not self.limit_announced

    def limit_over(self) -> bool:
        """Whether the rules' limit is over and nobody was told so yet."""
        return self.limit_left == 0 and self._limit_due

    def counts(self, seat: int) -> bool:
        """Whether the time that passes now counts for a seat."""
        clock = self.seats[seat]
        return clock.state != "still" and clock.spared(self.timing.grace) == 0

    def due(self) -> int | None:
        """How long until somebody's time is over, if nothing changes until then."""
        grace = self.timing.grace
        runs = [clock for clock in self.seats.values() if clock.state != "still"]
        ends = [
            clock.spared(grace) + clock.left
            for clock in runs
            if clock.left is not None and not clock.announced
        ]
        if self.limit_left is not None and self._limit_due:
            ends.append(self.limit_left)
        return min(ends, default=None)

    def countdown(self, now: int) -> Countdown | None:
        """The last stretch of the time that ends first; clocks that run come before all others."""
        last = [time for time in self._times() if 0 < time.left <= _stretch(time.of)]
        if not last:
            return None
        time = min(last, key=lambda time: (not time.runs, time.left))
        until = now + time.left if time.runs else time.left
        return Countdown(time.seat, _stretch(time.of), until, time.runs)

    def countdown_due(self) -> int | None:
        """How long until a last stretch begins, if nothing changes until then."""
        ahead = (time.left - _stretch(time.of) for time in self._times() if time.runs)
        return min((wait for wait in ahead if wait > 0), default=None)

    def _times(self) -> Iterator[_Time]:
        for seat, clock in self.seats.items():
            if clock.full is not None and clock.left is not None and clock.full >= TOO_SHORT:
                yield _Time(seat, clock.left, clock.full, self.counts(seat))
        if self.limit is not None and self.limit_left is not None and self.limit >= TOO_SHORT:
            yield _Time(None, self.limit_left, self.limit, self.limit_runs)


class _Time(NamedTuple):
    seat: int | None
    left: int
    of: int
    runs: bool


def _stretch(full: int) -> int:
    return min(full, LAST_STRETCH, max(full // 4, SHORT_STRETCH))
