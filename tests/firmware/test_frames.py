"""Fifty frames a second, whatever lines arrive: on the board's loop, with a clock of our own."""

from __future__ import annotations

import pytest
from dicehost.simulated.board import StandIn
from hypothesis import given
from hypothesis import strategies as st
from tower.run import Tower

from tests.firmware.shimmed import told_by

FRAME = 20


class Stopped(StandIn):
    """A board whose clock is set by hand."""

    at = 0

    def now(self) -> int:
        return self.at


@given(st.lists(st.integers(0, 400)).map(sorted))
def test_each_frame_time_has_one_frame_as_soon_as_there_is_room_for_it(looks: list[int]) -> None:
    begun: list[int] = []
    board = Stopped("51b0000000000001", "", {}, lambda _: None, lambda _: begun.append(board.at))
    tower = Tower(board)
    for board.at in looks:
        tower.shine_if_due()
    first = {look // FRAME: look for look in reversed(looks)}
    assert begun == sorted(first.values())


@pytest.fixture(scope="module")
def told() -> dict[tuple[str, str], list[int]]:
    """What ``steady_frames`` prints."""
    lines = told_by("steady_frames.py").splitlines()
    return {
        (host, what): [int(ms) for ms in times]
        for host, what, *times in (line.split() for line in lines)
    }


@pytest.mark.parametrize("host", ["asks", "asks_thrice", "asks_and_stops", "rolls"])
def test_no_frame_is_missed_even_if_a_host_never_pauses(
    told: dict[tuple[str, str], list[int]], host: str
) -> None:
    late = [ms - FRAME * place for place, ms in enumerate(told[host, "frames"])]
    assert len(late) > 90
    assert max(late) - min(late) < FRAME


def test_memory_is_tidied_when_a_host_is_quiet_and_else_before_it_runs_full(
    told: dict[tuple[str, str], list[int]],
) -> None:
    (quiet,) = told["asks_and_stops", "quiet"]
    assert quiet >= 100
    # A hundred lines leave more behind than there is room for.
    assert len(told["asks", "quiet"]) >= 2


def test_memory_is_never_tidied_between_the_lines_of_a_host_that_rolls(
    told: dict[tuple[str, str], list[int]],
) -> None:
    # It was while the noise came in: an outcome that is asked for next does not wait for it.
    assert told["rolls", "quiet"] == []
