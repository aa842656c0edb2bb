"""What tests of several folders share: a tower and a host in their own processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.evening import Host, Tower

# A busy machine is no defect: an example may take its time.
settings.register_profile(
    "no_deadline", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("no_deadline")


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
