"""Bots that play each other from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from dicehost.cli import main


def test_bots_of_different_levels_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "cow", "--seats", "steady,random", "--matches", "12", "--cores", "2"]
    assert main([*command, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (found["matches"], found["even"]) == (12, 0.5)
    steady, random = found["strengths"]
    assert steady["level"] == "steady"
    assert steady["low"] > 0.5 > random["high"]


def test_a_sharp_bot_keeps_to_its_budget_and_the_outcome_is_a_row_of_a_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["simulate", "cow", "--seats", "sharp,random", "--matches", "2", "--playouts", "9"]
    assert main([*command, "--markdown"]) == 0
    assert capsys.readouterr().out.startswith(
        "| Don't Have a Cow | sharp, random | 2 | 50% | sharp"
    )


def test_the_same_seed_plays_the_same_matches_and_can_be_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "strength.svg"
    command = ["simulate", "cow", "--seats", "sharp,steady", "--matches", "2", "--playouts", "9"]
    assert main([*command, "--json", "--plot", str(file)]) == 0
    once = capsys.readouterr().out
    assert main([*command, "--json", "--cores", "1"]) == 0
    assert capsys.readouterr().out == once
    drawn = ElementTree.fromstring(file.read_text())
    words = [node.text for node in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"sharp", "steady"} <= set(words)


def test_a_drawing_needs_levels_to_compare(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "cow", "--seats", "2", "--matches", "1", "--plot", "x.svg"]) == 2
    assert "--seats sharp,steady" in capsys.readouterr().err
