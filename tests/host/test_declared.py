"""What the host and the rules import is declared, so that an installed one has it."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import dicehost
import dicerules

OURS = {"dicehost", "dicerules", "tower"}
ROOT = Path(__file__).parents[2]


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_every_package_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(one for extra in extras for one in extra)]
    declared = {re.split(r"[^\w.-]", one)[0].lower() for one in wanted}
    known = packages_distributions()
    folders = [Path(package.__path__[0]) for package in (dicehost, dicerules)]
    names = {name for folder in folders for file in folder.rglob("*.py") for name in imported(file)}
    others = names - OURS - sys.stdlib_module_names
    assert {"fastapi", "msgspec", "serial"} <= others
    by_name = {name: {one.lower() for one in known.get(name, [])} for name in others}
    missing = {
        name
        for name, found in by_name.items()
        if not {name.replace("_", "-"), *found} & declared  # what is optional may not be installed
    }
    assert missing == set()
