"""A game's presets: options that go well together, by name. A game may have none."""

from __future__ import annotations

import tomllib
from typing import Any

from dicerules.core import Game


def read_presets(game: Game) -> dict[str, dict[str, Any]]:
    """Read ``presets.toml``: for each name the options that differ from the defaults.

    Their words are ``preset.<name>.name`` and ``preset.<name>.how`` in the game's catalogue.
    """
    file = game.folder.joinpath("presets.toml")
    if not file.is_file():
        return {}
    return tomllib.loads(file.read_text(encoding="utf-8"))
