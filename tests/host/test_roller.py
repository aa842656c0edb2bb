"""The roller of one match, at the firmware's own desk, on a clock that leaps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from dicehost.errors import JournalError
from dicehost.journal.events import CommitmentRefused, Committed
from dicehost.match import roller
from dicehost.match.lamps import Lamps, dice_matter
from dicehost.match.roller import NUDGE, Roller
from dicehost.match.show import MOST
from dicerules.core import Ask, Over, Roll
from tower import desk, rolls

from tests.fuzz.cable import OneProcess


class Evening(OneProcess):
    """One match whose roller is watched. ``patient``: whoever is asked takes their time."""

    patient = False

    def __init__(self) -> None:
        self.told = 0
        self.tumbled = list[bool]()
        self.roller: Roller

    def answer(self) -> None:
        if not self.patient:
            super().answer()

    def changed(self) -> None:
        self.told += 1
        if hasattr(self, "roller"):
            self.tumbled.append(self.roller.tumbling)

    def press(self) -> None:
        self.roller.press(self.clerk.match.roll_id)
        self.let_pass(2000)

    @property
    def lamps(self) -> tuple[str, tuple[int, ...]]:
        assert self.cable.desk is not None
        scene = self.cable.desk.scene(self.cable.now)
        return scene.name, scene.faces


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()
    assert not evening.complaints.said


def begin(evening: Evening, game: str = "cow") -> None:
    evening.begin(game)
    evening.let_pass(2000)


def test_a_press_for_the_roll_that_is_needed_brings_one_outcome_and_its_dice(
    evening: Evening,
) -> None:
    begin(evening)
    assert evening.roller.armed
    evening.roller.press("aa.77")
    evening.let_pass(2000)
    assert not evening.outcomes, "that is another roll"
    evening.patient = True
    evening.press()
    (outcome,) = evening.outcomes
    assert evening.lamps == ("show", outcome.event.faces)
    assert evening.clerk.match.last_roll is not None


def test_screens_are_told_when_dice_begin_to_tumble_and_when_they_lie(evening: Evening) -> None:
    begin(evening)
    evening.tumbled.clear()
    evening.patient = True
    evening.press()
    assert evening.tumbled[0] is True
    assert evening.roller.tumbling is False


def test_a_table_is_not_told_that_two_others_take_turns_with_its_tower(evening: Evening) -> None:
    begin(evening)
    assert evening.roller.holding
    evening.link.take("bb")
    assert evening.roller.elsewhere
    told = evening.told
    for other in ("cc", "bb", "cc"):
        evening.link.take(other)
    assert evening.told == told
    evening.link.take("aa")
    assert evening.told > told
    evening.press()
    assert len(evening.outcomes) == 1, "it is armed again as soon as the tower is its own"


def test_a_tower_whose_noise_fails_is_said_to_be_at_fault_and_rolls_once_it_is_started_anew(
    evening: Evening,
) -> None:
    evening.begin()
    assert evening.cable.desk is not None
    evening.cable.desk._noise._source.stuck = True  # type: ignore[attr-defined]
    evening.let_pass(3000)
    assert evening.roller.fault is not None
    assert evening.roller.unable
    evening.press()
    assert not evening.outcomes
    evening.cable.power_up()
    evening.let_pass(8000)
    assert evening.roller.fault is None
    assert len(evening.outcomes) == 1, "the press still counts"


def test_a_match_that_is_stopped_asks_nothing_until_it_is_taken_up_again(evening: Evening) -> None:
    begin(evening)
    evening.roller.stop()
    evening.press()
    assert not evening.outcomes
    evening.roller.take_up(evening.clerk.match)
    evening.let_pass(1000)
    assert evening.roller.armed
    evening.press()
    assert len(evening.outcomes) == 1


def test_a_seat_whose_time_is_over_has_the_lamps_for_a_moment_and_then_the_dice_are_back(
    evening: Evening,
) -> None:
    begin(evening, "zorro")
    while not (isinstance(evening.clerk.match.need, Ask) and dice_matter(evening.clerk.match)):
        roll = evening.clerk.match.need
        evening.patient = isinstance(roll, Roll) and roll.seat is not None
        evening.press()
    faces = evening.lamps
    assert faces[0] == "show"
    seat = min(evening.clerk.match.need.forms)
    evening.roller.nudge(seat)
    evening.let_pass(500)
    assert evening.lamps[0] == "time"
    evening.let_pass(1000 * NUDGE)
    assert evening.lamps == faces


def test_a_seat_whose_time_is_over_keeps_the_lamps_where_no_dice_lie(evening: Evening) -> None:
    evening.patient = True
    begin(evening)
    seat = min(evening.clerk.match.need.forms)  # type: ignore[union-attr]
    evening.roller.nudge(seat)
    evening.let_pass(1000 * NUDGE + 2000)
    assert evening.lamps[0] == "time"
    assert evening.roller.wish() == Lamps("time", evening.clerk.match.opened.colours[seat])
    evening.clerk.step("", "")
    evening.roller.stir()
    evening.let_pass(500)
    assert evening.lamps[0] != "time", "the position has changed"


def test_a_roll_is_committed_to_once_however_often_it_is_armed(evening: Evening) -> None:
    begin(evening)
    for _ in range(3):
        evening.link.take("bb")
        evening.let_pass(500)
        evening.link.take("aa")
        evening.let_pass(500)
    kinds = [entry.kind for entry in evening.clerk.entries]
    assert kinds.count("committed") == 1
    evening.press()
    assert evening.outcomes[0].noise


def test_a_tower_that_cannot_commit_rolls_for_one_that_could_and_the_roll_is_marked(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(evening)
    assert evening.clerk.match.commitment is not None
    evening.cable.unplug()
    evening.let_pass(8000)
    monkeypatch.setattr(desk, "PROTO", (1, 2))
    evening.cable.plug()
    evening.let_pass(8000)
    evening.press()
    assert [outcome.noise for outcome in evening.outcomes] == [""]


def test_a_press_that_another_roll_was_waiting_for_is_for_that_one_alone(evening: Evening) -> None:
    begin(evening)
    first = evening.clerk.match.roll_id
    evening.press()
    assert evening.clerk.match.roll_id != first
    evening.roller.press(first)
    evening.let_pass(2000)
    assert len(evening.outcomes) == 1


def test_a_disk_that_was_full_is_tried_again_though_nothing_else_happens(
    evening: Evening,
) -> None:
    refused, noting = iter([True, True]), OneProcess.note

    async def note(event: Committed | CommitmentRefused) -> None:
        if next(refused, False):
            raise JournalError("journal.unwritten", file="journal.sqlite", why="full")
        await noting(evening, event)

    evening.note = note  # type: ignore[method-assign]
    begin(evening)
    assert evening.roller.armed
    assert evening.roller.fault is None
    evening.press()
    assert len(evening.outcomes) == 1


def test_what_is_nobodys_refusal_ends_the_task_so_that_its_table_can_log_it(
    evening: Evening,
) -> None:
    async def note(event: Committed | CommitmentRefused) -> None:
        raise ArithmeticError("a fault of our own")

    evening.note = note  # type: ignore[method-assign]
    begin(evening)
    (_, task) = evening.tasks
    with pytest.raises(ArithmeticError):
        task.result()
    assert not evening.roller.tumbling


def test_faces_that_do_not_fit_are_written_down_and_the_tower_is_not_asked_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(evening)
    draw = rolls.draw
    monkeypatch.setattr(rolls, "draw", lambda *of: bytes(face % 6 + 1 for face in draw(*of)))
    evening.patient = True
    evening.press()
    monkeypatch.undo()
    evening.let_pass(5000)
    kinds = [entry.kind for entry in evening.clerk.entries]
    assert (kinds.count("committed"), kinds.count("commit_refused")) == (1, 1)
    assert not evening.outcomes
    assert evening.roller.unable
    assert evening.roller.fault is not None
    assert evening.roller.fault.key == "host.tower.distrusted"
    evening.cable.power_up()
    evening.let_pass(8000)
    assert len(evening.outcomes) == 1, "started anew it may roll, and everybody sees it did not"
    kinds = [entry.kind for entry in evening.clerk.entries]
    assert kinds.count("committed") == 2


def test_a_tower_that_has_forgotten_its_commitment_commits_again_for_all_to_see(
    evening: Evening,
) -> None:
    begin(evening)
    assert evening.cable.desk is not None
    evening.cable.desk.rolls._waiting.clear()
    evening.press()
    (outcome,) = evening.outcomes
    assert outcome.noise
    kinds = [entry.kind for entry in evening.clerk.entries]
    assert kinds[: kinds.index("rolled")].count("committed") == 2


def test_the_lamps_name_the_winner_once_the_show_is_over_and_the_dice_could_be_read(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roller, "monotonic_ms", lambda: evening.cable.now)
    begin(evening)
    while not isinstance(evening.clerk.match.need, Over):
        evening.roller.press(evening.clerk.match.roll_id)
        evening.let_pass(1000 * roller.LAST_LOOK - 100)
    assert evening.lamps == ("show", evening.outcomes[-1].event.faces)
    evening.let_pass(MOST)
    assert evening.lamps[0] == "win"
