"""What is known of each match without playing it: how it was opened, and what is wrong with it."""

from __future__ import annotations

from typing import Any

import msgspec

from dicehost.errors import HostError, JournalError
from dicehost.house.damage import as_damage
from dicehost.house.opening import find_game
from dicehost.journal.events import Opened
from dicehost.journal.store import Journal
from dicehost.match.record import check_version
from dicehost.wording import told

UNREADABLE = Opened("", 0, [], [], {}, msgspec.Raw(b"{}"))
"""Listed in place of a first line that cannot be read."""


class Register:
    """First lines are read once; what is wrong with a match is noted as it is found."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._openings: dict[str, Opened] = {}
        self._wrong: dict[str, HostError] = {}

    def has_read(self, match: str) -> bool:
        """Whether a match's first line is known."""
        return match in self._openings

    def look_up(self, match: str) -> tuple[Opened, dict[str, Any] | None]:
        """How a match was opened, and why this host cannot go on with it, if it cannot."""
        opened = self._openings.get(match, UNREADABLE)
        try:
            if opened is UNREADABLE:
                opened = self._journal.opening(match)
                short = msgspec.structs.replace(opened, state=UNREADABLE.state, options={})
                self._openings[match] = short
            check_version(find_game(opened.game), match, opened.version)
        except HostError as error:
            refused: HostError | None = self._wrong.setdefault(match, error)
        else:
            refused = self.damage(match)
        return opened, None if refused is None else msgspec.to_builtins(told(refused))

    def note(self, match: str, error: HostError) -> None:
        """Something is wrong with a match."""
        self._wrong[match] = error

    def is_sound(self, match: str) -> None:
        """Nothing is wrong with a match any more."""
        self._wrong.pop(match, None)

    def forget(self, match: str) -> None:
        """A match was read in again or is gone: its first line may be another one."""
        self.is_sound(match)
        self._openings.pop(match, None)

    def trouble(self, match: str) -> HostError | None:
        """What is wrong with a match, as far as it is known."""
        return self._wrong.get(match)

    def damage(self, match: str) -> JournalError | None:
        """How a match is damaged on the disk, as far as it is known."""
        return as_damage(self._wrong.get(match))
