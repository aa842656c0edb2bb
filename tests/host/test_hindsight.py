"""Hindsight: worked out once in a process of its own, kept, and told to those who may know."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from dicehost.journal.entry import Entry
from dicehost.journal.store import Journal
from dicehost.past import hindsight_worker
from dicehost.past.hindsight import METHOD, Hindsights, HindsightSeen, Kept
from dicehost.past.hindsight_worker import CancelledError, Told
from dicehost.past.replay import Replay
from dicerules import games
from dicerules.bots.hindsight import PARTS, Chances, Hindsight, Swing, look_back
from dicerules.core import Move, encode
from dicerules.views import TABLE
from msgspec.structs import replace

from tests.kept import Clerk, keep_match

NAMES = ["Ann", "Bo"]
# A process that says what it is told to, and writes down that it was started.
SAYS = """
import sys, pathlib
pathlib.Path(sys.argv[1]).open("a").write("started\\n")
sys.stdin.readline()
for line in sys.argv[2:-1]: print(line, flush=True)
sys.stdin.readline()
"""


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncIterator[Clerk]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield keep_match(journal, "aa", "cow", NAMES)
    journal.close()


def process(tmp_path: Path, *told: Told | bytes) -> tuple[str, ...]:
    lines = [each if isinstance(each, bytes) else encode(each) for each in told]
    starts = str(tmp_path / "starts")
    return (sys.executable, "-c", SAYS, starts, *(line.decode() for line in lines))


async def look_until(looking: Hindsights, clerk: Clerk, viewer: int, *states: str) -> HindsightSeen:
    replay = Replay(clerk.game, clerk.entries)
    async with asyncio.timeout(60):
        while True:
            seen = await looking.look(replay, clerk.entries, viewer)
            if seen.state in states:
                return seen
            await asyncio.sleep(0.01)


def a_choice(clerk: Clerk) -> tuple[int, Move]:
    """A step of the match in which somebody chose, and the choice."""
    positions = Replay(clerk.game, clerk.entries).positions
    return next((each.step, each.event) for each in positions if isinstance(each.event, Move))


def found(clerk: Clerk) -> Hindsight:
    step, move = a_choice(clerk)
    swing = Swing(step, "choice", move.seat, 0.6, 0.4, 0.05, move.answer)
    line = (Chances(1, (0.5, 0.5), 0.05), Chances(2, (0.4, 0.6), 0.05))
    return Hindsight(line, (swing, Swing(step + 1, "luck", 0, 0.2, 0.7, 0.05)))


async def test_it_is_worked_out_once_and_kept_over_a_restart(tmp_path: Path, clerk: Clerk) -> None:
    command = process(tmp_path, b"a game prints", Told(0.5), Told(1.0, found(clerk)))
    looking = Hindsights(tmp_path / "hindsight", 1, command)
    first = await look_until(looking, clerk, TABLE, "done")
    assert first.line == found(clerk).line
    await looking.close()
    again = Hindsights(tmp_path / "hindsight", 1, command)
    assert await look_until(again, clerk, TABLE, "done", "working") == first
    assert (tmp_path / "starts").read_text() == "started\n"


async def test_progress_is_told_and_closing_ends_the_process(tmp_path: Path, clerk: Clerk) -> None:
    looking = Hindsights(tmp_path / "hindsight", 1, process(tmp_path, Told(0.25)))
    replay = Replay(clerk.game, clerk.entries)
    async with asyncio.timeout(60):
        while (await looking.look(replay, clerk.entries, TABLE)).part != 0.25:
            await asyncio.sleep(0.01)
        await looking.close()
    assert not (tmp_path / "hindsight").exists()


async def test_a_process_that_dies_is_said_and_not_started_for_ever(
    tmp_path: Path, clerk: Clerk
) -> None:
    dies = (sys.executable, "-c", "pass")
    looking = Hindsights(tmp_path / "hindsight", 1, dies)
    assert (await look_until(looking, clerk, TABLE, "failed")).line == ()


@pytest.mark.parametrize("damage", ["other method", "other match", "bad bytes"])
async def test_what_does_not_belong_to_the_match_is_worked_out_anew(
    tmp_path: Path, clerk: Clerk, damage: str
) -> None:
    kept = Kept(METHOD, clerk.entries[-1].hash, Hindsight((), ()))
    file = tmp_path / "hindsight" / "aa.json"
    file.parent.mkdir()
    other = {"other method": replace(kept, method=0), "other match": replace(kept, hash="x")}
    file.write_bytes(encode(other[damage]) if damage in other else b"{nonsense")
    looking = Hindsights(file.parent, 1, process(tmp_path, Told(1.0, found(clerk))))
    assert (await look_until(looking, clerk, TABLE, "done")).line


async def test_a_better_choice_is_told_to_the_seat_that_had_it_alone(
    tmp_path: Path, clerk: Clerk
) -> None:
    looking = Hindsights(tmp_path / "hindsight", 1, process(tmp_path, Told(1.0, found(clerk))))
    seat = a_choice(clerk)[1].seat
    for viewer in (TABLE, 0, 1):
        seen = await look_until(looking, clerk, viewer, "done")
        choice, luck = seen.swings
        assert bool(choice.best) == (viewer == seat)
        assert choice.said.facts == {"seat": seat, "gain": 20, "error": 10}
        assert luck.said.key == "host.hindsight.lucky"


def test_the_process_tells_progress_and_ends_when_nobody_wants_to_know(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hindsight_worker, "FEWEST", 100)
    entries = msgspec.json.decode(encode(clerk.entries), type=list[Entry])
    told: list[Told] = []
    hindsight_worker.work(entries, 0.0, lambda: True, told.append)
    parts = [each.part for each in told]
    assert parts == sorted(parts)
    assert len(parts) > 10
    assert told[-1].found is not None
    assert told[-1].found.line[-1].parts == winners(clerk)
    with pytest.raises(CancelledError):
        hindsight_worker.work(entries, 0.0, lambda: False, told.append)


def winners(clerk: Clerk) -> tuple[float, ...]:
    won = clerk.match.winners or ()
    return tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(NAMES)))


@pytest.mark.parametrize("key", ["cow", "zorro"])
def test_progress_goes_on_to_the_end_whatever_a_piece_of_the_work_took(key: str) -> None:
    """With few playouts most pieces take more than they have."""
    clerk = Clerk("aa", key, NAMES)
    clerk.open()
    clerk.play()
    told: list[float] = []
    positions = Replay(clerk.game, clerk.entries).positions
    look_back(clerk.game, positions, random.Random(3).randrange, 400, told.append)
    leaps = [later - sooner for sooner, later in pairwise([0.0, *told, 1.0])]
    assert min(leaps) >= 0
    assert max(leaps) < PARTS[-1] + 0.01
    assert told.count(1.0) < len(told) / 10


def test_it_knows_nothing_that_no_seat_could_know() -> None:
    """With another order of every hidden deck it comes to the same, to the byte."""
    clerk = Clerk("aa", "zorro", NAMES)
    clerk.open()
    clerk.play()
    game = games()["zorro"]
    assert game.imagine is not None
    positions = Replay(game, clerk.entries).positions[30:33]
    shuffled = random.Random(7).randrange
    others = [replace(each, state=game.imagine(each.state, 0, shuffled)) for each in positions]
    assert encode(positions[0].state) != encode(others[0].state)
    one, two = (
        encode(look_back(game, each, random.Random(3).randrange, 12))
        for each in (positions, others)
    )
    assert one == two
