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
