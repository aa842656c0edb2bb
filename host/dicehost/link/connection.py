"""A serial port on the event loop: bytes in by callback, bytes out at once. Knows no frames.

pyserial finds and opens the port; where it has a file descriptor the loop watches that itself,
which halves the way of a byte; elsewhere (Windows, socket://) a thread reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable

import serial

from dicehost.errors import LinkError

_CHUNK = 4096


class Line:
    """An open port. ``on_bytes`` gets what comes in; ``on_lost`` is called once, when it goes."""

    def __init__(
        self, url: str, on_bytes: Callable[[bytes], None], on_lost: Callable[[], None]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_bytes = on_bytes
        self._on_lost = on_lost
        self._open = True
        try:
            self._port = serial.serial_for_url(url, timeout=0, write_timeout=0, exclusive=True)
        except (OSError, ValueError) as error:
            raise LinkError("link.unopened", port=url, why=str(error)) from None
        self._fd: int | None = None
        if os.name == "posix" and not url.startswith("socket:"):
            self._fd = self._port.fileno()
            self._loop.add_reader(self._fd, self._readable)
        else:
            self._port.timeout = 0.05
            threading.Thread(target=self._read_in_thread, daemon=True).start()

    def _readable(self) -> None:
        assert self._fd is not None
        try:
            chunk = os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if chunk:
            self._on_bytes(chunk)
        else:
            self._gone()

    def _read_in_thread(self) -> None:
        while self._open:
            try:
                chunk = self._port.read(self._port.in_waiting or 1)
            except (OSError, TypeError):  # pyserial trips over a port closed under its hands
                with contextlib.suppress(RuntimeError):  # the loop may be closed by now
                    self._loop.call_soon_threadsafe(self._gone)
                return
            if chunk:
                with contextlib.suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._on_bytes, chunk)

    def write(self, line: bytes) -> None:
        """Write a line; what does not fit is lost like any other byte, and sent again in time."""
        if not self._open:
            return
        try:
            if self._fd is not None:
                os.write(self._fd, line)
            else:
                self._port.write(line)
        except (BlockingIOError, serial.SerialTimeoutException):
            pass
        except OSError:
            self._gone()

    def _gone(self) -> None:
        if self._open:
            self.close()
            self._on_lost()

    def close(self) -> None:
        """Close the port."""
        if not self._open:
            return
        self._open = False
        if self._fd is not None:
            self._loop.remove_reader(self._fd)
        with contextlib.suppress(OSError):
            self._port.close()
