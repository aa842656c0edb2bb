"""The command that runs the service: play."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from dicehost.cli.arguments import Commands, add_data_dir, data_dir, positive, seconds

if TYPE_CHECKING:
    from dicehost.play import Venue


def add(commands: Commands) -> None:
    """Add the command."""
    play = commands.add_parser("play", help="start the service: tower, scoreboard, phones")
    play.add_argument("--local", action="store_true", help="listen on this machine only")
    play.add_argument(
        "--port",
        type=int,
        help="the port to listen on; default: 8437, and 80 where that is allowed",
    )
    play.add_argument(
        "--tower",
        action="append",
        default=[],
        metavar="PORT",
        help="a tower's serial port, 'simulated', or 'none' for dice of your own; may be given "
        "more than once; default: the towers that are plugged in, else a simulated one",
    )
    play.add_argument(
        "--share-tower",
        action="store_true",
        help="let other devices open the simulated tower's page",
    )
    play.add_argument(
        "--certificate",
        type=Path,
        metavar="FILE",
        help="serve over https with this certificate (PEM, the chain included); needs --key",
    )
    play.add_argument("--key", type=Path, metavar="FILE", help="the certificate's private key")
    play.add_argument(
        "--journal",
        metavar="ADDRESS",
        help="keep the journal in a venue's NATS servers: nats://a,b,c",
    )
    play.add_argument(
        "--credentials", type=Path, metavar="FILE", help="this host's credentials in the venue"
    )
    play.add_argument(
        "--table-name",
        default="",
        metavar="NAME",
        help="what the venue calls this host; default: the name in its credentials, or of this "
        "machine",
    )
    play.add_argument(
        "--alone-if-cut-off",
        action="store_true",
        help="play on while the venue is not reached, and join what was played when it is back",
    )
    play.add_argument(
        "--https",
        action="store_true",
        help="serve over https, too, with a certificate authority that is made once for this home",
    )
    play.add_argument(
        "--https-port", type=int, default=8443, metavar="PORT", help="for --https; default: 8443"
    )
    play.add_argument(
        "--mqtt",
        nargs="?",
        const=os.environ.get("DICETOWER_MQTT", "mqtt://localhost"),
        metavar="ADDRESS",
        help="tell Home Assistant by a broker, as mqtt://user:password@host:port; without an "
        "address: the one in DICETOWER_MQTT, else this machine's",
    )
    play.add_argument(
        "--webhook",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="post what happens at the tables to this address; may be given more than once",
    )
    play.add_argument(
        "--backups", type=Path, metavar="FOLDER", help="make a backup in this folder once a day"
    )
    play.add_argument(
        "--keep", type=positive, default=7, metavar="N", help="backups to keep; default: 7"
    )
    play.add_argument(
        "--service",
        action="store_true",
        help="for a service manager: what is printed holds no key",
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
        "--hindsight-seconds",
        type=seconds,
        metavar="SECONDS",
        help="computing time for looking back at a finished match, 0 for none; default: 40",
    )
    play.add_argument(
        "--dev",
        action="store_true",
        help="for work on the code: restart when it changes, and reload the pages",
    )
    play.add_argument("--reload-pages", action="store_true", help=argparse.SUPPRESS)
    add_data_dir(play)
    play.set_defaults(run=_play)


def _venue(asked: argparse.Namespace) -> Venue | None:
    from dicehost import play

    if not asked.journal:
        return None
    return play.Venue(asked.journal, asked.credentials, asked.table_name, asked.alone_if_cut_off)


def _play(asked: argparse.Namespace) -> int:
    if asked.dev and not asked.reload_pages:
        from dicehost.tools import dev

        return dev.run(asked.arguments)
    from dicehost import play
    from dicehost.doors import read_certificate

    play.play(
        data_dir(asked),
        asked.port,
        asked.tower,
        asked.cards,
        asked.local,
        reload_pages=asked.dev,
        share_tower=asked.share_tower,
        times=play.ThinkingTimes(asked.bot_pause, asked.bot_seconds, asked.hindsight_seconds),
        https=read_certificate(asked.certificate, asked.key),
        venue=_venue(asked),
        outward=play.Outward(
            mqtt=asked.mqtt,
            webhooks=tuple(asked.webhook),
            backups=asked.backups,
            keep=asked.keep,
            service=asked.service,
            https_port=asked.https_port if asked.https else None,
        ),
    )
    return 0
