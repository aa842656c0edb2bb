"""The command ``dicetower``: reads what was asked for, runs it, and says errors in one sentence.

Each module of this folder adds its commands; their work is done elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from dicerules.errors import CardError, KitError, RuleError
from dicerules.words import sentence

from dicehost import __version__, logs
from dicehost.cli import (
    appliance,
    coach,
    fairness,
    games,
    past,
    service,
    tournament,
    towers,
    venue,
)
from dicehost.errors import HostError
from dicehost.wording import host_words


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; an error is one sentence and exit code 2."""
    asked = _parser().parse_args(arguments)
    asked.arguments = sys.argv[1:] if arguments is None else arguments
    logs.start(asked.log_level)
    try:
        return int(asked.run(asked) or 0)
    except (HostError, RuleError) as error:
        said = _printable(sentence(error.words, host_words(), []))
        print(f"dicetower: {said}", file=sys.stderr)
    except (CardError, KitError) as error:
        print(f"dicetower: {error}", file=sys.stderr)
    return 2


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """Read what would be asked for; what is wrong ends the program with a sentence."""
    return _parser().parse_args(arguments)


def _printable(text: str) -> str:
    # A refusal repeats what it refuses, and a file may hold what steers a terminal.
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dicetower", description="An electronic dice tower.")
    parser.add_argument("--version", action="version", version=__version__)
    parser.set_defaults(log_level="warning")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for part in (service, appliance, towers, games, past, fairness, coach, venue, tournament):
        part.add(commands)
    for any_parser in (parser, *commands.choices.values()):
        _add_log_options(any_parser)
    return parser


def _add_log_options(parser: argparse.ArgumentParser) -> None:
    # Accepted before and after the command; without a default, the later one leaves the first be.
    parser.add_argument(
        "--log-level",
        choices=logs.LEVELS,
        default=argparse.SUPPRESS,
        help="how much to log to standard error; info logs every command, roll, connection and "
        "refusal; default: warning",
    )
    parser.add_argument(
        "--verbose",
        dest="log_level",
        action="store_const",
        const="info",
        default=argparse.SUPPRESS,
        help="short for --log-level info",
    )
