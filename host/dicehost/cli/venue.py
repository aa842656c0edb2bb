"""The command for somebody who sets up a venue, or tries one out: venue."""

from __future__ import annotations

import argparse
import signal
from contextlib import suppress
from pathlib import Path

from dicehost.cli.arguments import Commands, add_data_dir, data_dir


def add(commands: Commands) -> None:
    """Add the command."""
    venue = commands.add_parser(
        "venue",
        help="run a venue's three servers here, to try it out, or write files for real ones",
    )
    venue.add_argument(
        "--write",
        type=Path,
        metavar="FOLDER",
        help="write configurations, certificates and credentials instead; needs the other two",
    )
    venue.add_argument(
        "--servers", metavar="A,B,C", help="the addresses of the three machines for --write"
    )
    venue.add_argument(
        "--hosts", metavar="NAME,NAME", help="the names of the hosts for --write, such as table-1"
    )
    add_data_dir(venue)
    venue.set_defaults(run=_venue)


def _venue(asked: argparse.Namespace) -> int:
    if asked.write is not None:
        return _write(asked)
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


def _write(asked: argparse.Namespace) -> int:
    from dicehost.tools.venue_files import VenueError, write_venue

    if not asked.servers or not asked.hosts:
        raise VenueError("venue.write")
    servers, hosts = asked.servers.split(","), asked.hosts.split(",")
    for written in write_venue(asked.write, servers, hosts):
        print(f"Written: {written}")
    address = "tls://" + ",".join(servers)
    print("Each server-… folder goes to the machine with that address. There:")
    print("  cd server-1 && nats-server -c nats-server.conf")
    print("Each .toml file goes to the host of that name, and to nobody else. There:")
    print(f"  dicetower play --journal {address} --credentials {hosts[0]}.toml")
    print(f"  dicetower doctor --journal {address} --credentials {hosts[0]}.toml")
    print(f"Keep {asked.write / 'authority.key'} to yourself: it vouches for the servers.")
    return 0
