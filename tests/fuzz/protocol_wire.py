"""A port for pyserial by the name of ``wire://cable``: the other end is held by a test.

pyserial finds this module by its name once the folder is in ``protocol_handler_packages``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

URL = "wire://cable"
plug: list[Callable[[], int]] = []
"""Opens the cable that is plugged in and returns the host's end; empty while there is none."""


class Serial:
    """As much of pyserial's class as the host uses of a port that has a file descriptor."""

    def __init__(self, port: str | None = None, **_: Any) -> None:
        self.port = port
        self._end = -1

    def open(self) -> None:
        if not plug:
            raise OSError("there is no cable")
        self._end = plug[0]()

    def fileno(self) -> int:
        return self._end

    def close(self) -> None:
        os.close(self._end)
