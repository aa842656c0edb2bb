"""Pure rules of dice games: no chance, no clock, no network. One folder a game."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from dicerules.core import Game


@cache
def games() -> dict[str, Game]:
    """Every installed game by key: the built-in ones, and any package that brings one.

    A package brings a game by an entry point in the group ``dicetower.games``.
    """
    found = (entry.load() for entry in entry_points(group="dicetower.games"))
    return {game.key: game for game in sorted(found, key=lambda game: game.key)}
