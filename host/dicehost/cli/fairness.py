"""Commands for people who want to know whether the dice are fair: fairness, noise."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dicerules.words import sentence

from dicehost.cli.arguments import Commands, add_data_dir, cards, data_dir, faces, positive
from dicehost.wording import host_words

if TYPE_CHECKING:
    from dicehost.past.lab_page import Examined

Made = TypeVar("Made")
_BITS = 1_000_000
_PORT = "the tower's serial port; default: a simulated tower is started"


def add(commands: Commands) -> None:
    """Add the commands."""
    fair = commands.add_parser("fairness", help="test dice and shuffles, and write a report page")
    fair.add_argument(
        "--rolls",
        type=positive,
        metavar="N",
        help="have a tower roll N dice; default: the dice of all matches are tested",
    )
    fair.add_argument(
        "--faces", type=faces, default=6, metavar="N", help="of each die to roll; default: 6"
    )
    fair.add_argument(
        "--shuffles", type=positive, metavar="N", help="have a tower shuffle cards N times"
    )
    fair.add_argument(
        "--cards", type=cards, default=52, metavar="N", help="of the deck to shuffle; default: 52"
    )
    fair.add_argument("--tower", metavar="PORT", help=_PORT)
    fair.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        default=Path("fairness.html"),
        help="where to write the report; default: fairness.html",
    )
    fair.add_argument(
        "--language", default="en", metavar="CODE", help="of the report, such as de; default: en"
    )
    add_data_dir(fair)
    fair.set_defaults(run=_fairness)

    noise = commands.add_parser("noise", help="take a tower's noise to a file, to be measured")
    noise.add_argument(
        "--capture", type=Path, metavar="FILE", required=True, help="where to write it"
    )
    noise.add_argument(
        "--bits",
        type=positive,
        default=_BITS,
        metavar="N",
        help=f"how many; default: {_BITS}, as NIST's tool wants at least",
    )
    noise.add_argument(
        "--cooked",
        action="store_true",
        help="what dice are made from, eight bits a byte, for ent, dieharder or PractRand; "
        "default: raw bits, one a byte, for ea_non_iid",
    )
    noise.add_argument("--tower", metavar="PORT", help=_PORT)
    noise.set_defaults(run=_noise)


def _fairness(asked: argparse.Namespace) -> None:
    from dicehost.past import lab_page
    from dicehost.past.lab import DiceReport

    examined = _trials(asked) if asked.rolls or asked.shuffles else _played(data_dir(asked))
    if not examined:
        print("No dice have been rolled yet. 'dicetower fairness --rolls 6000' rolls some.")
        return
    words = host_words(asked.language)
    for one in examined:
        report, source = one.report, f"{one.source} {one.tower}".strip()
        said = [lab_page.verdict(report.tests)]
        if isinstance(report, DiceReport):
            rolls = sum(report.counts)
            print(f"{rolls} dice with {report.faces} faces, {source}")
            for face, count in enumerate(report.counts, 1):
                print(f"{face:4} {count:8}   expected {rolls / report.faces:.1f}")
            said.append(lab_page.seen_at_all(report))
        else:
            print(f"{report.shuffles} shuffles of {report.cards} cards, {source}")
        for test in report.tests:
            print(
                f"  {words[f'host.lab.test.{test.key}']}: {test.size:.4f}"
                f" ({test.low:.4f} to {test.high:.4f}, fair {test.fair:.4f}),"
                f" p = {test.chance:.4f}, corrected {test.corrected:.4f}"
            )
        for line in said:
            print(sentence(line, words, []))
    asked.to.write_text(lab_page.build(examined, asked.language), encoding="utf-8")
    print(f"Report: {asked.to}")


def _trials(asked: argparse.Namespace) -> list[Examined]:
    from dicehost.past.lab import examine_dice, examine_shuffles
    from dicehost.past.lab_page import Examined
    from dicehost.past.ledger import tally
    from dicehost.tools.trial import roll_many, shuffle_many

    found = []
    if asked.rolls:
        rolled = _with_bar(
            asked.rolls, "die", lambda tick: roll_many(asked.rolls, asked.faces, asked.tower, tick)
        )
        counted = tally(asked.faces, rolled.source, rolled.tower, rolled.faces)
        report = examine_dice(asked.faces, rolled.faces)
        found.append(Examined(rolled.source, rolled.tower, report, counted))
    if asked.shuffles:
        shuffled = _with_bar(
            asked.shuffles,
            "shuffle",
            lambda tick: shuffle_many(asked.shuffles, asked.cards, asked.tower, tick),
        )
        orders = examine_shuffles(asked.cards, shuffled.orders)
        found.append(Examined(shuffled.source, shuffled.tower, orders))
    return found


def _played(folder: Path) -> list[Examined]:
    from itertools import groupby

    from dicehost.journal.store import Journal
    from dicehost.past.lab import examine_dice
    from dicehost.past.lab_page import Examined
    from dicehost.past.ledger import Die, Ledger, Wish, tally

    def kind(die: Die) -> tuple[int, str, str]:
        return die.faces, die.source, die.tower

    journal = Journal(folder / "journal.sqlite", mend=False)
    ledger = Ledger(folder / "ledger.sqlite", journal)
    try:
        ledger.bring_up()
        dice = sorted(ledger.dice(Wish()), key=kind)  # stable: in the order they fell
    finally:
        ledger.close()
        journal.close()
    found = []
    for (sides, source, tower), group in groupby(dice, key=kind):
        fallen = [die.face for die in group]
        counted = tally(sides, source, tower, fallen)
        found.append(Examined(source, tower, examine_dice(sides, fallen), counted))
    return found


def _noise(asked: argparse.Namespace) -> None:
    from dicehost.tools.trial import capture

    kind, size = "cooked" if asked.cooked else "raw", -(-asked.bits // 8)
    taken = _with_bar(size, "byte", lambda tick: capture(kind, size, asked.tower, tick))
    if asked.cooked:
        asked.capture.write_bytes(taken)
        print(f"{len(taken)} bytes of cooked noise, eight bits a byte: {asked.capture}")
        return
    bits = bytes(byte >> place & 1 for byte in taken for place in range(7, -1, -1))[: asked.bits]
    asked.capture.write_bytes(bits)
    print(f"{len(bits)} raw bits, one a byte: {asked.capture}")
    print(f"Next: ea_non_iid {asked.capture} 1   (firmware/NOISE.md tells how to read it)")


def _with_bar(total: int, unit: str, make: Callable[[Callable[[int], object]], Made]) -> Made:
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, disable=not sys.stderr.isatty()) as bar:
        return make(bar.update)
