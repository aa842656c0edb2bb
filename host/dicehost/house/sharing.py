"""Which tower each table rolls with: chosen, remembered, and shared only if there are too few."""

from __future__ import annotations

from collections.abc import Mapping

from dicehost.house.table import Table
from dicehost.link.tower import OWNER, State, Tower
from dicehost.link.towers import Towers
from dicehost.match.record import Match


class Sharing:
    """The towers of a host among its ``tables``, by match.

    A match keeps to the tower that it was opened with or that rolled for it last, unplugged or not.
    One whose tower was never at this host takes any.
    """

    def __init__(self, towers: Towers, tables: Mapping[str, Table]) -> None:
        self._towers = towers
        self._tables = tables
        towers.watch(self._look)

    def choose(self, wanted: str) -> Tower:
        """The tower for a match about to be opened: the one wanted, a free one, or any."""
        return self._towers.the(wanted) if wanted else self._any()

    def of(self, match: Match) -> Tower:
        """The tower of a match that is taken up."""
        return self._towers.find(match.tower) or self._any()

    def is_free(self, tower: Tower) -> bool:
        """Whether no match that is being played has it."""
        holder = self._tables.get(tower.holder or "")
        return tower.holder != OWNER and (holder is None or holder.match.closed)

    def sit(self, table: Table) -> None:
        """A table was taken up: its tower is its own if nobody else has it."""
        if not table.match.closed and self.is_free(table.tower):
            table.tower.take(table.match.id)

    def follow(self, table: Table) -> None:
        """A match was read anew, and may say that another tower rolls for it."""
        chosen = self._towers.find(table.match.tower)
        if chosen is not None and chosen is not table.tower:
            table.use(chosen)
            self.sit(table)

    def _any(self) -> Tower:
        ready = [tower for tower in self._towers.all if tower.state is State.READY]
        free = [tower for tower in ready if self.is_free(tower)]
        return (free or ready or [self._towers.nobody])[0]

    def _look(self, tower: Tower) -> None:
        # A tower may be new, or free: it is for a match that has none, or has to share one.
        nobody = self._towers.nobody
        if tower is nobody:
            self._strand()
        if tower.state is not State.READY:
            return
        waiting = [table for table in self._open() if table.tower is nobody]
        waiting.sort(key=lambda table: table.match.id != nobody.holder)
        if not waiting and self.is_free(tower):
            own = [table for table in self._open() if table.tower is tower]
            waiting = (own or [table for table in self._open() if self._shares(table)])[:1]
        for table in waiting:
            table.use(tower)
            self.sit(table)

    def _shares(self, table: Table) -> bool:
        known = self._towers.find(table.match.tower)
        return known is None and table.tower.holder != table.match.id

    def _strand(self) -> None:
        # A tower was forgotten: its matches take any.
        for table in self._open():
            if table.tower is not self._towers.nobody and not self._towers.find(table.tower.id):
                table.use(self._any())
                self.sit(table)

    def _open(self) -> list[Table]:
        return [table for table in self._tables.values() if not table.match.closed]
