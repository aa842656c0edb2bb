"""The servers of a venue: their configuration, and three on this machine to try it out."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from dicehost.errors import HostError

CLUSTER = "dicetower"
LOOK_EVERY = 0.5
"""Seconds between two looks at whether all servers are running."""
PORT = 4222
ROUTE = 6222
"""The ports that NATS uses for clients and between servers; the next nodes take the next ones."""


class VenueError(HostError, OSError):
    """A venue's servers cannot be started."""


class Node(NamedTuple):
    """One server: where hosts reach it, and the port by which servers talk to each other."""

    name: str
    host: str
    port: int
    route: int


def write_node(folder: Path, node: Node, nodes: Sequence[Node]) -> Path:
    """Write the configuration of one node of several, and return its file."""
    store = folder / node.name
    store.mkdir(parents=True, exist_ok=True)
    routes = "\n".join(f"    nats://{other.host}:{other.route}" for other in nodes)
    file = folder / f"{node.name}.conf"
    file.write_text(
        f"""server_name: {node.name}
listen: {node.host}:{node.port}
jetstream {{
  store_dir: "{store}"
  # Every line is on the disk before it is acknowledged. Without this, a power cut at all
  # servers at once could take back lines that were shown already.
  sync_interval: always
}}
cluster {{
  name: {CLUSTER}
  listen: {node.host}:{node.route}
  routes: [
{routes}
  ]
}}
""",
        encoding="utf-8",
    )
    return file


def server_program() -> str:
    """The NATS server: from the package beside this Python, or one that is installed."""
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise VenueError("venue.extra")
    return found


def local_nodes() -> list[Node]:
    """Three nodes on this machine."""
    return [Node(f"node-{at + 1}", "127.0.0.1", PORT + at, ROUTE + at) for at in range(3)]


@contextmanager
def running(folder: Path, nodes: Sequence[Node]) -> Iterator[Callable[[], None]]:
    """Run servers on this machine; what is handed out waits until all of them have ended."""
    program, servers = server_program(), dict[Node, subprocess.Popen[bytes]]()

    def wait() -> None:
        # Play goes on without one of them, so that is no reason to stop the others.
        while any(server.poll() is None for server in servers.values()):
            time.sleep(LOOK_EVERY)
        raise VenueError("venue.ended", folder=str(folder))

    try:
        for node in nodes:
            command = [program, "-c", str(write_node(folder, node, nodes))]
            with (folder / f"{node.name}.log").open("ab") as log:
                servers[node] = subprocess.Popen(command, stderr=log, stdout=log)  # noqa: S603 - the server and our own file
        yield wait
    finally:
        for server in servers.values():
            server.terminate()
        for server in servers.values():
            server.wait()
