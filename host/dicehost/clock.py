"""Clocks: what time each seat has, has used and has left. Pure: time is handed in, in milliseconds.

Knows no rules, no journal and no loop. ``Timing`` is what the table agreed on, ``Account`` what the
journal says was used, ``Clock`` the hands that run between two lines of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

Mode = Literal["off", "gentle", "strict"]
Go = Literal["still", "runs", "away"]


class Timing(Struct, frozen=True):
    """What a table agreed on, in milliseconds.

    Each decision may take ``decision``, and more as long as the seat's ``bank`` lasts; every
    decision made adds ``increment`` to the bank. A seat without a screen has ``grace``, once a
    decision, before its clock runs on. Gentle clocks nudge, strict ones make the default move.
    """

    mode: Mode = "off"
    decision: int = 0
    bank: int = 0
    increment: int = 0
    grace: int = 60_000


PRESETS: dict[Literal["off", "relaxed", "brisk", "blitz"], Timing] = {
    "off": Timing(),
    "relaxed": Timing("gentle", decision=90_000, grace=120_000),
    "brisk": Timing("strict", decision=45_000, bank=120_000),
    "blitz": Timing("strict", decision=15_000, bank=30_000, increment=1_000, grace=30_000),
}


class Used(Struct, frozen=True, omit_defaults=True):
    """What open decisions have taken so far: each acting seat's, and of a limit the rules set."""

    seats: tuple[tuple[int, int], ...] = ()
    limit: int = 0


class Account(Struct, frozen=True):
    """What the journal says: each seat's time spent and bank left, and its open decisions."""

    spent: tuple[int, ...]
    bank: tuple[int, ...]
    open: Used = Used()

    @classmethod
    def begin(cls, timing: Timing, seats: int) -> Account:
        """Begin a match."""
        return cls((0,) * seats, (timing.bank,) * seats)

    def noted(self, used: Used) -> Account:
        """Note how far the open decisions are."""
        return replace(self, open=used)

    def moved_on(
        self, timing: Timing, used: Used, done: int | None, kept: Collection[int], limit_kept: bool
    ) -> Account:
        """Close every decision that is not ``kept``: ``done`` made its own, others lost theirs."""
        spent, bank = list(self.spent), list(self.bank)
        for seat, took in used.seats:
            if seat not in kept:
                spent[seat] += took
                bank[seat] -= min(bank[seat], max(0, took - timing.decision))
        if done is not None:
            bank[done] += timing.increment
        still = tuple((seat, took) for seat, took in used.seats if seat in kept)
        return Account(tuple(spent), tuple(bank), Used(still, used.limit if limit_kept else 0))


class Hand:
    """One acting seat's clock. ``used`` and ``away`` are of this decision alone."""

    def __init__(self, used: int, full: int | None) -> None:
        self.used = used
        self.full = full
        self.away = 0
        self.go: Go = "still"
        self.rung = False

    @property
    def left(self) -> int | None:
        """What is left, never below zero; None where nothing runs out."""
        return None if self.full is None else max(0, self.full - self.used)

    def run(self, passed: int, grace: int) -> None:
        """Let time pass."""
        if self.go != "still":
            spared = min(passed, self.spared(grace))
            self.away += spared
            self.used += passed - spared

    def spared(self, grace: int) -> int:
        """How much time will pass from now on before any of it counts."""
        return max(0, grace - self.away) if self.go == "away" else 0


class Sand(Struct, frozen=True):
    """The last stretch of the time that is shortest, for lamps.

    The same value as long as it runs: ``until`` is when it is over, or if it does not run, what is
    left. ``seat`` is None for a limit that the rules set.
    """

    seat: int | None
    of: int
    until: int
    runs: bool

    def left(self, now: int) -> int:
        """What is left, never below zero."""
        return max(0, self.until - now) if self.runs else self.until


LAST_STRETCH = 15_000
"""Of a time that runs out the last quarter is shown on the lamps, but no more than this."""
SHORT_STRETCH = 3_000
"""And no less than this, or nobody would look up in time."""
TOO_SHORT = 1_000
"""A time that is over before anybody has looked up is not shown on the lamps at all."""


