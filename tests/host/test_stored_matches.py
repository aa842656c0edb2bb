"""Old matches replay for ever: stored journals of every version lead to the same positions."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from dicehost.journal.events import read_opened
from dicehost.journal.store import Journal
from dicerules import games

from tests.stored import positions

STORED = Path(__file__).parents[1] / "golden" / "journals"
FILES = sorted(STORED.glob("*/*.sqlite"))


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.name}-{file.stem}" for file in FILES])
def test_a_stored_match_comes_to_the_same_position_after_every_line(
    file: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copy(file, tmp_path))
    game, expected = games()[file.stem], json.loads(file.with_suffix(".json").read_text())
    journal = Journal(copy)
    assert {match for match, _, _ in journal.matches()} == set(expected)
    for match, told in expected.items():
        entries = journal.lines(match)
        assert read_opened(entries[0]).version == told["version"]
        for line, (now, then) in enumerate(
            zip(positions(game, entries), told["positions"].split(), strict=True), 1
        ):
            assert now == then, (
                f"{game.key}, match {match!r}: line {line} ({entries[line - 1].kind}) leads to"
                f" another position than when it was played under version {told['version']}."
                " Raise the game's version and keep the old outcome for old matches"
                " (tests/golden/journals/README.md says how)."
            )
    journal.close()


def test_every_game_has_stored_matches_of_its_present_version() -> None:
    for key, game in games().items():
        told = [json.loads(file.read_text()) for file in STORED.glob(f"*/{key}.json")]
        versions = {match["version"] for matches in told for match in matches.values()}
        assert versions == set(range(1, game.version + 1)), key
