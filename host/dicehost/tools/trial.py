"""Many dice from a simulated tower, over the real link, counted. Writes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

from dicerules.core import DiceGroup, Roll
from dicerules.words import message

from dicehost.errors import LinkError, TowerError
from dicehost.link.tower import Tower
from dicehost.past.ledger import Tally, tally
from dicehost.play import simulated_tower

AT_ONCE = 200
"""Dice a roll: each is fetched in slices that fit a frame."""
ASK_AGAIN = 0.1


def roll_many(count: int, faces: int, progress: Callable[[int], object]) -> Tally:
    """Start a simulated tower, have it roll ``count`` dice, and count them."""
    with tempfile.TemporaryDirectory() as folder:
        announce = Path(folder)
        with simulated_tower(announce, "127.0.0.1", "127.0.0.1"):
            return asyncio.run(_roll(announce, count, faces, progress))


async def _roll(announce: Path, count: int, faces: int, progress: Callable[[int], object]) -> Tally:
    tower = Tower(announce)
    keeping = asyncio.create_task(tower.run())
    fallen: list[int] = []
    try:
        while len(fallen) < count:
            await tower.ready()
            group = DiceGroup(min(AT_ONCE, count - len(fallen)), faces)
            roll = Roll(None, message("host.fair.trial"), (group,))
            try:
                # The same id until it is answered: asking again rolls nothing twice.
                rolled = await tower.roll(f"fair.{len(fallen):x}", roll)
            except (LinkError, TowerError):
                await asyncio.sleep(ASK_AGAIN)  # it tests its noise first
                continue
            fallen += rolled.faces
            progress(group.count)
        assert tower.hello is not None
        return tally(faces, tower.hello.source, tower.hello.id, fallen)
    finally:
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping
