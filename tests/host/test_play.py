"""Starting the service: what it prints, where it listens, how it tells the home network."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
from pathlib import Path

import pytest
from dicehost.doors import advertised
from dicehost.screens.seats import Seats, owner_key
from zeroconf import ServiceBrowser, ServiceListener, Zeroconf

from tests.evening import GIVE_UP_AFTER, Host, wait_until


def test_the_owners_key_stays_the_same_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    key = owner_key(tmp_path / "owner.key")
    assert owner_key(tmp_path / "owner.key") == key
    assert (tmp_path / "owner.key").stat().st_mode & 0o077 == 0
    Seats(tmp_path / "seats.sqlite").close()
    assert (tmp_path / "seats.sqlite").stat().st_mode & 0o077 == 0


def test_the_service_prints_an_address_the_owners_link_and_a_code(host: Host) -> None:
    assert host.base in host.said
    assert f"{host.base}/#key=" in host.said
    assert "▄" in host.said, "a QR code to scan"


def test_without_a_tower_a_simulated_one_comes_along_and_goes_again(tmp_path: Path) -> None:
    host = Host(tmp_path)
    try:
        with host.client() as client:

            def ready() -> bool:
                (tower,) = client.get("/api/towers").json()
                return bool(tower["state"] == "ready")

            wait_until(ready, "the tower")
            (tower,) = client.get("/api/towers").json()
        assert tower["source"] == "simulated"
        assert tower["page"].startswith("http://127.0.0.1:")
        (announced,) = (tmp_path / "towers").glob("*.json")
        assert announced.stat().st_mode & 0o077 == 0, "it holds the secret of the page"
    finally:
        host.close()
    towers = tmp_path / "towers"
    wait_until(lambda: not list(towers.glob("*.json")), "the simulated tower to go")


def test_a_simulated_tower_that_was_killed_is_started_again(tmp_path: Path) -> None:
    host = Host(tmp_path, "--tower", "simulated")

    def announced() -> int:
        with contextlib.suppress(ValueError, OSError):
            (file,) = (tmp_path / "towers").glob("*.json")
            return int(json.loads(file.read_text())["pid"])
        return 0

    try:
        wait_until(lambda: announced() != 0, "the tower")
        first = announced()
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: announced() not in (0, first), "another one")
        with host.client() as client:

            def ready() -> bool:
                (tower,) = client.get("/api/towers").json()
                return bool(tower["state"] == "ready")

            wait_until(ready, "the host to find it")
    finally:
        host.close()
    wait_until(lambda: not list((tmp_path / "towers").glob("*.json")), "the tower to go")


@pytest.mark.usefixtures("alone_on_the_network")
def test_the_table_is_told_to_the_home_network() -> None:
    heard, come = [], threading.Event()

    class Ear(ServiceListener):
        def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
            heard.append(name)
            if name.startswith("dicetower on"):
                come.set()

        def update_service(self, zc: Zeroconf, type_: str, name: str) -> None: ...

        def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None: ...

    with advertised("127.0.0.1", 8437):
        ear = Zeroconf(interfaces=["127.0.0.1"])
        try:
            browser = ServiceBrowser(ear, "_http._tcp.local.", Ear())
            assert come.wait(GIVE_UP_AFTER), heard
            browser.cancel()
        finally:
            ear.close()
