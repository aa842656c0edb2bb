"""Contacts: what a hand does, not what the metal does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tower.inputs import BEAM_LOCKOUT, BUTTON_LOCKOUT, Contact


@given(st.lists(st.booleans(), max_size=BUTTON_LOCKOUT - 1))
def test_a_press_counts_at_once_and_once_however_it_chatters(chatter: list[bool]) -> None:
    button = Contact(BUTTON_LOCKOUT)
    assert button.closes(True, 1000)
    assert not any(button.closes(level, 1001 + ms) for ms, level in enumerate(chatter))
    assert not any(button.closes(True, ms) for ms in range(1020, 1500))


def test_letting_go_is_no_press_and_the_next_press_is() -> None:
    button = Contact(BUTTON_LOCKOUT)
    levels = [True] * 50 + [False] * 50 + [True] * 50
    assert sum(button.closes(level, ms) for ms, level in enumerate(levels)) == 2


def test_several_dice_dropped_together_are_one_drop() -> None:
    beam = Contact(BEAM_LOCKOUT)
    falling = [ms % 60 < 15 for ms in range(300)] + [False] * 600
    assert sum(beam.closes(broken, ms) for ms, broken in enumerate(falling)) == 1


def test_a_long_press_is_told_after_a_second_and_then_step_by_step() -> None:
    button = Contact(BUTTON_LOCKOUT)
    button.closes(True, 0)
    assert [now for now in range(3000) if button.held(now)] == [1000, 1700, 2400]
    button.closes(False, 3000)
    assert not any(button.held(now) for now in range(3000, 9000))
    button.closes(True, 9000)
    assert [button.held(now) for now in (9999, 10_000, 10_001, 10_700)] == [0, 1, 0, 2]


def test_a_beam_is_blocked_if_nothing_falls_out_for_two_seconds() -> None:
    beam = Contact(BEAM_LOCKOUT)
    beam.closes(True, 0)
    assert [beam.blocked(now) for now in (1999, 2000, 5000)] == [False, True, True]
    beam.closes(False, 5000)
    assert not beam.blocked(9000)
