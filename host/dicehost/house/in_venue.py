"""What the house asks of a venue that it is in, where other hosts could play its matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dicehost.errors import HeldError
from dicehost.house.towers_told import TowerInRoom
from dicehost.journal.events import Hosted
from dicehost.screens.played_at import PlayedAt


class InVenue(Protocol):
    """This host's place in a venue; ``me`` is the line by which it says that it plays a match.

    ``own_towers`` is what the other hosts are told of the towers here.
    """

    me: Hosted
    changed: Callable[[], None]
    towers_changed: Callable[[], None]
    own_towers: Callable[[], list[TowerInRoom]]

    @property
    def towers(self) -> list[TowerInRoom]:
        """The towers at other hosts of the venue."""

    @property
    def addresses(self) -> list[str]:
        """Where other hosts of the venue are reached."""

    async def run(self) -> None:
        """Stay there."""

    def played_at(self, match: str) -> PlayedAt:
        """Where a match is played."""

    def held(self, match: str) -> HeldError | None:
        """Why this host may not play a match now, if it may not."""

    def may_play(self, match: str) -> bool:
        """Whether this host may play a match now."""

    async def take(self, match: str) -> None:
        """Write down that this host plays a match from here on; refused while its own is there."""
