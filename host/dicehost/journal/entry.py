"""One line of the journal as it is stored, and the chain of hashes that holds lines together."""

from __future__ import annotations

import hashlib

from msgspec import Struct

FIRST = "0" * 64
"""The hash that comes before the first line of a match."""


class Entry(Struct, frozen=True):
    """One stored line. ``body`` is JSON text; ``events.read_event`` says what it means."""

    match: str
    seq: int
    at: str
    kind: str
    body: str
    hash: str


def chained(prev: str, match: str, seq: int, at: str, kind: str, body: str) -> str:
    """The hash of a line: of everything it says, and of the hash of the line before it."""
    return hashlib.sha256("\n".join((prev, match, str(seq), at, kind, body)).encode()).hexdigest()
