"""Checkable dice at a table: towers that can, cannot, lie, or lose power in between."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from dicehost.clock.clock import Timing
from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.journal.events import CommitmentRefused, Committed, RollOutcome, read_event
from dicehost.link.tower import State
from dicehost.match.commands import Command
from dicehost.past import proof
from dicerules.views import TABLE

from tests.evening import Tower
from tests.host.rooms import answer, housed, until

ODD = str(Path(__file__).with_name("odd_tower.py"))
NAMES = ["Ed", "Chris", "Donna"]


async def needs_dice(house: House, checkable: bool = True) -> Table:
    """A match whose next thing is a roll, with the button armed."""
    match = await house.open("cow", NAMES, {}, Timing(), checkable=checkable)
    table = await house.table(match)
    for seat in range(3):
        await answer(table, seat)
    return table


async def press(table: Table) -> None:
    await until(lambda: table._roller.armed)
    await table.do(TABLE, Command("press", "press", {"roll": table.match.roll_id}))


async def rolled(table: Table) -> None:
    await until(lambda: table.match.last_roll is not None)


def lines(house: House, table: Table) -> list[object]:
    return [read_event(entry) for entry in house.journal.lines(table.match.id)]


async def test_a_roll_is_committed_to_written_opened_and_fits(tmp_path: Path, tower: Tower) -> None:
    async with housed(tmp_path) as house:
        table = await needs_dice(house)
        await until(lambda: table.match.commitment is not None)
        assert table.match.last_roll is None, "committed to before anybody pressed"
        await press(table)
        await rolled(table)
        entries = house.journal.lines(table.match.id)
        (roll,) = proof.check(table.match.game, entries).rolls
        assert (roll.finding, roll.abandoned) == ("fits", 0)


async def test_the_nonce_is_on_disk_before_the_tower_learns_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEEK_JOURNAL", str(tmp_path / "journal.sqlite"))
    with closing(Tower(tmp_path / "towers", program=(ODD, "peek"))):
        async with housed(tmp_path) as house:
            table = await needs_dice(house)
            await press(table)
            await rolled(table)


async def test_a_commitment_is_no_news_to_the_screens(tmp_path: Path, tower: Tower) -> None:
    async with housed(tmp_path) as house:
        table = await needs_dice(house)
        told = table.match.told
        await until(lambda: table.match.commitment is not None)
        assert (table.match.told, table.match.seq) == (told, told + 1)
        committed = table.match.commitment
        assert committed is not None
        screen = table.teller.message(TABLE)
        assert f'"seq":{told},'.encode() in screen
        for secret in (committed.nonce, committed.commitment):
            assert secret.encode() not in screen


async def test_without_the_option_the_tower_just_rolls(tmp_path: Path, tower: Tower) -> None:
    async with housed(tmp_path) as house:
        table = await needs_dice(house, checkable=False)
        await press(table)
        await rolled(table)
        assert not [line for line in lines(house, table) if isinstance(line, Committed)]
        assert not [line for line in table.match.log if line.message.key == "host.proof.unchecked"]


async def test_an_older_tower_still_plays_and_its_rolls_are_marked(tmp_path: Path) -> None:
    with closing(Tower(tmp_path / "towers", program=(ODD, "old"))):
        async with housed(tmp_path) as house:
            table = await needs_dice(house)
            await press(table)
            await rolled(table)
            entries = house.journal.lines(table.match.id)
            (roll,) = proof.check(table.match.game, entries).rolls
            assert roll.finding == "unchecked"
            assert "host.proof.unchecked" in [line.message.key for line in table.match.log]


@pytest.mark.parametrize(
    ("how", "why"),
    [("swap", "tower.commitment"), ("cheat", "tower.faces"), ("again", "tower.commitment")],
)
async def test_dice_that_do_not_fit_are_written_down_and_not_played(
    tmp_path: Path, how: str, why: str
) -> None:
    with closing(Tower(tmp_path / "towers", program=(ODD, how))):
        async with housed(tmp_path) as house:
            table = await needs_dice(house)
            await press(table)
            await until(lambda: table.match.refused is not None)
            assert table.match.last_roll is None
            # Asked again and again it stays one refusal, and the table may roll by hand.
            await until(lambda: _fault(table) == "host.tower.distrusted")
            refused = [one for one in lines(house, table) if isinstance(one, CommitmentRefused)]
            assert [one.why for one in refused] == [why]
            written = [one for one in lines(house, table) if isinstance(one, Committed)]
            assert len(written) == 1, "another commitment would be another try"
            await table.do(TABLE, Command("ask", "ask_hand"))
            await until(lambda: table.match.by_hand)
            await _type_in(table)
            entries = house.journal.lines(table.match.id)
            found = proof.check(table.match.game, entries)
            assert [roll.finding for roll in found.rolls] == ["by_hand"]
            assert (len(found.refused), found.abandoned) == (1, 1)


async def test_a_tower_that_loses_power_after_it_committed_commits_again_for_all_to_see(
    tmp_path: Path, tower: Tower
) -> None:
    async with housed(tmp_path) as house:
        table = await needs_dice(house)
        await until(lambda: table._roller.armed)
        first = table.match.commitment
        tower.ask("/unplug")
        await until(lambda: table.tower.state is not State.READY)
        tower.ask("/replug")
        await until(lambda: table.match.commitment is not first)
        await press(table)
        await rolled(table)
        written = [one for one in lines(house, table) if isinstance(one, Committed)]
        assert len({one.id for one in written}) == 1
        assert len({one.commitment for one in written}) == 2
        assert len({one.nonce for one in written}) == 2, "a nonce the tower may know is not used"
        (roll,) = proof.check(table.match.game, house.journal.lines(table.match.id)).rolls
        assert (roll.finding, roll.abandoned) == ("fits", 1)
        assert "host.proof.abandoned" in [line.message.key for line in table.match.log]


async def test_a_host_that_starts_anew_opens_the_same_commitment(
    tmp_path: Path, tower: Tower
) -> None:
    async with housed(tmp_path) as house:
        table = await needs_dice(house)
        await until(lambda: table._roller.armed)
        match, first = table.match.id, table.match.commitment
    async with housed(tmp_path) as house:
        table = await house.table(match)
        await press(table)
        await rolled(table)
        written = [one for one in lines(house, table) if isinstance(one, Committed | RollOutcome)]
        assert written[0] == first
        assert [one.kind for one in written] == ["committed", "rolled"]


def _fault(table: Table) -> str:
    fault = table._roller.fault
    return "" if fault is None else fault.key


async def _type_in(table: Table) -> None:
    faces = [1] * sum(group.count for group in table.match.need.dice)  # type: ignore[union-attr]
    typed = {"roll": table.match.roll_id, "faces": faces}
    await table.do(TABLE, Command("typed", "type_in", typed))
