"""Commands for towers: list them, install their firmware, set them up, check them."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dicehost.cli.arguments import Commands, add_data_dir, data_dir
from dicehost.errors import PlayError

if TYPE_CHECKING:
    from dicehost.link.flash import Progress


def add(commands: Commands) -> None:
    """Add the commands."""
    towers = commands.add_parser("towers", help="list connected towers and their state")
    add_data_dir(towers)
    towers.set_defaults(run=_towers)

    flash = commands.add_parser("flash", help="install the firmware on a board")
    flash.add_argument("--port", help="the board's serial port; default: the one plugged in")
    flash.set_defaults(run=_flash)

    change = commands.add_parser("set", help="show or change a tower's settings")
    change.add_argument("name", nargs="?", choices=_settings(), help="default: all of them")
    change.add_argument("value", nargs="?", type=int, help="default: only show it")
    change.add_argument("--tower", help="the tower's serial port; default: the one plugged in")
    add_data_dir(change)
    change.set_defaults(run=_set)

    doctor = commands.add_parser("doctor", help="check a tower, or a venue, step by step")
    doctor.add_argument("--tower", help="the tower's serial port; default: the one plugged in")
    doctor.add_argument(
        "--journal", metavar="ADDRESS", help="check a venue instead: nats://a,b,c or tls://a,b,c"
    )
    doctor.add_argument(
        "--credentials", type=Path, metavar="FILE", help="this host's credentials in the venue"
    )
    doctor.add_argument("--json", action="store_true", help="print JSON, for other programs")
    doctor.add_argument(
        "--bundle", type=Path, metavar="FILE", help="write a file to send when you ask for help"
    )
    add_data_dir(doctor)
    doctor.set_defaults(run=_doctor)


def _settings() -> tuple[str, ...]:
    from tower.settings import CHOICES

    return tuple(name for name, _, _ in CHOICES)


def _towers(asked: argparse.Namespace) -> int:
    from dicehost.link.survey import survey

    found = asyncio.run(survey(data_dir(asked) / "towers"))
    if not found:
        print("No tower found. Connect one with a USB cable that carries data, or run")
        print("'dicetower play', which starts a simulated one.")
        return 1
    for line in found:
        print(line)
    return 0


def _flash(asked: argparse.Namespace) -> int:
    from dicehost.link.flash import FlashError, flash

    try:
        with _bar() as progress:
            flash(asked.port, print, progress=progress)
    except FlashError as error:
        print(f"dicetower: {error}", file=sys.stderr)
        return 2
    return 0


@contextlib.contextmanager
def _bar() -> Iterator[Progress]:
    try:
        from tqdm import tqdm
    except ImportError:  # the refusal says what to install
        yield lambda file, done, of: None
        return
    with tqdm(unit="B", unit_scale=True, disable=None) as bar:

        def progress(file: str, done: int, of: int) -> None:
            bar.total = of
            bar.set_description(file)
            bar.update(done - bar.n)

        yield progress


def _set(asked: argparse.Namespace) -> int:
    from dicehost.link.choices import choose
    from dicehost.wording import host_words

    announce = data_dir(asked) / "towers"
    settings = asyncio.run(choose(announce, asked.tower, asked.name, asked.value))
    for name, value in settings.items():
        how = host_words()[f"host.setting.how.{name}"]
        print(f"{name} = {value}" if asked.name else f"{name} = {value:<4} {how}")
    return 0


def _doctor(asked: argparse.Namespace) -> int:
    from dicehost.tools import doctor

    if asked.journal:
        try:
            from dicehost.tools.venue_doctor import examine_venue
        except ModuleNotFoundError:
            raise PlayError("venue.extra") from None
        findings = asyncio.run(examine_venue(asked.journal, asked.credentials))
        return doctor.tell(findings, asked.json, asked.bundle)
    return doctor.main(data_dir(asked) / "towers", asked.tower, asked.json, asked.bundle)
