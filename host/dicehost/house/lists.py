"""What the lobby is told: every match of this host, with its links and what is wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from dicehost.errors import HostError, JournalError
from dicehost.house.in_venue import InVenue
from dicehost.house.listing import MatchListed, list_match
from dicehost.house.register import Register
from dicehost.house.table import Table
from dicehost.journal.store import Journal
from dicehost.screens.seats import Places, Seats
from dicehost.wording import told

AT_ONCE = 20
"""First lines that are read in a row: a long list of them keeps nobody else waiting."""


class Lists(NamedTuple):
    """Where it looks: in the books of the host, at its tables, and in its venue if it is in one."""

    journal: Journal
    register: Register
    seats: Seats
    tables: Mapping[str, Table]
    venue: Callable[[], InVenue | None]

    async def all(self) -> list[MatchListed]:
        """Every match, the last played first."""
        matches = self.journal.matches()
        for number, (match, _, _) in enumerate(matches):
            if not self.register.has_read(match):
                self.register.look_up(match)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
        places = self.seats.all()
        return [self._listed(match, at, over, places) for match, at, over in matches]

    def one(self, match: str) -> MatchListed:
        """One match with its links."""
        for known, at, over in self.journal.matches():
            if known == match:
                return self._listed(match, at, over, self.seats.of(match))
        raise JournalError("journal.unknown", match=match)

    def trouble(self, match: str) -> HostError | None:
        """What is wrong with a match, as far as it is known."""
        table = self.tables.get(match)
        return table.supervisor.trouble if table else self.register.trouble(match)

    def has_stopped(self, match: str) -> bool:
        """Whether a match cannot go on as it is."""
        table = self.tables.get(match)
        return bool(table.supervisor.stopped if table else self.register.trouble(match))

    def _listed(self, match: str, at: str, over: bool, places: Places) -> MatchListed:
        opened, refused = self.register.look_up(match)
        table, venue = self.tables.get(match), self.venue()
        trouble = None if refused else self.trouble(match)
        if venue is not None and not over and trouble is None and not refused:
            trouble = venue.held(match)
        where = None if venue is None else venue.played_at(match)
        return list_match(
            match,
            opened,
            at,
            over,
            places,
            table.here if table else set(),
            table.match.bots if table else {bot.seat: bot for bot in opened.bots},
            tower=table.tower.id if table else opened.tower,
            trouble=None if trouble is None else msgspec.to_builtins(told(trouble)),
            refused=refused,
            sound=len(self.journal.sound_lines(match)[0]) if self.register.damage(match) else None,
            played=where.state if where and not over else None,
        )
