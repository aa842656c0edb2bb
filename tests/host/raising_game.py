"""High Star as a plugin that raises on purpose, for as long as a file tells it where.

The file that RAISE_WHERE names holds a function of the game, and for ``apply`` the kind of event:
``view``, ``apply Move``. A game that was mended is the same game with an empty file.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tests.rules import little

WHERE = Path(os.environ.get("RAISE_WHERE", os.devnull))


def told_to_raise() -> str:
    return WHERE.read_text().strip() if WHERE.exists() else ""


def raising(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        kind = type(given[1]).__name__ if name == "apply" else ""
        if told_to_raise() == f"{name} {kind}".strip():
            raise KeyError("raised on purpose")
        return function(*given)

    return call


FUNCTIONS = ("start", "need", "apply", "view", "scores", "faces", "preview")
GAME = replace(
    little.GAME, **{name: raising(name, getattr(little.GAME, name)) for name in FUNCTIONS}
)
