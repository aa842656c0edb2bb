"""Faults that were found in the first edition, each held by what it looked like."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from dicehost.simulated.board import StandIn
from tower import noise as noise_module
from tower import run
from tower.events import MOST, Events
from tower.noise import Noise
from tower.scenes import PAGE
from tower.stage import MOST_PAGES
from tower.wire import Frame, decode, encode

from tests.evening import wait_until
from tests.firmware.asking import Evening
from tests.firmware.conversation import CHIP, SteadySource
from tests.firmware.shimmed import Board

SMALL = 2**30
"""The first number that is an object on the board."""
DAY = 24 * 3600 * 1000


def _line(verb: str, seq: int, **fields: str) -> bytes:
    return encode(Frame(verb, seq, *fields.items()))


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    (tmp_path / "settings.json").write_bytes(b'{"calm": 1, "\xff\xfe')
    board = Board(tmp_path)
    yield board
    board.kill()


def test_settings_that_are_no_text_count_as_damaged_until_they_are_written(
    board: Board, tmp_path: Path
) -> None:
    board.message("hello", 1, proto="1.2")
    assert board.frame().verb == "hello"
    board.message("status", 2)
    assert board.frame().get("f") == "cfg"
    board.message("set", 3, k="quiet", v="1")
    board.frame()
    written = tmp_path / "settings.json"
    wait_until(lambda: b'"quiet": 1' in written.read_bytes(), "the settings to be written")
    board.message("status", 4)
    assert board.frame().get("f") == "", "what was damaged is whole again"


def test_a_setting_holds_at_once_while_a_roll_is_armed_and_is_written_after_it(
    tmp_path: Path,
) -> None:
    board = Board(tmp_path)
    written = tmp_path / "settings.json"
    try:
        board.message("hello", 1, proto="1.2")
        board.frame()
        board.message("arm", 2, id="a", d="2x6", c="c")
        board.frame()
        board.message("set", 3, k="calm", v="1")
        assert board.frame().get("v") == "1"
        board.message("lamp", 4, k="idle")
        board.frame()
        wait_until(written.exists, "the settings to be written")
    finally:
        board.kill()


async def test_the_lamps_follow_a_setting_before_the_roll_ends() -> None:
    stand_in = StandIn(CHIP, "seed", {}, lambda frame: None, lambda pixels: None)
    tower = run.Tower(stand_in)
    work = asyncio.create_task(tower.run())
    try:
        tower.desk.stage.arm("a", "2x6", "c", 2, 0, stand_in.now())
        stand_in.hear(_line("hello", 1, proto="1.2") + _line("set", 2, k="calm", v="1"))
        async with asyncio.timeout(60):
            while not tower.lamps.calm:
                await asyncio.sleep(0)
        assert tower.desk.stage.waits()
        assert tower.settings.changed, "nothing is written while dice are under way"
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


@pytest.mark.parametrize(("count", "dice"), [(400, "8x6"), (50, "6")])
def test_outcomes_are_captured_as_far_as_the_watchdog_allows(count: int, dice: str) -> None:
    evening = Evening()
    answer = evening.ask("capture", id="c", k="outcome", n=str(count), d=dice, at="0")
    assert answer.verb == "captured"
    assert evening.noise.drawn == 50


def test_outcomes_that_would_take_longer_are_refused() -> None:
    evening = Evening()
    before = evening.noise.drawn
    answer = evening.ask("capture", id="c", k="outcome", n="400", d="6", at="0")
    assert answer.fields == (("code", "field"), ("want", "n"), ("got", "400"))
    assert evening.noise.drawn == before


@pytest.mark.parametrize("bits", [1024, 4096, 4104, 8192])
def test_a_stuck_source_never_starts_however_large_the_pools(
    bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noise_module, "POOL_BITS", bits)
    source = SteadySource()
    source.stuck = True
    noise = Noise(source, CHIP)
    noise.start()
    assert noise.health == "trip"


def test_no_more_pages_are_kept_than_a_roll_can_have() -> None:
    evening = Evening()
    shown = [
        evening.ask("show", id="a", n="400", at=str(at), f="3")
        for at in range(0, 2 * MOST_PAGES, 2)
    ]
    assert {answer.verb for answer in shown} == {"shown"}
    refused = evening.ask("show", id="a", n="400", at="300", f="3")
    assert refused.fields == (("code", "field"), ("want", "at"), ("got", "300"))
    assert evening.ask("show", id="a", n="400", at="0", f="3").verb == "shown", "one that it has"
    assert MOST_PAGES * PAGE == 400


def test_a_fault_is_seen_at_once_however_many_pages_take_turns() -> None:
    evening = Evening()
    for at in (0, 8, 16):
        evening.ask("show", id="a", n="24", at=str(at), f="1.2.3.4.5.6.1.2")
    evening.later(100)
    evening.source.stuck = True
    evening.ask("roll", id="b", d="8x6", at="0")
    assert evening.desk.scene(evening.now).name == "fault"


def test_a_fault_finds_room_among_eight_waiting_presses() -> None:
    evening = Evening()
    for _ in range(MOST + 3):
        evening.desk.press(evening.now)
    evening.source.stuck = True
    evening.ask("roll", id="b", d="8x6", at="0")
    told = []
    while event := evening.event():
        told.append(event.fields)
        evening.send("ack", event.seq)
    assert told[-1] == (("k", "fault"), ("code", "noise"))
    assert len(told) == MOST


def test_an_event_in_flight_is_never_taken_back() -> None:
    events = Events(7)
    for _ in range(MOST):
        events.add(("k", "press"))
    first = events.due(0)
    events.add(("k", "fault"), urgent=True)
    assert events.due(1000) == first


class LongLived(StandIn):
    """A board whose days pass quickly; `most` is the largest time it told."""

    def __init__(self) -> None:
        super().__init__(CHIP, "seed", {}, lambda frame: None, lambda pixels: None)
        self.ms = self.most = 0

    def now(self) -> int:
        self.most = max(self.most, self.ms)
        return self.ms

    def turn_back(self, ms: int) -> None:
        self.ms -= ms


def test_a_tower_that_runs_for_a_year_never_counts_beyond_small_numbers() -> None:
    board = LongLived()
    tower = run.Tower(board)
    tower.noise.start()
    for day in range(1, 366):
        board.ms += DAY
        if board.ms >= run._TURN_AT:
            tower._turn_back(run._TURN_BY)
        tower.desk.line(_line("hello", day, proto="1.2"), board.now())
        answer = tower.desk.line(_line("status", day + 1), board.now())
        assert answer is not None
        assert decode(answer).get("up") == str(day * DAY // 1000)
        tower.shine_if_due()
        assert abs(tower.scene.since) < SMALL
        assert board.now() - tower.scene.since < SMALL
        assert abs(tower._due) < SMALL
    assert board.most < SMALL


async def test_a_tower_that_has_run_for_days_turns_its_time_back_by_itself() -> None:
    board = LongLived()
    board.ms = run._TURN_AT
    work = asyncio.create_task(run.Tower(board).run())
    try:
        async with asyncio.timeout(60):
            while board.ms >= run._TURN_AT:
                await asyncio.sleep(0)
                assert not work.done(), work
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
    assert board.ms == run._TURN_AT - run._TURN_BY


def test_nothing_that_is_seen_changes_when_time_is_turned_back() -> None:
    board = LongLived()
    tower = run.Tower(board)
    tower.noise.start()
    board.ms = run._TURN_AT - 5000
    tower.desk.line(_line("hello", 1, proto="1.2"), board.now())
    tower.desk.line(_line("lamp", 2, k="time", c="b", of="600", left="500"), board.now())
    board.ms += 5000
    tower.frame(board.ms)
    before = bytes(tower.lamps.pixels)
    assert any(before)
    lost = tower.desk.lost(board.ms + 900), tower.desk.lost(board.ms + 1000)
    tower._turn_back(run._TURN_BY)
    assert board.ms < 60_000
    tower.frame(board.ms)
    assert bytes(tower.lamps.pixels) == before
    assert (
        (tower.desk.lost(board.ms + 900), tower.desk.lost(board.ms + 1000))
        == lost
        == (
            False,
            True,
        )
    )


@pytest.mark.parametrize("long", [20, 21, 22, 23, 24])
def test_no_answer_fills_a_packet_of_64_bytes(tmp_path: Path, long: int) -> None:
    # Answers of 57 to 61 bytes, which are filled up to a multiple of eight.
    board = Board(tmp_path)
    try:
        board.message("hello", 999998, proto="1.2")
        board.message("arm", 999999, id="x" * long, d="2x6")
        board.message("status", 0)
        assert board.process.stdout is not None
        said = b""
        while b"~status" not in said:
            came = board.process.stdout.read1(4096)  # type: ignore[attr-defined]
            assert came, f"the firmware ended: {said!r}"
            said += came
    finally:
        board.kill()
    answer = said[said.index(b"~armed") : said.index(b"~status")]
    assert 57 <= len(answer.split(b"\n")[0]) + 1 <= 61
    assert len(answer) % 8 == 0
    assert len(answer) % 64


def test_an_error_in_an_interrupt_has_room_for_its_traceback(tmp_path: Path) -> None:
    board = Board(tmp_path)
    try:
        board.message("hello", 1, proto="1.2")
        board.frame()
    finally:
        board.kill()
    assert "emergency buffer 100" in board.console
