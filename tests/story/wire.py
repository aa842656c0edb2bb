"""A network between a browser and the host that can be cut, or go silent as weak Wi-Fi does."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Passes bytes on, both ways, from a port of its own."""

    def __init__(self, base: str) -> None:
        self._host = int(base.rpartition(":")[2])
        self._ears = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._ears.getsockname()[1]}"
        self._sound = threading.Event()
        self._sound.set()
        threading.Thread(target=self._listen, daemon=True).start()

    def silence(self) -> None:
        """Nothing passes any more, and nobody is told."""
        self._sound.clear()

    def restore(self) -> None:
        """Everything passes again, what was held up first."""
        self._sound.set()

    def close(self) -> None:
        self._sound.set()
        self._ears.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._ears.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._host))
                except OSError:
                    near.close()  # the host is away
                    continue
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := one.recv(65536):
                self._sound.wait()
                other.sendall(said)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
