"""Clocks are fair whatever happens in whatever order, held against a ledger of its own."""

from __future__ import annotations

from dicehost.clock.clock import PRESETS, Timing
from dicehost.errors import TableError
from dicehost.match.decisions import asks
from dicehost.match.record import replay_match
from dicehost.match.timekeeper import AWAY, TAKE_BACK_WAIT
from dicerules.core import Ask, Over, Roll
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.host.sitting import COW, GENTLE, STRICT, Sitting, limited


class AnyOrder(RuleBasedStateMachine):
    """Whatever happens in whatever order, held against a ledger that this test keeps itself."""

    @initialize(
        timing=st.sampled_from([STRICT, GENTLE, PRESETS["off"]]),
        limit=st.sampled_from([None, 7, 25]),
    )
    def sit(self, timing: Timing, limit: int | None) -> None:
        self.table = Sitting(timing, COW if limit is None else limited(limit))
        self.timing = timing
        self.held = timing.mode != "off"
        self.paused = False
        self.help = False
        self.patience: dict[int, int] = {}
        self.limit_given = 0
        self.limit = self.table.match.limit
        self.given: dict[int, int] = {}
        self.spared: dict[int, int] = {}
        self.earned = [0, 0, 0]
        self.decisions: dict[int, object] = {}
        self._compare_decisions()

    def _compare_decisions(self) -> None:
        # A decision is new when a seat is asked something that it was not asked before this line.
        match = self.table.match
        if match.limit != self.limit:
            self.limit, self.limit_given = match.limit, 0
        now: dict[int, object] = dict(asks(match.need))
        if isinstance(match.need, Roll):
            now = dict.fromkeys(match.acting, match.roll_id)
        for seat in list(self.given):
            if now.get(seat) != self.decisions.get(seat):
                self._close(seat)
        for seat in now:
            self.given.setdefault(seat, 0)
            self.spared.setdefault(seat, 0)
        self.decisions = now

    def _close(self, seat: int) -> None:
        self.earned[seat] += self.given.pop(seat)
        self.spared.pop(seat)

    def _done(self, seat: int) -> None:
        if seat in self.given:
            self._close(seat)
        self._compare_decisions()

    @rule(milliseconds=st.integers(1, 15_000))
    def wait(self, milliseconds: int) -> None:
        until = self.table.now + milliseconds
        while self.table.now < until:
            step = self.table.step(until)
            self._give(step)
            self.table.now += step
            self._ring()

    def _give(self, step: int) -> None:
        table = self.table
        if self.held or self.paused:
            return
        show = table.keeper.show_left
        assert not show or not self._timed or step <= show, "the clocks run on after the show"
        seen = max(0, step - show)  # of this step, what came after everybody had seen the show
        if table.match.limit is not None:
            self.limit_given += seen
        if self.help:
            return
        back = table.match.back
        if back is not None and (patience := self.patience.get(back.of, TAKE_BACK_WAIT)):
            assert step <= patience, "the clocks run on once it was waited long enough"
            self.patience[back.of] = patience - step
            return
        if isinstance(table.match.need, Roll) and not table.plugged:
            return
        for seat in self.given:
            spared = 0
            if seat not in table.here:
                spared = min(seen, self.timing.grace - self.spared[seat])
                self.spared[seat] += spared
            self.given[seat] += seen - spared

    def _ring(self) -> None:
        # One TimeUp at most for a decision, and only after all the time it was given.
        table = self.table
        while (late := table.keeper.late()) is not None:
            bank = table.match.account.bank[late.seat]
            if late.by == "clock":
                assert self.given[late.seat] == self.timing.decision + bank
            else:
                limit = table.match.limit
                assert limit is not None
                assert self.limit_given >= 1000 * limit.seconds
            seq, asked = table.match.seq, table.match.need
            if late.by == "clock" and (self.timing.mode == "gentle" or isinstance(asked, Roll)):
                table.keeper.ring(late)
                continue
            written = table.end(late)
            assert written == seq + 1
            self._done(late.seat)
        table.wind()

    @rule(viewer=st.integers(-1, 2))
    @precondition(lambda self: not self.paused)
    def pause(self, viewer: int) -> None:
        self.table.tap_pause(viewer)
        self.paused = True

    @rule(viewer=st.integers(-1, 2))
    def resume(self, viewer: int) -> None:
        self.table.tap_go_on(viewer)
        self.paused = self.held = self.help = False

    @rule()
    def restart(self) -> None:
        table = self.table
        before = {seat: clock.used for seat, clock in table.keeper.clock.seats.items()}
        table.sit_down()
        after = table.hands
        assert all(after[seat] <= before[seat] for seat in after), "time may be given back only"
        self.given = {seat: after[seat] for seat in self.given}
        assert table.keeper.used().limit <= self.limit_given
        self.limit_given = table.keeper.used().limit
        self.patience = {}
        self.spared = dict.fromkeys(self.spared, 0)
        self.held = table.keeper.timed
        self.help = False

    @rule()
    def unplug(self) -> None:
        if self.table.plugged and self._timed:
            self.held = True
        self.table.plugged = not self.table.plugged
        self.table.wind()

    @property
    def _timed(self) -> bool:
        return self.table.keeper.timed and self.table.match.winners is None

    @rule(asleep=st.integers(AWAY + 1, 3_600_000))
    def sleep(self, asleep: int) -> None:
        """The host is suspended: nobody's time runs, and it waits for a tap where any did."""
        self.held = self.held or (self.table.keeper.beats and self._timed)
        self.table.sleep(asleep)
        assert self.table.keeper.held == self.held

    @rule(seat=st.integers(0, 2))
    def come_or_leave(self, seat: int) -> None:
        self.table.here ^= {seat}
        if self.help and seat == 0 and 0 not in self.table.here:
            self.help = False
        self.table.wind()

    @rule()
    @precondition(lambda self: 0 in self.table.here)
    def open_help(self) -> None:
        self.table.keeper.help_opened(0)
        self.table.wind()
        self.help = True

    @rule()
    def close_help(self) -> None:
        self.table.keeper.help_closed(0)
        self.table.wind()
        self.help = False

    @rule(back=st.integers(1, 3_600_000), wall=st.sampled_from(["1970-01-01", "2099-12-31"]))
    def jump(self, back: int, wall: str) -> None:
        """Somebody sets the wall clock; a clock that goes back is not believed either."""
        self.table.wall = wall
        self.table.now -= back
        self.table.wind()
        self.table.now += back
        self.table.wind()

    @rule(pick=st.integers(0, 2))
    @precondition(lambda self: isinstance(self.table.match.need, Ask) and not self.paused)
    def answer(self, pick: int) -> None:
        seats = sorted(asks(self.table.match.need))
        seat = seats[pick % len(seats)]
        self.table.answer(seat)
        self._done(seat)

    @rule()
    @precondition(lambda self: isinstance(self.table.match.need, Roll) and self.table.plugged)
    def roll(self) -> None:
        (seat,) = self.table.match.acting or (None,)
        self.table.roll()
        if seat is not None:
            self._done(seat)

    def _may_withdraw(self, of: int) -> bool:
        try:
            self.table.match.without(of)
        except TableError:
            return False
        return self.table.match.winners is None

    @rule(seat=st.integers(0, 2))
    @precondition(lambda self: self.table.match.back is None)
    def ask_back(self, seat: int) -> None:
        of = self.table.match.last_move(seat)
        if of is not None and self._may_withdraw(of):
            self.table.ask_back(seat, of)

    @rule(agreed=st.booleans())
    @precondition(lambda self: self.table.match.back is not None)
    def answer_back(self, agreed: bool) -> None:
        back = self.table.match.back
        assert back is not None
        if not agreed or not self._may_withdraw(back.of):
            self.table.refuse_back()
            return
        self.table.agree_back()
        self._compare_decisions()

    @invariant()
    def no_seat_lost_time_it_was_not_given_to_use(self) -> None:
        table = self.table
        assert table.hands == self.given
        if table.match.limit is not None:
            assert table.keeper.used().limit == self.limit_given
        assert list(table.match.account.spent) == self.earned
        for clock in table.keeper.clock.seats.values():
            assert clock.left is None or clock.left >= 0

    @invariant()
    def the_journal_replays_to_the_same_clocks(self) -> None:
        again = replay_match(self.table.game, self.table.entries)
        assert again.account == self.table.match.account
        assert again.paused == self.table.match.paused

    @invariant()
    def a_match_that_is_over_has_no_clocks(self) -> None:
        if isinstance(self.table.match.need, Over):
            assert self.table.hands == {}


AnyOrder.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
test_any_order_of_events_is_fair = AnyOrder.TestCase
