"""``dicetower coach`` says what the choices in a stored position are worth, and errs in words."""

from __future__ import annotations

import contextlib
import random
import shutil
from pathlib import Path

import pytest
from dicehost.cli import main
from dicehost.journal.store import Journal
from dicehost.match.record import Match
from dicehost.past import coach

from tests.kept import Clerk, keep_match

STORED = Path(__file__).parents[1] / "golden" / "journals"


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Run the command on a stored match; gives the exit code, the output and what went wrong."""

    def coach(game: str, *more: str, match: str = "") -> tuple[int, str, str]:
        file = tmp_path / "journal.sqlite"
        shutil.copy(STORED / "1" / f"{game}.sqlite", file)
        if not match:
            journal = Journal(file, mend=False)
            match = next(name for name, _, over in journal.matches() if over)
            journal.close()
        code = main(["coach", match, *more, "--data-dir", str(tmp_path), "--seconds", "0.05"])
        said = capsys.readouterr()
        return code, said.out, said.err

    return coach


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("cow", "1", "exactly"),
        ("ryb", "578", "points to bank"),
        ("morty_zone", "8", "points in the end"),
        ("zorro", "3", "to succeed"),
        ("ricemarll", "4", "about"),
    ],
)
def test_every_game_has_something_to_say(run, game: str, line: str, expected: str) -> None:  # type: ignore[no-untyped-def]
    code, said, wrong = run(game, line)
    assert (code, wrong) == (0, "")
    assert f"after line {line}\n" in said
    assert expected in said


def test_the_same_seed_says_the_same(run) -> None:  # type: ignore[no-untyped-def]
    assert run("cow", "1") == run("cow", "1")


def test_without_a_line_it_is_the_last_choice_of_the_match(run) -> None:  # type: ignore[no-untyped-def]
    code, said, _ = run("cow")
    assert code == 0
    assert "is asked" in said


def test_the_same_cards_in_another_order_are_one_choice(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    clerk = keep_match(journal, "00000002", "ricemarll")
    journal.close()
    match, seat = may_declare_two(clerk)
    found = coach.weigh(match, seat, random.Random(1).randrange, lambda: lambda: False)
    said = [line for line in coach.tell(match, seat, found) if "Special goals to declare: " in line]
    declared = [frozenset(line.split(": ")[1].split(", ")) for line in said]
    assert len(declared) == len(set(declared)) == 4, "none, either, or both"


def may_declare_two(clerk: Clerk) -> tuple[Match, int]:
    """The first position of a match of Ricemarll in which a seat may declare two special goals."""
    for line in range(1, len(clerk.entries)):
        with contextlib.suppress(coach.CoachError):  # nobody is asked there
            match = coach.position(clerk.game, clerk.entries, line)
            seat = coach.check_seat(match, None)
            if match.state.step == "declare" and len(match.state.players[seat].specials) == 2:
                return match, seat
    raise AssertionError("nobody may declare two special goals in this match")


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (("9999",), "has lines 1 to"),
        (("1", "--seat", "5"), "can be coached, counted from 0; got 5"),
    ],
)
def test_a_position_that_is_not_there_is_refused_in_words(run, more, expected: str) -> None:  # type: ignore[no-untyped-def]
    code, said, wrong = run("cow", *more)
    assert (code, said) == (2, "")
    assert expected in wrong


def test_a_line_after_which_nobody_is_asked_names_one_where_somebody_is(run) -> None:  # type: ignore[no-untyped-def]
    code, _, wrong = run("ricemarll", "1")
    assert code == 2
    assert "nobody is asked" in wrong
    assert "after line " in wrong


def test_a_match_that_is_not_there_is_named(run) -> None:  # type: ignore[no-untyped-def]
    code, _, wrong = run("cow", match="nosuch")
    assert code == 2
    assert "There is no match nosuch" in wrong
