"""Is there a newer dicetower? Asks the package index and tells; changes nothing."""

from __future__ import annotations

import json
import os
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from dicehost import __version__

_VARIABLES = ("UV_DEFAULT_INDEX", "PIP_INDEX_URL")
"""The variables in which uv and pip are told which index to ask."""
_FILE = re.compile(r"dicetower-(\d+)\.(\d+)\.(\d+)(?:-py3|\.tar\.gz)")

Version = tuple[int, int, int]


def tell(say: Callable[[str], None]) -> int:
    """Say what is newer; 2 if no index could be asked."""
    index = next((found for name in _VARIABLES if (found := os.environ.get(name))), "")
    try:
        newest = max(_offered(index), default=None)
    except (urllib.error.URLError, OSError, ValueError) as error:
        why = getattr(error, "reason", error)
        say(f"dicetower {__version__} is installed. Nobody could be asked for newer ones: {why}.")
        return 2
    here = _version(__version__)
    if newest is None or newest <= here:
        say(f"dicetower {__version__} is installed, and there is no newer one.")
        return 0
    say(f"dicetower {'.'.join(map(str, newest))} is there; {__version__} is installed.")
    say(f"It is not updated by itself. Make a backup, then run: {_command()}")
    return 0


def _offered(index: str) -> Iterator[Version]:
    if not index:
        raise ValueError(f"no package index is named in {' or '.join(_VARIABLES)}")
    request = urllib.request.Request(  # noqa: S310 - the index that this user's pip would ask
        index.rstrip("/") + "/dicetower/",
        headers={"Accept": "application/vnd.pypi.simple.v1+json, text/html;q=0.5"},
    )
    if request.type not in ("http", "https", "file"):
        raise ValueError(f"an index has an address that begins with https; got {request.type!r}")
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - checked above
        text = answer.read(1 << 24).decode("utf-8", "replace")
    # Older indexes know pages only. A version that was withdrawn is not offered.
    try:
        files = [file["filename"] for file in json.loads(text)["files"] if not file.get("yanked")]
    except (ValueError, KeyError, TypeError):
        files = [line for line in text.splitlines() if "data-yanked" not in line]
    for file in files:
        if (found := _FILE.search(file)) is not None:
            major, minor, patch = found.groups()
            yield int(major), int(minor), int(patch)


def _version(text: str) -> Version:
    major, minor, patch = (int(part) for part in re.findall(r"\d+", text)[:3])
    return major, minor, patch


def _command() -> str:
    if "pipx" in sys.prefix:
        return "pipx upgrade dicetower"
    if "uv" in Path(sys.prefix).parts:
        return "uv tool upgrade dicetower"
    return f"{sys.executable} -m pip install --upgrade dicetower"
