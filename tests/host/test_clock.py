"""Clocks are fair, one case after another; the test is the time."""

from __future__ import annotations

import json

import pytest
from dicehost.clock.clock import PRESETS, Account, Countdown, Timing
from dicehost.journal.entry import Entry
from dicehost.journal.events import RollOutcome
from dicehost.link.tower import Tower
from dicehost.match.decisions import asks
from dicehost.match.record import Match, replay_match
from dicehost.match.roller import Roller
from dicehost.match.timekeeper import AWAY, TAKE_BACK_WAIT
from dicehost.past.transcript import tell
from dicerules.core import Ask, Roll
from dicerules.ryb import GAME as RYB
from dicerules.views import TABLE
from dicerules.words import message

from tests.host.sitting import COW, GENTLE, STRICT, Sitting, limited
from tests.rules.test_ryb_trade import trading


@pytest.fixture
def sitting() -> Sitting:
    sitting = Sitting(STRICT)
    sitting.tap_go_on()
    return sitting


def test_no_clock_runs_before_somebody_taps_go_on() -> None:
    sitting = Sitting(STRICT)
    assert sitting.wait(3_600_000) == []
    assert sitting.left(0) == 30_000


def test_a_decision_takes_its_own_time_first_and_then_the_bank(sitting: Sitting) -> None:
    sitting.wait(12_000)
    sitting.answer(0)
    assert sitting.match.account.bank == (20_000 - 2_000 + 1_000, 20_000, 20_000)
    assert sitting.match.account.spent == (12_000, 0, 0)


def test_the_default_move_comes_once_when_decision_and_bank_are_over(sitting: Sitting) -> None:
    assert sitting.wait(29_999) == []
    assert sitting.wait(1) == [0]
    assert sitting.match.account.bank[0] == 1_000, "the increment, so that the next one has time"
    assert isinstance(sitting.match.need, Ask)
    assert sorted(sitting.match.need.forms) == [1, 2]


def test_simultaneous_decisions_run_each_on_its_own_clock(sitting: Sitting) -> None:
    sitting.answer(0)
    sitting.wait(4_000)
    sitting.answer(2)
    sitting.wait(4_000)
    assert sitting.hands == {1: 8_000}
    assert sitting.match.account.spent == (0, 0, 4_000)
    assert sitting.wait(22_000) == [1]


def test_gentle_clocks_nudge_once_and_never_move_for_anybody() -> None:
    sitting = Sitting(GENTLE)
    sitting.tap_go_on()
    assert sitting.wait(100_000) == []
    assert sitting.nudged == [0]
    assert sitting.left(0) == 0
    sitting.answer(0)
    assert sitting.match.account.spent[0] == 100_000


def test_a_pause_by_anyone_stops_everybody(sitting: Sitting) -> None:
    sitting.answer(0)
    sitting.wait(3_000)
    sitting.tap_pause(viewer=0)
    assert sitting.wait(3_600_000) == []
    assert sitting.hands == {1: 3_000, 2: 3_000}
    sitting.tap_go_on(viewer=-1)
    sitting.wait(1_000)
    assert sitting.hands == {1: 4_000, 2: 4_000}


def test_time_that_passes_while_a_line_is_written_is_nobodys(sitting: Sitting) -> None:
    sitting.tick = 1
    sitting.tap_pause(viewer=1)
    assert sitting.keeper.used() == sitting.match.account.open


def test_a_seat_that_lost_its_screen_has_the_grace_once_a_decision(sitting: Sitting) -> None:
    sitting.here = {1, 2}
    sitting.wind()
    sitting.wait(4_000)
    assert sitting.hands == {0: 0}
    sitting.here = {0, 1, 2}
    sitting.wind()
    sitting.wait(1_000)
    sitting.here = {1, 2}
    sitting.wind()
    sitting.wait(3_000)
    assert sitting.hands == {0: 1_000 + 3_000 - 1_000}
    assert sitting.wait(27_000) == [0]


def test_no_time_runs_while_somebody_looks_at_the_rules(sitting: Sitting) -> None:
    sitting.keeper.help_opened(2)
    sitting.wind()
    sitting.wait(60_000)
    assert sitting.hands == {0: 0}
    sitting.here = {0, 1}  # a player who walks off with the rules open holds up nobody
    sitting.wind()
    sitting.wait(1_000)
    assert sitting.hands == {0: 1_000}


def test_a_tap_that_lets_the_clocks_go_on_waits_for_no_reader(sitting: Sitting) -> None:
    sitting.keeper.help_opened(2)
    sitting.wind()
    assert sitting.keeper.waits_for_tap
    sitting.tap_go_on()
    assert not sitting.keeper.waits_for_tap
    sitting.wait(1_000)
    assert sitting.hands == {0: 1_000}


