"""The simulated tower's end of a port: a pseudo-terminal, or a socket where there is none.

Opening it is plugging the cable in, closing it is pulling the cable out. It knows no frames.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from typing import Protocol

_CHUNK = 4096


class Port(Protocol):
    """A cable with a tower at one end. ``open`` says where the other end is."""

    async def open(self) -> str:
        """Plug in; returns what pyserial opens."""

    def close(self) -> None:
        """Pull out."""

    def write(self, chunk: bytes) -> None:
        """Send; what does not fit is lost, as on USB when nobody reads."""


class PtyPort:
    """A pseudo-terminal pair; the host opens the other half like any serial port."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._name = ""
        self._ends: tuple[int, int] | None = None

    async def open(self) -> str:
        """Plug in, under another name than last time."""
        ends = os.openpty()
        if os.ttyname(ends[1]) == self._name:
            former, ends = ends, os.openpty()
            _close(former)
        self._name = os.ttyname(ends[1])
        self._ends = ends
        import tty

        tty.setraw(ends[1])
        # The other half stays open here too: without that, reading fails while no host has it.
        os.set_blocking(ends[0], False)
        asyncio.get_running_loop().add_reader(ends[0], self._readable)
        return self._name

    def close(self) -> None:
        """Pull out: the host's half hangs up."""
        if self._ends is not None:
            asyncio.get_running_loop().remove_reader(self._ends[0])
            _close(self._ends)
            self._ends = None

    def write(self, chunk: bytes) -> None:
        """Send, as far as there is room."""
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], chunk)

    def _readable(self) -> None:
        assert self._ends is not None
        self._hear(os.read(self._ends[0], _CHUNK))


def _close(ends: tuple[int, int]) -> None:
    for end in ends:
        os.close(end)


class SocketPort:
    """A socket on loopback for pyserial's ``socket://``; one host at a time, as on a cable."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._server: asyncio.Server | None = None
        self._host: asyncio.StreamWriter | None = None

    async def open(self) -> str:
        """Plug in: listen, on another port than last time."""
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        return "socket://{}:{}".format(*self._server.sockets[0].getsockname())

    def close(self) -> None:
        """Pull the plug: whatever is connected is cut off."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._host is not None:
            self._host.close()
            self._host = None

    def write(self, chunk: bytes) -> None:
        """Send, if somebody is there and reads."""
        if self._host is not None and self._host.transport.get_write_buffer_size() < _CHUNK:
            self._host.write(chunk)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._host is not None:
            writer.close()
            return
        self._host = writer
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            while chunk := await reader.read(_CHUNK):
                self._hear(chunk)
        if self._host is writer:
            self._host = None
        writer.close()


def port_for_this_machine(hear: Callable[[bytes], None]) -> Port:
    """A pseudo-terminal where the machine has them."""
    return PtyPort(hear) if hasattr(os, "openpty") else SocketPort(hear)
