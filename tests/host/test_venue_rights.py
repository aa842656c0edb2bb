"""A venue that is set up for an evening: TLS, and hosts that may do what a host does, no more."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from dicehost.errors import HeldError, JournalError
from dicehost.journal.entry import Entry, chained
from dicehost.journal.events import Hosted, Moved
from dicehost.journal.stream import NAME, Stream
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
from dicerules.core import Move, encode
from nats.errors import TimeoutError as NatsTimeout
from nats.js.api import StreamConfig

from tests.host.rooms import until
from tests.venue import Cluster


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
    await refused("dicetower.match.aa.table-1", b"I am table 1")
    await refused("dicetower.match.aa", b"I am nobody")
    assert await other.lengths() == {"aa": 2}
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    for journal_, stream_ in ((journal, stream), (their, other)):
        journal_.close()
        await stream_.close()


async def test_a_stolen_credential_writes_into_no_match_that_another_host_holds(
    venue: Closed, tmp_path: Path
) -> None:
    stream, journal, one = await enter(venue, "table-1", tmp_path)
    thief = venue.connection("table-2")
    assert await thief.reach()
    await journal.append("bb", 1, one.me)
    following = asyncio.create_task(journal.follow())

    def forged(seq: int, said: Moved | Hosted) -> Entry:
        last, now = journal.lines("bb")[-1], datetime.now(UTC).isoformat()
        body = encode(said).decode()
        hashed = chained(last.hash, "bb", seq, now, said.kind, body)
        return Entry("bb", seq, now, said.kind, body, hashed)

    async def publish(subject: str, said: bytes) -> None:
        await thief.jetstream.publish(f"dicetower.match.bb.{subject}", said, timeout=1)

    # Under another name the servers take nothing; under its own, no host takes it.
    with pytest.raises(NatsTimeout):
        await publish("table-1", msgspec.json.encode(forged(2, Moved(Move(0, {})))))
    assert "permissions violation" in thief.why.lower()
    await publish("table-2", msgspec.json.encode(forged(2, Moved(Move(0, {"forged": 1})))))
    await publish("table-2", b"no line at all")
    await publish("table-2", msgspec.json.encode(journal.lines("bb")[0]))
    await publish("table-2", msgspec.json.encode(forged(2, Hosted("table-1", "", ""))))
    await journal.append("bb", 2, Moved(Move(0, {"n": 2})))
    await journal.append("bb", 3, Moved(Move(0, {"n": 3})))
    other, their, _ = await enter(venue, "table-2", tmp_path)
    assert their.lines("bb") == journal.lines("bb"), "nor one that comes later and reads it all"
    assert len(their.lines("bb")) == 3
    assert "forged" not in " ".join(line.body for line in their.lines("bb"))

    # It can take the match up as any host can, and then every host says so.
    await other.publish(forged(4, Hosted("table-2", "table-2", "http://127.0.0.1:1")), "table-2")
    await until(lambda: one.played_at("bb").host == "table-2")
    with pytest.raises(HeldError, match=r"venue\.elsewhere"):
        await journal.append("bb", 5, Moved(Move(0, {})))
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    journal.close()
    their.close()
    for one_stream in (stream, other, thief):
        await one_stream.close()


async def test_a_stream_of_the_earlier_layout_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with closing(Cluster(tmp_path)) as cluster:
        cluster.start()
        stream = Stream(cluster.servers)
        await stream.reach()
        await stream.make(StreamConfig(name=NAME, subjects=["dicetower.match.*"]))
        with pytest.raises(JournalError, match=r"venue\.old_stream"):
            await stream.prepare()
        await stream.close()


async def test_a_server_that_cannot_refuse_a_second_writer_is_refused(tmp_path: Path) -> None:
    async def old(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = {"server_id": "old", "version": "2.11.9", "max_payload": 1 << 20, "headers": True}
        writer.write(b"INFO " + json.dumps(said).encode() + b"\r\n")
        async for line in reader:
            if line.startswith(b"PING"):
                writer.write(b"PONG\r\n")
        writer.close()

    async with await asyncio.start_server(old, "127.0.0.1", 0) as server:
        stream = Stream(f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        await stream.reach()
        with pytest.raises(JournalError, match=r"venue\.old_server .*2\.11\.9"):
            await stream.prepare()
        await stream.close()


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
