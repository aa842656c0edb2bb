"""What tests of several folders share: a tower and a host in their own processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evening import Host, Tower


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[Tower]:
    tower = Tower(tmp_path / "towers")
    yield tower
    tower.close()


@pytest.fixture
def host(tmp_path: Path, tower: Tower) -> Iterator[Host]:
    host = Host(tmp_path)
    yield host
    host.close()
