"""The towers that a host has met: what their owner calls them. One small file, written whole."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
from msgspec import Struct

from dicehost.storage import set_aside, write_whole

log = logging.getLogger(__name__)

LONGEST_NAME = 24
"""Characters of a tower's name."""


class Acquaintance(Struct, frozen=True, omit_defaults=True):
    """A tower that was here: its kind, and its name if it was given one."""

    source: str
    name: str = ""


class KnownTowers:
    """The file. Without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, Acquaintance] = {}
        if path is None or not path.exists():
            return
        try:
            self._known = msgspec.json.decode(path.read_bytes(), type=dict[str, Acquaintance])
        except msgspec.DecodeError as error:
            # Names are given again in a minute: no match hangs on this file.
            log.error("%s is damaged (%s); it was set aside as %s", path, error, set_aside(path))

    def all(self) -> dict[str, Acquaintance]:
        """Every tower by its id."""
        return dict(self._known)

    def put(self, tower: str, source: str, name: str) -> None:
        """Keep what is known of a tower."""
        met = Acquaintance(source, name)
        if self._known.get(tower) != met:
            self._write({**self._known, tower: met})

    def forget(self, tower: str) -> None:
        """Let a tower be a stranger."""
        self._write({known: met for known, met in self._known.items() if known != tower})

    def _write(self, known: dict[str, Acquaintance]) -> None:
        if self._path is not None:
            write_whole(self._path, msgspec.json.encode(known) + b"\n")
        self._known = known


def known_towers(announce: Path | None) -> KnownTowers:
    """The file of a host, which lies beside its announce folder."""
    return KnownTowers(None if announce is None else announce.with_suffix(".json"))
