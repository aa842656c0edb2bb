"""Those outside who are told what happens at the tables, such as a smart home or a stream."""

from __future__ import annotations

import logging
from typing import Protocol

from dicehost.house.table import Table

log = logging.getLogger(__name__)


class Observer(Protocol):
    """Somebody outside who is told what happens at the tables."""

    def published(self, table: Table) -> None:
        """A table has told its screens something."""

    def removed(self, match: str) -> None:
        """A match is gone."""


class Observers:
    """All of them. Whatever is wrong out there, the match goes on."""

    def __init__(self) -> None:
        self._all: list[Observer] = []

    def add(self, observer: Observer) -> None:
        """Tell one more from here on."""
        self._all.append(observer)

    def published(self, table: Table) -> None:
        """A table has told its screens something."""
        for observer in self._all:
            try:
                observer.published(table)
            except Exception:
                log.exception("match %s could not be told outside", table.match.id)

    def removed(self, match: str) -> None:
        """A match is gone."""
        for observer in self._all:
            try:
                observer.removed(match)
            except Exception:
                log.exception("that match %s is gone could not be told outside", match)
