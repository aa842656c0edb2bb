"""Commands for games: list them, play many matches by themselves, start a game of your own."""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import sys
from collections.abc import Iterable
from pathlib import Path

from dicerules import broken_games, games
from dicerules.bots import LEVELS, levels
from dicerules.core import Game

from dicehost.cli.arguments import Commands, positive

log = logging.getLogger(__name__)


def add(commands: Commands) -> None:
    """Add the commands."""
    listing = commands.add_parser("games", help="list the games that can be played")
    listing.set_defaults(run=_games)

    simulate = commands.add_parser(
        "simulate", help="play matches at random, or bots against each other, and sum them up"
    )
    simulate.add_argument(
        "game", metavar="GAME", help="a game's key, as 'dicetower games' lists it"
    )
    simulate.add_argument(
        "--matches", type=positive, default=1000, metavar="N", help="default: 1000"
    )
    simulate.add_argument(
        "--seats",
        type=_seats,
        metavar="N|LEVELS",
        help="how many seats, all played at random, or a level for each seat, as in"
        f" sharp,steady,random ({', '.join(LEVELS)}); default: the fewest the game allows",
    )
    budget = simulate.add_mutually_exclusive_group()
    budget.add_argument(
        "--playouts",
        type=positive,
        default=100,
        metavar="N",
        help="that a sharp bot has for a choice; default: 100",
    )
    budget.add_argument(
        "--budget",
        type=_seconds,
        metavar="SECONDS",
        help="computing time that it has instead; then a seed does not repeat the matches",
    )
    simulate.add_argument(
        "--cores", type=positive, metavar="N", help="for matches of bots; default: all"
    )
    simulate.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed plays the same matches"
    )
    simulate.add_argument("--json", action="store_true", help="print JSON, for other programs")
    simulate.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the strength of bots as SVG"
    )
    simulate.add_argument(
        "--markdown", action="store_true", help="print the strength of bots as a row of a table"
    )
    simulate.set_defaults(run=_simulate)

    new_game = commands.add_parser("new-game", help="write a folder to start a game of your own")
    new_game.add_argument("key", metavar="KEY", help="small letters, digits and _, as in 'pig'")
    new_game.add_argument(
        "--to", type=Path, metavar="FOLDER", default=Path(), help="default: the current folder"
    )
    new_game.set_defaults(run=_new_game)


def _seats(text: str) -> int | tuple[str, ...]:
    """Read a number of seats, or a level for each."""
    if text.isdigit():
        return int(text)
    line = tuple(text.split(","))
    if not set(line) <= set(LEVELS):
        expected = f"a number, or levels ({', '.join(LEVELS)}) with commas between them"
        raise argparse.ArgumentTypeError(f"expected {expected}; got {text!r}")
    return line


def _seconds(text: str) -> float:
    """Read a time above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 3600:
        raise argparse.ArgumentTypeError(f"expected seconds above 0; got {text!r}")
    return seconds


def _games(_: argparse.Namespace) -> None:
    for game in games().values():
        low, high = game.seats[0], game.seats[-1]
        print(
            f"{game.key:12} {game.name}, {low}-{high} players, about {game.playing_time[1]} minutes"
        )
    for broken in broken_games():
        print(f"{broken.name:12} broken, from the package {broken.package}: {broken.why}")


def _simulate(asked: argparse.Namespace) -> int:
    from dicehost.house.opening import MatchError, find_game

    game = find_game(asked.game)
    line = asked.seats if isinstance(asked.seats, tuple) else ()
    seats = len(line) or (game.seats[0] if asked.seats is None else asked.seats)
    if seats not in game.seats:
        raise MatchError("match.seats", low=game.seats[0], high=game.seats[-1], got=seats)
    missing = [level for level in line if level not in levels(game)]
    if missing:
        has = ", ".join(levels(game))
        print(f"dicetower: {game.name} has no {missing[0]} bot, only: {has}.", file=sys.stderr)
        return 2
    if asked.plot is not None and not line:
        print(
            "dicetower: --plot needs a level for each seat, as in --seats sharp,steady.",
            file=sys.stderr,
        )
        return 2
    try:
        _contest(game, line, asked) if line else _play_out(game, seats, asked)
    except Exception as error:  # a game may raise anything, and its author wants to see where
        log.exception("%s broke while it was played", game.key)
        print(f"dicetower: {game.name} broke: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    return 0


def _play_out(game: Game, seats: int, asked: argparse.Namespace) -> None:
    from dicerules.simulate import randbelow_from, summarise

    chance = random.Random(asked.seed)  # noqa: S311 - play for measuring, not dice
    matches: Iterable[int] = range(asked.matches)
    if not asked.json and sys.stderr.isatty():
        from tqdm import tqdm

        matches = tqdm(matches, unit="match")
    summary = summarise(game, seats, matches, randbelow_from(chance.random))
    print(json.dumps(summary.as_dict()) if asked.json else summary.text())


def _contest(game: Game, line: tuple[str, ...], asked: argparse.Namespace) -> None:
    from dicehost.tools import contest

    cores = min(asked.cores or os.cpu_count() or 1, asked.matches)
    is_shown = sys.stderr.isatty() and not asked.json
    found = contest.hold(
        game, line, asked.matches, asked.seed, asked.playouts, asked.budget, cores, is_shown
    )
    if asked.plot is not None:
        from dicehost.tools import contest_plot

        asked.plot.write_text(contest_plot.draw(found), encoding="utf-8")
    if asked.json:
        print(json.dumps(found.as_dict()))
    else:
        print(found.table_row() if asked.markdown else found.text())


def _new_game(asked: argparse.Namespace) -> None:
    from dicehost.tools import new_game

    folder = new_game.write(asked.key, asked.to)
    print(f"{folder} holds a game that can be played. Install it, then test it:")
    print(f"  pip install -e {folder}")
    print(f"  pytest {folder}")
    print("Then make it yours: rules/WRITE-A-GAME.md tells how.")
