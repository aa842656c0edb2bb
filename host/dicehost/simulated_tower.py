"""A simulated tower beside the service: a process of its own, kept running."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger(__name__)

FIRST_CHIP = 0x51B0000000000001
"""The id of the first simulated tower; others count on."""
START_AGAIN = 0.5
"""Seconds until a simulated tower that ended is started again."""


@contextlib.contextmanager
def simulated_tower(announce: Path, host: str, page_host: str, number: int = 1) -> Iterator[None]:
    """Run a simulated tower beside the service, and start it again if something ends it.

    Each ``number`` is a tower of its own, the same one at the next start.
    """
    announce.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "dicehost.simulated", "--announce", str(announce)]
    command += ["--host", host, "--page-host", page_host, "--with-parent"]
    command += ["--chip", f"{FIRST_CHIP + number - 1:016x}"]

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 - our own module

    process, turn, ending = start(), threading.Lock(), threading.Event()

    def keep() -> None:
        nonlocal process
        while True:
            code = process.wait()
            if process.stdin is not None:
                process.stdin.close()
            if ending.wait(START_AGAIN):
                return
            with turn:
                if ending.is_set():
                    return
                log.warning("the simulated tower ended with %d and is started again", code)
                process = start()

    keeper = threading.Thread(target=keep, daemon=True)
    keeper.start()
    try:
        yield
    finally:
        with turn:
            ending.set()
            process.terminate()
        keeper.join(timeout=5)
