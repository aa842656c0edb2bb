"""``dicetower new-game``: what it writes can be installed, passes the kit and can be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from dicehost.cli import main

from tests.strangers import install, run


def test_a_new_game_passes_its_own_test_and_is_listed(tmp_path: Path) -> None:
    assert main(["new-game", "dice_duel", "--to", str(tmp_path)]) == 0
    project = tmp_path / "dice_duel"
    path = install(project, tmp_path / "site")
    tested = run("pytest", "-q", project, path=path, where=project)
    assert "3 passed" in tested.stdout, tested.stdout + tested.stderr
    listed = run("dicehost.cli", "games", path=path, where=tmp_path)
    assert "dice_duel    Dice Duel, 2-4 players, about 2 minutes" in listed.stdout
    played = run("dicehost.cli", "simulate", "dice_duel", path=path, where=tmp_path)
    assert "Dice Duel, 2 seats: 1000 matches of random play" in played.stdout


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("Pig", "A game's key has 1 to 24 lower-case letters, digits and _"),
        ("two words", "A game's key has 1 to 24 lower-case letters, digits and _"),
        ("../pig", "A game's key has 1 to 24 lower-case letters, digits and _"),
        ("p" * 25, "A game's key has 1 to 24 lower-case letters, digits and _"),
        ("", "A game's key has 1 to 24 lower-case letters, digits and _"),
        ("cow", "There is a game 'cow' already: Don't Have a Cow."),
        ("random", "Python has a module or a word 'random' already"),
        ("class", "Python has a module or a word 'class' already"),
        ("pydantic", "Python has a module or a word 'pydantic' already"),
    ],
)
def test_a_bad_key_is_refused_in_words_and_nothing_is_written(
    key: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", key, "--to", str(tmp_path / "games")]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dice_duel").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["new-game", "dice_duel", "--to", str(tmp_path)]) == 2
    assert "There is a folder" in capsys.readouterr().err
    assert list((tmp_path / "dice_duel").iterdir()) == []
