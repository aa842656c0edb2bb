"""Where the running service answers: a small file beside the matches, for commands to read."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from dicehost.storage import write_whole


class Serving(Struct, frozen=True):
    """``here`` is the address on this machine, ``base`` the one for others, ``name`` by mDNS."""

    here: str
    base: str
    name: str | None = None
    https: str | None = None


def note_serving(folder: Path, serving: Serving) -> None:
    """Write down where the service answers."""
    write_whole(folder / "serving.json", msgspec.json.encode(serving))


def read_serving(folder: Path) -> Serving | None:
    """Where the service answered when it was last started; None if it never was."""
    try:
        return msgspec.json.decode((folder / "serving.json").read_bytes(), type=Serving)
    except (OSError, msgspec.MsgspecError):
        return None
