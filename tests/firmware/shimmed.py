"""The firmware on MicroPython's unix build, with a chip made of shims. It proves nothing itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tower.wire import Frame, decode, encode

FIRMWARE = Path("firmware")
HERE = Path("tests/firmware")
MICROPYTHON = os.environ.get("MICROPYTHON_BIN", str(Path(sys.executable).parent / "micropython"))


def told_by(script: str, python: str = MICROPYTHON, asked: str = "") -> str:
    """What a script of this folder prints, beside the firmware's modules and without shims."""
    return subprocess.run(
        [python, str(HERE / script)],
        input=asked,
        env=dict.fromkeys(("PYTHONPATH", "MICROPYPATH"), f"{FIRMWARE}:.frozen"),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout


class Board:
    """``main.py`` as shipped, its flash a folder, its console a pipe or the terminal given."""

    def __init__(self, flash: Path, console: int = subprocess.PIPE, **told: str) -> None:
        paths = [(HERE / "shims").resolve(), FIRMWARE.resolve()]
        self.process = subprocess.Popen(
            [MICROPYTHON, "-X", "heapsize=400k", str(FIRMWARE.resolve() / "main.py")],
            cwd=flash,
            stdin=console,
            stdout=console,
            env={"MICROPYPATH": f"{paths[0]}:{paths[1]}:.frozen", **told},
        )
        self.console: list[str] = []

    def message(self, verb: str, seq: int, **fields: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(encode(Frame(verb, seq, *fields.items())))
        self.process.stdin.flush()

    def frame(self) -> Frame:
        """The next frame; text before it is kept as the console's."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(b"~"):
                return decode(line)
            self.console.append(line.decode().rstrip())
        raise AssertionError(f"the firmware ended: {self.console}")

    def end(self) -> list[str]:
        """Ctrl-C, and what the console says until the end."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=60)
        return rest.decode().splitlines()

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
