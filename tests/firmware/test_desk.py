"""The desk keeps the protocol's promises, one by one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tower import rolls
from tower.desk import LOST_AFTER, Desk
from tower.events import MOST
from tower.noise import Noise
from tower.rolls import Outcome
from tower.settings import Settings
from tower.wire import LAST_SEQ, LONGEST, Frame, WireError, decode, encode

from tests.firmware.asking import Evening
from tests.firmware.conversation import CHIP, SteadySource


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_before_hello_everything_is_refused() -> None:
    evening = Evening(greeted=False)
    assert evening.ask("status").get("code") == "seq"
    assert evening.ask("roll", id="a", d="6").get("code") == "seq"
    assert evening.noise.drawn == 0


def test_the_same_request_is_answered_in_the_same_bytes_and_done_once(evening: Evening) -> None:
    request = encode(Frame("roll", 101, ("id", "a"), ("d", "8x6"), ("at", "0")))
    answers = {evening.desk.line(request, evening.now + 50 * again) for again in range(5)}
    assert len(answers) == 1
    assert evening.noise.drawn == 1


def test_a_stray_with_the_last_number_does_not_get_anothers_answer(evening: Evening) -> None:
    evening.ask("roll", id="a", d="6")
    answer = evening.send("status", evening.seq)
    assert answer == Frame("no", evening.seq, ("code", "seq"))


@pytest.mark.parametrize("off", [-1, 2, 50])
def test_a_number_out_of_turn_is_refused_and_changes_nothing(evening: Evening, off: int) -> None:
    answer = evening.send("roll", evening.seq + off, id="a", d="6")
    assert answer is not None
    assert answer.get("code") == "seq"
    assert evening.noise.drawn == 0
    assert evening.ask("status").verb == "status", "the session goes on"


def test_an_old_hello_that_comes_late_costs_one_greeting(evening: Evening) -> None:
    values = evening.roll("a")
    evening.send("hello", 7, proto="1.0")
    assert evening.ask("status").get("code") == "seq"
    evening.hello()
    assert evening.roll("a") == values


def test_another_major_version_has_no_session(evening: Evening) -> None:
    answer = evening.send("hello", 5, proto="2.3")
    assert answer == Frame("no", 5, ("code", "proto"), ("want", "1"), ("got", "2"))
    assert evening.ask("status").get("code") == "seq"


def test_harmed_lines_are_counted_and_console_text_is_not(evening: Evening) -> None:
    for line in (b"~roll 101 id=a *00000000", b"~", b"MicroPython v1.28.0", b"Traceback"):
        assert evening.desk.line(line, evening.now) is None
    assert evening.ask("status").get("bad") == "2"


def test_one_id_has_one_outcome_over_any_number_of_sessions(evening: Evening) -> None:
    values = evening.roll("a", "8x6.s52")
    for seq in (100, 900, 999_999):
        evening.seq = seq
        evening.hello()
        assert evening.roll("a", "8x6.s52") == values
    assert evening.noise.drawn == 1


@given(
    st.integers(1, 24),
    st.one_of(st.just(LAST_SEQ), st.integers(0, LAST_SEQ)),
    st.binary(min_size=1, max_size=400),
    st.integers(0, 399),
)
@example(24, LAST_SEQ, bytes([200] * 400), 399)
@example(24, LAST_SEQ, bytes([200] * 399 + [20]), 391)
@example(24, LAST_SEQ, bytes([200] * 399 + [2]), 391)
@example(24, LAST_SEQ, bytes([200] * 400), 391)
@example(24, LAST_SEQ, bytes([200] * 398 + [20, 1]), 390)
@example(24, LAST_SEQ, bytes([100] * 8), 0)
@example(5, 100000, bytes([20] * 18 + [200]), 0)
def test_a_slice_has_as_many_values_as_fit_one_frame(
    letters: int, seq: int, values: bytes, place: int
) -> None:
    at = place % len(values)
    outcome = Outcome("x" * letters, "8x6", values)
    frame = rolls._slice(seq, outcome, at)
    assert len(encode(frame)) <= LONGEST
    told = bytes(map(int, frame.get("f").split(".")))
    assert told == values[at : at + len(told)]
    rest = values[at + len(told) :]
    if rest:
        text = f"{frame.get('f')}.{rest[0]}"
        with pytest.raises(WireError, match="longest"):
            encode(rolls._rolled(seq, outcome, at, text))


def test_at_least_the_last_sixteen_rolls_are_remembered_however_long(evening: Evening) -> None:
    long = [evening.roll(f"r{number}", "s200.200x100") for number in range(16)]
    again = [evening.roll(f"r{number}", "s200.200x100") for number in range(16)]
    assert again == long
    assert evening.noise.drawn == 16


def test_other_dice_under_the_same_id_are_refused(evening: Evening) -> None:
    evening.roll("a", "8x6")
    for verb in ("roll", "arm"):
        answer = evening.ask(verb, id="a", d="7x6")
        assert (answer.get("code"), answer.get("want"), answer.get("got")) == ("dice", "8x6", "7x6")
    evening.ask("arm", id="b", d="8x6")
    assert evening.ask("roll", id="b", d="2x6").get("code") == "dice"


def test_an_armed_roll_cannot_be_armed_again_with_other_dice(evening: Evening) -> None:
    evening.ask("arm", id="a", d="5x6", c="c")
    refused = evening.ask("arm", id="a", d="4x6", c="c")
    assert (refused.verb, refused.get("want")) == ("no", "5x6")
    assert evening.ask("arm", id="a", d="5x6", c="c").get("st") == "armed"


def test_a_source_that_fails_while_nobody_rolls_is_told_at_the_next_tick(evening: Evening) -> None:
    evening.noise.health = "trip"
    told = evening.event()
    assert told is not None
    assert (told.get("k"), told.get("code")) == ("fault", "noise")


def test_the_rest_of_a_forgotten_roll_is_never_the_rest_of_a_new_one(evening: Evening) -> None:
    answer = evening.ask("roll", id="a", d="s200", at="20")
    assert (answer.verb, answer.get("code")) == ("no", "at")
    assert evening.noise.drawn == 0


@pytest.mark.parametrize(
    ("verb", "fields", "code", "want"),
    [
        ("roll", {"d": "8x6"}, "field", "id"),
        ("roll", {"id": "x" * 25, "d": "8x6"}, "field", "id"),
        ("roll", {"id": "a"}, "dice", "2-100faces"),
        ("roll", {"id": "a", "d": "8x6", "at": "8"}, "at", "0"),
        ("roll", {"id": "a", "d": "8x6", "at": "x"}, "field", "at"),
        ("show", {"id": "a", "n": "2", "f": "1.2.3"}, "field", "n"),
        ("show", {"id": "a", "n": "9", "f": ".".join("123456789")}, "field", "n"),
        ("show", {"id": "a", "n": "1", "f": "1..2"}, "field", "f"),
        ("show", {"id": "a", "n": "1"}, "field", "f"),
        ("show", {"id": "a", "n": "1", "f": "1", "p": "1ff1ff"}, "field", "p"),
        ("show", {"id": "a", "n": "1", "f": "1", "p": "200"}, "field", "p"),
        ("show", {"id": "a", "n": "1", "f": "1", "p": "-01"}, "field", "p"),
        ("show", {"id": "a", "n": "1", "f": "1", "c": "rr"}, "field", "c"),
        ("lamp", {}, "field", "k"),
        ("lamp", {"k": "armed"}, "field", "k"),
        ("lamp", {"k": "time", "of": "0x9"}, "field", "of"),
        ("lamp", {"k": "time", "of": "100000", "left": "5"}, "field", "of"),
        ("lamp", {"k": "time", "of": "99", "left": "100"}, "field", "left"),
        ("lamp", {"k": "time", "of": "99", "left": "50", "hold": "2"}, "field", "hold"),
        ("dance", {}, "verb", ""),
    ],
)
def test_what_cannot_be_done_is_refused_with_what_was_wanted(
    evening: Evening, verb: str, fields: dict[str, str], code: str, want: str
) -> None:
    answer = evening.ask(verb, **fields)
    assert (answer.verb, answer.get("code"), answer.get("want")) == ("no", code, want)
    assert evening.ask("status").verb == "status", "a refusal is an answer; the session goes on"


def test_a_refusal_never_outgrows_its_frame(evening: Evening) -> None:
    assert evening.ask("lamp", k="x" * 80).get("got") == "x" * 24


def test_a_roll_is_armed_then_pressed_then_drawn(evening: Evening) -> None:
    arm = {"id": "a", "d": "2x6", "c": "c"}
    assert evening.ask("arm", **arm).get("st") == "armed"
    assert evening.ask("arm", **arm).get("st") == "armed"
    evening.desk.press(evening.now)
    assert evening.ask("arm", **arm).get("st") == "pressed"
    evening.roll("a", "2x6")
    assert evening.ask("arm", **arm).get("st") == "drawn"


def test_arming_another_roll_forgets_the_press_but_no_outcome(evening: Evening) -> None:
    values = evening.roll("drawn", "2x6")
    evening.ask("arm", id="a", d="2x6")
    evening.desk.press(evening.now)
    assert evening.ask("arm", id="b", d="2x6").get("st") == "armed"
    assert evening.ask("arm", id="a", d="2x6").get("st") == "armed"
    assert evening.roll("drawn", "2x6") == values


def test_an_event_is_sent_again_until_it_is_acknowledged(evening: Evening) -> None:
    evening.ask("arm", id="a", d="2x6")
    evening.desk.press(evening.now)
    ticks = [(ms, evening.desk.tick(evening.now + ms)) for ms in range(0, 4000, 10)]
    sent = [(ms, event) for ms, event in ticks if event]
    assert [ms for ms, _ in sent] == [0, 100, 300, 700, 1500, 2500, 3500]
    assert len({event for _, event in sent}) == 1
    assert decode(sent[0][1]) == Frame("event", 4711, ("k", "press"), ("id", "a"))
    evening.later(4000)
    evening.send("ack", 4710)
    evening.later(1000)
    assert evening.event() is not None, "somebody else's number acknowledges nothing"
    evening.send("ack", 4711)
    evening.later(10_000)
    assert evening.event() is None


def test_a_new_session_hears_a_waiting_event_at_once(evening: Evening) -> None:
    evening.ask("arm", id="a", d="2x6")
    evening.desk.press(evening.now)
    for _ in range(20):
        evening.event()
        evening.later(300)
    evening.event()
    assert evening.event() is None, "it waits for its turn to be sent again"
    evening.hello()
    assert evening.event() is not None


def test_events_keep_their_order_and_the_surplus_is_dropped(evening: Evening) -> None:
    for _ in range(MOST):
        evening.desk.press(evening.now)
    evening.desk.drop(evening.now)
    assert evening.desk.events.surplus == 1
    for number in range(4711, 4711 + MOST):
        assert evening.event() == Frame("event", number, ("k", "press"))
        evening.send("ack", number)
    assert evening.event() is None


def test_a_press_on_an_armed_button_counts_once(evening: Evening) -> None:
    evening.ask("arm", id="a", d="2x6")
    for _ in range(5):
        evening.desk.press(evening.now)
        evening.desk.drop(evening.now)
    evening.send("ack", 4711)
    assert evening.event() is None


def test_no_event_is_sent_before_hello_and_each_at_once_after_it() -> None:
    evening = Evening(greeted=False)
    evening.source.stuck = True
    evening.desk.press(evening.now)
    assert evening.event() is None
    evening.hello()
    assert evening.event() == Frame("event", 4711, ("k", "fault"), ("code", "noise"))


def test_a_drop_is_another_way_to_press(evening: Evening) -> None:
    evening.ask("arm", id="a", d="2x6")
    evening.desk.drop(evening.now)
    assert evening.event() == Frame("event", 4711, ("k", "drop"), ("id", "a"))
    assert evening.ask("arm", id="a", d="2x6").get("st") == "pressed"


def test_no_face_is_lit_before_show(evening: Evening) -> None:
    evening.ask("arm", id="a", d="8x6")
    evening.desk.press(evening.now)
    values = evening.roll("a")
    for _ in range(500):
        evening.later(10)
        assert evening.lit() == ()
    evening.ask("show", id="a", n="8", at="0", f=".".join(map(str, values)))
    assert evening.lit() == tuple(values)


def test_a_tower_that_restarted_shows_what_it_never_rolled(evening: Evening) -> None:
    assert evening.ask("show", id="old.7", n="3", f="1.2.6").verb == "shown"
    assert evening.lit() == (1, 2, 6)


def test_faces_lie_still_when_their_roll_is_asked_for_again(evening: Evening) -> None:
    faces = ".".join(map(str, evening.roll("a")))
    evening.ask("show", id="a", n="8", f=faces)
    lying = evening.desk.scene(evening.now)
    evening.later(500)
    evening.roll("a")
    assert evening.ask("arm", id="a", d="8x6").get("st") == "drawn"
    assert evening.ask("show", id="a", n="8", f=faces).verb == "shown"
    assert evening.desk.scene(evening.now) is lying


def test_more_than_eight_dice_take_turns_page_by_page(evening: Evening) -> None:
    evening.ask("show", id="a", n="10", at="0", f="1.1.1.1.1.1.1.1")
    evening.ask("show", id="a", n="10", at="8", f="2.3")
    seen = []
    for _ in range(4):
        seen.append(evening.lit())
        evening.later(3000)
    assert seen == [(1,) * 8, (2, 3)] * 2


def test_the_first_page_is_up_while_its_dice_still_tumble(evening: Evening) -> None:
    evening.ask("roll", id="a", d="10x6")
    evening.ask("show", id="a", n="10", at="0", f="1.1.1.1.1.1.1.1")
    evening.ask("show", id="a", n="10", at="8", f="2.3")
    page = evening.desk.scene(evening.now)
    assert page.since > evening.now
    assert page.first == 0


def test_faces_can_be_read_before_the_next_scene_takes_the_lamps(evening: Evening) -> None:
    evening.ask("show", id="a", n="2", f="3.4")
    evening.ask("arm", id="b", d="2x6")
    assert evening.lit() == (3, 4)
    evening.later(1500)
    assert evening.desk.scene(evening.now).name == "armed"


def test_a_press_takes_the_lamps_at_once(evening: Evening) -> None:
    evening.ask("show", id="a", n="2", f="3.4")
    evening.ask("arm", id="b", d="2x6")
    evening.desk.press(evening.now)
    assert evening.desk.scene(evening.now).name == "tumble"


def test_noise_that_fails_stops_the_dice_and_says_so(evening: Evening) -> None:
    values = evening.roll("a")
    evening.source.stuck = True
    assert evening.ask("roll", id="b", d="8x6").get("code") == "noise"
    assert evening.desk.scene(evening.now).name == "fault"
    assert evening.event() == Frame("event", 4711, ("k", "fault"), ("code", "noise"))
    evening.source.stuck = False
    assert evening.ask("roll", id="b", d="8x6").get("code") == "noise", "it stays so"
    assert evening.ask("status").get("h") == "trip"
    assert evening.roll("a") == values, "what was drawn before is still told"


def test_a_tower_that_is_not_warm_says_so() -> None:
    noise = Noise(SteadySource(), CHIP)
    desk = Desk(noise, Settings(""), CHIP, "9c41d2aa", "roll", 1, 0)
    desk.line(encode(Frame("hello", 1, ("proto", "1.0"))), 0)
    answer = desk.line(encode(Frame("roll", 2, ("id", "a"), ("d", "6"))), 0)
    assert answer is not None
    assert decode(answer).get("code") == "warm"


def test_a_lost_host_is_shown_only_while_a_roll_is_under_way(evening: Evening) -> None:
    evening.ask("arm", id="a", d="2x6")
    evening.later(LOST_AFTER - 1)
    assert evening.desk.scene(evening.now).name == "armed"
    evening.later(1)
    assert evening.desk.scene(evening.now).name == "lost"
    evening.ask("status")
    assert evening.desk.scene(evening.now).name == "armed"
    evening.ask("lamp", k="turn", c="b")
    evening.later(LOST_AFTER)
    assert evening.desk.scene(evening.now).name == "turn"


def test_time_stands_while_the_host_is_lost_and_goes_on_as_if_it_never_was(
    evening: Evening,
) -> None:
    evening.ask("lamp", k="time", c="b", of="1800", left="600")
    evening.later(LOST_AFTER)
    stood = evening.desk.scene(evening.now)
    assert (stood.held, stood.left_at(evening.now)) == (True, 540)
    evening.later(30_000)
    assert evening.desk.scene(evening.now) is stood
    assert stood.left_at(evening.now) == 540
    evening.ask("status")
    runs = evening.desk.scene(evening.now)
    assert (runs.held, runs.left_at(evening.now)) == (False, 240)
    evening.later(LOST_AFTER)
    evening.desk.press(evening.now)
    assert evening.desk.scene(evening.now).name == "plain", "people without a host have dice"


def test_with_a_roll_armed_a_press_is_kept_for_the_host_and_never_plain_dice(
    evening: Evening,
) -> None:
    evening.ask("arm", id="a", d="2x6")
    evening.later(LOST_AFTER)
    evening.desk.press(evening.now)
    evening.later(5000)
    assert evening.lit() == ()
    assert evening.noise.drawn == 0
    assert evening.ask("arm", id="a", d="2x6").get("st") == "pressed"


@pytest.mark.parametrize("greeted", [True, False])
def test_without_a_host_the_button_rolls_plain_dice(greeted: bool) -> None:
    evening = Evening(greeted=greeted)
    evening.later(LOST_AFTER)
    evening.desk.press(evening.now)
    evening.later(2000)
    assert evening.desk.scene(evening.now).name == "plain"
    assert len(evening.lit()) == 2
    assert evening.desk.scene(evening.now).roll == ""
    evening.hello()
    assert evening.lit() == (), "plain dice are not taken for the game's"
    assert evening.event() is None


def test_plain_dice_are_as_many_as_were_shown_last(evening: Evening) -> None:
    evening.ask("show", id="a", n="5", f="1.2.3.4.5")
    evening.later(LOST_AFTER)
    evening.desk.press(evening.now)
    assert len(evening.lit()) == 5
