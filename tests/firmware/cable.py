"""A cable for tests: what a program says on its terminal comes out of a port, and back."""

from __future__ import annotations

import os
import pty
import select
import threading
import tty


class Cable:
    """Two pseudo-terminals tied together: a program at one end, a port at the other."""

    def __init__(self) -> None:
        self.inner, self.board = pty.openpty()
        self.outer, port = pty.openpty()
        self.port = os.ttyname(port)
        self._port = port
        for end in (self.board, port):
            tty.setraw(end)
        self._pulled, self._pull = os.pipe()
        self._thread = threading.Thread(target=self._carry)
        self._thread.start()

    def _carry(self) -> None:
        ends = (self.inner, self.outer)
        while True:
            ready, _, _ = select.select([*ends, self._pulled], [], [])
            if self._pulled in ready:
                return
            for end in ready:
                chunk = os.read(end, 4096)
                if end == self.outer:
                    chunk = self.pass_on(chunk)
                os.write(ends[end == self.inner], chunk)

    def pass_on(self, chunk: bytes) -> bytes:
        """What the program gets of what was sent to it."""
        return chunk

    def close(self) -> None:
        os.write(self._pull, b"x")
        self._thread.join()
        for end in (self.inner, self.board, self.outer, self._port, self._pull, self._pulled):
            os.close(end)
