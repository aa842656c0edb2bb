"""A tower whose firmware can be ended and replaced, on MicroPython's unix build."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.firmware.cable import Cable
from tests.firmware.shimmed import FIRMWARE, HERE, MICROPYTHON

_CPYTHONS = shutil.ignore_patterns("__pycache__")


class Pico(Cable):
    """A board on MicroPython's unix build: its firmware, and after a Ctrl-C the prompt."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        # Copies: an update removes what it replaces.
        shutil.copy(FIRMWARE / "main.py", folder)
        shutil.copytree(FIRMWARE / "tower", folder / "tower", ignore=_CPYTHONS)
        self.folder = folder.resolve()
        self.process: subprocess.Popen[bytes] | None = None
        super().__init__()
        self._start(self.folder / "main.py")

    def _start(self, script: Path) -> None:
        shims = (HERE / "shims").resolve()
        self.process = subprocess.Popen(
            [MICROPYTHON, "-X", "heapsize=2m", str(script)],
            cwd=self.folder,
            stdin=self.board,
            stdout=self.board,
            stderr=subprocess.DEVNULL,
            env={"MICROPYPATH": f"{shims}:{self.folder}:.frozen"},
        )

    def pass_on(self, chunk: bytes) -> bytes:
        """A Ctrl-C ends the firmware; what follows is for the prompt."""
        if b"\x03" in chunk and self.process is not None:
            self.stop()
            self._start((HERE / "shims/prompt.py").resolve())
            return chunk.rpartition(b"\x03")[2]
        return chunk

    def stop(self) -> None:
        """Pull the plug."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def close(self) -> None:
        """End the board and the cable."""
        self.stop()
        super().close()
