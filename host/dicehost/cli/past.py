"""Commands for what was played: replay, check, export, import, verify."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from dicerules.words import sentence

from dicehost.cli.arguments import Commands, add_data_dir, data_dir
from dicehost.errors import HostError
from dicehost.wording import host_words

if TYPE_CHECKING:
    from dicehost.journal.store import Journal


def add(commands: Commands) -> None:
    """Add the commands."""
    replay = commands.add_parser("replay", help="list the matches, or print one as text")
    replay.add_argument("match", metavar="MATCH", nargs="?", help="default: list all matches")
    replay.set_defaults(run=_replay)

    check = commands.add_parser("check", help="read every line of every match and say what is bad")
    check.set_defaults(run=_check)

    export = commands.add_parser("export", help="write finished matches as JSON Lines")
    export.add_argument("match", metavar="MATCH", nargs="*", help="default: all that are over")
    export.add_argument("--to", type=Path, metavar="FILE", help="default: standard output")
    export.set_defaults(run=_export)

    take_in = commands.add_parser("import", help="add matches that 'export' wrote")
    take_in.add_argument("file", metavar="FILE", type=Path)
    take_in.set_defaults(run=_import)

    verify = commands.add_parser("verify", help="compute every face of an exported match again")
    verify.add_argument("file", metavar="FILE", type=Path, help="as 'export' wrote it")
    verify.set_defaults(run=_verify)

    for command in (replay, check, export, take_in):
        add_data_dir(command)


def _replay(asked: argparse.Namespace) -> None:
    from dicehost.house.opening import find_game
    from dicehost.journal.store import Journal
    from dicehost.past.transcript import tell

    journal = Journal(data_dir(asked) / "journal.sqlite", mend=False)
    try:
        if asked.match is None:
            for match, at, over in journal.matches():
                state = "over" if over else "open"
                print(f"{match}  {at[:16]}  {state}  {_players(journal, match)}")
            return
        game = find_game(journal.opening(asked.match).game)
        for line in tell(game, journal.lines(asked.match)):
            print(line)
    finally:
        journal.close()


def _players(journal: Journal, match: str) -> str:
    try:
        opened = journal.opening(match)
    except HostError as error:
        return sentence(error.words, host_words(), [])
    return f"{opened.game}: {', '.join(opened.names)}"


def _check(asked: argparse.Namespace) -> int:
    from dicehost.journal.store import Journal

    journal = Journal(data_dir(asked) / "journal.sqlite", mend=False)
    try:
        matches = [match for match, _, _ in journal.matches()]
        tournaments = journal.tournaments()
        found = [journal.sound_lines(name) for name in (*matches, *tournaments)]
    finally:
        journal.close()
    bad = [(len(entries), damage) for entries, damage in found if damage is not None]
    for sound, damage in bad:
        print(f"{sentence(damage.words, host_words(), [])} Sound lines: {sound}.")
    lines = sum(len(entries) for entries, _ in found)
    kept = f"{len(matches)} matches"
    if tournaments:
        kept += f", {len(tournaments)} tournaments"
    print(
        f"{kept}, {lines} sound lines, {len(bad)} {'of them' if tournaments else 'matches'} damaged"
    )
    return 1 if bad else 0


def _export(asked: argparse.Namespace) -> None:
    from dicehost.journal.store import Journal
    from dicehost.past import archive

    journal = Journal(data_dir(asked) / "journal.sqlite", mend=False)
    try:
        # Read before a file is opened: a refusal leaves nothing half written behind.
        chunks = list(archive.write(journal, asked.match))
    finally:
        journal.close()
    if asked.to is None:
        sys.stdout.buffer.writelines(chunks)
        return
    asked.to.write_bytes(b"".join(chunks))
    count = len(chunks)
    print(f"{count} {'match' if count == 1 else 'matches'} written to {asked.to}")


def _import(asked: argparse.Namespace) -> int:
    from dicehost.journal.store import Journal
    from dicehost.past import archive
    from dicehost.screens.seats import Seats

    file = _open(asked.file)
    if file is None:
        return 2
    journal = Journal(data_dir(asked) / "journal.sqlite", mend=False)
    seats = Seats(data_dir(asked) / "seats.sqlite")
    try:
        with file:
            taken, damaged, lines = archive.take_in(journal, file)
            journal.adopt_now(lines, damaged)
        for match in taken.new:
            seats.deal(match, len(journal.opening(match).names), over=True)
    finally:
        seats.close()
        journal.close()
    for match in taken.new:
        print(f"{match}  imported")
    for match in taken.known:
        print(f"{match}  already here")
    return 0


def _verify(asked: argparse.Namespace) -> int:
    from dicehost.past import archive
    from dicehost.past.proof import WRONG
    from dicehost.past.verify import tell

    file = _open(asked.file)
    if file is None:
        return 2
    with file:
        found = [tell(entries) for _, entries in archive.read(file)]
    for _, lines in found:
        print(*lines, sep="\n")
    if not found:
        print(f"dicetower: there is no match in {asked.file}", file=sys.stderr)
        return 2
    return 1 if any(checked.refused or checked.count(*WRONG) for checked, _ in found) else 0


def _open(file: Path) -> BinaryIO | None:
    try:
        opened = file.open("rb")
        if opened.seekable():
            return opened
        # A pipe tells everything once, and a file of matches is read twice.
        with opened:
            copy = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
            shutil.copyfileobj(opened, copy)
        copy.seek(0)
    except OSError as error:
        print(f"dicetower: {file} cannot be read: {error.strerror}", file=sys.stderr)
        return None
    return copy
