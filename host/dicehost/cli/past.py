"""Commands for what was played: replay, check, export, import, fairness."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dicerules.words import sentence

from dicehost.cli.arguments import Commands, add_data_dir, data_dir, faces, positive
from dicehost.errors import HostError
from dicehost.wording import host_words

if TYPE_CHECKING:
    from dicehost.journal.store import Journal
    from dicehost.past.ledger import Tally


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

    fair = commands.add_parser("fairness", help="show how evenly the dice fell, with a chart")
    fair.add_argument(
        "--rolls",
        type=positive,
        metavar="N",
        help="roll N dice with a simulated tower; default: count the dice of all matches",
    )
    fair.add_argument(
        "--faces", type=faces, default=6, metavar="N", help="of each die to roll; default: 6"
    )
    fair.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        default=Path("fairness.svg"),
        help="where to write the chart; default: fairness.svg",
    )
    fair.set_defaults(run=_fairness)

    for command in (replay, check, export, take_in, fair):
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
        found = [journal.sound_lines(match) for match in matches]
    finally:
        journal.close()
    bad = [(len(entries), damage) for entries, damage in found if damage is not None]
    for sound, damage in bad:
        print(f"{sentence(damage.words, host_words(), [])} Sound lines: {sound}.")
    lines = sum(len(entries) for entries, _ in found)
    print(f"{len(matches)} matches, {lines} sound lines, {len(bad)} matches damaged")
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

    try:
        text = asked.file.read_bytes()
    except OSError as error:
        print(f"dicetower: {asked.file} cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    journal = Journal(data_dir(asked) / "journal.sqlite", mend=False)
    seats = Seats(data_dir(asked) / "seats.sqlite")
    try:
        taken, lines = archive.take_in(journal, text)
        journal.adopt_now(lines)
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


def _fairness(asked: argparse.Namespace) -> None:
    from dicehost.past import plot
    from dicehost.past.fairness import judge

    tallies = [_trial(asked)] if asked.rolls else _played(data_dir(asked))
    if not tallies:
        print("No dice have been rolled yet. 'dicetower fairness --rolls 6000' rolls some.")
    for number, counted in enumerate(tallies):
        verdict = judge(counted)
        source = f"{verdict.source} {verdict.tower}".strip()
        told = [sentence(said, host_words(), []) for said in (verdict.said, verdict.run_said)]
        print(f"{verdict.rolls} dice with {verdict.faces} faces, {source}")
        for face, count in enumerate(verdict.counts, 1):
            print(f"{face:4} {count:8}   expected {verdict.expected:.1f}")
        for line in told:
            print(line)
        file = asked.to if number == 0 else asked.to.with_stem(f"{asked.to.stem}-{number + 1}")
        file.write_text(plot.file(verdict, told[0]), encoding="utf-8")
        print(f"Chart: {file}")


def _trial(asked: argparse.Namespace) -> Tally:
    from tqdm import tqdm

    from dicehost.tools.trial import roll_many

    with tqdm(total=asked.rolls, unit="die", disable=not sys.stderr.isatty()) as bar:
        return roll_many(asked.rolls, asked.faces, bar.update)


def _played(folder: Path) -> list[Tally]:
    from dicehost.journal.store import Journal
    from dicehost.past.ledger import Ledger, Wish

    journal = Journal(folder / "journal.sqlite", mend=False)
    ledger = Ledger(folder / "ledger.sqlite", journal)
    try:
        ledger.bring_up()
        return ledger.tallies(Wish())
    finally:
        ledger.close()
        journal.close()
