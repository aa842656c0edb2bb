"""Hints: off unless a match was opened with them, exact at once, estimated out of the way."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from dicehost.bots.thinker import Thinker
from dicehost.clock.clock import PRESETS
from dicehost.errors import TableError
from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.journal.events import Opened, RollOutcome, read_event
from dicehost.link.towers import Towers
from dicehost.match.decisions import asks
from dicerules.core import Roll
from dicerules.simulate import draw

from tests.evening import GIVE_UP_AFTER, Host, Tower
from tests.host.rooms import answer, running, until
from tests.host.test_table import Seat

HANGS = (sys.executable, "-c", "print('{\"id\":0}', flush=True)\nwhile input() is not None: pass")
"""A process that starts, takes every question and never answers."""


@contextlib.asynccontextmanager
async def house(folder: Path, *command: str) -> AsyncIterator[House]:
    # A process of the test's own is never given up for being slow.
    thinker = Thinker(10 * GIVE_UP_AFTER, command) if command else Thinker(0.2)
    async with running(House(folder, Towers(folder / "towers"), thinker=thinker)) as made:
        yield made


async def table_of(made: House, game: str, hints: bool = True) -> Table:
    match = await made.open(game, ["Ann", "Bo", "Cleo"], {}, PRESETS["off"], (), (), hints=hints)
    return await made.table(match)


async def roll_until_asked(table: Table) -> list[int]:
    """Be the tower until somebody is asked; return who is."""
    chance = random.Random(3)
    while isinstance(need := table.match.need, Roll):
        rolled = draw(need, chance.randrange)
        await table._rolled(RollOutcome(table.match.roll_id, rolled, "simulated", "t"))
    return sorted(asks(table.match.need))


async def test_without_hints_nothing_is_said(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        table = await table_of(made, "cow", hints=False)
        with pytest.raises(TableError, match="no_hints"):
            await table.weigh(0, {})


async def test_exact_worths_need_no_other_process(tmp_path: Path) -> None:
    async with house(tmp_path, "no-such-program") as made:
        table = await table_of(made, "cow")
        worths = await table.weigh(0, {})
        assert len(worths) == len(asks(table.match.need)[0].fields[0].options)
        assert all(amount.error is None for worth in worths for amount in worth.amounts)
        assert await table.weigh(1, {}) == (), "who is not asked is told nothing"


async def test_estimates_come_from_the_thinking_process_with_their_error(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        table = await table_of(made, "ricemarll")
        seat, *_ = await roll_until_asked(table)
        async with asyncio.timeout(GIVE_UP_AFTER):
            await made.thinker.start()
            found: tuple[Any, ...] = ()
            while not found:  # a process that starts slowly on a busy machine gives up its turn
                found = await table.weigh(seat, {})
        assert [(worth.field, worth.option) for worth in found] == [("cards", "")]
        assert all(amount.error is not None and amount.error > 0 for amount in found[0].amounts)


async def test_a_thinking_process_that_cannot_be_started_leaves_the_estimate_out(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, "no-such-program") as made:
        table = await table_of(made, "ricemarll")
        seat, *_ = await roll_until_asked(table)
        assert await table.weigh(seat, {}) == ()


async def test_an_estimate_is_given_up_when_the_form_is_filled_otherwise(tmp_path: Path) -> None:
    async with house(tmp_path, *HANGS) as made:
        table = await table_of(made, "ricemarll")
        seat, *_ = await roll_until_asked(table)
        first = asyncio.create_task(table.weigh(seat, {}))
        await until(lambda: seat in table._hints._asked)
        second = asyncio.create_task(table.weigh(seat, {"cards": {"die1": ["card1"]}}))
        async with asyncio.timeout(GIVE_UP_AFTER):
            assert await first == ()
        assert not second.done()
        second.cancel()


async def test_an_estimate_is_given_up_when_the_seat_has_answered(tmp_path: Path) -> None:
    async with house(tmp_path, *HANGS) as made:
        table = await table_of(made, "ricemarll")
        seat, other, *_ = await roll_until_asked(table)
        weighing = asyncio.create_task(table.weigh(seat, {}))
        await until(lambda: seat in table._hints._asked)
        await answer(table, other)
        assert seat in table._hints._asked, "somebody else's answer is no reason"
        await answer(table, seat)
        assert seat not in table._hints._asked
        async with asyncio.timeout(GIVE_UP_AFTER):
            assert await weighing == ()


async def test_the_setting_is_in_the_first_line_and_goes_on_to_the_next_match(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as made:
        table = await table_of(made, "cow")
        following = await made.again(table.match.id)
        for match in (table.match.id, following):
            opened = read_event(made.journal.lines(match)[0])
            assert isinstance(opened, Opened)
            assert opened.hints


async def test_a_phone_asks_for_hints_where_its_screen_says_so(host: Host, tower: Tower) -> None:
    for hints in (True, False):
        opened = await asyncio.to_thread(host.open, ["Ann", "Bo"], game="cow", hints=hints)
        ann = Seat(host, opened["seats"][0]["link"])
        async with asyncio.timeout(GIVE_UP_AFTER):
            screen = await ann.see("form")
        assert screen["hints"] is hints
        with host.client(ann.token) as client:
            said = client.post(f"/api/matches/{ann.match}/worth", json={"answer": {"bet": 2}})
        if hints:
            assert said.status_code == 200
            assert {worth["field"] for worth in said.json()} == {"portrait"}
        else:
            assert said.status_code == 409
            assert said.json()["code"] == "table.no_hints"