def test_no_time_runs_while_a_roll_waits_for_its_tower(sitting: Sitting) -> None:
    for seat in (0, 1, 2):
        sitting.answer(seat)
    assert isinstance(sitting.match.need, Roll)
    sitting.wait(sitting.keeper.show_left + 2_000)
    sitting.plugged = False
    sitting.wind()
    sitting.wait(60_000)
    assert sitting.hands == {0: 2_000}
    sitting.plugged = True
    sitting.wind()
    sitting.wait(60_000)
    assert sitting.hands == {0: 2_000}, "nobody is hurried while plugs are being looked for"
    sitting.tap_go_on()
    sitting.wait(60_000)
    assert sitting.nudged == [0], "the roll is pressed for the seat, once"


def test_a_restart_gives_time_back_and_waits_for_a_tap(sitting: Sitting) -> None:
    sitting.wait(8_000)
    sitting.sit_down()
    sitting.wait(60_000)
    assert sitting.hands == {0: 0}
    sitting.tap_go_on()
    sitting.wait(1_000)
    assert sitting.hands == {0: 1_000}


def test_the_rules_own_limit_runs_with_the_tables_clocks_off() -> None:
    sitting = Sitting(PRESETS["off"], limited(30))
    assert not sitting.keeper.held
    assert sitting.wait(3_600_000) == []
    sitting.answer(0)
    sitting.wait(10_000)
    sitting.answer(1)
    assert sitting.wait(19_999) == [], "the limit is for all together"
    assert sitting.wait(1) == [2]
    assert json.loads(sitting.entries[-1].body)["by"] == "limit"


def test_when_the_rules_limit_is_over_everybody_asked_is_late_once() -> None:
    sitting = Sitting(PRESETS["off"], limited(30))
    sitting.answer(0)
    assert sitting.wait(30_000) == [1, 2]
    sitting.roll()
    assert sitting.wait(3_600_000) == [], "what comes next has no limit, or a new one"


def test_the_rules_limit_and_the_tables_clock_run_beside_each_other() -> None:
    sitting = Sitting(STRICT, limited(12))
    sitting.tap_go_on()
    sitting.answer(0)
    assert sitting.wait(11_999) == []
    assert sitting.wait(1) == [1, 2], "whatever is over first"
    assert sitting.match.account.bank[1] == 20_000 - 2_000 + 1_000


def test_a_trade_in_ryb_is_ended_by_its_own_clock_while_the_tables_are_off() -> None:
    sitting = Sitting(PRESETS["off"], RYB, trading())
    sitting.tap_go_on()
    sitting.wait(100_000)
    sitting.move(0, do="offer", offer={"to": 1, "give": ["red.1"], "take": []})
    assert sitting.wait(79_999) == [], "an offer does not begin the three minutes anew"
    assert sitting.wait(1) == [1]
    assert sitting.match.state.trade is None
    assert sitting.wait(3_600_000) == []


def test_a_strict_clock_makes_one_seat_silent_and_the_trade_goes_on() -> None:
    sitting = Sitting(STRICT, RYB, trading())
    sitting.tap_go_on()
    sitting.move(0, do="offer", offer={"to": 1, "give": ["red.1"], "take": []})
    assert sitting.wait(30_000) == [1]
    assert json.loads(sitting.entries[-1].body)["event"]["by"] == "clock"
    assert sorted(asks(sitting.match.need)) == [0, 1, 2], "the offer is declined, and no more"
    assert sitting.wait(29_999) == [1], "with what its bank was given since"
    assert sitting.match.state.trade is not None
    assert sorted(asks(sitting.match.need)) == [0, 2]


def test_a_trades_time_is_real_time_through_rolls_help_and_phones_that_are_gone() -> None:
    sitting = Sitting(PRESETS["off"], RYB, trading())
    sitting.tap_go_on()
    sitting.keeper.help_opened(2)
    sitting.here = {2}
    sitting.wind()
    sitting.wait(60_000)
    sitting.keeper.help_closed(2)
    sitting.move(0, do="done")
    sitting.move(0, goal="0")
    assert isinstance(sitting.match.need, Roll)
    assert sitting.wait(150_000) == [], "nobody can be told while dice are rolled for"
    sitting.roll()
    assert sitting.wait(sitting.keeper.show_left + 1) == [0], "told once everybody saw the dice"
    assert sitting.match.state.trade is None
    assert isinstance(sitting.match.need, Ask)
    assert sitting.match.state.phase == "bank", "the turn goes on where it was"


def test_a_trades_time_stands_still_with_the_whole_match() -> None:
    sitting = Sitting(PRESETS["off"], RYB, trading())
    sitting.tap_go_on()
    sitting.wait(60_000)
    sitting.tap_pause(viewer=2)
    assert sitting.wait(3_600_000) == []
    sitting.tap_go_on()
    sitting.sleep(3_600_000)
    assert sitting.wait(3_600_000) == []
    sitting.tap_go_on()
    assert sitting.wait(119_999) == []
    assert sitting.wait(1) == [0]


def test_old_lines_of_a_late_seat_fold_as_they_did() -> None:
    sitting = Sitting(STRICT, RYB, trading())
    line = (
        b'{"event":{"type":"time_up","seat":1},"by":"clock","used":{"seats":[[0,9],[1,9],[2,9]]}}'
    )
    entry = Entry("aa", 2, sitting.wall, "timed", line.decode(), "")
    old = replay_match(RYB, [*sitting.entries, entry])
    assert old.state.trade is None, "whosever time it was, it ended the Trade"
    assert old.account.bank[1] == 21_000


