"""Flashing a board: what is copied, what is checked, and what is said if it cannot be done."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
import tower
from dicehost.link import flash
from dicehost.link.flash import FlashError, find, shipped
from dicehost.link.staging import folder_of
from dicehost.wording import host_words

from tests.firmware.cable import Cable

ROOT = Path.cwd()
MICROPYTHON = os.environ.get("MICROPYTHON_BIN", str(Path(sys.executable).parent / "micropython"))
SHIMS = ROOT / "tests/firmware/shims"
PICO, CIRCUITPYTHON, OTHER = (0x2E8A, 0x0005), (0x239A, 0x80F4), (0x2E8A, 0x000A)


class Board:
    """MicroPython's unix build behind a prompt as tools expect it; its flash is a folder."""

    def __init__(self, folder: Path, cable: Cable) -> None:
        self.folder = folder
        self.cable = cable
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **told: str) -> str:
        self.process = subprocess.Popen(
            [MICROPYTHON, "-X", "heapsize=2m", str(SHIMS / "prompt.py")],
            cwd=self.folder,
            stdin=self.cable.board,
            stdout=self.cable.board,
            stderr=subprocess.DEVNULL,
            env={"MICROPYPATH": f"{SHIMS}:.frozen", **told},
        )
        return self.cable.port

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    cable = Cable()
    board = Board(tmp_path, cable)
    yield board
    board.stop()
    cable.close()


def test_a_bare_board_becomes_a_tower_that_answers(board: Board) -> None:
    said: list[str] = []
    flashed = flash.flash(board.start(), said.append)
    assert "main.py" in flashed.copied
    assert "tower/desk.mpy" in flashed.copied
    assert (flashed.hello.id, flashed.health) == ("e66138528350be31", "ok")
    assert said[0].endswith("MicroPython 1.28.0")
    assert "answers" in said[-1]
    there = {str(file.relative_to(board.folder)) for file in board.folder.rglob("*.*py")}
    files = shipped("x64")
    folder = folder_of(files)
    assert there == {"main.py"} | {f"{folder}/{name}" for name in files if name != "main.py"}


@pytest.mark.parametrize(
    ("machine", "model"),
    [
        ("Raspberry Pi Pico W with RP2040", "picow"),
        ("Raspberry Pi Pico 2 with RP2350", "pico2"),
        ("Raspberry Pi Pico 2 W with RP2350", "pico2w"),
    ],
)
def test_other_picos_become_towers_that_say_what_they_are(
    board: Board, machine: str, model: str
) -> None:
    flashed = flash.flash(board.start(BOARD_MACHINE=machine), lambda line: None)
    assert (flashed.hello.model, flashed.health) == (model, "ok")


