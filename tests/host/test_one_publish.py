"""One event, one publish: each line is told once, and nobody's view is built twice for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dicehost.clock.clock import Timing
from dicehost.house.table import Table
from dicehost.match.commands import Command
from dicehost.screens.audience import Audience
from dicerules import games
from dicerules.core import Roll
from dicerules.views import TABLE
from msgspec.structs import replace

from tests.evening import Tower
from tests.host.rooms import answer, housed, until

NAMES = ["Ed", "Chris", "Donna"]


class Counting:
    """What was told and looked at since ``begin``: publishes, and views by who they are for."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.publishes = 0
        self.views: Counter[int] = Counter()
        cow, send = games()["cow"], Audience.send

        def view(state: Any, viewer: int) -> Any:
            self.views[viewer] += 1
            return cow.view(state, viewer)

        def sending(audience: Audience, message: Callable[[int], bytes], only: Any = None) -> None:
            self.publishes += only is None
            send(audience, message, only)

        # Without imagined positions, which are looked at to see what a move has shown.
        patch.setitem(games(), "cow", replace(cow, view=view, imagine=None))
        patch.setattr(Audience, "send", sending)

    def begin(self) -> None:
        self.publishes = 0
        self.views.clear()


async def four_screens(table: Table) -> None:
    """Everybody looks on, and all that had to be said at the beginning is said."""
    for viewer in (TABLE, 0, 1, 2):
        table.watch(viewer, f"device {viewer}")
    await table.do(0, Command("look", "help_open"))
    await table.do(0, Command("seen", "help_close"))


async def test_a_move_is_told_once_and_each_viewer_is_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = Counting(monkeypatch)
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        await four_screens(table)
        counting.begin()
        before = table.match.seq
        await answer(table, 0)
        await until(lambda: counting.publishes > 0)
        assert table.match.seq == before + 1
        assert counting.publishes == 1
        assert counting.views == dict.fromkeys((TABLE, 0, 1, 2), 1)


async def test_a_roll_is_told_once_beside_what_the_tower_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tower: Tower
) -> None:
    counting = Counting(monkeypatch)
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        await four_screens(table)
        for seat in range(3):
            await answer(table, seat)
        roll = table.match.need
        assert isinstance(roll, Roll)
        roller = table._roller
        await until(lambda: roller.armed)
        counting.begin()
        before = table.match.seq
        await table.do(TABLE, Command("press", "press", {"roll": table.match.roll_id}))
        await until(lambda: table.match.seq > before)
        after = table.match.seq
        await until(lambda: roller._lamps is not None and roller._lamps.scene == "dice")
        assert table.match.seq == after == before + 1
        # That the dice tumble is no line, but everybody should see it: one publish more.
        assert counting.publishes == 2
        assert counting.views == dict.fromkeys((TABLE, 0, 1, 2), 1)