def test_a_suspended_host_counts_for_nobody_and_waits_for_a_tap(sitting: Sitting) -> None:
    sitting.wait(3_500)
    sitting.sleep(8 * 3_600_000)
    assert sitting.keeper.why == message("host.clock.restarted")
    assert sitting.wait(3_600_000) == []
    assert sitting.hands == {0: 3_500}
    sitting.tap_go_on()
    assert sitting.wait(26_499) == []
    assert sitting.wait(1) == [0]


def test_a_busy_host_is_not_a_suspended_one(sitting: Sitting) -> None:
    sitting.sleep(AWAY)
    assert not sitting.keeper.held
    assert sitting.hands == {0: AWAY}


def test_without_clocks_a_suspended_host_needs_no_tap_and_nobody_used_the_time() -> None:
    sitting = Sitting(PRESETS["off"])
    sitting.wait(2_000)
    sitting.sleep(3_600_000)
    assert not sitting.keeper.waits_for_tap
    assert sitting.hands == {0: 2_000}


def test_who_never_answers_a_take_back_holds_the_clocks_for_a_while_only(sitting: Sitting) -> None:
    sitting.answer(0)
    line = sitting.match.last_move(0)
    assert line is not None
    sitting.ask_back(0, line)
    assert sitting.wait(TAKE_BACK_WAIT) == []
    assert sitting.hands == {1: 0, 2: 0}
    sitting.refuse_back()
    sitting.ask_back(0, line)
    assert sitting.wait(1_000) == []
    assert sitting.hands == {1: 1_000, 2: 1_000}, "asking again does not hold them again"
    assert sitting.wait(29_000) == [1, 2]


def test_the_lamps_are_told_once_when_the_last_stretch_begins_and_once_when_it_stops(
    sitting: Sitting,
) -> None:
    sitting.wait(22_499)
    assert sitting.sands == [None]
    sitting.wait(5_000)
    assert sitting.sands[1:] == [Countdown(0, 7_500, sitting.now + 2_501, True)]
    sitting.tap_pause(viewer=1)
    assert sitting.sands[2:] == [Countdown(0, 7_500, 2_501, False)]
    sitting.wait(60_000)
    sitting.tap_go_on()
    sitting.answer(0)
    assert len(sitting.sands) == 5
    assert sitting.sands[-1] is None


def test_the_lamps_tell_the_shortest_of_the_times_that_run(sitting: Sitting) -> None:
    sitting.answer(0)
    sitting.here = {0, 1}
    sitting.wind()
    sitting.wait(29_000)
    told = sitting.sands[-1]
    assert told is not None
    assert told.seat == 1
    sitting.answer(1)
    told = sitting.sands[-1]
    assert told is not None
    assert told.seat == 2


def test_dice_of_this_turn_come_before_time_on_the_lamps_and_older_ones_after_it(
    sitting: Sitting,
) -> None:
    roller = Roller(sitting.match, Tower(None), _nobody, _nobody, _no_draw, lambda: None)
    countdown, shown = Countdown(1, 3_000, sitting.now, True), dict[bool, set[str]]()
    while len(shown) < 2:
        match = sitting.match
        if isinstance(match.need, Roll):
            sitting.roll()
        else:
            sitting.answer(next(iter(asks(match.need))))
        if match.last_roll is not None and isinstance(match.need, Ask):
            roller.run_out(countdown)
            same_turn = match.rolled_in == match.game.view(match.state, TABLE).turn
            shown.setdefault(same_turn, set()).add(roller.wish().scene)
            roller.run_out(None)
            assert roller.wish().scene == "dice"
    assert shown == {True: {"dice"}, False: {"time"}}


async def _nobody(outcome: object) -> None:
    raise AssertionError(f"nothing is rolled here, got {outcome}")


def _no_draw(match: Match, roll: Roll) -> RollOutcome:
    raise AssertionError(f"nothing is drawn here, got {roll}")


def test_a_journal_without_clocks_folds_as_before() -> None:
    sitting = Sitting(PRESETS["off"])
    sitting.answer(0)
    old = []
    for entry in sitting.entries:
        body = json.loads(entry.body)
        body.pop("used", None)
        body.pop("timing", None)
        old.append(type(entry)("aa", entry.seq, entry.at, entry.kind, json.dumps(body), ""))
    match = replay_match(COW, old)
    assert match.body() == sitting.match.body()
    assert match.account == Account.begin(Timing(), 3)


def test_the_minutes_tell_pauses_time_outs_and_the_time_used(sitting: Sitting) -> None:
    sitting.wait(30_000)
    sitting.tap_pause(viewer=1)
    sitting.tap_go_on(viewer=-1)
    said = "\n".join(tell(COW, sitting.entries))
    assert "Ed has run out of time." in said
    assert "Chris paused the match." in said
    assert "Clocks resumed at the table." in said
    assert "Time used: Ed 0:30, Chris 0:00, Donna 0:00" in said
