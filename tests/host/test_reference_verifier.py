"""Every face of the stored matches, computed again by a verifier that shares no code with us."""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from dicehost.cli import main
from dicehost.errors import HostError
from dicehost.journal.entry import Entry
from dicehost.journal.events import Closed, RollOutcome
from dicehost.journal.store import Journal
from dicehost.link.numbers import deal
from dicehost.link.proofs import drawn
from dicehost.past import archive, proof
from dicehost.past.proof import Checked
from dicerules import games
from dicerules.core import Roll
from msgspec.structs import replace
from tower.proof import commitment

from tests import reference_verifier
from tests.kept import Clerk

STORED = sorted((Path(__file__).parents[1] / "golden" / "journals" / "3").glob("*.sqlite"))
PROGRAM = Path(reference_verifier.__file__)


@cache
def looked_at(file: Path) -> tuple[list[str], list[Checked]]:
    """The lines of a stored journal as they are exported, and what our own check finds in them."""
    with TemporaryDirectory() as folder:
        journal = Journal(Path(shutil.copy(file, folder)))
        text = b"".join(archive.write(journal))
        journal.close()
    found = [proof.check(games()[file.stem], match) for _, match in archive.read(text.splitlines())]
    return text.decode().strip("\n").split("\n"), found


@pytest.mark.parametrize("file", STORED, ids=[file.stem for file in STORED])
def test_both_verifiers_find_that_every_roll_of_every_game_fits(file: Path) -> None:
    lines, found = looked_at(file)
    fit, unchecked, abandoned, wrong = reference_verifier.verify(lines)
    assert not wrong
    assert fit > 20
    assert sum(match.count("fits") for match in found) == fit
    assert sum(match.count("unchecked", "by_hand") for match in found) == unchecked
    assert sum(match.abandoned for match in found) == abandoned
    assert sum(match.count(*proof.WRONG) for match in found) == 0


def test_between_them_the_stored_matches_hold_everything_that_can_happen() -> None:
    found = [match for file in STORED for match in looked_at(file)[1]]
    assert any("s" in roll.dice for match in found for roll in match.rolls), "a shuffle"
    assert any(match.abandoned for match in found)
    assert any(match.refused for match in found)
    assert any(match.count("by_hand") for match in found)


def test_one_flipped_bit_anywhere_in_an_exported_match_is_found() -> None:
    clerk = Clerk("c0ffee01", "cow", ["Ann", "Bo"])
    clerk.open(checkable=True)
    clerk.play()
    text = _text(clerk.entries).encode()
    assert not reference_verifier.verify(text.decode().splitlines())[3]
    chance = random.Random(7)
    for _ in range(300):
        at, bit = chance.randrange(len(text)), chance.randrange(8)
        flipped = text[:at] + bytes([text[at] ^ 1 << bit]) + text[at + 1 :]
        if text[at : at + 1] == b"\n" or flipped[at : at + 1] == b"\n":
            continue
        assert _finds(flipped), f"bit {bit} of byte {at} in {text[at - 20 : at + 20]!r}"
        with pytest.raises(HostError):
            list(archive.read(flipped.splitlines()))


@pytest.mark.parametrize("field", ["noise", "nonce", "commitment", "faces", "dice"])
def test_a_forger_who_mends_the_chain_is_found_by_the_dice(field: str) -> None:
    clerk = Clerk("c0ffee01", "cow", ["Ann", "Bo"])
    clerk.open(checkable=True)
    clerk.play()
    chance = random.Random(field)
    kind = "rolled" if field in ("noise", "faces") else "committed"
    lines = [at for at, entry in enumerate(clerk.entries) if entry.kind == kind]
    at = chance.choice(lines)
    forged = Clerk("c0ffee01", "cow", ["Ann", "Bo"])
    for number, entry in enumerate(clerk.entries):
        body = _forge(entry.body, field, chance) if number == at else entry.body
        forged.copy(entry, body)
    roll = clerk.entries[at] if kind == "rolled" else clerk.entries[at + 1]
    wrong = reference_verifier.verify(_text(forged.entries).splitlines())[3]
    assert len(wrong) == 1
    assert f"line {roll.seq}:" in wrong[0]
    if field != "faces":  # other faces may lead to a match that the rules do not know
        found = proof.check(games()["cow"], forged.entries)
        assert [one.line for one in found.rolls if one.finding in proof.WRONG] == [roll.seq]


