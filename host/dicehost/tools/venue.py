"""Three servers of a venue on this machine, to try it out."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dicehost.tools.venue_files import PORT, ROUTE, Node, VenueError, configuration

LOOK_EVERY = 0.5
"""Seconds between two looks at whether all servers are running."""


def write_node(folder: Path, node: Node, nodes: Sequence[Node]) -> Path:
    """Write the configuration of one node of several that are open to all, and return its file."""
    store = folder / node.name
    store.mkdir(parents=True, exist_ok=True)
    file = folder / f"{node.name}.conf"
    file.write_text(configuration(node, nodes, store), encoding="utf-8")
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
