"""A game's introduction: a few steps, each a sentence and a small picture of the game's own things.

It is what somebody reads in the minute before the first match. A game may have none.
"""

from __future__ import annotations

import tomllib

import msgspec
from msgspec import Struct

from dicerules.core import Game
from dicerules.views import Item
from dicerules.words import Message


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: what happens, and a picture made of items as a view has them."""

    text: Message
    picture: tuple[Item, ...]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    step: tuple[Step, ...]


def read_intro(game: Game) -> tuple[Step, ...]:
    """Read ``intro.toml``: its steps in order; none where there is no such file."""
    file = game.folder.joinpath("intro.toml")
    if not file.is_file():
        return ()
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return msgspec.convert(told, _File).step
