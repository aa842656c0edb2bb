"""Many dice, shuffles or noise from a tower, over the real link. Writes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from dicerules.core import DiceGroup, Roll, Rolled
from dicerules.words import message
from msgspec import Struct

from dicehost.errors import LinkError, TowerError
from dicehost.journal.events import Committed
from dicehost.link.proofs import ProofError, note_commitment
from dicehost.link.tower import Tower
from dicehost.simulated_tower import simulated_tower

AT_ONCE = 200
"""Dice a roll."""
ASK_AGAIN = 0.1
BLOCKS = {"raw": 4096, "cooked": 1024}
"""Bytes of one capture at most, by kind (firmware/PROTOCOL.md)."""

Progress = Callable[[int], object]
Got = TypeVar("Got")


class Trial(Struct, frozen=True):
    """What a tower rolled one after another, and which tower it was."""

    source: str
    tower: str
    rolls: tuple[Rolled, ...]

    @property
    def faces(self) -> list[int]:
        """All faces, in the order they fell."""
        return [face for rolled in self.rolls for face in rolled.faces]

    @property
    def orders(self) -> list[tuple[int, ...]]:
        """All shuffles, in order."""
        return [order for rolled in self.rolls for order in rolled.orders]


def roll_many(count: int, faces: int, port: str | None, progress: Progress) -> Trial:
    """Have a tower roll ``count`` dice; without a port, a simulated one that is started for it."""
    groups = [min(AT_ONCE, count - at) for at in range(0, count, AT_ONCE)]
    rolls = [Roll(None, message("host.fair.trial"), (DiceGroup(many, faces),)) for many in groups]
    return _with_tower(port, lambda tower: _roll(tower, rolls, progress))


def shuffle_many(count: int, cards: int, port: str | None, progress: Progress) -> Trial:
    """Have a tower shuffle a deck ``count`` times."""
    rolls = [Roll(None, message("host.fair.trial"), (), (cards,))] * count
    return _with_tower(port, lambda tower: _roll(tower, rolls, progress))


def _with_tower(port: str | None, use: Callable[[Tower], Awaitable[Got]]) -> Got:
    if port is not None:
        return asyncio.run(_use(Tower(None, port), use))
    with tempfile.TemporaryDirectory() as folder:
        announce = Path(folder)
        with simulated_tower(announce, "127.0.0.1", "127.0.0.1"):
            return asyncio.run(_use(Tower(announce), use))


async def _use(tower: Tower, use: Callable[[Tower], Awaitable[Got]]) -> Got:
    keeping = asyncio.create_task(tower.run())
    try:
        return await use(tower)
    finally:
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping


async def _roll(tower: Tower, rolls: list[Roll], progress: Progress) -> Trial:
    fallen: list[Rolled] = []
    drawing: _Drawing | None = None
    name = secrets.token_hex(4)  # other ids than those of a trial before, which a tower remembers
    while len(fallen) < len(rolls):
        await tower.ready()
        roll = rolls[len(fallen)]
        try:
            # The same id until it is answered: asking again rolls nothing twice.
            drawing = drawing or _Drawing(f"{name}.{len(fallen):x}", roll)
            fallen.append(await drawing.ask(tower))
        except (LinkError, TowerError) as error:
            if tower.health == "trip" or isinstance(error, ProofError):
                raise
            await asyncio.sleep(ASK_AGAIN)  # it tests its noise first
            continue
        drawing = None
        progress(sum(group.count for group in roll.dice) or 1)
    assert tower.hello is not None
    return Trial(tower.hello.source, tower.hello.id, tuple(fallen))


class _Drawing:
    # One roll as a match has it: committed to first and checked, if the tower can.

    def __init__(self, roll_id: str, roll: Roll) -> None:
        self._id = roll_id
        self._roll = roll
        self._committed: Committed | None = None

    async def ask(self, tower: Tower) -> Rolled:
        if tower.hello is None or not tower.hello.commits:
            return await tower.roll(self._id, self._roll)
        told = await tower.commit(self._id, self._roll)
        if self._committed is None or self._committed.commitment != told.hex():
            self._committed = note_commitment(self._id, self._roll, told, tower.hello)
        rolled, _ = await tower.open(self._committed, self._roll)
        return rolled


def capture(kind: str, size: int, port: str | None, progress: Progress) -> bytes:
    """Take ``size`` bytes of noise from a tower. They are consecutive within its blocks."""
    return _with_tower(port, lambda tower: _capture(tower, kind, size, progress))


async def _capture(tower: Tower, kind: str, size: int, progress: Progress) -> bytes:
    taken = bytearray()
    while len(taken) < size:
        await tower.ready()
        try:
            block = await tower.capture(secrets.token_hex(4), kind, BLOCKS[kind])
        except (LinkError, TowerError):
            if tower.health == "trip" and kind != "raw":
                raise
            await asyncio.sleep(ASK_AGAIN)
            continue
        taken += block
        progress(len(block))
    return bytes(taken[:size])
