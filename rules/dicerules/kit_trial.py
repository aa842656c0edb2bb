"""A game on trial: what every promise of the kit is given, and how it looks through a value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dicerules.core import Game, Need
from dicerules.forms import RandBelow
from dicerules.views import TABLE, View
from dicerules.words import Catalogue


class Trial(Struct, frozen=True):
    """A game on trial at a table with this number of seats."""

    game: Game
    seats: int
    randbelow: RandBelow
    words: Catalogue

    def look(self, state: Any) -> Position:
        """Ask the game everything about a position that a table asks."""
        viewers = (TABLE, *range(self.seats))
        views = {viewer: self.game.view(state, viewer) for viewer in viewers}
        need = self.game.need(state)
        return Position(state, need, views, list(parts((need, views))))


class Position(Struct, frozen=True):
    """A state, what it needs, and what the table (``TABLE``) and each seat see of it.

    ``parts`` are all the values inside the need and the views.
    """

    state: Any
    need: Need
    views: dict[int, View]
    parts: list[Struct]


def parts(value: Any) -> Iterator[Struct]:
    """Every struct inside a value, itself included, in no order."""
    left = [value]
    while left:
        part = left.pop()
        kind = type(part)
        if kind is str or kind is int:
            continue
        if isinstance(part, Struct):
            yield part
            left += [getattr(part, name) for name in part.__struct_fields__]
        elif isinstance(part, list | tuple):
            left += part
        elif isinstance(part, dict):
            left += part.values()
