"""Commands for towers: list them, install their firmware, check them."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from dicehost.cli.arguments import Commands, add_data_dir, data_dir


def add(commands: Commands) -> None:
    """Add the commands."""
    towers = commands.add_parser("towers", help="list connected towers and their state")
    add_data_dir(towers)
    towers.set_defaults(run=_towers)

    flash = commands.add_parser("flash", help="install the firmware on a board")
    flash.add_argument("--port", help="the board's serial port; default: the one plugged in")
    flash.set_defaults(run=_flash)

    doctor = commands.add_parser("doctor", help="check a tower step by step")
    doctor.add_argument("--tower", help="the tower's serial port; default: the one plugged in")
    doctor.add_argument("--json", action="store_true", help="print JSON, for other programs")
    doctor.add_argument(
        "--bundle", type=Path, metavar="FILE", help="write a file to send when you ask for help"
    )
    add_data_dir(doctor)
    doctor.set_defaults(run=_doctor)


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
    from dicehost.tools.flash import FlashError, flash

    try:
        flash(asked.port, print)
    except FlashError as error:
        print(f"dicetower: {error}", file=sys.stderr)
        return 2
    return 0


def _doctor(asked: argparse.Namespace) -> int:
    from dicehost.tools import doctor

    return doctor.main(data_dir(asked) / "towers", asked.tower, asked.json, asked.bundle)
