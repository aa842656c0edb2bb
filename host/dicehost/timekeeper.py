"""The clocks of one match being played: whose run now, why they stand still, and whose time is up.

It decides nothing and writes nothing: the table asks it, and puts into the journal what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal

from dicerules.core import Roll
from dicerules.words import Say, say
from msgspec import Struct

from dicehost.clock import Clock, Go, Used
from dicehost.fold import Fold, by_viewer


class Late(Struct, frozen=True):
    """A seat's time is up: by the table's clock, or by a limit that the rules set."""

    seat: int
    by: Literal["clock", "limit"]


class Timekeeper:
    """Follows a match. ``now`` tells monotonic milliseconds.

    After the table was set up, anew or after a restart, timed matches wait for a tap: people are
    still looking for their seats and phones.
    """

    def __init__(self, fold: Fold, now: Callable[[], int]) -> None:
        self._fold = fold
        self._now = now
        self._begun = fold.seq > 1
        self._taken = fold.account
        self._help: set[int] = set()
        self.clock = Clock(fold.opened.timing, now())
        self.held = self.timed
        self._take()

    @property
    def timed(self) -> bool:
        """Whether anything runs out: by what the table agreed on, or by the rules."""
        return self._fold.opened.timing.mode != "off" or self._fold.limit is not None

    def _take(self) -> None:
        self._taken = self._fold.account
        self.clock.take(self._taken, self._fold.acting, self._fold.limit)

    def wind(self, here: Collection[int], armed: bool) -> None:
        """Look again whose clock runs: who has a screen, and whether a roll can be pressed."""
        # One reading of time: what the journal closed must not run on between two of them.
        now = self._now()
        self._help &= set(here)
        self.clock.run(now)
        if self._fold.account is not self._taken:
            self._take()
        still = self.why is not None or (isinstance(self._fold.need, Roll) and not armed)
        goes: dict[int, Go] = {
            seat: "still" if still else "runs" if seat in here else "away"
            for seat in self.clock.hands
        }
        self.clock.wind(now, goes)

    @property
    def why(self) -> Say | None:
        """Why all clocks stand still, if they do."""
        fold = self._fold
        if fold.paused is not None:
            return by_viewer("host.clock.paused", fold.paused)
        if self.held:
            return say("host.clock.restarted" if self._begun else "host.clock.start")
        if self._help:
            return by_viewer("host.clock.help", min(self._help))
        if fold.back is not None:
            return say("host.clock.back")
        return None

    @property
    def waits_for_tap(self) -> bool:
        """Whether the clocks stand still until somebody lets them go on."""
        return self._fold.paused is not None or self.held or bool(self._help)

    def go_on(self) -> None:
        """Somebody lets the clocks go on: nobody is waited for any longer."""
        self.held = False
        self._help.clear()

    def help_opened(self, viewer: int) -> None:
        """Somebody looks at the rules."""
        self._help.add(viewer)

    def help_closed(self, viewer: int) -> None:
        """Somebody has looked at the rules."""
        self._help.discard(viewer)

    def used(self) -> Used:
        """What the open decisions have taken so far."""
        self.clock.run(self._now())
        return self.clock.used()

    def late(self) -> Late | None:
        """Give the next seat whose time is up now, if there is one."""
        clock = self.clock
        clock.run(self._now())
        if clock.limit_over():
            return Late(min(clock.hands), "limit")
        seat = clock.late()
        return None if seat is None else Late(seat, "clock")

    def ring(self, late: Late) -> None:
        """Note that this was told: a time that is over is told once."""
        if late.by == "limit":
            self.clock.limit_rung = True
        else:
            self.clock.hands[late.seat].rung = True

    def due(self) -> int | None:
        """Tell how many milliseconds are left until somebody's time is up, if nothing changes."""
        self.clock.run(self._now())
        return self.clock.due()
