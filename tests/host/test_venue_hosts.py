"""Hosts of a venue: one at a time writes a match, and no line is lost or doubled by a change."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from dicehost.clock.clock import Timing
from dicehost.errors import HeldError, HostError, JournalError, SeatError
from dicehost.journal.entry import FIRST, Entry, chained
from dicehost.journal.events import Closed, Hosted, Moved, RollOutcome, read_event
from dicehost.journal.store import Journal
from dicehost.journal.stream import Stream
from dicehost.journal.venue import VenueJournal
from dicehost.screens.admission import Admission
from dicehost.venue.membership import Membership
from dicehost.venue.seats import SharedSeats, venue_key
from dicerules.core import Move, Rolled, encode

from tests.host.rooms import housed, until
from tests.venue import Cables, Cluster

LEASE = 1.0


class Guesthouse:
    """A host in this process: its cables to the venue, its journal, seats and place there."""

    def __init__(self, cluster: Cluster, folder: Path, name: str, alone: bool = False) -> None:
        self.cables = Cables(cluster)
        self.folder = folder / name
        self.me = Hosted(name, name, f"http://{name}.local:1", alone)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> Guesthouse:
        self.stream = Stream(self.cables.servers)
        await self.stream.reach(5.0 if self.cables.passing else 0)
        self.journal = VenueJournal(self.folder / "journal.sqlite", self.stream)
        self.venue = Membership(self.stream, self.journal, self.me, LEASE)
        await self.venue.enter()
        key = await venue_key(self.folder, self.stream, "")
        self.seats = SharedSeats(self.folder / "seats.sqlite", key, self.stream)
        work = (self.journal.follow, self.venue.run, self.seats.run)
        self._tasks = [asyncio.create_task(each()) for each in work]
        return self

    def state(self, match: str) -> str:
        return self.venue.played_at(match).state

    async def write(self, match: str, *said: int) -> None:
        for number in said:
            seq = self.journal.lengths().get(match, 0) + 1
            await self.journal.append(match, seq, Moved(Move(0, {"n": number})))

    def said(self, match: str) -> list[int]:
        events = [read_event(entry) for entry in self.journal.lines(match)]
        return [event.event.answer["n"] for event in events if isinstance(event, Moved)]

    async def deafen(self) -> None:
        """Follow no other host from here on."""
        self._tasks[0].cancel()
        with suppress(asyncio.CancelledError):
            await self._tasks[0]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self._tasks:
            await self.stream.close()
            self.journal.close()
            self.seats.close()
            self._tasks = []
        self.cables.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path_factory.mktemp("venue"))
    cluster.start()
    yield cluster
    cluster.close()


@pytest.fixture
async def hosts(
    cluster: Cluster, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[Guesthouse, Guesthouse]]:
    alone = bool(getattr(request, "param", False))
    one, two = (Guesthouse(cluster, tmp_path, name, alone) for name in ("one", "two"))
    await one.open()
    await two.open()
    yield one, two
    await one.close()
    await two.close()


@pytest.fixture
def match(request: pytest.FixtureRequest) -> str:
    """A match of its own for each test: they share one venue."""
    return request.node.originalname.removeprefix("test_")


async def test_a_match_is_written_where_it_is_played_and_nowhere_else(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    await one.journal.append(match, 1, one.me)
    await one.write(match, 1)
    await until(lambda: two.journal.lengths().get(match) == 2)
    await until(lambda: two.state(match) == "elsewhere")
    with pytest.raises(HeldError, match=r"venue\.elsewhere"):
        await two.write(match, 2)
    with pytest.raises(HeldError, match=r"venue\.elsewhere"):
        await two.venue.take(match)
    await one.write(match, 2)
    assert one.said(match) == [1, 2]


async def test_a_match_is_offered_once_its_host_is_gone_and_that_host_can_never_write_it_again(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    await one.journal.append(match, 1, one.me)
    await one.write(match, 1)
    await until(lambda: two.state(match) == "elsewhere")
    one.cables.cut()
    await until(lambda: two.state(match) == "gone")
    await two.venue.take(match)
    await two.write(match, 2)
    assert two.state(match) == "here"

    # As if it had been stopped with the line in its hand: it takes itself for the writer.
    one.cables.mend()
    one.journal.may_write = lambda: True
    with pytest.raises(JournalError, match=r"journal\.taken|venue\.cut_off"):
        await one.journal.append(match, 3, RollOutcome(f"{match}.2", Rolled((6,)), "tower", "e6"))
    await until(lambda: one.journal.lengths().get(match) == 4)
    with pytest.raises(HeldError, match=r"venue\.elsewhere"):
        await one.write(match, 3)
    await two.write(match, 3)
    await until(lambda: one.journal.lengths().get(match) == 5)
    assert one.said(match) == two.said(match) == [1, 2, 3]


async def test_a_host_that_is_cut_off_says_so_writes_nothing_and_goes_on_by_itself(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    await one.journal.append(match, 1, one.me)
    await one.write(match, 1)
    one.cables.cut()
    await until(lambda: one.state(match) == "cut_off")
    with pytest.raises(JournalError, match=r"venue\.cut_off"):
        await one.write(match, 2)
    one.cables.mend()
    await until(lambda: one.state(match) == "here")
    await one.write(match, 2)
    await until(lambda: two.journal.lengths().get(match) == 3)
    assert one.said(match) == two.said(match) == [1, 2]


@pytest.mark.parametrize("hosts", [True], indirect=True)
async def test_a_host_that_may_goes_on_alone_and_joins_what_it_wrote(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    await one.journal.append(match, 1, one.me)
    await one.write(match, 1)
    await until(lambda: two.journal.lengths().get(match) == 2)
    one.cables.cut()
    await until(lambda: one.state(match) == "alone")
    await one.write(match, 2, 3)
    await one.journal.append(f"{match}_new", 1, one.me)
    await one.write(f"{match}_new", 7)
    assert two.said(match) == [1]
    await until(lambda: two.state(match) == "gone")
    assert two.venue.played_at(match).alone, "its people are warned that it may be played on"
    one.cables.mend()
    await until(lambda: two.journal.lengths().get(match) == 4)
    await until(lambda: two.journal.lengths().get(f"{match}_new") == 2)
    await until(lambda: one.state(match) == "here")
    await one.write(match, 4)
    await until(lambda: two.journal.lengths().get(match) == 5)
    assert one.said(match) == two.said(match) == [1, 2, 3, 4]


@pytest.mark.parametrize("hosts", [True], indirect=True)
async def test_what_was_written_alone_is_never_merged_into_what_somebody_else_continued(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    told: list[tuple[str, int]] = []
    one.journal.replaced = lambda match, lines: told.append((match, lines))
    await one.journal.append(match, 1, one.me)
    await one.write(match, 1)
    await until(lambda: two.journal.lengths().get(match) == 2)
    one.cables.cut()
    await until(lambda: one.state(match) == "alone")
    await one.write(match, 11, 12, 13)
    await until(lambda: two.state(match) == "gone")
    await two.venue.take(match)
    await two.write(match, 2)
    one.cables.mend()
    await until(lambda: one.said(match) == [1, 2])
    await until(lambda: one.state(match) == "elsewhere")
    await two.write(match, 3)
    await until(lambda: one.said(match) == [1, 2, 3] == two.said(match))
    assert one.journal.lines(match) == two.journal.lines(match)
    assert told == [(match, 3)], "and its owner is told"
    (kept,) = one.folder.glob("journal-taken-out-*.jsonl")
    assert [f'"n\\":{number}' in kept.read_text().replace(" ", "") for number in (11, 12, 13)]
    assert kept.read_text().count("\n") == 3


async def test_a_host_may_be_started_without_its_venue(
    cluster: Cluster, tmp_path: Path, match: str
) -> None:
    one = Guesthouse(cluster, tmp_path, "early", alone=True)
    one.cables.cut()
    await one.open()
    assert one.state(match) == "alone"
    await one.journal.append(match, 1, one.me)
    await one.write(match, 1)
    one.cables.mend()
    await until(lambda: one.state(match) == "here")
    await one.write(match, 2)
    other = await Guesthouse(cluster, tmp_path, "other").open()
    await until(lambda: other.journal.lengths().get(match) == 3)
    assert other.said(match) == [1, 2]
    await other.close()
    await one.close()


async def test_a_match_from_before_the_venue_goes_on_where_it_was_begun(
    cluster: Cluster, tmp_path: Path, match: str
) -> None:
    (tmp_path / "early").mkdir()
    with closing(Journal(tmp_path / "early" / "journal.sqlite")) as journal:
        await journal.append(match, 1, Moved(Move(0, {"n": 1})))
    early = await Guesthouse(cluster, tmp_path, "early").open()
    other = await Guesthouse(cluster, tmp_path, "other").open()
    await until(lambda: other.state(match) == "elsewhere")
    assert early.state(match) == "here"
    await early.write(match, 2)
    await until(lambda: other.said(match) == [1, 2])
    with pytest.raises(HeldError, match=r"venue\.elsewhere"):
        await other.write(match, 3)
    await other.close()
    await early.close()


async def test_a_copy_that_a_power_cut_left_short_is_whole_again_at_the_next_start(
    hosts: tuple[Guesthouse, Guesthouse], cluster: Cluster, tmp_path: Path, match: str
) -> None:
    one, _ = hosts
    other = await Guesthouse(cluster, tmp_path, "other").open()
    await one.journal.append(match, 1, one.me)
    await one.write(match, 1, 2, 3)
    await until(lambda: other.journal.lengths().get(match) == 4)
    await other.close()
    # What others write is not synced line by line: its end may be gone, and not what says so.
    with closing(sqlite3.connect(other.folder / "journal.sqlite")) as file, file:
        file.execute("DELETE FROM journal WHERE match = ? AND seq > 2", (match,))
    (other.folder / "journal.venue").write_text("1000000")
    again = await Guesthouse(cluster, tmp_path, "other").open()
    assert again.said(match) == [1, 2, 3]
    await one.write(match, 4)
    await until(lambda: again.said(match) == [1, 2, 3, 4])
    await again.close()


async def test_a_line_that_cannot_be_copied_keeps_no_other_match_waiting(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    rolled = RollOutcome(f"{match}.1", Rolled((1,)), "tower", "e6")
    await one.journal.append(match, 1, rolled)
    body = encode(rolled).decode()
    name, at = f"{match}_forged", "2026-01-01T00:00:00.000+00:00"
    forged = Entry(name, 1, at, "rolled", body, chained(FIRST, name, 1, at, "rolled", body))
    await two.stream.publish(forged, "two")
    await two.write(f"{match}_other", 5)
    await until(lambda: one.journal.lengths().get(f"{match}_other") == 1)
    assert name not in one.journal.lengths()


async def test_link_and_code_are_good_at_every_host_and_renewed_ones_open_nothing_at_any(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    for host in hosts:
        host.seats.deal(match, 2)
    first = one.seats.tokens(match)
    assert two.seats.tokens(match) == first
    assert len(set(first.values())) == 4
    codes = one.seats.codes(match)
    assert two.seats.codes(match) == codes, "and so is a short code"
    assert len(set(codes.values())) == 4
    renewed = one.seats.rekey(match, 0)
    await until(lambda: two.seats.tokens(match)[0] == renewed)
    assert one.seats.codes(match)[0] == two.seats.codes(match)[0] != codes[0]
    assert two.seats.place_of(codes[0]) is None
    with pytest.raises(SeatError):
        two.seats.whose(match, first[0])
    assert two.seats.whose(match, first[1]) == 1


async def test_a_link_is_good_at_a_host_that_has_not_heard_of_its_match_yet(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    await two.deafen()
    await one.journal.append(match, 1, one.me)
    one.seats.deal(match, 2)
    assert match not in two.journal.lengths()
    assert all(two.seats.foresees(match, token) for token in one.seats.tokens(match).values())
    assert not two.seats.foresees(match, "a guess")
    await two.journal.catch_up(match)
    assert two.journal.lines(match) == one.journal.lines(match)
    await two.journal.catch_up("guessed")
    assert "guessed" not in two.journal.lengths()


async def test_a_match_that_was_listed_before_it_was_taken_notice_of_gets_its_links(
    tmp_path: Path,
) -> None:
    async with housed(tmp_path / "elsewhere") as elsewhere:
        opened = await elsewhere.open("cow", ["Ann", "Ben"], {}, Timing())
        entries = elsewhere.journal.lines(opened)
    async with housed(tmp_path / "here") as house:
        await house.journal.adopt(entries)
        assert [listed.match for listed in await house.lists.all()] == [opened]
        house.journal.overtaken(opened)
        assert len(house.seats.tokens(opened)) == 4


async def test_a_device_is_known_at_every_host_and_another_one_still_has_to_knock(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    for host in hosts:
        host.seats.deal(match, 2)
    heard: list[str] = []
    two.seats.changed = heard.append
    assert Admission(match, one.seats).admits(0, "the secret of Ann's phone")
    await until(lambda: match in heard)
    there = Admission(match, two.seats)
    assert there.admits(0, "the secret of Ann's phone")
    assert not there.admits(0, "another phone")
    with pytest.raises(HostError):
        there.check(0, "another phone")
    told = {device for _, device in two.seats.devices(match)}
    assert not any("Ann" in device for device in told), "hosts tell each other hashes"


async def test_a_match_that_is_over_needs_no_host(
    hosts: tuple[Guesthouse, Guesthouse], match: str
) -> None:
    one, two = hosts
    await one.journal.append(match, 1, one.me)
    await one.journal.append(match, 2, Closed([0]))
    await until(lambda: two.journal.is_over(match))
    assert two.journal.lines(match) == one.journal.lines(match)
