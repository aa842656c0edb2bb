"""What an owner does with a tower: settings, a self-test, an update; a match that has it waits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from dicehost.clock.clock import Timing
from dicehost.house import care
from dicehost.house.house import House
from dicehost.link import flash
from dicehost.link.tower import OWNER, State
from dicehost.link.towers import Towers

from tests.evening import GIVE_UP_AFTER, Tower
from tests.firmware.interrupted import Pico
from tests.host.rooms import asked, housed, running, until

CHIP = "e66138528350be31"


@pytest.fixture
async def house(tmp_path: Path, tower: Tower) -> AsyncIterator[House]:
    async with housed(tmp_path) as house:
        await until(lambda: any(one.state is State.READY for one in house.towers.all))
        yield house


async def test_settings_are_changed_kept_and_bounded_as_on_the_command_line(
    house: House, tower: Tower
) -> None:
    async with asked(house) as owner:
        at = f"/api/towers/{tower.chip}"
        told = await told_of(owner, at)
        assert told["facts"]["settings"]["level"] == 0
        assert told["limits"]["level"] == 255
        answer = await owner.post(f"{at}/set", json={"name": "level", "value": 40})
        assert answer.json() == {"name": "level", "value": 40}
        assert (await told_of(owner, at))["facts"]["settings"]["level"] == 40
        await until(lambda: '"level": 40' in tower.state()["settings"])
        refused = await owner.post(f"{at}/set", json={"name": "level", "value": 256})
        assert (refused.status_code, refused.json()["code"]) == (409, "setting.range")
        other = await owner.post(f"{at}/set", json={"name": "disco", "value": 1})
        assert other.json()["code"] == "tower.field"


async def told_of(owner: httpx.AsyncClient, at: str) -> dict[str, Any]:
    """What the tower's page is told; it asks again if a busy tower missed a question."""
    async with asyncio.timeout(GIVE_UP_AFTER):
        while not (told := (await owner.get(at)).json())["facts"]:
            await asyncio.sleep(0.1)
    return told


async def test_a_die_that_is_asked_for_is_the_one_that_is_lit(house: House, tower: Tower) -> None:
    async with asked(house) as owner:
        for die in (0, 6):
            answer = await owner.post(f"/api/towers/{tower.chip}/light", json={"die": die})
            assert answer.status_code == 200
            await until(lambda die=die: lit(tower) == {die})
        await owner.post(f"/api/towers/{tower.chip}/light", json={"die": None})
        await until(lambda: lit(tower) == set(range(8)))


