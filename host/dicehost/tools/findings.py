"""What the doctor found at a tower, and the file about it for somebody who helps from afar."""

from __future__ import annotations

import getpass
import platform
import re
import socket
from pathlib import Path

import msgspec
from msgspec import Struct
from tower import VERSION, pins

from dicehost import __version__

GOOD, BAD, NOT_ASKED = "ok", "next", "not asked"


class Finding(Struct, frozen=True):
    """One line: what was looked at, how it is, what was seen, and the next step if any."""

    check: str
    state: str
    seen: str
    step: str = ""

    def text(self) -> str:
        """The line for people."""
        line = f"{self.check:12} {self.state:9} {self.seen}"
        return f"{line}\n{'':12} -> {self.step}" if self.step else line


def bundle(findings: list[Finding]) -> bytes:
    """What somebody who helps needs to know, and nothing that tells who asks."""
    told = {
        "dicetower": __version__,
        "firmware of this version": VERSION,
        "board revision": pins.REVISION,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "findings": findings,
    }
    made = msgspec.json.format(msgspec.json.encode(told), indent=2).decode()
    return _without_names(made).encode() + b"\n"


def _without_names(text: str) -> str:
    names = {str(Path.home()): "~", socket.gethostname(): "HOST", getpass.getuser(): "USER"}
    for name, instead in names.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", instead, text)
    return text
