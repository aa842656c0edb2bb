"""The owner's key: made whole or not at all, and a damaged one makes nobody the owner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from dicehost.cli import main
from dicehost.errors import HostError
from dicehost.screens.seats import is_owner, owner_key
from dicehost.wording import host_words
from dicerules.words import blanks, sentence

KILLED_AT_EVERY_LINE = """
import os, signal, sys
from pathlib import Path
from dicehost.screens.seats import owner_key

# The child is killed before the nth line of ours that making a key runs through.
def made_until(path, last):
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    seen = 0
    def traced(frame, event, _):
        nonlocal seen
        if "dicehost" not in frame.f_code.co_filename:
            return None
        seen += event == "line"
        if seen > last:
            os.kill(os.getpid(), signal.SIGKILL)
        return traced
    sys.settrace(traced)
    owner_key(path)
    os._exit(0)

folder, kills = Path(sys.argv[1]), 0
while not made_until(folder / str(kills) / "owner.key", kills):
    kills += 1
print(kills)
"""

ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from dicehost.errors import HostError
from dicehost.screens.seats import owner_key

for most in range(24):
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    try:
        owner_key(Path(sys.argv[1]) / str(most) / "owner.key")
        print("made", most)
    except HostError as refusal:
        print(refusal.code, most)
"""


def run(script: str, folder: Path) -> list[str]:
    command = [sys.executable, "-c", script, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_kill_at_any_line_while_a_key_is_made_leaves_none_or_a_whole_one(tmp_path: Path) -> None:
    (kills,) = map(int, run(KILLED_AT_EVERY_LINE, tmp_path))
    assert kills > 5, "it was killed on the way"
    there = [tmp_path / str(kill) / "owner.key" for kill in range(kills + 1)]
    assert {len(key.read_text()) for key in there if key.exists()} == {23}
    assert not there[0].exists()
    for key in there:
        assert len(owner_key(key)) == 22


def test_a_full_disk_leaves_no_part_of_a_key_and_says_so(tmp_path: Path) -> None:
    said = run(ON_A_FULL_DISK, tmp_path)
    assert said == [f"journal.unwritten {most}" for most in range(23)] + ["made 23"]
    assert [file.parent.name for file in tmp_path.glob("*/owner.key")] == ["23"]


@pytest.mark.parametrize("left", ["", "\n", "short", "k" * 21, "k" * 21 + "é", "two\nlines" * 9])
def test_a_damaged_key_is_refused_in_words_and_left_as_it_is(tmp_path: Path, left: str) -> None:
    file = tmp_path / "owner.key"
    file.write_text(left, encoding="utf-8")
    with pytest.raises(HostError) as caught:
        owner_key(file)
    assert caught.value.code == "seat.key"
    said = sentence(caught.value.words, host_words(), [])
    assert str(file) in said
    assert "Delete it" in said
    assert not blanks(said)
    assert file.read_text(encoding="utf-8") == left


def test_with_an_empty_key_the_service_does_not_start(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "owner.key").touch()
    asked = ["play", "--local", "--port", "0", "--tower", "/dev/none", "--data-dir", str(tmp_path)]
    assert main(asked) == 2
    assert "owner.key" in capfd.readouterr().err


def test_an_empty_key_opens_nothing() -> None:
    assert not is_owner("", "")
    assert is_owner("k" * 22, "k" * 22)
    assert not is_owner("k" * 22, "\ud800")
