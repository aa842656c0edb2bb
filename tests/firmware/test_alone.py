"""Standing alone, holding the button, skipping, keeping dice: what hands do to a tower."""

from __future__ import annotations

from tower.desk import LOST_AFTER
from tower.stage import SETTLE

from tests.firmware.asking import Evening


def test_without_a_host_holding_the_button_chooses_one_to_eight_dice() -> None:
    evening = Evening(greeted=False)
    counts = []
    for step in range(1, 9):
        evening.desk.hold(step, evening.now)
        counts.append(evening.desk.scene(evening.now).count)
    assert counts == [3, 4, 5, 6, 7, 8, 1, 2]
    evening.desk.hold(9, evening.now)
    evening.desk.press(evening.now)
    assert len(evening.lit()) == 3


def test_with_a_host_a_long_press_is_only_a_press() -> None:
    evening = Evening()
    before = evening.desk.scene(evening.now)
    evening.desk.hold(1, evening.now)
    assert evening.desk.scene(evening.now) is before
    assert evening.event() is None


def test_while_a_roll_waits_for_a_lost_host_a_long_press_gives_plain_dice() -> None:
    evening = Evening()
    evening.ask("arm", id="a", d="5x6", c="c")
    evening.later(LOST_AFTER)
    assert evening.desk.scene(evening.now).name == "lost"
    evening.desk.hold(1, evening.now)
    assert evening.desk.scene(evening.now).name == "plain"
    assert len(evening.lit()) == 2
    assert evening.ask("arm", id="a", d="5x6", c="c").get("st") == "armed", "the roll still waits"
    assert evening.desk.scene(evening.now).name == "armed"


def test_a_press_while_dice_come_to_rest_brings_them_to_rest_and_is_no_event() -> None:
    evening = Evening()
    faces = evening.roll("a", "5x6")
    evening.ask("show", id="a", n="5", f=".".join(map(str, faces)))
    evening.later(100)
    evening.desk.press(evening.now)
    assert evening.desk.scene(evening.now).since == evening.now - SETTLE
    assert evening.event() is None
    evening.desk.press(evening.now)
    event = evening.event()
    assert event is not None
    assert event.fields == (("k", "press"),)


def test_a_press_while_plain_dice_tumble_settles_them_and_the_next_rolls_again() -> None:
    evening = Evening(greeted=False)
    evening.desk.press(evening.now)
    first = evening.desk.scene(evening.now)
    evening.desk.press(evening.now + 100)
    assert evening.desk.scene(evening.now + 100) is first
    evening.desk.press(evening.now + 200)
    assert evening.desk.scene(evening.now + 200) is not first


def test_kept_dice_lie_still_while_the_others_tumble() -> None:
    evening = Evening()
    evening.ask("show", id="a", n="5", f="1.2.3.4.5")
    evening.later(5000)
    lay = evening.desk.scene(evening.now)
    evening.ask("arm", id="b", d="3x6", c="c", s="90")
    for _ in range(2):
        scene = evening.desk.scene(evening.now)
        assert (scene.stood, scene.faces) == (lay, ())
        assert [die for die in range(8) if scene.stands(die)] == [0, 3]
        assert scene.count == 5
        evening.desk.press(evening.now)
    evening.ask("roll", id="b", d="3x6", at="0")
    assert evening.desk.scene(evening.now).still == 0x90
    evening.ask("show", id="b", n="5", f="1.6.6.4.6")
    assert evening.desk.scene(evening.now).still == 0x90


def test_dice_cannot_be_kept_where_none_lie() -> None:
    evening = Evening()
    evening.ask("arm", id="b", d="3x6", c="c", s="90")
    assert evening.desk.scene(evening.now).still == 0
    assert evening.ask("arm", id="c", d="3x6", s="zz").get("want") == "s"


def test_a_blocked_beam_is_told_once_and_shown_in_status_until_it_is_free() -> None:
    evening = Evening()
    for _ in range(3):
        evening.desk.beam_blocked(True)
    event = evening.event()
    assert event is not None
    assert event.fields == (("k", "fault"), ("code", "beam"))
    evening.send("ack", event.seq)
    assert evening.event() is None
    assert evening.ask("status").get("f") == "beam"
    evening.desk.beam_blocked(False)
    assert evening.ask("status").get("f") == ""
