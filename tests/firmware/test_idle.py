"""Idle manners: lamps dim and sleep when nobody plays, and wake with what they showed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from dicehost.simulated.board import StandIn
from tower import run
from tower.wire import Frame, encode

from tests.firmware.conversation import CHIP
from tests.firmware.shimmed import Board

MINUTE = 60_000


class Room:
    """A tower in a room, in which time passes when told."""

    def __init__(self) -> None:
        self.seen = b""
        self.board = StandIn(CHIP, "seed", {}, lambda frame: None, self._look)
        self.now = 0
        self.board.now = lambda: self.now  # type: ignore[method-assign]
        self.board.rail(True)
        self.tower = run.Tower(self.board)
        self.tower.noise.start()
        self.asks("hello", 1, proto="1.2")
        self.asks("show", 2, id="a", n="8", f="6.6.6.6.6.6.6.6")
        self.later(MINUTE)

    def _look(self, pixels: bytes) -> None:
        self.seen = pixels

    def asks(self, verb: str, seq: int, **fields: str) -> None:
        self.tower.desk.line(encode(Frame(verb, seq, *fields.items())), self.now)

    def later(self, ms: int) -> None:
        self.now += ms
        self.tower.frame(self.now)

    @property
    def dark(self) -> bool:
        return not self.board._lit

    def light(self) -> int:
        return sum(self.seen)


def presses(room: Room) -> None:
    room.tower._touched = room.now


def arms(room: Room) -> None:
    room.asks("arm", 3, id="a", d="8x6")


def test_lamps_are_dimmed_and_then_sleep() -> None:
    room = Room()
    full = room.light()
    room.later(8 * MINUTE)
    assert room.light() == full
    room.later(2 * MINUTE)
    assert full // 6 < room.light() < full // 3
    room.later(18 * MINUTE)
    assert not room.dark
    room.later(2 * MINUTE)
    assert room.dark


@pytest.mark.parametrize(("wakes", "same"), [(presses, True), (arms, False)])
def test_whoever_comes_wakes_them_and_finds_what_was_lit(
    wakes: Callable[[Room], None], same: bool
) -> None:
    room = Room()
    before = room.seen
    room.later(60 * MINUTE)
    assert room.dark
    wakes(room)
    room.later(20)
    assert not room.dark
    assert (room.seen == before) is same


@pytest.mark.parametrize("verb", ["status", "set", "capture"])
def test_a_host_that_only_looks_wakes_nobody(verb: str) -> None:
    room = Room()
    room.later(60 * MINUTE)
    room.asks(verb, 3, k="calm" if verb == "set" else "raw", id="c", n="8")
    room.later(20)
    assert room.dark


def test_a_fault_stays_lit() -> None:
    room = Room()
    room.board.stuck = True
    room.asks("roll", 3, id="b", d="8x6", at="0")
    room.later(60 * MINUTE)
    assert room.tower.scene.name == "fault"
    assert not room.dark


@pytest.mark.parametrize(("stuck", "told"), [("", ""), ("lamps", "lamps")])
def test_the_board_tests_itself_as_it_starts(tmp_path: Path, stuck: str, told: str) -> None:
    board = Board(tmp_path, STUCK=stuck)
    try:
        board.message("hello", 1, proto="1.2")
        board.frame()
        board.message("status", 2)
        assert board.frame().get("f") == told
    finally:
        board.kill()