class Clock:
    """The hands of one match: one for each acting seat, and one for a limit that the rules set.

    A limit runs in real time: rolls and seats without a screen do not stop it. It ends something
    only while people are asked, ``limit_ends``; if it is over before, then as soon as they are.
    """

    def __init__(self, timing: Timing, now: int) -> None:
        self.timing = timing
        self.hands: dict[int, Hand] = {}
        self.limit: int | None = None
        self.limit_used = 0
        self.limit_runs = False
        self.limit_ends = False
        self.limit_rung = False
        self._at = now

    def take(self, account: Account, acting: Collection[int], limit: int | None) -> None:
        """Take over what the journal says: who acts now, and what was used of open decisions."""
        old, timing, known = self.hands, self.timing, dict(account.open.seats)
        self.hands = {}
        for seat in sorted(acting):
            full = None if timing.mode == "off" else timing.decision + account.bank[seat]
            hand = Hand(known.get(seat, 0), full)
            if seat in known and seat in old:
                hand.away, hand.go, hand.rung = old[seat].away, old[seat].go, old[seat].rung
            self.hands[seat] = hand
        self.limit, self.limit_used = limit, account.open.limit
        self.limit_rung = self.limit_rung and self.limit_used > 0

    def run(self, now: int) -> None:
        """Let time pass until now."""
        passed, self._at = max(0, now - self._at), max(now, self._at)
        for hand in self.hands.values():
            hand.run(passed, self.timing.grace)
        if self.limit is not None and self.limit_runs:
            self.limit_used += passed

    def skip(self, now: int) -> None:
        """Let time pass that was nobody's."""
        self._at = max(now, self._at)

    def wind(
        self, now: int, goes: Mapping[int, Go], limit_runs: bool = False, limit_ends: bool = False
    ) -> None:
        """Say from now on whose hand runs, whose stands still, and who has no screen."""
        self.run(now)
        for seat, hand in self.hands.items():
            hand.go = goes[seat]
        self.limit_runs, self.limit_ends = limit_runs, limit_ends

    @property
    def running(self) -> bool:
        """Whether anything runs now."""
        limit_runs = self.limit is not None and self.limit_runs
        return limit_runs or any(hand.go != "still" for hand in self.hands.values())

    def used(self) -> Used:
        """What the open decisions have taken so far."""
        seats = tuple((seat, hand.used) for seat, hand in self.hands.items())
        return Used(seats, self.limit_used)

    @property
    def limit_left(self) -> int | None:
        """What is left of the rules' limit, never below zero."""
        return None if self.limit is None else max(0, self.limit - self.limit_used)

    def late(self) -> int | None:
        """Give the first seat whose time is over and that was not told so yet."""
        for seat, hand in self.hands.items():
            if hand.left == 0 and not hand.rung and self.counts(seat):
                return seat
        return None

    @property
    def _limit_due(self) -> bool:
        return self.limit_runs and self.limit_ends and not self.limit_rung

    def limit_over(self) -> bool:
        """Say whether the rules' limit is over, and nobody was told so yet."""
        return self.limit_left == 0 and self._limit_due

    def counts(self, seat: int) -> bool:
        """Say whether the time that passes now counts for a seat."""
        hand = self.hands[seat]
        return hand.go != "still" and hand.spared(self.timing.grace) == 0

    def due(self) -> int | None:
        """How long until somebody's time is over, if nothing changes until then."""
        grace = self.timing.grace
        runs = [hand for hand in self.hands.values() if hand.go != "still"]
        ends = [
            hand.spared(grace) + hand.left
            for hand in runs
            if hand.left is not None and not hand.rung
        ]
        if self.limit_left is not None and self._limit_due:
            ends.append(self.limit_left)
        return min(ends, default=None)

    def sand(self, now: int) -> Sand | None:
        """The last stretch of the time that is shortest; those that run go before all others."""
        last = [time for time in self._times() if 0 < time.left <= _stretch(time.of)]
        if not last:
            return None
        time = min(last, key=lambda time: (not time.runs, time.left))
        until = now + time.left if time.runs else time.left
        return Sand(time.seat, _stretch(time.of), until, time.runs)

    def sand_due(self) -> int | None:
        """How long until a last stretch begins, if nothing changes until then."""
        ahead = (time.left - _stretch(time.of) for time in self._times() if time.runs)
        return min((wait for wait in ahead if wait > 0), default=None)

    def _times(self) -> Iterator[_Time]:
        for seat, hand in self.hands.items():
            if hand.full is not None and hand.left is not None and hand.full >= TOO_SHORT:
                yield _Time(seat, hand.left, hand.full, self.counts(seat))
        if self.limit is not None and self.limit_left is not None and self.limit >= TOO_SHORT:
            yield _Time(None, self.limit_left, self.limit, self.limit_runs)


class _Time(NamedTuple):
    seat: int | None
    left: int
    of: int
    runs: bool


def _stretch(full: int) -> int:
    return min(full, LAST_STRETCH, max(full // 4, SHORT_STRETCH))
