"""The log of a match: what happened, in words, as every screen shows it."""

from __future__ import annotations

from dicerules.views import TABLE
from dicerules.words import Message, message
from msgspec import Struct

LOG_LINES = 30
"""How many lines are kept, the newest ones."""


class LogEntry(Struct, frozen=True):
    """Something that happened, in words, and the number of the journal line that says so."""

    seq: int
    message: Message


def by_viewer(key: str, viewer: int, **facts: str) -> Message:
    """Say that a seat did something, or somebody at the table's screen."""
    if viewer == TABLE:
        return message(f"{key}.table", **facts)
    return message(f"{key}.seat", seat=viewer, **facts)
