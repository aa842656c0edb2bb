"""``python -m tests.bench.venue``: a whole venue on this machine, and what it costs.

Three servers, a process for each host and for its simulated tower, and at each host one table with
four screens: at all of them people play the five games by turns, for a while. Then every line is
compared: what was acknowledged or shown with the venue's stream, and that with each host's copy.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import uvloop
from dicehost.house.opening import find_game
from dicehost.journal.entry import Entry, is_match, sound_part
from dicehost.journal.events import Committed, RollOutcome, read_event, read_opened
from dicehost.journal.store import Journal
from dicehost.journal.stream import NAME, Stream
from dicehost.match.record import Match
from dicehost.match.show import show_ms
from dicerules import games

from tests.bench.costs import Costs
from tests.bench.load import Figures, percentile
from tests.bench.venue_players import People, Seen
from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Host
from tests.venue import Cluster

AT_REST = 10.0
"""Seconds in which nobody plays, for what hosts and servers say to each other all the time."""
WITHIN = 1.0
"""Seconds after its line that the room's page may show it."""


class Watched:
    """The room's page of one host: when it first showed each line of each match."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.shown: dict[str, list[tuple[float, int]]] = defaultdict(list)
        self.pictures = 0
        self.bytes = 0

    async def run(self) -> None:
        """Read its server-sent events until cancelled."""
        headers = {"Authorization": f"Bearer {self._host.key}"}
        async with (
            httpx.AsyncClient(**PLAIN_HTTP) as client,
            client.stream("GET", f"{self._host.base}/api/room", headers=headers) as told,
        ):
            async for line in told.aiter_lines():
                if line.startswith("data: "):
                    self._take(line.removeprefix("data: "))

    def _take(self, picture: str) -> None:
        now = time.time()
        self.pictures += 1
        self.bytes += len(picture)
        for table in json.loads(picture)["tables"]:
            before = self.shown[table["match"]]
            if not before or before[-1][1] < table["line"]:
                before.append((now, table["line"]))

    def when(self, entry: Entry) -> tuple[float, int]:
        """When a line was there to be seen, and the line that was newest then."""
        shown = self.shown.get(entry.match, [])
        return next(((at, line) for at, line in shown if line >= entry.seq), (float("inf"), 0))


class Stored(NamedTuple):
    """A line of the venue's stream: when its leader took it, and how many bytes it is there."""

    entry: Entry
    at: float
    bytes: int


async def stored(stream: Stream) -> list[Stored]:
    """Every line of the stream, one after another."""
    jetstream, found = stream.jetstream, list[Stored]()
    state = (await jetstream.stream_info(NAME)).state
    for number in range(state.first_seq, state.last_seq + 1):
        line = await jetstream.get_msg(NAME, number)
        assert line.time is not None
        size = sum(len(part or "") for part in (line.subject, line.data, line.hdrs))
        entry = msgspec.json.decode(line.data or b"", type=Entry)
        found.append(Stored(entry, line.time.timestamp(), size))
    return found


def compare(lines: list[Stored], hosts: list[Host], seen: Seen, told: Figures) -> None:
    """Hold what people were told against the stream, and the stream against every copy."""
    matches = defaultdict[str, list[Entry]](list)
    for line in lines:
        matches[line.entry.match].append(line.entry)
    commands, rolls = Counter[tuple[str, str]](), dict[str, list[Any]]()
    broken, doubled = 0, 0
    for match, entries in matches.items():
        rows = [(e.match, e.seq, e.at, e.kind, e.body, e.hash) for e in entries]
        sound, damage = sound_part(match, rows)
        broken += damage is not None or len(sound) != len(entries)
        for entry in entries if is_match(match) else ():
            event = read_event(entry)
            if isinstance(event, RollOutcome):
                doubled += event.id in rolls
                rolls[event.id] = list(event.event.faces)
            elif command := getattr(event, "command", ""):
                commands[match, command] += 1
    lost = sum(one not in commands for one in seen.acknowledged)
    lost += sum(rolls.get(roll) != faces for roll, faces in seen.rolls.items())
    doubled += sum(count - 1 for count in commands.values())
    told.tell("lines in the venue's stream", f"{len(lines)}, of {len(matches)} matches")
    told.tell(
        "    answers acknowledged, rolls shown", f"{len(seen.acknowledged)}, {len(seen.rolls)}"
    )
    told.tell("    of those lost", str(lost), "0", not lost)
    told.tell("    answers or rolls that are there twice", str(doubled), "0", not doubled)
    told.tell("    matches with a broken chain", str(broken), "0", not broken)
    other = sum(copy(host) != matches for host in hosts)
    told.tell(
        "hosts whose copy differs from the stream", f"{other} of {len(hosts)}", "0", not other
    )


def copy(host: Host) -> dict[str, list[Entry]]:
    """Every line that a host has."""
    with closing(Journal(host.folder / "journal.sqlite", mend=False)) as journal:
        return {match: journal.lines(match) for match in journal.lengths()}


async def caught_up(hosts: list[Host], length: int) -> float:
    """Seconds until every host has as many lines as the stream."""
    began = time.perf_counter()
    for host in hosts:
        async with asyncio.timeout(GIVE_UP_AFTER):
            while True:
                with closing(Journal(host.folder / "journal.sqlite", mend=False)) as journal:
                    if sum(journal.lengths().values()) >= length:
                        break
                await asyncio.sleep(0.1)
    return time.perf_counter() - began


