"""The command that tells what the choices in a stored position are worth."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from dicehost.cli.arguments import Commands, add_data_dir, data_dir, positive, seconds


def add(commands: Commands) -> None:
    """Add the command."""
    coach = commands.add_parser("coach", help="say what the choices in a stored position are worth")
    coach.add_argument("match", metavar="MATCH", help="a match that is over, as 'replay' lists it")
    coach.add_argument(
        "line",
        metavar="LINE",
        nargs="?",
        type=positive,
        help="of its journal, as 'replay MATCH' prints it; default: the last with a choice",
    )
    coach.add_argument(
        "--seat", type=int, metavar="N", help="counted from 0; default: the first that is asked"
    )
    coach.add_argument(
        "--seconds",
        type=seconds,
        default=0.5,
        metavar="S",
        help="for each answer whose worth has to be estimated; default: 0.5",
    )
    coach.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed draws the same positions"
    )
    coach.set_defaults(run=_coach)
    add_data_dir(coach)


def _coach(asked: argparse.Namespace) -> None:
    from dicehost.house.opening import find_game
    from dicehost.journal.store import Journal
    from dicehost.past import coach

    journal = Journal(data_dir(asked) / "journal.sqlite", mend=False)
    try:
        game = find_game(journal.opening(asked.match).game)
        entries = journal.lines(asked.match)
    finally:
        journal.close()
    match = coach.position(game, entries, asked.line)
    seat = coach.check_seat(match, asked.seat)
    chance = random.Random(asked.seed)  # noqa: S311 - what is imagined, not the table's dice

    def start_clock() -> Callable[[], bool]:
        end = time.monotonic() + asked.seconds
        return lambda: time.monotonic() >= end

    for line in coach.tell(match, seat, coach.weigh(match, seat, chance.randrange, start_clock)):
        print(line)
