"""What a bad disk did: which refusals mean damage, and what follows from files set aside."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from dicerules.words import Message, message

from dicehost.errors import HostError, JournalError
from dicehost.journal.store import Journal
from dicehost.screens.seats import Seats

_DAMAGE = frozenset({"journal.chain", "journal.short", "journal.unread"})


def as_damage(error: HostError | None) -> JournalError | None:
    """The refusal if it says that a match is damaged on the disk, not a game or a version."""
    return error if isinstance(error, JournalError) and error.code in _DAMAGE else None


def notices(journal: Path | None, seats: Path | None, health: Path | None) -> list[Message]:
    """What the owner should know about the files that were set aside at the start."""
    aside = {"journal": journal, "seats": seats, "health": health}
    return [message(f"host.aside.{name}", file=file.name) for name, file in aside.items() if file]


def deal_again(seats: Seats, journal: Journal) -> None:
    """Give every seat of every match a new link, after the file with the old ones was lost."""
    for match, _, over in journal.matches():
        with suppress(HostError):  # nobody can sit down in a match that cannot be read
            seats.deal(match, len(journal.opening(match).names), over)