@pytest.mark.parametrize("kept", ["commitment", "nonce"])
def test_a_commitment_with_two_nonces_or_a_nonce_with_two_commitments_is_found(kept: str) -> None:
    clerk = Clerk("c0ffee01", "cow", ["Ann", "Bo"])
    clerk.open(checkable=True)
    while not isinstance(roll := clerk.match.need, Roll):
        clerk.step("simulated", "51b0000000000001")
    noise, first = clerk.commit(roll, "simulated", "51b0000000000001"), clerk.match.commitment
    assert first is not None
    if kept == "commitment":  # the noise was known when this nonce was chosen
        second = replace(first, nonce="5e" * 32)
    else:  # the nonce was known when this noise was chosen
        noise = bytes(32)
        told = commitment(first.id, first.dice, noise).hex()
        second = replace(first, commitment=told)
    clerk.write(second)
    rolled = deal(roll, drawn(second, noise))
    clerk.write(RollOutcome(first.id, rolled, "simulated", "51b0000000000001", noise=noise.hex()))
    (found,) = proof.check(clerk.game, clerk.entries).rolls
    assert found.finding == "nonce"
    (wrong,) = reference_verifier.verify(_text(clerk.entries).splitlines())[3]
    assert f"line {clerk.entries[-1].seq}:" in wrong
    assert "two" in wrong


def test_a_commitment_that_waits_when_a_match_is_ended_early_was_never_opened() -> None:
    clerk = Clerk("c0ffee01", "cow", ["Ann", "Bo"])
    clerk.open(checkable=True)
    while not isinstance(roll := clerk.match.need, Roll):
        clerk.step("simulated", "51b0000000000001")
    clerk.commit(roll, "simulated", "51b0000000000001")
    assert proof.check(clerk.game, clerk.entries).abandoned == 0, "it may be opened yet"
    clerk.write(Closed([], abandoned=True))
    assert proof.check(clerk.game, clerk.entries).abandoned == 1
    assert reference_verifier.verify(_text(clerk.entries).splitlines()) == (0, 0, 1, [])


@pytest.mark.parametrize("field", ["", "noise"])
def test_the_command_says_what_fits_and_what_does_not(
    field: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clerk, forged = Clerk("c0ffee01", "cow", ["Ann", "Bo"]), Clerk("c0ffee01", "cow", ["Ann", "Bo"])
    clerk.open(checkable=True)
    clerk.play()
    first = next(entry.seq for entry in clerk.entries if entry.kind == "rolled")
    for entry in clerk.entries:
        touched = field and entry.seq == first
        body = _forge(entry.body, field, random.Random(1)) if touched else entry.body
        forged.copy(entry, body)
    file = tmp_path / "match.jsonl"
    file.write_text(_text(forged.entries))
    assert main(["verify", str(file)]) == (1 if field else 0)
    said = capsys.readouterr().out
    assert ("Fine." in said) == (not field)
    if field:
        assert f"line {first}, roll" in said
        assert "NOT FINE: 1 roll cannot be" in said
    ran = subprocess.run([sys.executable, PROGRAM, file], capture_output=True, check=False)
    assert ran.returncode == (1 if field else 0)


@pytest.mark.parametrize("how", ["abandoned", "unchecked"])
def test_a_match_with_a_roll_that_could_have_been_chosen_is_not_called_fine(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clerk = Clerk("c0ffee01", "cow", ["Ann", "Bo"])
    clerk.open(checkable=True)
    while not isinstance(roll := clerk.match.need, Roll):
        clerk.step("simulated", "ab")
    if how == "abandoned":
        clerk.commit(roll, "simulated", "ab")
    else:
        clerk.write(replace(clerk.rolled(roll, "simulated", "ab"), noise=""))
    clerk.play()
    file = tmp_path / "match.jsonl"
    file.write_text(_text(clerk.entries))
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert "Fine." not in said
    assert "What can be checked fits." in said


def test_a_file_that_is_not_there_or_no_export_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 2
    (tmp_path / "other").write_text("{}\n")
    assert main(["verify", str(tmp_path / "other")]) == 2
    (tmp_path / "empty").write_text("")
    assert main(["verify", str(tmp_path / "empty")]) == 2
    said = capsys.readouterr().err
    assert said.count("dicetower: ") == 3


def test_the_reference_verifier_is_short_and_stands_alone() -> None:
    source = PROGRAM.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 100
    tree = ast.walk(ast.parse(source))
    names = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in tree
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert names <= sys.stdlib_module_names


def _forge(body: str, field: str, chance: random.Random) -> str:
    mark = f'"{field}":' + ("[" if field == "faces" else '"')
    start = body.index(mark) + len(mark)
    if field == "faces":
        face = int(body[start])
        return f"{body[:start]}{face % 6 + 1}{body[start + 1 :]}"
    if field == "dice":
        return body[:start] + "1x6." + body[start:]
    place = start + chance.randrange(64)
    digit = f"{int(body[place], 16) ^ 1:x}"
    return body[:place] + digit + body[place + 1 :]


def _finds(text: bytes) -> bool:
    try:
        return bool(reference_verifier.verify(text.decode().splitlines())[3])
    except (ValueError, KeyError):
        return True  # it is no longer an export at all


def _text(entries: list[Entry]) -> str:
    return b"".join(map(archive._line, entries)).decode()