def lit(tower: Tower) -> set[int]:
    """The dice of which any lamp is lit."""
    pixels = bytes.fromhex(tower.state()["pixels"])
    lamps = [at for at in range(128) if any(pixels[3 * at : 3 * at + 3])]
    return {at // 16 // 4 * 4 + at % 16 // 4 for at in lamps}


async def test_a_match_waits_while_its_tower_is_tried_out_and_gets_it_back(
    house: House, tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.table(await house.open("cow", ["Ed", "Chris"], {}, Timing()))
    assert table.tower.holder == table.match.id
    async with asked(house) as owner:
        at = f"/api/towers/{tower.chip}"
        begun = (await owner.post(f"{at}/check", json={"check": "lamps"})).json()
        assert begun["ask"]["key"] == "host.check.lamps.ask"
        assert table.tower.holder == OWNER
        assert b"host.tower.checked" in table.teller.message(-1)
        await owner.post(f"{at}/done", json={})
        assert table.tower.holder == table.match.id
        monkeypatch.setattr(care, "GIVEN_BACK", 0.01)
        await owner.post(f"{at}/check", json={"check": "sound"})
        await until(lambda: table.tower.holder == table.match.id)


async def test_button_and_beam_are_noticed_and_silence_is_no_verdict(
    house: House, tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with asked(house) as owner:
        at = f"/api/towers/{tower.chip}/check"
        for check, does in (("button", "/press"), ("beam", "/drop")):
            waiting = asyncio.create_task(owner.post(at, json={"check": check}))
            await until(lambda: bool(house.towers.the(tower.chip)._events))
            await asyncio.to_thread(tower.ask, does)
            found = (await waiting).json()
            assert (found["good"], found["seen"]["key"]) == (True, f"host.check.{check}.good")
        monkeypatch.setattr(care, "LISTENS", 0.01)
        nothing = (await owner.post(at, json={"check": "button"})).json()
        assert (nothing["good"], nothing["ask"]["key"]) == (None, "host.check.button.ask")
        bad = await owner.post(f"{at}ed", json={"check": "button", "good": False})
        assert bad.json()["step"]["key"] == "host.check.button.step"


async def test_only_the_owner_may_touch_a_tower(house: House, tower: Tower) -> None:
    async with asked(house) as owner:
        for path in ("set", "light", "saw", "check", "checked", "done", "update", "name", "forget"):
            answer = await owner.post(
                f"/api/towers/{tower.chip}/{path}",
                json={},
                headers={"Authorization": "Bearer wrong"},
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "seat.owner"), path


async def test_a_simulated_tower_has_nothing_to_update(house: House, tower: Tower) -> None:
    async with asked(house) as owner:
        answer = await owner.post(f"/api/towers/{tower.chip}/update", json={})
        assert answer.json()["code"] == "flash.simulated"


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    with closing(Pico(tmp_path / "board")) as pico:
        yield pico


@contextlib.asynccontextmanager
async def with_pico(folder: Path, pico: Pico) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    house = House(folder, Towers(folder / "towers", [pico.port]))
    async with running(house), asked(house) as owner:
        await until(lambda: any(one.state is State.READY for one in house.towers.all))
        yield house, owner


async def finished(owner: httpx.AsyncClient) -> dict[str, Any]:
    async with asyncio.timeout(2 * GIVE_UP_AFTER):
        while True:
            told: dict[str, Any] = (await owner.get(f"/api/towers/{CHIP}")).json()
            if told["update"]["state"] != "running":
                return told
            await asyncio.sleep(0.05)


async def test_a_tower_is_updated_from_the_page_and_its_match_goes_on(
    tmp_path: Path, pico: Pico
) -> None:
    async with with_pico(tmp_path, pico) as (house, owner):
        table = await house.table(await house.open("cow", ["Ed", "Chris"], {}, Timing()))
        assert table.tower.id == CHIP
        begun = await owner.post(f"/api/towers/{CHIP}/update", json={})
        assert begun.json()["state"] == "running"
        again = await owner.post(f"/api/towers/{CHIP}/update", json={})
        assert again.json()["code"] == "flash.under_way"
        await until(lambda: table.tower.state is State.UPDATING)
        assert b"host.tower.updating" in table.teller.message(-1), "the table says why it waits"
        told = await finished(owner)
        assert told["update"] == {"state": "done", "file": "", "done": 0, "of": 0, "why": None}
        await until(lambda: table.tower.state is State.READY)
        board = await table.tower.status("board")
        assert board.get("set") == flash.staging.folder_of(flash.shipped("x64"))
        assert table.tower.holder == table.match.id
        await owner.post(f"/api/towers/{CHIP}/update", json={})
        assert (await finished(owner))["update"]["state"] == "done", "as often as somebody likes"
        assert not (pico.folder / "tower").exists(), "nothing falls back to what it began with"


async def test_an_update_that_does_not_arrive_whole_says_so_and_the_old_firmware_rolls_on(
    tmp_path: Path, pico: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(arch: str) -> dict[str, bytes]:
        raise flash.FlashError("flash.damaged", file="tower/desk.mpy")

    monkeypatch.setattr(flash, "shipped", broken)
    async with with_pico(tmp_path, pico) as (house, owner):
        tower = house.towers.the(CHIP)
        await owner.post(f"/api/towers/{CHIP}/update", json={})
        told = await finished(owner)
        assert told["update"]["state"] == "failed"
        assert told["update"]["why"]["key"] == "host.flash.damaged"
        await until(lambda: tower.state is State.READY)
        assert not list(pico.folder.glob("fw-*")), "nothing of the new one was left"
