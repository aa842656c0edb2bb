"""Kept dice on the lamps of a real simulated tower: they lie there while the others tumble."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from dicehost.clock.clock import Timing
from dicehost.journal.events import JournalEvent
from dicehost.link.dice_row import fallen
from dicehost.link.tower import Tower as Link
from dicehost.match import manual_dice as manual_dice
from dicehost.match.roller import Roller
from dicerules.core import Ask, Game, Roll
from dicerules.zorro import GAME as ZORRO
from tower.paint import WIDTH
from tower.scenes import PAGE

from tests.evening import GIVE_UP_AFTER, Tower
from tests.host.sitting import Sitting
from tests.rules import zorro_table as zorro
from tests.rules.zorro_table import CHARM, DASH, GRAB, LEAP, OWN, VILLAINS

Frame = dict[str, Any]


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[Tower]:
    tower = Tower(tmp_path / "towers", "--seed", "kept dice")
    yield tower
    tower.close()


def cell(frame: Frame, place: int) -> bytes:
    """The nine lamps of one of the eight places; what is beside them may mark a page."""
    pixels = bytes.fromhex(frame["pixels"])
    first = place // 4 * 4 * WIDTH + place % 4 * 4
    rows = [3 * (first + row * WIDTH) for row in range(3)]
    return b"".join(pixels[at : at + 9] for at in rows)


def shape(frame: Frame, place: int) -> int:
    """Which lamps of a place are lit, the first one the highest of nine bits."""
    lamps = cell(frame, place)
    return sum(0x100 >> at for at in range(9) if any(lamps[3 * at : 3 * at + 3]))


class Evening:
    """One match at a real tower; the test taps, presses and looks on."""

    def __init__(self, tower: Tower, link: Link, game: Game, state: Any) -> None:
        self.tower = tower
        self.sitting = Sitting(Timing(), game, state)
        write, draw = self._write, manual_dice.draw
        self.roller = Roller(self.sitting.match, link, write, write, draw, lambda: None)
        link.take(self.sitting.match.id)

    async def _write(self, event: JournalEvent) -> None:
        self.sitting.write(event)

    async def look_until(self, so: Any) -> list[Frame]:
        """Every frame seen until it is so; the last one is how it was then."""
        frames = list[Frame]()
        async with asyncio.timeout(GIVE_UP_AFTER):
            while not frames or not so(frames[-1]):
                frames.append(await asyncio.to_thread(self.tower.state))
        return frames

    async def armed(self) -> list[Frame]:
        # The lamps draw what the tower was told in their next frame, not in the one before it.
        told = (await self.look_until(lambda frame: self.roller.armed))[-1]["frame"]
        return await self.look_until(
            lambda frame: frame["scene"] == "armed" and frame["frame"] > told
        )

    async def roll(self) -> list[Frame]:
        """Press; every frame of the first page until the dice of the roll have come to rest."""
        roll_id = self.sitting.match.roll_id
        await asyncio.to_thread(self.tower.press)
        frames = await self.look_until(
            lambda frame: frame["first"] or (frame["roll"] == roll_id and self._rests(frame))
        )
        # On a busy machine the second page may be up before anybody looked at the first at rest.
        return [frame for frame in frames if not frame["first"]]

    def _rests(self, frame: Frame) -> bool:
        # As soon as every place shows its picture and nothing else.
        match = self.sitting.match
        faces = match.game.faces(match.state)
        assert match.last_roll is not None
        pictures = [die.lamps or 0 for die in fallen(*match.last_roll[1:], faces)]
        page = pictures[:PAGE]
        return [shape(frame, place) for place in range(len(page))] == page

    def answer(self, **answer: Any) -> None:
        need = self.sitting.match.need
        assert isinstance(need, Ask)
        self.sitting.move(next(iter(need.forms)), **answer)
        self.roller.stir()


@pytest.fixture
async def sit(tower: Tower, tmp_path: Path) -> AsyncIterator[Any]:
    link, tasks = Link(tmp_path / "towers"), list[asyncio.Task[None]]()

    def sit(game: Game, state: Any) -> Evening:
        evening = Evening(tower, link, game, state)
        tasks.append(asyncio.create_task(evening.roller.run()))
        return evening

    tasks.append(asyncio.create_task(link.run()))
    await link.ready()
    yield sit
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def stay(frames: list[Frame], place: int) -> bool:
    """Whether a place had the very same lamps all the time."""
    return len({cell(frame, place) for frame in frames}) == 1


async def test_saved_dice_lie_still_in_their_places_while_the_others_tumble(sit: Any) -> None:
    evening = sit(ZORRO, zorro.travel(zorro.lay_out(zorro.table(2), "HF04"), "HF04"))
    await evening.armed()
    assert evening.tower.shown() == [], "before the first ROLL nothing lies"
    first = await evening.roll()
    lay = first[-1]["faces"]
    evening.answer(save=["d2", "d5"])
    armed = await evening.armed()
    second = armed[-1:] + await evening.roll()
    for place in range(6):
        assert stay(second, place) is (place in (1, 4))
    assert [second[-1]["faces"][place] for place in (1, 4)] == [lay[1], lay[4]]
    assert [shape(second[-1], at) for at in (1, 4)] == [shape(first[-1], at) for at in (1, 4)]

    evening.answer(save=["d1", "d2"])
    await evening.armed()
    await asyncio.to_thread(evening.tower.ask, "/unplug")
    await evening.look_until(lambda frame: not evening.roller.holding)
    await asyncio.to_thread(evening.tower.ask, "/replug")
    again = (await evening.armed())[-1]
    for place in (0, 1):
        assert shape(again, place) == shape(second[-1], place), "a tower that starts anew is told"
    third = [again, *(await evening.roll())]
    assert [stay(third, place) for place in range(6)] == [True, True, False, False, False, False]


async def test_dice_that_left_the_fight_leave_their_places_dark(sit: Any) -> None:
    state = zorro.emerges(zorro.table(2), "villain", VILLAINS["VL1"])
    evening = sit(ZORRO, zorro.save(zorro.roll(state, GRAB, LEAP, DASH, GRAB, LEAP, DASH), 2))
    frames = [(await evening.armed())[-1], *(await evening.roll())]
    for place in (0, 1, 3):
        assert stay(frames, place)
        assert bool(shape(frames[0], place)) is (place == 1)
    assert frames[-1]["faces"][:4:3] == [0, 0]


async def test_of_more_than_eight_dice_the_page_that_rolls_is_seen_first(sit: Any) -> None:
    state = zorro.give(zorro.table(2), zorro.BETO, heroes={0: 1, 1: 1, 2: 1, 3: 1})
    state = zorro.emerges(state, "scoundrel", zorro.SCOUNDRELS["SC2"])
    faces = (CHARM, DASH, LEAP, LEAP, LEAP, LEAP, OWN, OWN, OWN, OWN)
    evening = sit(ZORRO, zorro.save(zorro.roll(state, *faces), 1, 9))
    roll = evening.sitting.match.need
    assert isinstance(roll, Roll)
    assert len(roll.on_table) == 10
    armed = (await evening.armed())[-1]
    assert shape(armed, 0)
    assert armed["faces"] is None
    frames = [armed, *(await evening.roll())]
    assert [stay(frames, place) for place in range(PAGE)] == [True] + [False] * 7
    faces = next(frame["faces"] for frame in frames if frame["roll"])
    assert faces[0] == CHARM
