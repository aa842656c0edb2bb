"""``dicetower set``: a tower's settings from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from dicehost.cli import main
from tower.settings import CHOICES

from tests.firmware.cable import Cable
from tests.firmware.shimmed import Board


@pytest.fixture
def port(tmp_path: Path) -> Iterator[str]:
    cable = Cable()
    board = Board(tmp_path, cable.board)
    yield cable.port
    board.kill()
    cable.close()


def test_settings_are_shown_and_changed(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["set", "--tower", port]) == 0
    shown = capsys.readouterr().out.split("\n")[:-1]
    assert [line[:12].rstrip() for line in shown] == [
        f"{name} = {usual}" for name, usual, _ in CHOICES
    ]
    assert all(line.endswith(".") for line in shown), "each is explained"
    assert main(["set", "level", "40", "--tower", port]) == 0
    assert main(["set", "level", "--tower", port]) == 0
    assert capsys.readouterr().out == "level = 40\n" * 2


def test_a_value_that_cannot_be_is_refused_in_a_sentence(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["set", "level", "900", "--tower", port]) == 2
    assert "from 0 to 255" in capsys.readouterr().err


def test_without_a_tower_the_next_step_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["set", "--data-dir", str(tmp_path)]) == 2
    assert "No tower found" in capsys.readouterr().err
