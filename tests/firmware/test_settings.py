"""Settings and panels: what an owner chose, kept; and every lamp in its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tower.panels import wiring
from tower.settings import CHOICES, Settings

MOST = {name: most for name, _, most in CHOICES}
chosen = st.fixed_dictionaries({name: st.integers(0, most) for name, most in MOST.items()})
turns = st.integers(0, 3)
flags = st.integers(0, 1)


@given(chosen)
def test_what_was_chosen_comes_back(values: dict[str, int]) -> None:
    settings = Settings("")
    for name, value in values.items():
        settings.put(name, value)
    again = Settings(settings.text())
    assert {name: again.get(name) for name in MOST} == values
    assert not again.damaged
    assert json.loads(settings.text()) == values


@given(st.one_of(st.text(), st.binary().map(repr), st.just("[1]"), st.just("3")))
def test_whatever_the_file_holds_there_are_settings(text: str) -> None:
    settings = Settings(text)
    assert all(0 <= settings.get(name) <= most for name, most in MOST.items())


@pytest.mark.parametrize(
    "text", ['{"calm": 2}', '{"level": -1}', '{"calm": "yes"}', '{"calm": true}', '{"calm"', "[]"]
)
def test_a_damaged_file_counts_as_none_and_is_told(text: str) -> None:
    settings = Settings(text)
    assert settings.damaged
    assert settings.text() == Settings("").text()


def test_no_file_is_no_damage_and_an_older_one_lacks_what_was_not_known() -> None:
    assert not Settings("").damaged
    older = Settings('{"quiet": 1, "forgotten": 5}')
    assert (older.get("quiet"), older.get("calm"), older.damaged) == (1, 0, False)


def test_only_a_choice_that_differs_is_written() -> None:
    settings = Settings("")
    settings.put("calm", 0)
    assert not settings.changed
    settings.put("calm", 1)
    assert settings.changed


@given(flags, turns, turns, flags)
def test_every_lamp_has_one_place_on_the_chain(
    swap: int, left: int, right: int, snake: int
) -> None:
    assert sorted(wiring(swap, left, right, snake)) == list(range(128))


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ((0, 0, 0, 0), {(0, 0): 0, (7, 0): 7, (0, 1): 8, (8, 0): 64, (15, 7): 127}),
        ((1, 0, 0, 0), {(0, 0): 64, (8, 0): 0}),
        ((0, 0, 0, 1), {(0, 0): 0, (0, 1): 15, (7, 1): 8, (0, 2): 16}),
        # Turned clockwise once, a panel's first lamp is at the upper right.
        ((0, 1, 0, 0), {(7, 0): 0, (7, 7): 7, (0, 0): 56}),
        ((0, 2, 0, 0), {(7, 7): 0, (0, 0): 63}),
        ((0, 0, 3, 0), {(8, 7): 64, (8, 0): 71}),
    ],
)
def test_panels_are_wired_as_they_are_mounted(
    settings: tuple[int, int, int, int], place: dict[tuple[int, int], int]
) -> None:
    chain = wiring(*settings)
    assert {(x, y): chain[16 * y + x] for x, y in place} == place
