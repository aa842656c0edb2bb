"""Many screens, many tables, many matches: what one of them does costs the others nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from dicehost.clock.clock import Timing
from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.link.tower import State
from dicehost.screens import message
from dicehost.screens.mailbox import Mailbox
from dicerules.views import TABLE

from tests.evening import GIVE_UP_AFTER, Tower
from tests.host.rooms import housed, mail, until
from tests.kept import keep_match

NAMES = ["Ed", "Chris", "Donna"]
CROWD = 100


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The viewers whose message was built, one after another."""
    found, build = list[int](), message.build

    def building(*given: Any) -> message.Screen:
        found.append(given[4])
        return build(*given)

    monkeypatch.setattr(message, "build", building)
    return found


async def emptied(*mailboxes: Mailbox) -> None:
    """Let everything be said that is being said, and take it."""
    async with asyncio.timeout(GIVE_UP_AFTER):
        for mailbox in mailboxes:
            await mail(mailbox)
    for _ in range(5):
        await asyncio.sleep(0)
    for mailbox in mailboxes:
        if mailbox.waits:
            await mail(mailbox)


async def looked_at(table: Table) -> tuple[Mailbox, Mailbox]:
    screens = table.watch(TABLE, ""), table.watch(0, "phone")
    await emptied(*screens)
    return screens


async def test_a_crowd_that_comes_at_once_costs_one_message(
    tmp_path: Path, built: list[int]
) -> None:
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        there = await looked_at(table)
        built.clear()
        crowd = [table.watch(TABLE, "") for _ in range(CROWD)]
        async with asyncio.timeout(GIVE_UP_AFTER):
            assert len({await mail(mailbox) for mailbox in crowd}) == 1
        assert built == [TABLE]
        assert not any(mailbox.waits for mailbox in there), "nothing is new to those who were there"
        for mailbox in crowd:
            table.unwatch(mailbox)
        assert built == [TABLE], "nobody is told that a screen among many has gone"
        table.unwatch(there[1])
        assert there[0].waits, "the table is told that a seat has nobody any more"


async def test_a_table_is_not_told_that_two_others_take_turns_with_the_tower(
    tmp_path: Path, tower: Tower
) -> None:
    async with housed(tmp_path) as house:
        tables = [await house.table(await house.open("cow", NAMES, {}, Timing())) for _ in range(3)]
        await until(lambda: tables[0].tower.state is State.READY)
        shared = tables[0].tower
        screens = [table.watch(TABLE, "") for table in tables]
        shared.take(tables[0].match.id)
        await emptied(*screens)
        for holder in (1, 0, 1):
            shared.take(tables[holder].match.id)
            await until(lambda: screens[0].waits and screens[1].waits)
            assert not screens[2].waits
            await emptied(*screens[:2])


async def test_listing_asks_the_disk_as_little_for_many_matches_as_for_few(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        asked = list[int]()
        for number in range(12):
            keep_match(house.journal, f"c0ffee{number:02x}")
            await house.lists.all()
            # The house looks through its matches meanwhile, which can only add to them.
            asked.append(min([await statements_of_a_list(house, number + 1) for _ in range(3)]))
        assert asked[0] == asked[-1], asked


async def statements_of_a_list(house: House, count: int) -> int:
    statements = list[str]()
    house.journal._reader.set_trace_callback(statements.append)
    house.seats._book.set_trace_callback(statements.append)
    assert len(await house.lists.all()) == count
    house.journal._reader.set_trace_callback(None)
    house.seats._book.set_trace_callback(None)
    return len([one for one in statements if one.startswith(("SELECT", "\nWITH"))])
