"""The command ``dicetower``: words in, words out. Each command's work is done elsewhere."""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dicerules import games
from dicerules.errors import CardError, KitError, RuleError
from dicerules.words import sentence

from dicehost import __version__
from dicehost.errors import HostError
from dicehost.wording import host_words

if TYPE_CHECKING:
    from dicehost.ledger import Tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; errors come as one sentence and exit code 2."""
    asked = _parser().parse_args(arguments)
    level = logging.INFO if asked.verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")
    try:
        return int(asked.run(asked) or 0)
    except (HostError, RuleError) as error:
        print(f"dicetower: {sentence(error.words, host_words(), [])}", file=sys.stderr)
    except (CardError, KitError) as error:
        print(f"dicetower: {error}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dicetower", description="An electronic dice tower.")
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("--verbose", action="store_true", help="say what goes on")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="open tables: tower, scoreboard, phones")
    play.add_argument("--local", action="store_true", help="reachable from this machine only")
    play.add_argument("--port", type=int, help="where to listen")
    play.add_argument(
        "--tower", help="the tower's port, or 'simulated'; default: one that is plugged in"
    )
    play.add_argument("--cards", type=Path, help="a card file to play with instead of the built-in")
    play.set_defaults(run=_play)

    towers = commands.add_parser("towers", help="what is plugged in, and how it feels")
    towers.set_defaults(run=_towers)

    flash = commands.add_parser("flash", help="put the firmware on a board")
    flash.add_argument("--port", help="the board's port; default: the one that is plugged in")
    flash.set_defaults(run=_flash)

    doctor = commands.add_parser("doctor", help="look a tower over, line by line")
    doctor.add_argument("--tower", help="the tower's port; default: one that is plugged in")
    doctor.add_argument("--json", action="store_true", help="for machines")
    doctor.add_argument(
        "--bundle", type=Path, help="write a file to send along when asking for help"
    )
    doctor.set_defaults(run=_doctor)

    simulate = commands.add_parser("simulate", help="random legal play through the same rules")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--matches", type=_positive, default=1000)
    simulate.add_argument("--seats", type=int, help="default: the fewest the game takes")
    simulate.add_argument("--seed", type=int, default=1)
    simulate.add_argument("--json", action="store_true", help="for machines")
    simulate.set_defaults(run=_simulate)

    replay = commands.add_parser("replay", help="tell a match from its journal")
    replay.add_argument("match", metavar="MATCH", nargs="?", help="default: list all matches")
    replay.set_defaults(run=_replay)

    export = commands.add_parser("export", help="write matches that are over as JSON Lines")
    export.add_argument("match", metavar="MATCH", nargs="*", help="default: all that are over")
    export.add_argument("--to", type=Path, metavar="FILE", help="default: the standard output")
    export.set_defaults(run=_export)

    take_in = commands.add_parser("import", help="take matches in that 'export' wrote")
    take_in.add_argument("file", metavar="FILE", type=Path)
    take_in.set_defaults(run=_import)

    fair = commands.add_parser("fairness", help="how even the dice fell, with a drawing")
    fair.add_argument(
        "--rolls",
        type=_positive,
        metavar="N",
        help="roll N dice with a simulated tower; default: count what was played",
    )
    fair.add_argument("--faces", type=_faces, default=6, help="of the dice to roll; default: 6")
    fair.add_argument("--to", type=Path, metavar="FILE", default=Path("fairness.svg"))
    fair.set_defaults(run=_fairness)

    listing = commands.add_parser("games", help="what can be played")
    listing.set_defaults(run=_games)

    for command in (play, towers, doctor, replay, export, take_in, fair):
        command.add_argument(
            "--data-dir", type=Path, help="where journal and keys are kept", default=None
        )
    return parser


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0; got {text!r}")
    return int(text)


def _faces(text: str) -> int:
    if not text.isdigit() or not 2 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"dice have 2 to 100 faces; got {text!r}")
    return int(text)


def _folder(asked: argparse.Namespace) -> Path:
    if asked.data_dir is not None:
        return Path(asked.data_dir)
    import platformdirs

    return Path(platformdirs.user_data_dir("dicetower"))


def _play(asked: argparse.Namespace) -> None:
    from dicehost import play

    port = play.PORT if asked.port is None else asked.port
    play.play(_folder(asked), port, asked.tower, asked.cards, asked.local)


def _towers(asked: argparse.Namespace) -> int:
    import asyncio

    from dicehost.link.survey import survey

    found = asyncio.run(survey(_folder(asked) / "towers"))
    if not found:
        print("No tower found. Plug one in by a USB cable that carries data, or run")
        print("'dicetower play', which brings a simulated one.")
        return 1
    for line in found:
        print(line)
    return 0


def _flash(asked: argparse.Namespace) -> int:
    from dicehost.flash import FlashError, flash

    try:
        flash(asked.port, print)
    except FlashError as error:
        print(f"dicetower: {error}", file=sys.stderr)
        return 2
    return 0


def _doctor(asked: argparse.Namespace) -> int:
    from dicehost import doctor

    return doctor.main(_folder(asked) / "towers", asked.tower, asked.json, asked.bundle)


def _simulate(asked: argparse.Namespace) -> None:
    from dicerules.simulate import summarise

    from dicehost.house import MatchError, find_game

    game = find_game(asked.game)
    seats = game.seats[0] if asked.seats is None else asked.seats
    if seats not in game.seats:
        raise MatchError("match.seats", low=game.seats[0], high=game.seats[-1], got=seats)
    below = random.Random(asked.seed).randrange  # noqa: S311 - play for measuring, not dice
    matches: Iterable[int] = range(asked.matches)
    if not asked.json and sys.stderr.isatty():
        from tqdm import tqdm

        matches = tqdm(matches, unit="match")
    summary = summarise(game, seats, matches, below)
    print(json.dumps(summary.as_dict()) if asked.json else summary.text())


def _replay(asked: argparse.Namespace) -> None:
    from dicehost.house import find_game
    from dicehost.journal import Journal
    from dicehost.minutes import tell

    journal = Journal(_folder(asked) / "journal.sqlite")
    try:
        if asked.match is None:
            for match, at, over in journal.matches():
                opened = journal.opening(match)
                state = "over" if over else "open"
                print(
                    f"{match}  {at[:16]}  {state}  {opened['game']}: {', '.join(opened['names'])}"
                )
            return
        game = find_game(journal.opening(asked.match)["game"])
        for line in tell(game, journal.lines(asked.match)):
            print(line)
    finally:
        journal.close()


def _export(asked: argparse.Namespace) -> None:
    from dicehost import archive
    from dicehost.journal import Journal

    journal = Journal(_folder(asked) / "journal.sqlite")
    try:
        # Read before a file is opened: a refusal leaves nothing half written behind.
        chunks = list(archive.write(journal, asked.match))
    finally:
        journal.close()
    if asked.to is None:
        sys.stdout.buffer.writelines(chunks)
        return
    asked.to.write_bytes(b"".join(chunks))
    print(f"{len(chunks)} matches in {asked.to}")


def _import(asked: argparse.Namespace) -> int:
    from dicehost import archive
    from dicehost.journal import Journal
    from dicehost.seats import Seats

    try:
        text = asked.file.read_bytes()
    except OSError as error:
        print(f"dicetower: {asked.file} cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    journal = Journal(_folder(asked) / "journal.sqlite")
    seats = Seats(_folder(asked) / "seats.sqlite")
    try:
        taken, lines = archive.take_in(journal, text)
        journal.adopt_now(lines)
        for match in taken.new:
            seats.deal(match, len(journal.opening(match)["names"]), over=True)
    finally:
        seats.close()
        journal.close()
    for match in taken.new:
        print(f"{match}  taken in")
    for match in taken.known:
        print(f"{match}  already here")
    return 0


def _fairness(asked: argparse.Namespace) -> None:
    from dicehost import plot
    from dicehost.fairness import judge

    tallies = [_trial(asked)] if asked.rolls else _played(_folder(asked))
    if not tallies:
        print("No die was rolled yet. 'dicetower fairness --rolls 6000' rolls some.")
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
        print(f"Drawn in {file}")


def _trial(asked: argparse.Namespace) -> Tally:
    from tqdm import tqdm

    from dicehost.trial import roll_many

    with tqdm(total=asked.rolls, unit="die", disable=not sys.stderr.isatty()) as bar:
        return roll_many(asked.rolls, asked.faces, bar.update)


def _played(folder: Path) -> list[Tally]:
    from dicehost.journal import Journal
    from dicehost.ledger import Ledger, Wish

    journal = Journal(folder / "journal.sqlite")
    ledger = Ledger(folder / "ledger.sqlite", journal)
    try:
        ledger.bring_up()
        return ledger.tallies(Wish())
    finally:
        ledger.close()
        journal.close()


def _games(_: argparse.Namespace) -> None:
    for game in games().values():
        low, high = game.seats[0], game.seats[-1]
        print(f"{game.key:12} {game.name}, {low}-{high} players, about {game.minutes[1]} minutes")


if __name__ == "__main__":
    raise SystemExit(main())
