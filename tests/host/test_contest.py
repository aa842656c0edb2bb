"""Bots that play each other from the command line."""

from __future__ import annotations

import json
from typing import Any

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
    command = ["simulate", "cow", "--seats", "sharp,random", "--matches", "2", "--budget", "0.01"]
    assert main([*command, "--markdown"]) == 0
    assert capsys.readouterr().out.startswith(
        "| Don't Have a Cow | sharp, random | 2 | 50% | sharp"
    )
