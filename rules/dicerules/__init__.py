"""Pure rules of dice games: no randomness, no clock, no network. Each game is a folder."""

from __future__ import annotations

from dicerules.registry import BrokenGame, broken_games, games

__all__ = ["BrokenGame", "broken_games", "games"]