def shows(lines: list[Stored]) -> dict[tuple[str, int], float]:
    """The seconds that screens take to show each line: until its dice lie still."""
    took, matches = dict[tuple[str, int], float](), dict[str, Match]()
    for entry in (line.entry for line in lines if is_match(line.entry.match)):
        if entry.seq == 1:
            matches[entry.match] = Match(find_game(read_opened(entry).game), entry)
        else:
            matches[entry.match].take(entry)
        took[entry.match, entry.seq] = show_ms(matches[entry.match]) / 1000
    return took


def tell_room(
    lines: list[Stored], watched: Watched, played: tuple[float, float], told: Figures
) -> None:
    """Print how long after its line the room's page showed it; a commitment is never shown.

    The time that dice take to land is not counted: no screen shows them sooner.
    """
    took, late = shows(lines), list[float]()
    for line in lines:
        told_of = line.entry.kind != Committed.kind and is_match(line.entry.match)
        if told_of and played[0] < line.at < played[1]:
            match, first = line.entry.match, line.entry.seq
            at, newest = watched.when(line.entry)
            lands = max((took[match, seq] for seq in range(first, newest + 1)), default=0)
            late.append(at - line.at - lands)
    median, slow, worst = (percentile(late, share) for share in (0.5, 0.99, 1))
    told.tell(
        "line acknowledged → the room's page shows it",
        f"median {median:.0f} ms, p99 {slow:.0f} ms, worst {worst:.0f} ms",
        f"at most {1000 * WITHIN:.0f} ms",
        worst <= 1000 * WITHIN,
    )
    each = watched.bytes / max(1, watched.pictures) / 1000
    told.tell("    the page was sent", f"{watched.pictures} pictures of {each:.1f} kB")


def tell_matches(lines: list[Stored], seen: Seen, told: Figures) -> None:
    """Print how many messages and bytes a match is, by game, as far as matches were finished."""
    sizes, counts = Counter[str](), Counter[str]()
    for line in lines:
        sizes[line.entry.match] += line.bytes
        counts[line.entry.match] += 1
    told.tell("bytes of a line in the stream", f"{sum(sizes.values()) / len(lines):.0f} on average")
    for game in games():
        over = [match for match in seen.over if seen.matches[match] == game]
        if over:
            messages = statistics.median(counts[match] for match in over)
            kilobytes = statistics.median(sizes[match] for match in over) / 1000
            text = f"{messages:.0f} messages, {kilobytes:.0f} kB, median of {len(over)}"
            told.tell(f"    a match of {game}", text)


async def play(hosts: list[Host], seconds: float, seen: Seen) -> None:
    """Let people play at every host for so long."""
    keys = sorted(games())
    people = [People(host, keys[at % len(keys)], at, seen) for at, host in enumerate(hosts)]
    async with asyncio.timeout(seconds + GIVE_UP_AFTER), asyncio.TaskGroup() as tasks:
        for one in people:
            tasks.create_task(one.play())
        await asyncio.sleep(seconds)
        for one in people:
            one.stop()


async def run(folder: Path, count: int, seconds: float) -> int:
    told, seen = Figures(), Seen()
    cluster = Cluster(folder / "servers")
    hosts = list[Host]()
    try:
        cluster.start()
        began = time.perf_counter()
        for at in range(count):
            home = folder / f"host-{at}"
            home.mkdir()
            named = ("--table-name", f"Table {at + 1}", "--tower", "simulated")
            hosts.append(Host(home, "--journal", cluster.servers, *named))
        took = time.perf_counter() - began
        told.tell(f"{count} hosts, one after another, in the venue", f"{took:.0f} s")
        costs = Costs(cluster, hosts)
        await asyncio.sleep(AT_REST)
        costs.begin()
        await asyncio.sleep(AT_REST)
        told.tell("while nobody plays", "median (most)")
        costs.tell(told)
        watched = Watched(hosts[0])
        watching = asyncio.create_task(watched.run())
        costs.begin()
        began = time.time()
        await play(hosts, seconds, seen)
        ended = time.time()
        told.tell(f"while {count} tables with 4 screens play, {seconds:.0f} s", "median (most)")
        costs.tell(told)
        stream = await Stream.connect(cluster.servers)
        try:
            lines = await stored(stream)
        finally:
            await stream.close()
        behind = await caught_up(hosts, len(lines))
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        told.tell("lines a second", f"{len(lines) / (ended - began):.1f}")
        took_ms = [percentile(seen.took, share) for share in (0.5, 0.99, 1)]
        text = "median {:.0f} ms, p99 {:.0f} ms, worst {:.0f} ms".format(*took_ms)
        told.tell("tap → acknowledged", text)
        refused = ", ".join(f"{count} {code}" for code, count in seen.refused.items())
        told.tell("    taps refused", refused or "none")
        compare(lines, hosts, seen, told)
        told.tell("    all copies were whole", f"{behind:.1f} s after the stream was read")
        tell_room(lines, watched, (began, ended), told)
        tell_matches(lines, seen, told)
    finally:
        for host in hosts:
            host.close()
        cluster.close()
    print("every goal holds" if not told.missed else f"{told.missed} goals missed")
    return int(told.missed > 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hosts", type=int, default=40, help="two or more; 40 if not given")
    parser.add_argument("--seconds", type=float, default=300, help="of play; 300 if not given")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return uvloop.run(run(Path(folder), asked.hosts, asked.seconds))


if __name__ == "__main__":
    sys.exit(main())