def test_only_what_changed_is_copied_and_what_is_old_is_removed(board: Board) -> None:
    files = shipped("x64")
    folder = folder_of(files)
    for name, held in files.items():
        file = board.folder / (name if name == "main.py" else f"{folder}/{name}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(held)
    (board.folder / folder / "tower/dice.mpy").write_bytes(b"of former days")
    (board.folder / "fw-other").mkdir()
    (board.folder / "fw-other/desk.py").write_bytes(b"an older firmware's")
    (board.folder / "firmware.txt").write_text(folder)
    (board.folder / "settings.json").write_text("{}")
    flashed = flash.flash(board.start(), lambda line: None)
    assert flashed.copied == ("tower/dice.mpy",)
    assert flashed.removed == ("fw-other/desk.py",)
    assert (board.folder / "settings.json").read_text() == "{}"


@pytest.mark.parametrize(
    ("told", "code", "sentence"),
    [
        ({"BOARD_VERSION": "1.19.1"}, "version", "MicroPython 1.19.1; the firmware needs 1.23"),
        ({"BOARD_NAME": "circuitpython"}, "circuitpython", "BOOTSEL"),
        ({"BOARD_MACHINE": "ESP32 module with ESP32"}, "chip", "ESP32 module with ESP32"),
        ({"BOARD_FULL": "1"}, "full", "The board refused main.py"),
        ({"BOARD_LOSSY": "1"}, "damaged", "main.py arrived damaged"),
    ],
)
def test_a_board_that_will_not_do_says_why_and_is_left_alone(
    board: Board, told: dict[str, str], code: str, sentence: str
) -> None:
    with pytest.raises(FlashError, match=sentence) as refused:
        flash.flash(board.start(**told), lambda line: None)
    assert refused.value.code == f"flash.{code}"
    assert not (board.folder / "main.py").exists()


def test_a_port_without_a_prompt_is_explained(board: Board) -> None:
    with pytest.raises(FlashError, match="no MicroPython prompt") as refused:
        flash.flash(board.cable.port, lambda line: None, patience=0.3)
    assert refused.value.code == "flash.silent"


def test_a_port_in_use_is_explained(board: Board) -> None:
    with (
        serial.Serial(board.cable.port, exclusive=True),
        pytest.raises(FlashError, match="End what uses it") as refused,
    ):
        flash.flash(board.cable.port, lambda line: None)
    assert refused.value.code == "flash.busy"


def test_a_port_that_is_not_there_is_explained(tmp_path: Path) -> None:
    with pytest.raises(FlashError, match="went away") as refused:
        flash.flash(str(tmp_path / "ttyACM9"), lambda line: None)
    assert refused.value.code == "flash.gone"


def test_a_missing_right_is_explained() -> None:
    # The user who runs this may have every right; what the system says is taken for granted.
    refused = flash._unopened("/dev/ttyACM0", serial.SerialException(errno.EACCES, "denied"))
    assert refused.code == "flash.permission"
    assert "dialout" in str(refused)


def port(ids: tuple[int, int], device: str = "/dev/ttyACM0", maker: str | None = None) -> object:
    return SimpleNamespace(device=device, vid=ids[0], pid=ids[1], manufacturer=maker)


def test_the_one_board_that_is_plugged_in_is_found() -> None:
    assert find([port(PICO, "/dev/ttyACM3"), port((0x0403, 0x6001))], []) == "/dev/ttyACM3"


@pytest.mark.parametrize(
    ("ports", "code"),
    [
        ([], "none"),
        ([port((0x0403, 0x6001))], "none"),
        ([port(PICO, "/dev/ttyACM0"), port(PICO, "/dev/ttyACM1")], "several"),
        ([port(CIRCUITPYTHON)], "circuitpython"),
        ([port((0x2E8A, 0x1000), maker="CircuitPython")], "circuitpython"),
        ([port(OTHER)], "silent"),
    ],
)
def test_without_one_board_it_is_said_why(ports: list[object], code: str) -> None:
    with pytest.raises(FlashError) as refused:
        find(ports, [])
    assert refused.value.code == f"flash.{code}"


@pytest.mark.parametrize("mounted", [True, False])
def test_a_board_that_waits_for_an_image_is_told_by_its_drive(
    tmp_path: Path, mounted: bool
) -> None:
    drive = tmp_path / ("NO NAME" if mounted else "RPI-RP2")
    if mounted:
        drive.mkdir()
        (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\n")
    with pytest.raises(FlashError, match="copy the image") as refused:
        find([], [tmp_path, drive])
    assert refused.value.code == "flash.bootsel"
    assert str(drive) in str(refused.value)


def test_every_sentence_names_a_next_step() -> None:
    told = {key: text for key, text in host_words().items() if key.startswith("host.flash.")}
    assert len(told) > 15
    for code, sentence in told.items():
        assert len(sentence.split(". ")) > 1 or ": " in sentence, code


def test_the_package_for_mip_lists_what_is_flashed() -> None:
    package = json.loads((ROOT / "firmware/package.json").read_text())
    listed = {target.replace(".py", ".mpy") for target, source in package["urls"] if "/" in target}
    assert listed | {"main.py"} == set(shipped("armv6m"))
    assert all((ROOT / "firmware" / source).is_file() for _, source in package["urls"])
    assert package["version"] == tower.VERSION
