"""Sending a command twice is doing it once: it is answered as before, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from dicehost.clock.clock import PRESETS, Timing
from dicehost.errors import TableError
from dicehost.match.commands import Command
from dicerules.core import Ask
from dicerules.forms import fill

from tests.host.rooms import answer, housed


async def test_a_command_that_is_sent_again_is_answered_as_before(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        match = await house.open("cow", ["Ed", "Chris"], {}, PRESETS["relaxed"])
        table = await house.table(match)
        pause, resume = Command("first", "pause"), Command("second", "resume")
        paused = await table.do(0, pause)
        resumed = await table.do(0, resume)
        assert (paused, resumed) == (2, 3)
        assert await table.do(0, pause) == paused
        assert await table.do(0, resume) == resumed
        assert table.match.seq == resumed
        assert table.match.paused is None
        # The same id from somebody else is another command.
        assert await table.do(1, pause) == resumed + 1


async def test_a_move_that_is_sent_again_is_answered_as_before(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", ["Ed", "Chris"], {}, Timing()))
        need = table.match.need
        assert isinstance(need, Ask)
        (seat,) = need.forms
        chosen = fill(need.forms[seat], lambda count: 0)
        move = Command("first", "move", chosen, table.match.questions[seat])
        moved = await table.do(seat, move)
        assert await table.do(seat, move) == moved
        assert table.match.seq == moved


async def test_dice_by_hand_are_asked_for_and_agreed_to_once(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", ["Ed", "Chris", "Dana"], {}, Timing()))
        for seat in range(3):
            table.watch(seat, f"phone {seat}")
        while isinstance(table.match.need, Ask):
            await answer(table, min(table.match.need.forms))
        await table.do(0, Command("ask", "ask_hand"))
        with pytest.raises(TableError, match=r"hand\.pending"):
            await table.do(1, Command("me too", "ask_hand"))
        agreed = await table.do(1, Command("yes", "agree_hand"))
        assert await table.do(1, Command("yes", "agree_hand")) == agreed
        assert (table.match.seq, table.match.by_hand) == (agreed, False)
        await table.do(2, Command("yes", "agree_hand"))
        assert table.match.by_hand
        assert await table.do(1, Command("yes", "agree_hand")) == agreed


async def test_a_take_back_that_is_refused_twice_is_refused_once(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", ["Ed", "Chris", "Dana"], {}, Timing()))
        for seat in range(3):
            table.watch(seat, f"phone {seat}")
        assert isinstance(table.match.need, Ask)
        mover = min(table.match.need.forms)
        await answer(table, mover)
        await table.do(mover, Command("back", "ask_back"))
        other = (mover + 1) % 3
        refused = await table.do(other, Command("no", "refuse_back"))
        assert table.match.back is None
        assert await table.do(other, Command("no", "refuse_back")) == refused
        assert table.match.seq == refused
