"""The clocks of one match being played: whose run now, why they stand still, and whose time is up.

It decides nothing and writes nothing: the table asks it, and puts into the journal what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal

from dicerules.core import Ask, Roll
from dicerules.words import Say, say
from msgspec import Struct

from dicehost.clock import Clock, Go, Sand, Used
from dicehost.fold import Fold, by_viewer

BEAT = 1_000
"""Milliseconds between two looks at clocks that run, at most."""
AWAY = 5_000
"""Milliseconds between two looks that no busy host explains: it slept, and nobody could play."""
PATIENCE = 30_000
"""Milliseconds that clocks wait for answers about taking back one move, however often asked."""

Hold = Literal["start", "restarted", "tower"]


class Late(Struct, frozen=True):
    """A seat's time is up: by the table's clock, or by a limit that the rules set."""

    seat: int
    by: Literal["clock", "limit"]


class Timekeeper:
    """Follows a match. ``now`` tells monotonic milliseconds.

    Timed matches wait for a tap after the table was set up, anew or after a restart, and after the
    tower or the host was gone: people are still looking for their seats, phones and plugs.
    """

    def __init__(self, fold: Fold, now: Callable[[], int]) -> None:
        self._fold = fold
        self._now = now
        self._seen = now()
        self._taken = fold.account
        self._help: set[int] = set()
        self._tower = False
        self._patience: dict[int, int] = {}
        self._stale = False
        self.sand: Sand | None = None
        self.clock = Clock(fold.opened.timing, self._seen)
        self._hold: Hold | None = None
        if self.timed:
            self._hold = "restarted" if fold.seq > 1 else "start"
        self._take()

    @property
    def timed(self) -> bool:
        """Whether anything runs out: by what the table agreed on, or by the rules."""
        return self._fold.opened.timing.mode != "off" or self._fold.limit is not None

    @property
    def held(self) -> bool:
        """Whether the clocks stand still since something was gone, until somebody taps."""
        return self._hold is not None

    def _take(self) -> None:
        self._taken = self._fold.account
        limit = self._fold.limit
        seconds = None if limit is None else 1000 * limit.seconds
        self.clock.take(self._taken, self._fold.acting, seconds)

    def _look(self) -> int:
        now = self._now()
        passed, self._seen = max(0, now - self._seen), max(now, self._seen)
        if passed > AWAY and self.beats:
            self.clock.skip(now)
            self._stop("restarted")
        elif self._waits_for_answer and self._fold.back is not None:
            patience = self._left_to_wait
            self._patience[self._fold.back.of] = max(0, patience - passed)
            self._stale = self._stale or patience <= passed
        self.clock.run(now)
        return now

    def _stop(self, why: Hold) -> None:
        # Without clocks there is nothing to tap; the time that was skipped is all that matters.
        if self.timed and self._fold.winners is None:
            self._hold = self._hold or why
            self._stale = True

    def wind(self, here: Collection[int], tower: bool, armed: bool) -> None:
        """Look again whose clock runs.

        Who is ``here`` with a screen, whether the ``tower`` is there, and whether a roll can be
        pressed.
        """
        # One reading of time: what the journal closed must not run on between two of them.
        now = self._look()
        if self._tower and not tower:
            self._stop("tower")
        self._tower, self._stale = tower, False
        self._help &= set(here)
        if self._fold.account is not self._taken:
            self._take()
        need = self._fold.need
        still = self.why is not None or (isinstance(need, Roll) and not armed)
        goes: dict[int, Go] = {
            seat: "still" if still else "runs" if seat in here else "away"
            for seat in self.clock.hands
        }
        stopped = self._hold is not None or self._fold.paused is not None
        self.clock.wind(now, goes, not stopped, isinstance(need, Ask))
        self.sand = self.clock.sand(now)

    @property
    def _waits_for_answer(self) -> bool:
        # Who never answers must not hold up the others for ever: after a while the clocks run on,
        # and the question stays open.
        return self._left_to_wait > 0 and not self.waits_for_tap

    @property
    def _left_to_wait(self) -> int:
        back = self._fold.back
        return 0 if back is None else self._patience.get(back.of, PATIENCE)

    @property
    def beats(self) -> bool:
        """Whether time must be looked at every ``BEAT``, or a host that slept were not noticed."""
        return self.clock.running or self._waits_for_answer

    @property
    def why(self) -> Say | None:
        """Why all clocks stand still, if they do."""
        fold = self._fold
        if fold.paused is not None:
            return by_viewer("host.clock.paused", fold.paused)
        if self._hold is not None:
            return say(f"host.clock.{self._hold}")
        if self._help:
            return by_viewer("host.clock.help", min(self._help))
        if self._waits_for_answer:
            return say("host.clock.back")
        return None

    @property
    def waits_for_tap(self) -> bool:
        """Whether the clocks stand still until somebody lets them go on."""
        return self._fold.paused is not None or self.held or bool(self._help)

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
            return Late(min(self.clock.hands), "limit")
        seat = self.clock.late()
        return None if seat is None else Late(seat, "clock")

    def ring(self, late: Late) -> None:
        """Note that this was told: a time that is over is told once."""
        if late.by == "limit":
            self.clock.limit_rung = True
        else:
            self.clock.hands[late.seat].rung = True

    def due(self) -> int | None:
        """Tell how many milliseconds are left until there is something to do, if nothing changes.

        Somebody's time is up, has begun to run out, or has stood still for long enough.
        """
        now = self._look()
        if self._stale or self.clock.sand(now) != self.sand:
            return 0
        waits = [self.clock.due(), self.clock.sand_due()]
        if self._waits_for_answer:
            waits.append(self._left_to_wait)
        return min((wait for wait in waits if wait is not None), default=None)
