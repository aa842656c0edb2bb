"""A venue that is set up for an evening: TLS, and hosts that may do what a host does, no more."""

from __future__ import annotations

import asyncio
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from dicehost.journal.events import Hosted, Moved
from dicehost.journal.stream import Stream
from dicehost.journal.venue import VenueJournal
from dicehost.tools.findings import BAD, GOOD
from dicehost.tools.venue import server_program
from dicehost.tools.venue_doctor import examine_venue
from dicehost.tools.venue_files import (
    PORT,
    ROUTE,
    STORE,
    Node,
    configuration,
    write_venue,
)
from dicehost.venue.credentials import read_credentials
from dicehost.venue.membership import Membership
from dicehost.venue.names import HOSTS
from dicehost.venue.servers import servers
from dicerules.core import Move

from tests.host.rooms import until


class Closed(NamedTuple):
    """A closed venue: its address, and the folder with the hosts' files."""

    address: str
    folder: Path

    def connection(self, host: str) -> Stream:
        return Stream(self.address, read_credentials(self.folder / f"{host}.toml").access)


def port_pair() -> int:
    """A free port for hosts whose neighbour between servers is free, too."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as sock:
            port = int(sock.getsockname()[1])
            with suppress(OSError), socket.create_server(("127.0.0.1", port - PORT + ROUTE)):
                return port


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Closed]:
    folder = tmp_path_factory.mktemp("closed")
    servers = [f"127.0.0.1:{port_pair()}" for _ in range(3)]
    write_venue(folder, servers, ["table-1", "table-2"])
    with ExitStack() as running:
        for place in sorted(folder.glob("server-*")):
            file = place / "nats-server.conf"
            file.write_text(file.read_text().replace(STORE, str(place / "store")))
            command = [server_program(), "-c", file.name, "-l", "server.log"]
            process = subprocess.Popen(command, cwd=place)
            running.callback(process.wait)
            running.callback(process.kill)
        yield Closed("tls://" + ",".join(servers), folder)


async def enter(venue: Closed, host: str, folder: Path) -> tuple[Stream, VenueJournal, Membership]:
    stream = venue.connection(host)
    while not await stream.reach():  # the servers may be starting
        await stream.close()
        stream = venue.connection(host)
    journal = VenueJournal(folder / host / "journal.sqlite", stream)
    membership = Membership(stream, journal, Hosted(host, host, "http://127.0.0.1:1"))
    await membership.enter()
    return stream, journal, membership


async def test_a_host_does_what_a_host_does_and_nothing_else(venue: Closed, tmp_path: Path) -> None:
    stream, journal, one = await enter(venue, "table-1", tmp_path)
    other, their, two = await enter(venue, "table-2", tmp_path)
    await journal.append("aa", 1, one.me)
    await journal.append("aa", 2, Moved(Move(0, {})))
    following = asyncio.create_task(their.follow())
    await until(lambda: their.lengths().get("aa") == 2)
    await two.look()
    assert two.played_at("aa").state == "elsewhere", "and each hears that the other is there"

    async def refused(subject: str, said: bytes = b"") -> None:
        other.why = ""
        answers = await other.ask_every(subject, said, seconds=0.3)
        assert not answers, f"{subject}: {answers}"
        assert "permissions violation" in other.why.lower(), subject

    await refused("$JS.API.STREAM.PURGE.dicetower")
    await refused("$JS.API.STREAM.DELETE.dicetower")
    await refused("$JS.API.STREAM.UPDATE.dicetower", b"{}")
    await refused("$JS.API.STREAM.MSG.DELETE.dicetower", b'{"seq": 1}')
    await refused(f"$KV.{HOSTS}.table-1.aa", b"I am table 1")
    assert await other.lengths() == {"aa": 2}
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    for journal_, stream_ in ((journal, stream), (their, other)):
        journal_.close()
        await stream_.close()


async def test_nobody_comes_in_without_a_hosts_password(venue: Closed) -> None:
    access = read_credentials(venue.folder / "table-1.toml").access
    assert access is not None
    stranger = Stream(venue.address, access._replace(password="guessed"))
    assert not await stranger.reach(seconds=0)
    await until(lambda: "authorization" in stranger.why.lower())
    assert not stranger.connected
    await stranger.close()


async def test_a_server_that_the_venue_does_not_vouch_for_is_not_spoken_to(venue: Closed) -> None:
    access = read_credentials(venue.folder / "table-1.toml").access
    assert access is not None
    doubter = Stream(venue.address, access._replace(authority=""))
    assert not await doubter.reach(seconds=0)
    await until(lambda: "certificate" in doubter.why.lower())
    assert not doubter.connected
    await doubter.close()


async def test_the_doctor_looks_a_venue_over(venue: Closed, tmp_path: Path) -> None:
    stream, journal, _ = await enter(venue, "table-1", tmp_path)
    findings = await examine_venue(venue.address, venue.folder / "table-1.toml")
    assert {finding.state for finding in findings} == {GOOD}, findings
    told = "\n".join(finding.text() for finding in findings)
    assert "kept by 3 servers" in told
    assert "Every line is synced" in told
    assert "table-1" in told
    journal.close()
    await stream.close()


async def test_servers_that_do_not_sync_every_line_are_named(tmp_path: Path) -> None:
    node = Node("lazy", "127.0.0.1", port_pair(), port_pair())
    file = tmp_path / "lazy.conf"
    told = configuration(node, [node], tmp_path / "store")
    file.write_text(told.replace("sync_interval: always", "sync_interval: 2m"))
    with subprocess.Popen([server_program(), "-c", str(file), "-l", f"{file}.log"]) as process:
        stream = Stream(f"nats://127.0.0.1:{node.port}")
        await stream.reach()
        await until(lambda: stream.connected)
        (said,) = await servers(stream)
        assert (said.name, said.syncs) == ("lazy", False)
        await stream.close()
        process.kill()


def test_who_is_there_keeps_the_password_when_a_host_is_added(tmp_path: Path) -> None:
    write_venue(tmp_path, ["10.0.0.11", "10.0.0.12", "10.0.0.13"], ["table-1"])
    first = read_credentials(tmp_path / "table-1.toml")
    write_venue(tmp_path, ["10.0.0.11", "10.0.0.12", "10.0.0.13"], ["table-2"])
    assert read_credentials(tmp_path / "table-1.toml") == first
    second = read_credentials(tmp_path / "table-2.toml")
    assert second.links == first.links
    assert second.password != first.password
    for number in (1, 2, 3):
        told = (tmp_path / f"server-{number}" / "nats-server.conf").read_text()
        assert first.password in told
        assert second.password in told
    for file in tmp_path.rglob("*"):
        assert file.is_dir() or file.stat().st_mode & 0o077 == 0, f"{file} is read by others"


async def test_the_doctor_names_what_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
    findings = await examine_venue(f"nats://127.0.0.1:{port}", None)
    assert [finding.state for finding in findings] == [BAD, BAD]
