"""The clocks of one match being played: which run now, why they stand still, and who is late.

It decides nothing and writes nothing: the table asks it, and puts into the journal what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal

from dicerules.core import Ask, Roll
from dicerules.words import Message, message
from msgspec import Struct

from dicehost.clock.clock import Clock, ClockState, Countdown, Used
from dicehost.match.log import by_viewer
from dicehost.match.record import Match
from dicehost.match.show import MOST, show_ms

BEAT = 1_000
"""Milliseconds between two looks at clocks that run, at most."""
AWAY = 5_000
"""Milliseconds between two looks that no busy host explains: it slept, and nobody could play."""
TAKE_BACK_WAIT = 30_000
"""Milliseconds that clocks wait for answers about taking back one move, however often asked."""

Hold = Literal["start", "restarted", "tower", "broken"]


class Late(Struct, frozen=True):
    """A seat's time is up: by the table's clock, or by a limit that the rules set."""

    seat: int
    by: Literal["clock", "limit"]


class Timekeeper:
    """Follows a match. ``now`` tells monotonic milliseconds.

    No clock runs while screens perform what happened.

    Timed matches wait for a tap after the table was set up, anew or after a restart, and after the
    tower or the host was gone: people are still looking for their seats, phones and plugs.
    """

    def __init__(self, match: Match, now: Callable[[], int]) -> None:
        self._match = match
        self._now = now
        self._seen = now()
        self._taken = match.account
        self._help: set[int] = set()
        self._tower = False
        self._take_back_wait: dict[int, int] = {}
        self._stale = False
        # A host that starts has no show to wait for; timed matches wait for a tap.
        self._step = match.last_step
        self._show_until = 0
        self.countdown: Countdown | None = None
        self.clock = Clock(match.opened.timing, self._seen)
        self._hold: Hold | None = None
        if self.timed:
            self._hold = "restarted" if match.told > 1 else "start"
        self._take()

    @property
    def timed(self) -> bool:
        """Whether anything runs out: by what the table agreed on, or by the rules."""
        return self._match.opened.timing.mode != "off" or self._match.limit is not None

    @property
    def held(self) -> bool:
        """Whether the clocks stand still since something was gone, until somebody taps."""
        return self._hold is not None

    def _take(self) -> None:
        self._taken = self._match.account
        limit = self._match.limit
        seconds = None if limit is None else 1000 * limit.seconds
        self.clock.take(self._taken, self._match.acting, seconds)

    def _look(self) -> int:
        now = self._now()
        passed, self._seen = max(0, now - self._seen), max(now, self._seen)
        if passed > AWAY and self.beats:
            self.clock.skip(now)
            self._stop("restarted")
        elif self._waits_for_answer and self._match.back is not None:
            patience = self._left_to_wait
            self._take_back_wait[self._match.back.of] = max(0, patience - passed)
            self._stale = self._stale or patience <= passed
        if self._in_show and not self.timed:
            # Where nothing runs out, no table is woken for the end of a show: its time is skipped.
            self.clock.skip(min(now, self._show_until))
        self.clock.run(now)
        if self._show_until and now >= self._show_until:
            self._show_until = 0
            self._stale = self._stale or self.timed
        return now

    def _stop(self, why: Hold) -> None:
        # Without clocks there is nothing to tap; the time that was skipped is all that matters.
        if self.timed and self._match.winners is None:
            self._hold = self._hold or why
            self._stale = True

    def stop(self) -> None:
        """The match has stopped: nobody's time runs until it is opened again."""
        self._stop("broken")

    def wind(self, here: Collection[int], tower: bool, armed: bool) -> None:
        """Work out again which clocks run.

        ``here`` are the seats with a screen, ``tower`` says whether it is there, and ``armed``
        whether a roll can be pressed.
        """
        # One reading of time: what the journal closed must not run on between two of them.
        now = self._look()
        if self._tower and not tower:
            self._stop("tower")
        self._tower, self._stale = tower, False
        self._help &= set(here)
        self._watch_show(now)
        if self._match.account is not self._taken:
            self._take()
        need = self._match.need
        still = self.why is not None or (isinstance(need, Roll) and not armed)
        states: dict[int, ClockState] = {
            seat: "still" if still else "runs" if seat in here else "away"
            for seat in self.clock.seats
        }
        stopped = self._hold is not None or self._match.paused is not None or self._in_show
        self.clock.set_states(now, states, not stopped, isinstance(need, Ask))
        self.countdown = self.clock.countdown(now)

    def _watch_show(self, now: int) -> None:
        if self._match.last_step is self._step:
            return
        self._step = self._match.last_step
        # Screens finish what they perform before they begin with what came meanwhile.
        until = max(now, self._show_until) + show_ms(self._match)
        self._show_until = min(until, now + MOST) if until > now else 0

    @property
    def _in_show(self) -> bool:
        return self._show_until > 0 and self._match.winners is None

    @property
    def show_left(self) -> int:
        """How long until everybody has seen the last step, in milliseconds."""
        self._look()
        return max(0, self._show_until - self._seen)

    @property
    def _waits_for_answer(self) -> bool:
        # A seat that never answers must not hold up the others: after a while the clocks run on,
        # and the question stays open.
        return self._left_to_wait > 0 and not self.waits_for_tap

    @property
    def _left_to_wait(self) -> int:
        back = self._match.back
        return 0 if back is None else self._take_back_wait.get(back.of, TAKE_BACK_WAIT)

    @property
    def beats(self) -> bool:
        """Whether time must be looked at every ``BEAT``, or a host that slept were not noticed."""
        return self.clock.running or self._waits_for_answer

    @property
    def why(self) -> Message | None:
        """Why all clocks stand still, if they do."""
        match = self._match
        if match.paused is not None:
            return by_viewer("host.clock.paused", match.paused)
        if self._hold is not None:
            return message(f"host.clock.{self._hold}")
        if self._help:
            return by_viewer("host.clock.help", min(self._help))
        if self._waits_for_answer:
            return message("host.clock.back")
        if self._in_show and self.timed:
            return message("host.clock.show")
        return None

    @property
    def waits_for_tap(self) -> bool:
        """Whether the clocks stand still until somebody lets them go on."""
        return self._match.paused is not None or self.held or bool(self._help)

    def go_on(self) -> None:
        """Somebody lets the clocks go on: nobody is waited for any longer."""
        self._hold = None
        self._help.clear()

    def help_opened(self, viewer: int) -> None:
        """Somebody looks at the rules."""
        self._help.add(viewer)

    def help_closed(self, viewer: int) -> None:
        """Somebody has looked at the rules."""
        self._help.discard(viewer)

    def used(self) -> Used:
        """What the open decisions have taken so far."""
        self._look()
        return self.clock.used()

    def late(self) -> Late | None:
        """Give the next seat whose time is up now, if there is one."""
        self._look()
        if self._stale:
            return None  # the host was away: nobody is late before the clocks go on
        if self.clock.limit_over():
            return Late(min(self.clock.seats), "limit")
        seat = self.clock.late()
        return None if seat is None else Late(seat, "clock")

    def ring(self, late: Late) -> None:
        """Note that this was told: a time that is over is told once."""
        if late.by == "limit":
            self.clock.limit_announced = True
        else:
            self.clock.seats[late.seat].announced = True

    def due(self) -> int | None:
        """Tell how many milliseconds are left until there is something to do, if nothing changes.

        Somebody's time is up, has begun to run out, or has stood still for long enough.
        """
        now = self._look()
        if self._stale or self.clock.countdown(now) != self.countdown:
            return 0
        waits = [self.clock.due(), self.clock.countdown_due()]
        if self._waits_for_answer:
            waits.append(self._left_to_wait)
        if self._in_show and self.timed:
            waits.append(self._show_until - now)
        return min((wait for wait in waits if wait is not None), default=None)
