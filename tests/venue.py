"""A venue for the tests: three NATS servers on loopback that can be killed, held and cut off."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import nats
import nats.errors
import nats.js.errors
from dicehost.journal.stream import NAME, addresses
from dicehost.tools.venue import server_program, write_node
from dicehost.tools.venue_files import Node
from nats.js import JetStreamContext
from nats.js.api import StreamInfo

PORTS = 12_000, 32_000
"""Below those that Linux hands out by itself."""


def free_port() -> int:
    """A port for a server that may die and come back: none that the system gives to others."""
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


async def leading(jetstream: JetStreamContext) -> StreamInfo:
    """What is known of the stream, as soon as it has a leader."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(nats.errors.Error, nats.js.errors.APIError):
                found = await jetstream.stream_info(NAME)
                if found.cluster is not None and found.cluster.leader:
                    return found
            await asyncio.sleep(0.1)


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

    @property
    def pids(self) -> list[int]:
        """The processes of the servers that run."""
        return [process.pid for process in self._processes.values()]

    def start(self, *numbers: int) -> None:
        for number in numbers or range(len(self.nodes)):
            node = self.nodes[number]
            file = write_node(self.folder, node, self.nodes)
            log = (self.folder / f"{node.name}.log").open("ab")
            command = [server_program(), "-c", str(file)]
            with log:
                self._processes[number] = subprocess.Popen(command, stderr=log, stdout=log)
        try:
            for number in numbers or range(len(self.nodes)):
                self._wait(number)
        except BaseException:
            self.close()  # nobody else will: a test that cannot start has nothing to end
            raise

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
            found = await leading(connection.jetstream())
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


class Cables:
    """A host's own way to each server, which can be cut: nothing passes then, and nobody is told.

    It runs in a thread of its own, so that a test may wait for a host that needs it.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._loop = asyncio.new_event_loop()
        self.passing = True
        self._open: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._servers = [
            asyncio.run_coroutine_threadsafe(self._serve(node), self._loop).result()
            for node in cluster.nodes
        ]
        ports = [server.sockets[0].getsockname()[1] for server in self._servers]
        self.servers = "nats://" + ",".join(f"127.0.0.1:{port}" for port in ports)

    async def _serve(self, node: Node) -> asyncio.Server:
        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                there, back = await asyncio.open_connection(node.host, node.port)
            except OSError:
                writer.close()
                return
            self._open |= {writer, back}
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))

        return await asyncio.start_server(connected, "127.0.0.1", 0)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while (data := await reader.read(65536)) and self.passing:
                writer.write(data)
                await writer.drain()
            # What came over a cut cable is lost: the connection is of no use any more.
            while data and not self.passing:
                data = await reader.read(65536)
        writer.close()
        self._open.discard(writer)

    def cut(self) -> None:
        self.passing = False

    def mend(self) -> None:
        def close_all() -> None:
            for writer in self._open:
                writer.close()

        if not self.passing:
            self.passing = True
            self._loop.call_soon_threadsafe(close_all)

    def close(self) -> None:
        async def end() -> None:
            for server in self._servers:
                server.close()
            for writer in list(self._open):
                writer.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
