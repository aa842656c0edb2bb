"""Public facts as server-sent events: one text for each fact, and a sign of life in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from dicerules.core import encode

from dicehost.outside.facts import TableFacts, TowerFacts
from dicehost.outside.feed import Feed, Told

ALIVE_EVERY = 15.0
"""Seconds without news after which a stream says that it is alive."""
ALIVE = b": alive\n\n"


async def stream(feed: Feed) -> AsyncIterator[bytes]:
    """Everything as it is, then everything that is new; ends for a reader that is too slow."""
    with feed.listening() as listener:
        taking = asyncio.ensure_future(listener.take())
        try:
            while True:
                done, _ = await asyncio.wait({taking}, timeout=ALIVE_EVERY)
                if not done:
                    yield ALIVE
                    continue
                told = taking.result()
                if told is None:
                    return
                taking = asyncio.ensure_future(listener.take())
                yield write(told)
        finally:
            taking.cancel()


def write(told: Told) -> bytes:
    """One event: its name and its facts in JSON."""
    return b"event: " + name_of(told).encode() + b"\ndata: " + encode(told) + b"\n\n"


def name_of(told: Told) -> str:
    """What a fact is called: table, tower, or what happened."""
    if isinstance(told, TableFacts):
        return "table"
    return "tower" if isinstance(told, TowerFacts) else told.event
