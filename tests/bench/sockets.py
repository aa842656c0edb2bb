"""Websockets as bare as they can be: many screens in one process, and a server as the floor.

Nothing of a library is in the way: a frame is cut out of the bytes, and its line is looked at. The
floor does what a host must do at the least, and nothing else: take a greeting, send what is new.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Callable
from typing import cast

import uvloop

SEQ = re.compile(rb'^\{"seq":(\d+)')
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)
ACCEPTED = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=\r\n\r\n"
)
GREETING = '{{"token":"{token}","device":"{device}"}}'


class Screen(asyncio.Protocol):
    """One screen: it greets, and notes when it was first sent each line and how often it was."""

    def __init__(self, path: str, port: int, token: str, device: str = "") -> None:
        self._hello = UPGRADE.format(path=path, port=port).encode()
        self._greeting = masked(GREETING.format(token=token, device=device).encode())
        self._bytes = bytearray()
        self._open = False
        self.transport: asyncio.Transport
        self.got: dict[int, float] = {}
        self.seq = 0
        self.messages = 0
        self.size = 0
        self.lost = False
        self.told: Callable[[], None] = lambda: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self._open:
            head, end, rest = self._bytes.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), bytes(head)
            self._open, self._bytes = True, rest
            self.transport.write(self._greeting)
        for frame in frames(self._bytes, self._pong):
            self.take(frame)

    def _pong(self, said: bytes) -> None:
        # As a browser does by itself; a screen that does not is taken for gone.
        self.transport.write(b"\x8a" + bytes([128 + len(said)]) + bytes(4) + said)

    def take(self, frame: bytes) -> None:
        """Note a message, if it is a state of the match."""
        found = SEQ.match(frame)
        if found is None:
            return
        self.messages += 1
        self.size = len(frame)
        self.seq = int(found[1])
        self.got.setdefault(self.seq, time.perf_counter())
        self.told()


def frames(buffer: bytearray, pinged: Callable[[bytes], None] = lambda _: None) -> list[bytes]:
    """Cut the whole text frames off the front of what has come; tell of the pings among them."""
    found, at = list[bytes](), 0
    while len(buffer) - at >= 2:
        size, head = buffer[at + 1] & 127, at + 2
        more = {126: 2, 127: 8}.get(size, 0)
        if len(buffer) < head + more:
            break
        if more:
            size = int.from_bytes(buffer[head : head + more], "big")
        mask = 4 if buffer[at + 1] & 128 else 0
        end = head + more + mask + size
        if len(buffer) < end:
            break
        said = bytes(buffer[head + more + mask : end])
        if buffer[at] & 15 == 1:
            found.append(said)
        elif buffer[at] & 15 == 9:
            pinged(said)
        at = end
    del buffer[:at]
    return found


def framed(text: bytes) -> bytes:
    """A text frame as a server sends it."""
    if len(text) < 126:
        return b"\x81" + bytes([len(text)]) + text
    if len(text) < 1 << 16:
        return b"\x81\x7e" + len(text).to_bytes(2, "big") + text
    return b"\x81\x7f" + len(text).to_bytes(8, "big") + text


def masked(text: bytes) -> bytes:
    """A text frame as a browser sends it; the mask is zero, so the text stays readable."""
    assert len(text) < 1 << 16
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text


class Floor(asyncio.Protocol):
    """One connection to the bare server. ``line N SIZE`` as a greeting sends everybody line N."""

    screens: set[Floor]
    newest = framed(b'{"seq":0}')

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        Floor.screens.discard(self)

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self._open:
            _, end, rest = self._bytes.partition(b"\r\n\r\n")
            if not end:
                return
            self._open, self._bytes = True, rest
            self.transport.write(ACCEPTED)
        for said in frames(self._bytes):
            if said.startswith(b"line "):
                _, seq, size = said.split()
                text = b'{"seq":' + seq + b',"pad":"'
                Floor.newest = framed(text + b"x" * (int(size) - len(text) - 2) + b'"}')
                for screen in Floor.screens:
                    screen.transport.write(Floor.newest)
            else:
                Floor.screens.add(self)
                self.transport.write(Floor.newest)


async def serve_floor() -> None:
    """Serve until killed; the port is the first line that is printed."""
    Floor.screens = set()
    server = await asyncio.get_running_loop().create_server(
        Floor, "127.0.0.1", 0, backlog=int(os.environ.get("BACKLOG", "1024"))
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    sys.exit(uvloop.run(serve_floor()))
