"""A match taken up from its journal: as far as it can be read, and what stopped the reading."""

from __future__ import annotations

from dicerules.core import Game
from msgspec import Struct

from dicehost.journal.entry import Entry
from dicehost.match.record import Match, replay_match


class Resumed(Struct, frozen=True):
    """A match, and the error that its next line raised while ``doing`` something, if one did."""

    match: Match
    error: Exception | None = None
    doing: str = ""


def resume(game: Game, entries: list[Entry]) -> Resumed:
    """Read a match line by line. One that raises is left out, with all that come after it."""
    match = Match(game, entries[0])
    for at, entry in enumerate(entries[1:], 1):
        try:
            match.take(entry)
        except Exception as error:
            # A line that raised may have changed half of the match: read it anew without.
            kept = replay_match(game, entries[:at])
            return Resumed(kept, error, f"reading line {entry.seq} ({entry.kind})")
    return Resumed(match)
