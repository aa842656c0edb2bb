"""A venue for the tests: three NATS servers on loopback that can be killed, held and cut off."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from pathlib import Path

import nats
from dicehost.journal.stream import NAME, addresses
from dicehost.tools.venue import Node, server_program, write_node


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


class Cluster:
    """Three servers, each with a folder of its own. ``start`` them; ``close`` ends all."""

    def __init__(self, folder: Path, size: int = 3) -> None:
        self.folder = folder
        self.nodes = [
            Node(f"node-{number}", "127.0.0.1", free_port(), free_port()) for number in range(size)
        ]
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    @property
    def servers(self) -> str:
        return "nats://" + ",".join(f"{node.host}:{node.port}" for node in self.nodes)

    def start(self, *numbers: int) -> None:
        for number in numbers or range(len(self.nodes)):
            node = self.nodes[number]
            file = write_node(self.folder, node, self.nodes)
            log = (self.folder / f"{node.name}.log").open("ab")
            command = [server_program(), "-c", str(file)]
            with log:
                self._processes[number] = subprocess.Popen(command, stderr=log, stdout=log)
        for number in numbers or range(len(self.nodes)):
            self._wait(number)

    def _wait(self, number: int) -> None:
        node, process = self.nodes[number], self._processes[number]
        while process.poll() is None:
            try:
                socket.create_connection((node.host, node.port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.01)
        raise RuntimeError((self.folder / f"{node.name}.log").read_text())

    def kill(self, number: int) -> None:
        process = self._processes.pop(number)
        process.kill()
        process.wait()

    async def leader(self) -> int:
        """The server that decides about the stream at the moment."""
        connection = await nats.connect(addresses(self.servers))
        try:
            found = await connection.jetstream().stream_info(NAME)
        finally:
            await connection.close()
        assert found.cluster is not None
        return [node.name for node in self.nodes].index(found.cluster.leader or "")

    def hold(self, number: int) -> None:
        self._processes[number].send_signal(signal.SIGSTOP)

    def let_go(self, number: int) -> None:
        self._processes[number].send_signal(signal.SIGCONT)

    def close(self) -> None:
        for number in list(self._processes):
            self.let_go(number)
            self.kill(number)
