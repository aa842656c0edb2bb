"""The installed games: those that can be played, and those that are broken, with the reason.

A package brings a game by an entry point in the group ``dicetower.games``. One that cannot be
loaded is named and left out; the others are not affected.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from msgspec import Struct
from pydantic import BaseModel

from dicerules.core import Game

BUILT_IN = "dicetower"
"""The package whose games win over another package's game with the same key."""


class BrokenGame(Struct, frozen=True):
    """A game that is installed but cannot be played: its entry point, its package, and why."""

    name: str
    package: str
    why: str


@cache
def games() -> dict[str, Game]:
    """Every game that can be played, by key."""
    return _load()[0]


@cache
def broken_games() -> tuple[BrokenGame, ...]:
    """Every installed game that was left out."""
    return _load()[1]


@cache
def _load() -> tuple[dict[str, Game], tuple[BrokenGame, ...]]:
    found: dict[str, Game] = {}
    broken = []
    for entry in sorted(entry_points(group="dicetower.games"), key=_built_in_first):
        try:
            game = entry.load()
            _check(game)
            if game.key in found:
                raise ValueError(f"another game already has the key {game.key!r}")
        except (Exception, SystemExit) as error:  # an import can raise anything
            why = f"{type(error).__name__}: {error}"
            broken.append(BrokenGame(entry.name, _package(entry), why))
        else:
            found[game.key] = game
    return dict(sorted(found.items())), tuple(broken)


def _check(game: object) -> None:
    if not isinstance(game, Game):
        raise TypeError(f"expected a dicerules.core.Game; got {type(game).__name__}")
    for field, kind in (("key", str), ("name", str), ("seats", range), ("playing_time", tuple)):
        value = getattr(game, field)
        if not isinstance(value, kind) or not value:
            raise TypeError(f"expected {field} to be a {kind.__name__} with something in it")
    if not isinstance(game.options, type) or not issubclass(game.options, BaseModel):
        raise TypeError("expected options to be a subclass of pydantic.BaseModel")


def _built_in_first(entry: EntryPoint) -> tuple[bool, str, str]:
    package = _package(entry)
    return package != BUILT_IN, package, entry.name


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else ""
