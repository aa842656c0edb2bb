"""Several towers at one host: a table has its own; whatever is swapped, a roll has one outcome."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from dicehost.clock.clock import Timing
from dicehost.errors import LinkError, TowerError
from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.journal.events import (
    Committed,
    JournalEvent,
    RollOutcome,
    TowerChosen,
    read_event,
)
from dicehost.link.tower import State
from dicehost.link.tower import Tower as Link
from dicehost.link.towers import Towers
from dicehost.match.commands import Command
from dicehost.past import archive, proof
from dicerules.core import Ask
from dicerules.views import TABLE
from msgspec.structs import replace

from tests.evening import GIVE_UP_AFTER, Host, Tower, wait_until
from tests.host.rooms import answer, housed, until
from tests.reference_verifier import verify

NAMES = ["Ed", "Chris"]
ONE, TWO = "e66000000000000a", "e66000000000000b"


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Tower]:
    with closing(Tower(tmp_path / "towers", chip=ONE)) as tower:
        yield tower


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Tower]:
    with closing(Tower(tmp_path / "towers", chip=TWO)) as tower:
        yield tower


@pytest.fixture
async def house(tmp_path: Path, one: Tower, two: Tower) -> AsyncIterator[House]:
    async with housed(tmp_path) as house:
        await until(lambda: [there(house, chip) for chip in (ONE, TWO)] == [True, True])
        yield house


def there(house: House, chip: str) -> bool:
    tower = house.towers.find(chip)
    return tower is not None and tower.state is State.READY


async def table_at(house: House, chip: str = "") -> Table:
    return await house.table(await house.open("cow", NAMES, {}, Timing(), tower=chip))


async def decide(table: Table) -> None:
    """Answer what is asked until dice are needed."""
    async with asyncio.timeout(GIVE_UP_AFTER):
        while isinstance(need := table.match.need, Ask):
            await answer(table, min(need.forms))


async def needs_dice(table: Table) -> None:
    await decide(table)
    await until(lambda: table._roller.armed)


async def press(table: Table) -> None:
    roll = table.match.roll_id
    await table.do(TABLE, Command(f"press {roll}", "press", {"roll": roll}))


def lines(house: House, table: Table) -> list[JournalEvent]:
    return [read_event(entry) for entry in house.journal.lines(table.match.id)]


def outcomes(house: House, table: Table) -> list[RollOutcome]:
    return [event for event in lines(house, table) if isinstance(event, RollOutcome)]


async def test_each_match_gets_a_tower_of_its_own_and_the_third_has_to_share(house: House) -> None:
    tables = [await table_at(house) for _ in range(2)]
    assert {table.tower.id for table in tables} == {ONE, TWO}
    assert [table.tower.holder for table in tables] == [table.match.id for table in tables]
    third = await table_at(house)
    assert third.tower.id in (ONE, TWO)
    assert third.tower.holder == third.match.id, "who opens a match wants to play it"


async def test_two_tables_roll_at_once_each_on_its_own_tower(
    house: House, one: Tower, two: Tower
) -> None:
    tables = {chip: await table_at(house, chip) for chip in (ONE, TWO)}
    await asyncio.gather(*(needs_dice(table) for table in tables.values()))
    assert all(table._roller.armed for table in tables.values()), "both buttons are live"
    await asyncio.gather(*(asyncio.to_thread(tower.press) for tower in (one, two)))
    for chip, tower in ((ONE, one), (TWO, two)):
        table = tables[chip]
        await until(lambda table=table: bool(outcomes(house, table)))
        (outcome,) = outcomes(house, table)
        assert outcome.tower == chip
        await until(lambda tower=tower: bool(tower.shown()))
        assert tower.shown()[0]["id"] == outcome.id, "its dice lie on its own lamps"


async def test_a_tower_that_is_unplugged_stops_its_own_table_alone(
    house: House, one: Tower, two: Tower
) -> None:
    first, second = await table_at(house, ONE), await table_at(house, TWO)
    await needs_dice(first)
    await needs_dice(second)
    await asyncio.to_thread(one.ask, "/unplug")
    await until(lambda: first._roller.unable)
    assert second._roller.armed
    await press(second)
    await until(lambda: bool(outcomes(house, second)))
    assert first.tower.id == ONE, "it does not take another table's tower"
    assert outcomes(house, first) == []
    await asyncio.to_thread(one.ask, "/replug")
    await until(lambda: first._roller.armed)


async def test_a_tower_that_is_killed_comes_back_to_its_own_table(
    house: House, one: Tower, tmp_path: Path
) -> None:
    first, second = await table_at(house, ONE), await table_at(house, TWO)
    await needs_dice(first)
    roll = first.match.roll_id
    one.process.kill()
    await until(lambda: first._roller.unable)
    await needs_dice(second)
    await press(second)
    await until(lambda: bool(outcomes(house, second)))
    again = await asyncio.to_thread(lambda: Tower(tmp_path / "towers", chip=ONE))
    try:
        await until(lambda: first._roller.armed)
        await asyncio.to_thread(again.press)
        await until(lambda: bool(outcomes(house, first)))
    finally:
        await asyncio.to_thread(again.close)
    assert [(one.id, one.tower) for one in outcomes(house, first)] == [(roll, ONE)]


async def test_a_match_finds_its_tower_again_under_the_other_ones_port_name(
    house: House, one: Tower, two: Tower, tmp_path: Path
) -> None:
    first, second = await table_at(house, ONE), await table_at(house, TWO)
    await needs_dice(first)
    await needs_dice(second)

    def port(chip: str) -> str:
        said = json.loads((tmp_path / "towers" / f"{chip}.json").read_text())
        return str(said["port"])

    names = port(ONE), port(TWO)
    for tower in (one, two):
        await asyncio.to_thread(tower.ask, "/unplug")
    await until(lambda: first._roller.unable and second._roller.unable)
    # A terminal that was closed last is given out first.
    for tower in (two, one):
        await asyncio.to_thread(tower.ask, "/replug")
    await until(lambda: first._roller.armed and second._roller.armed)
    assert (first.tower.id, second.tower.id) == (ONE, TWO)
    if {port(ONE), port(TWO)} == set(names) and port(ONE) == names[1]:
        assert first.tower.port is not None
        assert first.tower.port.url == names[1], "its own tower, on the port the other one had"
    await press(first)
    await until(lambda: bool(outcomes(house, first)))
    assert outcomes(house, first)[0].tower == ONE


async def test_a_table_moved_in_the_middle_gives_its_roll_up_before_another_tower_is_asked(
    house: House,
) -> None:
    table = await table_at(house, ONE)
    await needs_dice(table)
    roll = table.match.roll_id
    await house.move(table.match.id, TWO)
    await until(lambda: table._roller.armed)
    await press(table)
    await until(lambda: bool(outcomes(house, table)))
    kinds = [event for event in lines(house, table) if not isinstance(event, RollOutcome)]
    told = [event for event in kinds if isinstance(event, Committed | TowerChosen)]
    first, moved, second = told[:3]
    assert isinstance(first, Committed)
    assert isinstance(second, Committed)
    assert (first.tower, moved, second.tower) == (ONE, TowerChosen(TWO, roll), TWO)
    assert first.nonce != second.nonce, "a nonce that a tower may know is not used again"
    (outcome,) = outcomes(house, table)
    assert (outcome.id, outcome.tower) == (roll, TWO)
    (found,) = proof.check(table.match.game, house.journal.lines(table.match.id)).rolls
    assert (found.finding, found.abandoned) == ("fits", 1)
    assert "host.moved.gives_up" in [line.message.key for line in table.match.log]


async def test_what_the_former_tower_rolls_after_the_move_is_not_played(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await table_at(house, ONE)
    await needs_dice(table)
    roll, drawn, go_on = table.match.roll_id, asyncio.Event(), asyncio.Event()
    opening = Link.open

    async def slowly(self: Link, *asked: object) -> object:
        answered = await opening(self, *asked)  # type: ignore[arg-type]
        drawn.set()
        await go_on.wait()
        return answered

    monkeypatch.setattr(Link, "open", slowly)
    await press(table)
    await drawn.wait()
    monkeypatch.undo()
    late = RollOutcome(roll, (await _drawn(table)), "simulated", ONE)
    await house.move(table.match.id, TWO)
    go_on.set()
    await table._rolled(late)
    await until(lambda: table._roller.armed)
    assert outcomes(house, table) == [], "dice of a tower that was left are nobody's"
    await press(table)
    await until(lambda: bool(outcomes(house, table)))
    assert [(one.id, one.tower) for one in outcomes(house, table)] == [(roll, TWO)]


async def test_a_table_that_comes_back_to_a_tower_opens_what_that_one_had_committed_to(
    house: House,
) -> None:
    table = await table_at(house, ONE)
    await needs_dice(table)
    drawn = await _drawn(table)  # its first tower knows the nonce, and what it has drawn
    await house.move(table.match.id, TWO)
    await until(lambda: table._roller.armed)
    await house.move(table.match.id, ONE)
    await until(lambda: bool(outcomes(house, table)))
    (outcome,) = outcomes(house, table)
    assert (outcome.tower, outcome.event) == (ONE, drawn), "one roll has one outcome"
    told = [event for event in lines(house, table) if isinstance(event, Committed)][:3]
    assert [one.tower for one in told] == [ONE, TWO, ONE]
    assert told[2] == told[0], "it is asked again, with the nonce that it knows"
    (found,) = proof.check(table.match.game, house.journal.lines(table.match.id)).rolls
    assert (found.finding, found.abandoned) == ("fits", 1)
    exported = b"".join(archive.write(house.journal, [table.match.id], unfinished=True))
    assert verify(exported.decode().splitlines()) == (1, 0, 1, [])


async def test_a_commitment_of_the_former_tower_is_not_written_after_the_move(
    house: House,
) -> None:
    table = await table_at(house, ONE)
    await needs_dice(table)
    late = table.match.commitment
    assert late is not None
    await house.move(table.match.id, TWO)
    await table._note(replace(late, commitment="5e" * 32))
    assert table.match.tower == TWO, "after a restart it would be asked of the former one again"
    await until(lambda: table._roller.armed)
    told = [event for event in lines(house, table) if isinstance(event, Committed)]
    assert [one.tower for one in told] == [ONE, TWO]


async def _drawn(table: Table):  # type: ignore[no-untyped-def]
    committed, roll = table.match.commitment, table.match.need
    assert committed is not None
    rolled, _ = await table.tower.open(committed, roll)  # type: ignore[arg-type]
    return rolled


def test_a_match_keeps_its_tower_over_a_restart_even_while_it_is_unplugged(
    tmp_path: Path, one: Tower, two: Tower
) -> None:
    host = Host(tmp_path)
    try:
        with host.client() as client:

            def ready() -> bool:
                return [tower["state"] for tower in client.get("/api/towers").json()] == [
                    "ready"
                ] * 2

            wait_until(ready, "both towers")
            body = {"game": "cow", "names": NAMES, "tower": TWO}
            match = client.post("/api/matches", json=body).json()["match"]
        host.kill()
        two.ask("/unplug")
        host.start()
        with host.client() as client:

            def listed() -> dict[str, object]:
                found: dict[str, object] = client.get(f"/api/matches/{match}/links").json()
                return found

            def first_ready() -> bool:
                towers = client.get("/api/towers").json()
                return any(tower["state"] == "ready" for tower in towers)

            wait_until(first_ready, "the tower that is plugged in")
            assert listed()["tower"] == TWO
            states = {tower["id"]: tower["state"] for tower in client.get("/api/towers").json()}
            assert states == {ONE: "ready", TWO: "searching"}
    finally:
        host.close()


async def test_a_forgotten_tower_leaves_its_match_to_any_other(house: House, two: Tower) -> None:
    table = await table_at(house, TWO)
    tower = table.tower
    with pytest.raises(TowerError, match="here"):
        house.towers.forget(tower)
    await asyncio.to_thread(two.ask, "/unplug")
    await until(lambda: tower.state is State.SEARCHING)
    house.towers.forget(tower)
    assert table.tower.id == ONE
    assert table.tower.holder == table.match.id


async def test_names_are_kept_and_no_two_towers_have_the_same(house: House, tmp_path: Path) -> None:
    house.towers.rename(house.towers.the(ONE), "  Living   room ")
    with pytest.raises(TowerError, match="name_taken"):
        house.towers.rename(house.towers.the(TWO), "Living room")
    with pytest.raises(TowerError, match=r"tower\.name"):
        house.towers.rename(house.towers.the(TWO), "x" * 25)
    again = Towers(tmp_path / "towers")
    assert [(one.id, one.name) for one in again.all] == [(TWO, ""), (ONE, "Living room")]


async def test_a_chip_that_answers_twice_is_one_tower(house: House) -> None:
    tower = house.towers.the(ONE)
    assert tower.hello is not None
    with pytest.raises(LinkError, match="twice"):
        house.towers._whose(tower.hello)


async def test_the_noise_of_each_tower_has_its_own_record(house: House, two: Tower) -> None:
    await asyncio.to_thread(two.ask, "/noise", stuck=True)
    table = await table_at(house, TWO)
    await decide(table)
    await until(lambda: house.towers.the(TWO).health == "trip")
    house.health.note_all(house.towers)
    known = len(house.health.spans())
    for _ in range(3):
        house.health.note_all(house.towers)
    assert len(house.health.spans()) == known, "a span goes on while the other tower's is written"
    assert "trip" not in {span.state for span in house.health.spans(ONE)}
    assert house.health.spans(TWO)[-1].state == "trip"
    assert table._roller.unable
    first = await table_at(house, ONE)
    await needs_dice(first)
