"""The documents name only what is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOST = ROOT / "host" / "dicehost"
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "host/ARCHITECTURE.md",
    "rules/WRITE-A-GAME.md",
)
FILE = re.compile(r"`([\w./*-]+\.(?:py|js|toml|md))`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ITS_AUTHORS = {"rules/WRITE-A-GAME.md"}
"""Speaks of files that an author is yet to write."""


def _anywhere(name: str) -> Iterator[Path]:
    for folder in ("firmware", "hardware", "host", "rules", "tests"):
        yield from (ROOT / folder).rglob(name)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_of_a_document_leads_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for link in LINK.findall(text):
        assert (ROOT / document).parent.joinpath(link).exists(), f"{document} links to {link}"


@pytest.mark.parametrize("document", sorted(set(DOCUMENTS) - ITS_AUTHORS))
def test_every_file_that_a_document_names_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for name in FILE.findall(text):
        near = (ROOT, HOST, (ROOT / document).parent)
        found = any(any(folder.glob(name)) for folder in near) or any(_anywhere(name))
        assert found, f"{document} names {name}"


def test_the_architecture_tells_of_every_part_of_the_host() -> None:
    text = (ROOT / "host" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    parts = [part for part in HOST.iterdir() if part.name not in {"__pycache__", "words"}]
    for part in parts:
        if part.is_dir():
            assert f"`{part.name}/`" in text, part.name
        elif part.suffix == ".py" and part.name != "__init__.py":
            assert f"`{part.name}`" in text, part.name


def test_every_module_of_more_than_300_lines_has_its_reason_in_the_architecture() -> None:
    text = (ROOT / "host" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    told = set(
        re.findall(
            r"`([\w/.]+\.(?:py|js))`",
            text.split("\n## Modules of more than 300")[1].split("\n## ")[0],
        )
    )
    modules = [
        module
        for folder in ("firmware", "hardware", "host", "rules")
        for kind in ("*.py", "*.js")
        for module in (ROOT / folder).rglob(kind)
    ]
    long = {
        module.relative_to(ROOT).as_posix()
        for module in modules
        if len(module.read_text(encoding="utf-8").splitlines()) > 300
    }
    assert long - told == set()
    assert told - long == {"tests/host/test_documents.py"}, "these are short now"
