"""Both journals keep the same promises: a file at home, and the stream of a venue.

Each time a store is opened, that is another host: with the file they share a folder, in the venue
each has a folder of its own.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import pytest
from dicehost.errors import HostError, JournalError
from dicehost.house.notices import Notices
from dicehost.house.tournaments import Tournaments
from dicehost.journal.events import Closed, Moved, RollOutcome, read_event
from dicehost.journal.store import Journal
from dicehost.journal.stream import Stream
from dicehost.journal.tournament_events import TournamentOpened
from dicehost.journal.venue import VenueJournal
from dicerules.core import Move, Rolled

from tests.host.rooms import until
from tests.venue import Cluster

WRITER = """
import asyncio, sys
from pathlib import Path
from dicehost.journal.events import Moved
from dicehost.journal.store import Journal
from dicerules.core import Move
async def go(folder, servers):
    if servers:
        from dicehost.journal.stream import Stream
        from dicehost.journal.venue import VenueJournal
        journal = VenueJournal(folder / "journal.sqlite", await Stream.connect(servers))
    else:
        journal = Journal(folder / "journal.sqlite")
    for seq in range(1, 10_000):
        await journal.append("killed", seq, Moved(Move(0, {})))
        print(seq, flush=True)
asyncio.run(go(Path(sys.argv[1]), sys.argv[2]))
"""


class Store(Protocol):
    """Where journals are: ``open`` it once for every host, and ``leave`` it."""

    servers: str

    async def open(self) -> Journal: ...

    async def leave(self, journal: Journal) -> None: ...


class Folder:
    """One folder that hosts share."""

    servers = ""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def open(self) -> Journal:
        return Journal(self._path / "journal.sqlite")

    async def leave(self, journal: Journal) -> None:
        journal.close()


class Venue:
    """One cluster; every host has a copy of its own, and follows what the others write."""

    def __init__(self, path: Path, cluster: Cluster) -> None:
        self.servers = cluster.servers
        self._path = path
        self._hosts: dict[Journal, tuple[Stream, asyncio.Task[None]]] = {}

    async def open(self) -> VenueJournal:
        stream = await Stream.connect(self.servers)
        folder = self._path / f"host-{secrets.token_hex(2)}"
        journal = VenueJournal(folder / "journal.sqlite", stream)
        await journal.join()
        self._hosts[journal] = (stream, asyncio.create_task(journal.follow()))
        return journal

    async def leave(self, journal: Journal) -> None:
        stream, follower = self._hosts.pop(journal)
        follower.cancel()
        with suppress(asyncio.CancelledError):
            await follower
        journal.close()
        await stream.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path_factory.mktemp("venue"))
    cluster.start()
    yield cluster
    cluster.close()


@pytest.fixture(params=["folder", "venue"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "folder":
        return Folder(tmp_path)
    return Venue(tmp_path, request.getfixturevalue("cluster"))


@pytest.fixture
def match(request: pytest.FixtureRequest) -> str:
    """A match of its own for each test: they share one venue."""
    return request.node.originalname.removeprefix("test_")


def move(number: int) -> Moved:
    return Moved(Move(0, {"n": number}))


def numbers(journal: Journal, match: str) -> list[int]:
    """What the moves of the match say, in their order."""
    events = [read_event(entry) for entry in journal.lines(match)]
    return [event.event.answer["n"] for event in events if isinstance(event, Moved)]


async def write(journal: Journal, match: str, *said: int, first: int = 1) -> None:
    for seq, number in enumerate(said, first):
        await journal.append(match, seq, move(number))


async def test_a_line_is_there_after_reopening(store: Store, match: str) -> None:
    journal = await store.open()
    await write(journal, match, 1, 2)
    await store.leave(journal)
    again = await store.open()
    assert numbers(again, match) == [1, 2]
    await write(again, match, 3, first=3)
    assert [entry.seq for entry in again.lines(match)] == [1, 2, 3]
    await store.leave(again)


async def test_a_line_is_written_once(store: Store, match: str) -> None:
    journal = await store.open()
    await write(journal, match, 1)
    with pytest.raises(JournalError, match=r"journal\.taken"):
        await journal.append(match, 1, move(2))
    with pytest.raises(JournalError, match=r"journal\.taken"):
        await journal.append(match, 3, move(2))
    await store.leave(journal)


async def test_of_two_hosts_the_second_writer_of_a_line_is_refused(
    store: Store, match: str
) -> None:
    one, two = await store.open(), await store.open()
    await write(one, match, 1)
    await until(lambda: two.lengths().get(match) == 1)
    written = await asyncio.gather(
        one.append(match, 2, move(11)), two.append(match, 2, move(22)), return_exceptions=True
    )
    (refused,) = [each for each in written if isinstance(each, JournalError)]
    assert refused.code == "journal.taken"
    (stored,) = [each for each in written if not isinstance(each, BaseException)]
    await until(lambda: one.lengths()[match] == two.lengths()[match] == 2)
    assert one.lines(match) == two.lines(match)
    assert one.lines(match)[-1] == stored
    await store.leave(one)
    await store.leave(two)


async def test_one_roll_id_has_one_outcome(store: Store, match: str) -> None:
    journal = await store.open()
    await journal.append(match, 1, RollOutcome(f"{match}.1", Rolled((1,)), "tower", "e6"))
    with pytest.raises(JournalError, match=r"journal\.taken"):
        await journal.append(match, 2, RollOutcome(f"{match}.1", Rolled((6,)), "tower", "e6"))
    await journal.append(match, 2, RollOutcome(f"{match}.2", Rolled((6,)), "tower", "e6"))
    await store.leave(journal)


async def test_lists_and_ends_are_known_to_every_host(store: Store, match: str) -> None:
    one, two = await store.open(), await store.open()
    await write(one, match, 1)
    await one.append(match, 2, Closed([0]))
    await until(lambda: two.is_over(match))
    assert (match, True) in [(known, over) for known, _, over in two.matches()]
    assert two.lengths()[match] == 2
    await store.leave(one)
    await store.leave(two)


async def test_whole_matches_can_be_read_in(store: Store, match: str, tmp_path: Path) -> None:
    elsewhere = Journal(tmp_path / "elsewhere" / "journal.sqlite")
    await write(elsewhere, match, 1, 2, 3)
    one, two = await store.open(), await store.open()
    await one.adopt(elsewhere.lines(match))
    await until(lambda: two.lengths().get(match) == 3)
    assert one.lines(match) == two.lines(match) == elsewhere.lines(match)
    elsewhere.close()
    await store.leave(one)
    await store.leave(two)


async def test_what_was_appended_survives_a_kill(store: Store, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path), store.servers],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    said = [int(process.stdout.readline()) for _ in range(25)]
    process.send_signal(signal.SIGKILL)
    said += [int(line) for line in process.stdout.read().split() if line]
    process.wait()
    process.stdout.close()
    journal = await store.open()
    assert len(journal.lines("killed")) >= said[-1]
    await store.leave(journal)


async def no_match(_: TournamentOpened, names: Sequence[str], tower: str) -> str:
    raise AssertionError("no table is started here")


async def test_of_two_hosts_one_pairs_the_round_of_a_tournament(store: Store) -> None:
    one, two = await store.open(), await store.open()
    first = Tournaments(one, no_match)
    opened = TournamentOpened("Cup", "cow", "swiss", (2, 6), 2, 3, (2, 0), 1)
    name = await first.open(opened, ["Ann", "Bo", "Cy", "Dee"])
    await until(lambda: two.lengths().get(name) == 5)
    second = Tournaments(two, no_match)
    for journal, tournaments in ((one, first), (two, second)):
        journal.overtaken = tournaments.overtaken
    tasks = [asyncio.create_task(each.run()) for each in (first, second)]
    await second.read.wait()
    assert second.the(name) == first.the(name)
    paired = await asyncio.gather(first.pair(name, 5), second.pair(name, 5), return_exceptions=True)
    (refused,) = [each for each in paired if each is not None]
    assert isinstance(refused, HostError)
    assert refused.code in ("journal.taken", "tournament.changed")
    await until(lambda: second.the(name) == first.the(name))
    assert len(first.the(name).tournament.rounds) == 1
    assert name in one.tournaments()
    assert name not in [match for match, _, _ in one.matches()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await store.leave(one)
    await store.leave(two)


async def test_a_notice_of_one_host_is_told_by_the_other(store: Store) -> None:
    one, two = await store.open(), await store.open()
    told, seen = list[bytes](), list[bytes]()
    first, second = Notices(one, told.append), Notices(two, seen.append)
    two.overtaken = lambda _: second.overtaken()
    task = asyncio.create_task(second.run())
    await first.give("  Pizza   is here ")
    await until(lambda: bool(two.lengths().get("room")))
    second.overtaken()
    await until(lambda: second.text == "Pizza is here")
    assert told[-1] == seen[-1] == b'{"notice":"Pizza is here"}'
    await second.give("")
    await until(lambda: one.lengths() == two.lengths())
    assert second.told is None
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.leave(one)
    await store.leave(two)
