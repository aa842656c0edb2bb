"""What tests of several folders share: a tower and a host in their own processes."""

from __future__ import annotations

import fcntl
import tempfile
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


@pytest.fixture
def alone_on_the_network() -> Iterator[None]:
    """For tests that are found by name: all of this machine would have the same one."""
    with (Path(tempfile.gettempdir()) / "dicetower-tests-mdns.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield
