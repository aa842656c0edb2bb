"""The command for somebody who tries out a venue: venue."""

from __future__ import annotations

import argparse
import signal
from contextlib import suppress

from dicehost.cli.arguments import Commands, add_data_dir, data_dir


def add(commands: Commands) -> None:
    """Add the command."""
    venue = commands.add_parser("venue", help="run a venue's three servers here, to try it out")
    add_data_dir(venue)
    venue.set_defaults(run=_venue)


def _venue(asked: argparse.Namespace) -> int:
    from dicehost.tools.venue import local_nodes, running

    # Ended by a service manager, it stops its servers, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    folder, nodes = data_dir(asked) / "venue", local_nodes()
    servers = "nats://" + ",".join(f"{node.host}:{node.port}" for node in nodes)
    with suppress(KeyboardInterrupt), running(folder, nodes) as wait:
        print(f"Three servers are running; their files and logs are in {folder}.")
        print("Start one host or more, each with a folder of its own:")
        print(f"  dicetower play --port 8437 --data-dir one --journal {servers}")
        print(f"  dicetower play --port 8438 --data-dir two --journal {servers}")
        print("If any one of the three servers ends, play goes on. Ctrl-C stops them all.")
        wait()
    return 0
