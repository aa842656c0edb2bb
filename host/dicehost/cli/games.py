"""Commands for games: list them, play many matches at random, start a game of your own."""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
from collections.abc import Iterable
from pathlib import Path

from dicerules import broken_games, games
from dicerules.core import Game

from dicehost.cli.arguments import Commands, positive

log = logging.getLogger(__name__)


def add(commands: Commands) -> None:
    """Add the commands."""
    listing = commands.add_parser("games", help="list the games that can be played")
    listing.set_defaults(run=_games)

    simulate = commands.add_parser("simulate", help="play random legal matches and sum them up")
    simulate.add_argument(
        "game", metavar="GAME", help="a game's key, as 'dicetower games' lists it"
    )
    simulate.add_argument(
        "--matches", type=positive, default=1000, metavar="N", help="default: 1000"
    )
    simulate.add_argument(
        "--seats", type=int, metavar="N", help="default: the fewest the game allows"
    )
    simulate.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed plays the same matches"
    )
    simulate.add_argument("--json", action="store_true", help="print JSON, for other programs")
    simulate.set_defaults(run=_simulate)

    new_game = commands.add_parser("new-game", help="write a folder to start a game of your own")
    new_game.add_argument("key", metavar="KEY", help="small letters, digits and _, as in 'pig'")
    new_game.add_argument(
        "--to", type=Path, metavar="FOLDER", default=Path(), help="default: the current folder"
    )
    new_game.set_defaults(run=_new_game)


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
    seats = game.seats[0] if asked.seats is None else asked.seats
    if seats not in game.seats:
        raise MatchError("match.seats", low=game.seats[0], high=game.seats[-1], got=seats)
    try:
        _play_out(game, seats, asked)
    except Exception as error:  # a game may raise anything, and its author wants to see where
        log.exception("%s broke while it was played", game.key)
        print(f"dicetower: {game.name} broke: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    return 0


def _play_out(game: Game, seats: int, asked: argparse.Namespace) -> None:
    from dicerules.simulate import summarise

    randbelow = random.Random(asked.seed).randrange  # noqa: S311 - play for measuring, not dice
    matches: Iterable[int] = range(asked.matches)
    if not asked.json and sys.stderr.isatty():
        from tqdm import tqdm

        matches = tqdm(matches, unit="match")
    summary = summarise(game, seats, matches, randbelow)
    print(json.dumps(summary.as_dict()) if asked.json else summary.text())


def _new_game(asked: argparse.Namespace) -> None:
    from dicehost.tools import new_game

    folder = new_game.write(asked.key, asked.to)
    print(f"{folder} holds a game that can be played. Install it, then test it:")
    print(f"  pip install -e {folder}")
    print(f"  pytest {folder}")
    print("Then make it yours: rules/WRITE-A-GAME.md tells how.")
