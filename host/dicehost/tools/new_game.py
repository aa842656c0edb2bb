"""``dicetower new-game``: writes a small game that works, as a folder to start from."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

from dicerules import games

from dicehost.errors import HostError

_KEY = re.compile(r"[a-z][a-z0-9_]{0,23}")
_ENDING = ".in"
"""Of the template's files, so that no tool takes them for source."""


class NewGameError(HostError, ValueError):
    """A new game cannot be written under this key."""


def write(key: str, parent: Path) -> Path:
    """Write the folder of a new game into ``parent``, and return it."""
    _check_key(key)
    folder = parent / key
    if folder.exists():
        raise NewGameError("new_game.exists", folder=str(folder))
    facts = {"key": key, "name": key.replace("_", " ").title()}
    _copy(files("dicehost.tools").joinpath("new_game_template"), folder, facts)
    return folder


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise NewGameError("new_game.key", got=key)
    if key in games():
        raise NewGameError("new_game.known", got=key, name=games()[key].name)
    found = None if keyword.iskeyword(key) else find_spec(key)
    # A plain folder of this name that happens to lie here has no origin, and is no module.
    is_module = key in sys.stdlib_module_names or (found is not None and found.origin is not None)
    if keyword.iskeyword(key) or is_module:
        raise NewGameError("new_game.taken", got=key)


def _copy(source: Traversable, target: Path, facts: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for part in source.iterdir():
        if part.is_dir():
            _copy(part, target / (facts["key"] if part.name == "package" else part.name), facts)
            continue
        name = part.name.removesuffix(_ENDING).replace("test_game", f"test_{facts['key']}")
        text = Template(part.read_text(encoding="utf-8")).substitute(facts)
        (target / name).write_text(text, encoding="utf-8")
