"""An update cut at every step: the board starts the old firmware or the new one, never a mix."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from dicehost.link import staging
from dicehost.link.staging import KEPT, TRIAL, folder_of, stage

from tests.evening import wait_until
from tests.firmware.shimmed import FIRMWARE, HERE, MICROPYTHON, Board

LOADER = (FIRMWARE / "main.py").read_bytes()


class CutError(Exception):
    """The plug was pulled."""


class Prompt:
    """What mpremote's transport does to a board's files, on a folder; a plug may be pulled."""

    def __init__(self, folder: Path, cut: int = -1) -> None:
        self.folder = folder
        self.cut = cut
        self.deeds = 0

    def _deed(self) -> None:
        if self.deeds == self.cut:
            raise CutError
        self.deeds += 1

    def fs_isdir(self, path: str) -> bool:
        return (self.folder / path).is_dir()

    def fs_listdir(self, path: str) -> list[SimpleNamespace]:
        found = sorted((self.folder / path).iterdir())
        return [SimpleNamespace(name=it.name, st_mode=0x4000 * it.is_dir()) for it in found]

    def fs_mkdir(self, path: str) -> None:
        self._deed()
        (self.folder / path).mkdir()

    def fs_rmdir(self, path: str) -> None:
        self._deed()
        (self.folder / path).rmdir()

    def fs_rmfile(self, path: str) -> None:
        if not (self.folder / path).exists():
            raise FileNotFoundError
        self._deed()
        (self.folder / path).unlink()

    def fs_readfile(self, path: str) -> bytes:
        return (self.folder / path).read_bytes()

    def fs_hashfile(self, path: str, algo: str) -> bytes:
        return hashlib.new(algo, self.fs_readfile(path)).digest()

    def fs_writefile(self, path: str, held: bytes, chunk_size: int) -> None:
        self._deed()
        for part in (b"", held[: len(held) // 2], held):
            (self.folder / path).write_bytes(part)
            self._deed()

    def exec(self, code: str) -> None:
        assert code.startswith("import os\nos.rename(")
        self._deed()
        old, new = eval(code.partition("os.rename")[2])
        (self.folder / old).rename(self.folder / new)


def firmware(version: str, ends: str = "") -> dict[str, bytes]:
    """A firmware that only says what it is made of, or ends otherwise."""
    part = f"VERSION = {version!r}\n"
    run = (
        "from tower import board, part\n" + part + "def main(it):\n"
        " print(VERSION, board.VERSION, part.VERSION, it.firmware, it.trial)\n" + ends
    )
    pico = part + "class Pico:\n def button(self):\n  return False\n"
    files = {"tower/part.py": part, "tower/board.py": pico, "tower/run.py": run}
    return {"main.py": LOADER} | {name: text.encode() for name, text in files.items()}


OLD, NEW, OLDER = firmware("old"), firmware("new"), firmware("older")


def install(folder: Path, files: dict[str, bytes], inside: str) -> None:
    for name, held in files.items():
        place = folder / name if name == "main.py" else folder / inside / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(held)


def from_root(folder: Path) -> None:
    """As mip or the first edition left it."""
    install(folder, OLD, "")


def from_folder(folder: Path) -> None:
    """As an update left it, with the one before still there."""
    install(folder, OLDER, folder_of(OLDER))
    install(folder, OLD, folder_of(OLD))
    (folder / KEPT).write_text(folder_of(OLD))


def started(folder: Path) -> list[str]:
    """What starts at power-up, as it says itself: three versions, its folder, whether on trial."""
    said = subprocess.run(
        [MICROPYTHON, str(folder / "main.py")],
        cwd=folder,
        env={"MICROPYPATH": f"{(HERE / 'shims').resolve()}:{folder}:.frozen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    lines = [line for line in said.stdout.splitlines() if not line.startswith("watchdog")]
    assert lines, said.stdout + said.stderr
    return lines[-1].split()


def staged(folder: Path, files: dict[str, bytes], cut: int = -1) -> int:
    """Stage an update; returns how much was done until the plug was pulled, or to the end."""
    prompt = Prompt(folder, cut)
    try:
        stage(prompt, files, lambda name, size: None)
    except CutError:
        assert prompt.deeds == cut
    return prompt.deeds


@pytest.mark.parametrize("before", [from_root, from_folder])
def test_a_cut_at_any_step_leaves_the_old_firmware_or_the_new_one(
    before: object, tmp_path: Path
) -> None:
    assert callable(before)
    whole = tmp_path / "whole"
    whole.mkdir()
    before(whole)
    steps = staged(whole, NEW)
    assert steps > 15
    for cut in range(steps):
        board = tmp_path / str(cut)
        board.mkdir()
        before(board)
        staged(board, NEW, cut)
        assert started(board)[:3] == ["old"] * 3, f"cut before step {cut} of {steps}"
        if cut % 4 == 0:
            staged(board, NEW)
            assert started(board)[:3] == ["new"] * 3, "and it can be done again"


@pytest.mark.parametrize("before", [from_root, from_folder])
def test_the_new_firmware_is_tried_once_and_the_old_one_comes_back(
    before: object, tmp_path: Path
) -> None:
    assert callable(before)
    before(tmp_path)
    staged(tmp_path, NEW)
    assert started(tmp_path) == ["new", "new", "new", folder_of(NEW), "True"]
    assert started(tmp_path)[:3] == ["old"] * 3


def test_a_firmware_that_does_not_even_start_is_ended_by_the_watchdog(tmp_path: Path) -> None:
    from_folder(tmp_path)
    staged(tmp_path, firmware("broken", "raise ValueError\n"))
    assert started(tmp_path) == ["ValueError:"], "on the chip, the prompt; and then the watchdog"
    assert started(tmp_path)[:3] == ["old"] * 3


def test_a_bare_board_keeps_the_first_firmware_it_gets(tmp_path: Path) -> None:
    staged(tmp_path, NEW)
    assert not (tmp_path / TRIAL).exists()
    assert started(tmp_path) == ["new", "new", "new", folder_of(NEW), "False"]


def test_what_is_neither_kept_nor_new_is_removed_and_the_old_one_stays(tmp_path: Path) -> None:
    from_folder(tmp_path)
    staged(tmp_path, NEW)
    folders = {entry.name for entry in tmp_path.iterdir() if entry.is_dir()}
    assert folders == {folder_of(OLD), folder_of(NEW)}


def test_a_file_that_arrives_damaged_is_noticed(tmp_path: Path) -> None:
    class Lossy(Prompt):
        def fs_writefile(self, path: str, held: bytes, chunk_size: int) -> None:
            super().fs_writefile(path, held[:-1], chunk_size)

    from_folder(tmp_path)
    with pytest.raises(staging.Damaged, match=r"tower/part\.py"):
        stage(Lossy(tmp_path), NEW, lambda name, size: None)
    assert started(tmp_path)[:3] == ["old"] * 3


@pytest.fixture
def on_trial(tmp_path: Path) -> Path:
    """A board on which the firmware as it is here is tried."""
    from_folder(tmp_path)
    shutil.copytree(FIRMWARE, tmp_path / "fw-here", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / TRIAL).write_text("fw-here")
    return tmp_path


def test_the_firmware_is_kept_when_it_has_said_hello(on_trial: Path) -> None:
    board = Board(on_trial)
    try:
        board.message("hello", 1, proto="1.2")
        board.frame()
        wait_until(lambda: (on_trial / KEPT).read_text() == "fw-here", "it to be kept")
        board.message("status", 2, k="board")
        assert board.frame().get("set") == "fw-here"
    finally:
        board.kill()


def test_a_plug_pulled_while_it_is_being_kept_leaves_the_old_one(on_trial: Path) -> None:
    board = Board(on_trial, FLASH="cut")
    board.message("hello", 1, proto="1.2")
    board.process.communicate(timeout=60)
    assert (on_trial / KEPT).read_text() == folder_of(OLD)
    assert not (on_trial / TRIAL).exists()
    assert (on_trial / f"{KEPT}.new").exists(), "it was pulled in the middle"


def test_a_firmware_that_nobody_greets_goes_back_by_itself(on_trial: Path) -> None:
    board = Board(on_trial, CLOCK="100")
    said, _ = board.process.communicate(timeout=60)
    assert board.process.returncode == 3
    assert said.decode().splitlines().count("reset") == 1
    assert (on_trial / KEPT).read_text() == folder_of(OLD)
