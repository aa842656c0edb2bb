"""Each kind of line: what it changes in a match, what the log tells of it, and that it is answered.

A command that a line answers is known by its id afterwards, so sending it again does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from dicehost.errors import JournalError
from dicehost.journal import events
from dicehost.journal.events import Bot, JournalEvent, read_event
from dicehost.match.log import LOG_LINES
from dicehost.match.record import check_version
from dicerules.core import Ask, Over, Roll, TimeUp
from dicerules.simulate import draw
from dicerules.views import TABLE
from msgspec.structs import replace

from tests.host.sitting import STRICT, Sitting, limited
from tests.kept import Clerk


@pytest.fixture
def clerk() -> Clerk:
    clerk = Clerk("c0ffee01", "cow", ["Ann", "Bo", "Cy"])
    clerk.open(checkable=True)
    return clerk


def needs_dice(clerk: Clerk) -> Roll:
    while not isinstance(need := clerk.match.need, Roll):
        assert isinstance(need, Ask)
        clerk.step("simulated", "ab")
    return need


def told(clerk: Clerk) -> list[str]:
    """What the log tells of the last line."""
    match = clerk.match
    return [line.message.key for line in match.log if line.seq == match.seq]


def say(clerk: Clerk, event: JournalEvent, answers: Sequence[tuple[int, str]] = ()) -> list[str]:
    """Write a line; it must answer these commands and no others."""
    before = dict(clerk.match.answered)
    clerk.write(event)
    new = {key: seq for key, seq in clerk.match.answered.items() if key not in before}
    assert new == dict.fromkeys(answers, clerk.match.seq)
    assert clerk.match.told == clerk.match.seq
    return told(clerk)


def test_a_pause_and_what_ends_it(clerk: Clerk) -> None:
    assert say(clerk, events.Paused(1, "p"), [(1, "p")]) == ["host.clock.paused.seat"]
    assert clerk.match.paused == 1
    assert say(clerk, events.Resumed(TABLE, "r"), [(TABLE, "r")]) == ["host.clock.resumed.table"]
    assert clerk.match.paused is None


def test_a_take_back_that_is_refused_lapses_or_is_done(clerk: Clerk) -> None:
    clerk.step("", "")
    of, seat = clerk.match.seq, 0
    while clerk.match.last_move(seat) != of:
        seat += 1
    others = [other for other in range(3) if other != seat]
    asked = events.TakeBackAsked(seat, of, "a")
    assert say(clerk, asked, [(seat, "a")]) == ["host.back.asked"]
    assert clerk.match.back == asked
    assert clerk.match.missing == tuple(others)
    assert say(clerk, events.TakeBackAgreed(others[0], "y"), [(others[0], "y")]) == []
    assert clerk.match.missing == (others[1],)
    assert say(clerk, events.TakeBackRefused(others[1], "n"), [(others[1], "n")]) == [
        "host.back.refused"
    ]
    assert (clerk.match.back, clerk.match.missing) == (None, ())
    say(clerk, events.TakeBackAsked(seat, of, "b"), [(seat, "b")])
    assert clerk.match.missing == tuple(others), "who agreed before is asked again"
    assert say(clerk, events.TakeBackLapsed(seat)) == ["host.back.lapsed"]
    assert clerk.match.back is None
    say(clerk, events.TakeBackAsked(seat, of, "c"), [(seat, "c")])
    before = clerk.match.roll_id
    assert say(clerk, events.TakenBack(seat, of)) == ["host.back.done"]
    assert clerk.match.back is None
    assert clerk.match.roll_id != before
    assert clerk.match.questions == {seat: clerk.match.seq}, "it is another question now"


def test_dice_by_hand_are_asked_for_agreed_to_begun_and_ended_by_the_tower(clerk: Clerk) -> None:
    roll = needs_dice(clerk)
    assert say(clerk, events.ManualDiceAsked(0, "a"), [(0, "a")]) == ["host.hand.asked.seat"]
    say(clerk, events.ManualDiceAgreed(1, "y"), [(1, "y")])
    assert clerk.match.hand_agreed == {1}
    assert say(clerk, events.ManualDiceRefused(2, "n"), [(2, "n")]) == ["host.hand.refused.seat"]
    assert clerk.match.hand_asked is None
    say(clerk, events.ManualDiceAsked(TABLE, "b"), [(TABLE, "b")])
    assert clerk.match.hand_agreed == set(), "who agreed before is asked again"
    assert say(clerk, events.ManualDiceBegun([TABLE])) == ["host.hand.begun"]
    assert (clerk.match.by_hand, clerk.match.hand_asked) == (True, None)
    rolled = clerk.rolled(roll, "hand", "")
    typed = replace(rolled, noise="", by=0, command="t")
    assert "host.hand.typed.seat" in say(clerk, typed, [(0, "t")])
    assert clerk.match.by_hand, "the next roll is by hand as well"
    assert (clerk.match.source, clerk.match.sources) == ("hand", {"hand": 1})
    while not isinstance(clerk.match.need, Roll):
        clerk.step("", "")
    clerk.step("simulated", "ab")
    assert not clerk.match.by_hand, "the tower is back"
    assert (clerk.match.source, clerk.match.tower) == ("simulated", "ab")
    assert clerk.match.sources == {"hand": 1, "simulated": 1}


def test_dice_that_a_device_reads_are_named_with_it(clerk: Clerk) -> None:
    roll = needs_dice(clerk)
    asked = events.ManualDiceAsked(1, "a", "camera")
    assert say(clerk, asked, [(1, "a")]) == ["host.hand.device.seat"]
    assert say(clerk, events.ManualDiceBegun([1, TABLE])) == ["host.hand.begun_device"]
    assert clerk.match.hand_device == "camera"
    faces, of = draw(roll, clerk.chance.randrange), clerk.match.roll_id
    read = events.RollOutcome(of, faces, "device", "camera", by=1, command="d")
    assert "host.hand.read" in say(clerk, read, [(1, "d")])
    assert (clerk.match.by_hand, clerk.match.hand_device) == (True, "camera")
    assert clerk.match.tower != "camera", "that is no tower to come back to"


def test_what_the_host_draws_itself_is_said(clerk: Clerk) -> None:
    drawn = replace(clerk.rolled(needs_dice(clerk), "system", ""), noise="")
    assert "host.hand.drawn" in say(clerk, drawn)
    assert "host.proof.unchecked" not in told(clerk), "nobody expects a proof of these"


def test_a_tower_that_did_not_commit_or_committed_twice_is_said(clerk: Clerk) -> None:
    roll = needs_dice(clerk)
    before = clerk.match.told
    for _ in range(2):
        clerk.commit(roll, "simulated", "ab")
        assert clerk.match.told == before, "a commitment is no news to the screens"
    assert len(clerk.match.commitments) == 2
    clerk.write(clerk.rolled(roll, "simulated", "ab"))
    (line,) = [line for line in clerk.match.log if line.message.key == "host.proof.abandoned"]
    assert line.message.facts["count"] == 2
    assert not clerk.match.commitments
    roll = needs_dice(clerk)
    clerk.write(replace(clerk.rolled(roll, "simulated", "ab"), noise=""))
    assert {"host.proof.unchecked", "host.proof.abandoned"} <= set(told(clerk))


def test_a_commitment_to_another_roll_counts_for_nothing(clerk: Clerk) -> None:
    roll = needs_dice(clerk)
    clerk.commit(roll, "simulated", "ab")
    (own,) = clerk.match.commitments
    clerk.write(replace(own, id="c0ffee01.1", tower="cd"))
    assert clerk.match.commitments == [own]
    assert clerk.match.tower == "ab"
    refused = events.CommitmentRefused("c0ffee01.1", own.commitment, "tower.faces", "")
    assert say(clerk, refused) == ["host.proof.refused"]
    assert clerk.match.refused is None
    say(clerk, replace(refused, id=own.id))
    assert clerk.match.refused is not None
    assert clerk.match.committed_to(own.commitment) == own
    assert clerk.match.committed_to("5e" * 32) is None


def test_who_sits_where_and_who_plays_for_whom(clerk: Clerk) -> None:
    assert say(clerk, events.Seated([0, 2], True)) == ["host.seated.tablet"]
    assert clerk.match.tablet == {0, 2}
    assert say(clerk, events.Seated([2], False)) == ["host.seated.phone"]
    assert clerk.match.tablet == {0}
    bot = Bot(1, "steady", "rex")
    seated = events.BotSeated(bot, TABLE, "b")
    assert say(clerk, seated, [(TABLE, "b")]) == ["host.bot.seated.steady"]
    assert clerk.match.bots == {1: bot}
    assert say(clerk, events.BotLeft(1, 1, "l"), [(1, "l")]) == ["host.bot.left"]
    assert clerk.match.bots == {}
    assert clerk.match.had_bots == {1}, "the history counts it apart"


def test_pace_tower_and_damage(clerk: Clerk) -> None:
    assert say(clerk, events.PaceChosen("grand", TABLE, "p"), [(TABLE, "p")]) == []
    assert clerk.match.pace == "grand"
    assert say(clerk, events.TowerChosen("cd")) == ["host.moved.tower"]
    assert clerk.match.tower == "cd"
    gives_up = events.TowerChosen("ef", "c0ffee01.1")
    assert say(clerk, gives_up) == ["host.moved.tower", "host.moved.gives_up"]
    assert say(clerk, events.Recovered(3, "5e" * 32)) == ["host.recovered.lines"]
    facts = clerk.match.log[-1].message.facts
    assert (facts["lost"], facts["line"]) == (3, clerk.match.seq - 1)


def test_a_match_that_its_owner_ends_needs_nothing_more_and_nobody_won(clerk: Clerk) -> None:
    say(clerk, events.Paused(1, "p"), [(1, "p")])
    assert say(clerk, events.Closed([], abandoned=True)) == ["host.abandoned.news"]
    match = clerk.match
    assert isinstance(match.need, Over)
    assert (match.closed, match.winners, match.paused, match.questions) == (True, (), None, {})
    assert match.acting == ()


def test_a_match_that_is_over_knows_who_won(clerk: Clerk) -> None:
    while not isinstance(clerk.match.need, Over):
        clerk.step("simulated", "ab")
    winners = clerk.match.winners
    assert winners
    assert not clerk.match.closed
    clerk.finish()
    assert (clerk.match.closed, clerk.match.abandoned) == (True, False)
    assert clerk.match.winners == winners


def test_a_seat_that_is_late_is_told_of_once_whoever_says_it() -> None:
    for game in ("cow", "zorro"):
        clerk = Clerk("c0ffee02", game, ["Ann", "Bo", "Cy"])
        clerk.open()
        while not clerk.time_out():
            clerk.step("simulated", "ab")
        late = [key for key in told(clerk) if key in ("news.late", "host.clock.late")]
        assert len(late) == 1, game


def test_the_rules_own_limit_is_theirs_to_tell() -> None:
    sitting = Sitting(STRICT, limited(5))
    sitting.answer(0)
    seat = min(sitting.match.need.forms)  # type: ignore[union-attr]
    sitting.write(events.TimedOut(TimeUp(seat, "limit"), "limit"))
    assert "host.clock.late" not in [line.message.key for line in sitting.match.log]


def test_a_line_that_does_not_follow_or_a_second_opening_is_refused(clerk: Clerk) -> None:
    entries, match = clerk.entries, clerk.match
    clerk.step("", "")
    with pytest.raises(JournalError, match=r"journal\.gap") as refused:
        match.take(entries[-1])
    assert (refused.value.facts["expected"], refused.value.facts["got"]) == (3, 2)
    with pytest.raises(JournalError, match=r"journal\.opened"):
        match.take(replace(entries[0], seq=3))
    assert match.seq == 2, "it is as it was"
    with pytest.raises(JournalError, match=r"journal\.newer_game"):
        check_version(clerk.game, "aa", clerk.game.version + 1)
    check_version(clerk.game, "aa", clerk.game.version)


def test_the_log_keeps_the_newest_lines(clerk: Clerk) -> None:
    for number in range(LOG_LINES):
        clerk.write(events.Paused(0, f"p{number}"))
    assert len(clerk.match.log) == LOG_LINES
    assert clerk.match.log[-1].seq == clerk.match.seq


def test_who_presses_and_who_is_asked_may_run_out_of_time(clerk: Clerk) -> None:
    assert clerk.match.acting == tuple(clerk.match.questions)
    roll = needs_dice(clerk)
    assert clerk.match.acting == (roll.seat,)
    assert clerk.match.questions == {}
    assert isinstance(read_event(clerk.entries[-1]), events.Moved)
