"""Mishaps on the real interpreter: a host that stops reading, a pulled plug, a full flash."""

from __future__ import annotations

import os
import pty
import select
import tty
from collections.abc import Iterator
from pathlib import Path

from tower.wire import Frame, decode, encode

from tests.evening import wait_until
from tests.firmware.shimmed import Board

HELLOS = 1000  # their answers are more than a terminal holds for somebody who does not read


def message(port: int, frame: Frame) -> None:
    line = encode(frame)
    while line:
        assert select.select([], [port], [], 10)[1], "it reads no more"
        line = line[os.write(port, line) :]


def heard(port: int, nudge: Frame) -> Iterator[bytes]:
    """Line after line; asks again when nothing comes, as a host does."""
    part = b""
    while True:
        if not select.select([port], [], [], 0.2)[0]:
            message(port, nudge)
            continue
        *lines, part = (part + os.read(port, 4096)).split(b"\n")
        yield from lines


def test_a_host_that_stops_reading_stops_nothing_and_then_reads_whole_answers(
    tmp_path: Path,
) -> None:
    port, console = pty.openpty()
    tty.setraw(console)
    os.set_blocking(port, False)
    meals = tmp_path / "meals"
    board = Board(tmp_path, console, MEALS=str(meals))
    try:
        for seq in range(HELLOS):
            message(port, Frame("hello", seq, ("proto", "1.2")))
        message(port, Frame("set", HELLOS, ("k", "calm"), ("v", "1")))
        wait_until((tmp_path / "settings.json").exists, "what was asked last to be done")
        fed = len(meals.read_text().split())
        wait_until(lambda: len(meals.read_text().split()) >= fed + 2, "the watchdog to be fed on")
        *_, before, after = map(int, meals.read_text().split())
        assert after > before, "frames are drawn on"
        came: list[Frame] = []
        for line in heard(port, Frame("status", HELLOS + 1)):
            if b"~" in line:
                came.append(decode(line))
                if came[-1].verb == "status":
                    break
        told = [frame.seq for frame in came]
        assert told == sorted(told)
        assert told[0] == 0
        assert 100 < len(told) < HELLOS, "what found no room was dropped"
        assert (came[-1].seq, came[-1].get("bad")) == (HELLOS + 1, "0")
    finally:
        os.close(port)  # before it is ended: it may be in the middle of writing
        board.kill()
        os.close(console)


def test_settings_are_on_flash_when_the_board_starts_again(tmp_path: Path) -> None:
    first = Board(tmp_path)
    first.message("hello", 1, proto="1.1")
    first.frame()
    first.message("set", 2, k="calm", v="1")
    assert first.frame().get("v") == "1"
    wait_until((tmp_path / "settings.json").exists, "the settings to be written")
    first.end()
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]
    second = Board(tmp_path)
    second.message("hello", 1, proto="1.1")
    second.frame()
    second.message("set", 2, k="calm")
    assert second.frame().get("v") == "1"
    second.end()


def test_damaged_settings_are_said_and_the_tower_plays_on(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"calm": 1, "lev')
    board = Board(tmp_path)
    board.message("hello", 1, proto="1.1")
    board.frame()
    board.message("status", 2)
    assert board.frame().get("f") == "cfg"
    board.message("roll", 3, id="a", d="8x6", at="0")
    assert board.frame().verb == "rolled"
    board.end()


def test_a_plug_pulled_while_settings_are_written_leaves_the_former_ones(tmp_path: Path) -> None:
    former = '{"calm": 1, "level": 40}'
    (tmp_path / "settings.json").write_text(former)
    cut = Board(tmp_path, FLASH="cut")
    cut.message("hello", 1, proto="1.1")
    cut.frame()
    cut.message("set", 2, k="quiet", v="1")
    cut.process.communicate(timeout=60)
    assert (tmp_path / "settings.json").read_text() == former
    assert (tmp_path / "settings.json.new").read_text(), "the plug was pulled in the middle"
    board = Board(tmp_path)
    board.message("hello", 1, proto="1.1")
    board.frame()
    board.message("status", 2)
    assert board.frame().get("f") == "", "half a file beside them is no damage"
    board.message("set", 3, k="level")
    assert board.frame().get("v") == "40"
    board.message("set", 4, k="quiet", v="1")
    board.frame()
    wait_until(lambda: '"quiet": 1' in (tmp_path / "settings.json").read_text(), "the settings")
    board.end()
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]


def test_a_full_flash_is_said_and_the_tower_plays_on(tmp_path: Path) -> None:
    board = Board(tmp_path, FLASH="full", MEALS=str(tmp_path / "meals"))
    board.message("hello", 1, proto="1.1")
    board.frame()
    board.message("set", 2, k="calm", v="1")
    assert board.frame().get("v") == "1"
    fed = len((tmp_path / "meals").read_text())
    wait_until(lambda: len((tmp_path / "meals").read_text()) >= fed + 2, "the watchdog to be fed")
    board.message("status", 3)
    assert board.frame().get("f") == "cfg"
    board.message("roll", 4, id="a", d="8x6", at="0")
    assert board.frame().verb == "rolled"
    board.end()
