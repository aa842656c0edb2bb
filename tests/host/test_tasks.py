"""A table's own tasks: none holds up the others, and one that fails is started again."""

from __future__ import annotations

import logging
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from dicehost.clock.clock import Timing
from dicehost.errors import JournalError
from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.journal.store import Journal
from dicehost.link.tower import State
from dicehost.link.towers import Towers
from dicehost.match.commands import Command
from dicerules import games
from dicerules.core import Roll
from dicerules.views import TABLE
from msgspec.structs import replace

from tests.evening import Tower
from tests.host.rooms import answer, housed, running, until
from tests.kept import Clerk

ODD = str(Path(__file__).with_name("odd_tower.py"))
NAMES = ["Ed", "Chris", "Donna"]


def odd_tower(folder: Path, how: str) -> Tower:
    return Tower(folder / "towers", program=(ODD, how))


async def press(table: Table) -> None:
    """Answer what is asked until dice are needed, then press for them on the screen."""
    for seat in range(3):
        await answer(table, seat)
    await until(lambda: table._roller.armed)
    await table.do(TABLE, Command("press", "press", {"roll": table.match.roll_id}))


async def test_a_tower_that_hangs_holds_up_no_command_that_needs_no_tower(tmp_path: Path) -> None:
    with closing(odd_tower(tmp_path, "hang")) as tower:
        async with housed(tmp_path) as house:
            table = await house.table(await house.open("cow", NAMES, {}, Timing()))
            await until(lambda: table.tower.state is State.READY)
            await press(table)
            await until(lambda: table.match.last_roll is not None)
            # The roll is on disk, and the lamps are being told in vain.
            await answer(table, min(table.match.acting))
            assert table.tower.state is State.READY, "the tower was not yet given up"
        tower.process.kill()


async def test_an_answer_of_the_tower_that_makes_no_sense_is_asked_for_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(odd_tower(tmp_path, "garble")):
        async with housed(tmp_path) as house:
            match = await house.open("cow", NAMES, {}, Timing())
            table = await house.table(match)
            await press(table)
            await until(lambda: table.match.last_roll is not None)
            assert house.lists.one(match).trouble is None
            await answer(table, min(table.match.acting))
    (logged,) = [line for line in caplog.records if line.levelno >= logging.WARNING]
    assert "got='two'" in logged.getMessage()


async def test_a_colour_that_no_lamp_has_costs_the_lamps_alone(
    tmp_path: Path, tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    cow = games()["cow"]

    def need(state: Any) -> Any:
        asked = cow.need(state)
        if not isinstance(asked, Roll):
            return asked
        return replace(asked, dice=tuple(replace(group, colour="mauve") for group in asked.dice))

    monkeypatch.setitem(games(), "cow", replace(cow, need=need))
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        await press(table)
        await until(lambda: table.supervisor.trouble is not None)
        trouble = table.supervisor.trouble
        assert trouble is not None
        assert (trouble.code, trouble.facts["why"]) == ("match.task", "KeyError")
        assert table.match.last_roll is not None, "the roll is on disk"
        before = table.match.seq
        await answer(table, min(table.match.acting))
        assert table.match.seq > before


class Disk:
    """The disk under a journal, which takes nothing for a while."""

    def __init__(self, journal: Journal) -> None:
        self._book = journal._writer

    def fill(self) -> None:
        self._book.execute("PRAGMA query_only=ON")

    def free(self) -> None:
        self._book.execute("PRAGMA query_only=OFF")


async def test_on_a_full_disk_commands_are_refused_and_time_outs_are_written_later(
    tmp_path: Path,
) -> None:
    async with housed(tmp_path) as house:
        timing = Timing("strict", decision=200, grace=0)
        table = await house.table(await house.open("cow", NAMES, {}, timing))
        table.watch(TABLE, "tablet")
        await table.do(TABLE, Command("go", "resume"))
        disk = Disk(house.journal)
        disk.fill()
        with pytest.raises(JournalError):
            await table.do(0, Command("stop", "pause"))
        await until(lambda: table.supervisor.trouble is not None)
        trouble = table.supervisor.trouble
        assert trouble is not None
        assert trouble.code == "journal.unwritten"
        before = table.match.seq
        disk.free()
        await until(lambda: table.match.seq > before)


async def test_a_match_taken_up_on_a_full_disk_goes_on_when_there_is_room_again(
    tmp_path: Path,
) -> None:
    clerk = Clerk("aa", "cow", NAMES)
    clerk.open(timing=Timing())
    clerk.play()
    assert clerk.entries.pop().kind == "closed"
    journal = Journal(tmp_path / "journal.sqlite")
    journal.adopt_now(clerk.entries)
    journal.close()
    house = House(tmp_path, Towers(tmp_path / "towers"))
    disk = Disk(house.journal)
    disk.fill()
    async with running(house):
        table = await house.table("aa")
        await until(lambda: table.supervisor.trouble is not None)
        disk.free()
        await until(lambda: table.match.closed)
