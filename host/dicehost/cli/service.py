"""The command that runs the service: play."""

from __future__ import annotations

import argparse
from pathlib import Path

from dicehost.cli.arguments import Commands, add_data_dir, data_dir, seconds


def add(commands: Commands) -> None:
    """Add the command."""
    play = commands.add_parser("play", help="start the service: tower, scoreboard, phones")
    play.add_argument("--local", action="store_true", help="listen on this machine only")
    play.add_argument("--port", type=int, help="the port to listen on; default: 8437")
    play.add_argument(
        "--tower",
        help="the tower's serial port, or 'simulated'; default: a tower that is plugged in, "
        "else a simulated one",
    )
    play.add_argument(
        "--share-tower",
        action="store_true",
        help="let other devices open the simulated tower's page",
    )
    play.add_argument("--cards", type=Path, metavar="FILE", help="play with the cards in this file")
    play.add_argument(
        "--bot-pause",
        type=seconds,
        metavar="SECONDS",
        help="how long a bot waits before it acts; default: a little over a second",
    )
    play.add_argument(
        "--bot-seconds",
        type=seconds,
        metavar="SECONDS",
        help="how long a bot may think about one decision; default: 1",
    )
    play.add_argument(
        "--dev",
        action="store_true",
        help="for work on the code: restart when it changes, and reload the pages",
    )
    play.add_argument("--reload-pages", action="store_true", help=argparse.SUPPRESS)
    add_data_dir(play)
    play.set_defaults(run=_play)


def _play(asked: argparse.Namespace) -> int:
    if asked.dev and not asked.reload_pages:
        from dicehost.tools import dev

        return dev.run(asked.arguments)
    from dicehost import play

    port = play.PORT if asked.port is None else asked.port
    play.play(
        data_dir(asked),
        port,
        asked.tower,
        asked.cards,
        asked.local,
        reload_pages=asked.dev,
        share_tower=asked.share_tower,
        bots=play.BotTimes(asked.bot_pause, asked.bot_seconds),
    )
    return 0
