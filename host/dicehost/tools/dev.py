"""The service for people who work on it: starts it anew whenever the code changes.

It looks at the files of the packages twice a second. That needs no library, works on every file
system, and costs nothing that a person would notice.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("dicehost", "dicerules", "tower")
SUFFIXES = {".py", ".toml", ".md"}
"""Files that are read when the service starts. The pages' own files need no restart."""
LOOK_EVERY = 0.5


def run(arguments: Sequence[str]) -> int:
    """Run the service with these arguments, again after every change, until Ctrl-C."""
    command = [sys.executable, "-m", "dicehost.cli", *arguments, "--reload-pages"]
    folders = [folder for package in PACKAGES for folder in _folders(package)]
    # Leave by way of the ``finally`` below, so that the service ends too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            before = changed_at(folders)
            service = subprocess.Popen(command)  # noqa: S603 - our own module
            try:
                _wait_for_change(folders, before)
            finally:
                _stop(service)
            print("\nThe code has changed; starting again.", flush=True)
    return 0


def changed_at(folders: list[Path]) -> dict[Path, int]:
    """When each file that the service reads at its start was last changed."""
    found = {}
    for folder in folders:
        for file in folder.rglob("*"):
            if file.suffix in SUFFIXES:
                with contextlib.suppress(FileNotFoundError):  # an editor replaces files
                    found[file] = file.stat().st_mtime_ns
    return found


def _folders(package: str) -> list[Path]:
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return [Path(place) for place in places or ()]


def _wait_for_change(folders: list[Path], before: dict[Path, int]) -> None:
    # If the service ends by itself, the wait goes on: the next change may mend it.
    while changed_at(folders) == before:
        time.sleep(LOOK_EVERY)


def _stop(service: subprocess.Popen[bytes]) -> None:
    service.terminate()
    try:
        service.wait(timeout=5)
    except subprocess.TimeoutExpired:
        service.kill()
        service.wait()
