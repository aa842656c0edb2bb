"""A house inside the test's own process, for what is seen from the inside only."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.link.towers import Towers
from dicehost.match.commands import Command
from dicehost.screens.mailbox import Mailbox
from dicehost.web.app import create
from dicerules.core import Ask
from dicerules.forms import fill

from tests.evening import GIVE_UP_AFTER


@contextlib.asynccontextmanager
async def housed(folder: Path) -> AsyncIterator[House]:
    """A house that runs as the service runs it, looking for towers in its own folder."""
    async with running(House(folder, Towers(folder / "towers"))) as house:
        yield house


@contextlib.asynccontextmanager
async def running(house: House) -> AsyncIterator[House]:
    task = asyncio.create_task(house.run())
    try:
        yield house
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await house.close()


@contextlib.asynccontextmanager
async def asked(house: House) -> AsyncIterator[httpx.AsyncClient]:
    """Ask a house over HTTP, as its owner."""
    transport = httpx.ASGITransport(create(house))
    headers = {"Authorization": f"Bearer {house.key}"}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost", headers=headers
    ) as client:
        yield client


async def until(true: Callable[[], bool]) -> None:
    """Let everybody else go on until it is so."""
    async with asyncio.timeout(GIVE_UP_AFTER):
        while not true():
            await asyncio.sleep(0.005)


async def mail(mailbox: Mailbox) -> bytes:
    """Wait for a screen's message and take it."""
    rung = asyncio.Event()
    mailbox.ring(rung.set)
    async with asyncio.timeout(GIVE_UP_AFTER):
        await rung.wait()
    message = mailbox.take()
    assert message is not None
    return message


async def answer(table: Table, seat: int) -> int:
    """Let a seat answer what it is asked with the first choice there is."""
    need = table.match.need
    assert isinstance(need, Ask)
    chosen = fill(need.forms[seat], lambda count: 0)
    question = table.match.questions[seat]
    command = Command(f"{table.match.seq}-{seat}", "move", chosen, question)
    async with asyncio.timeout(GIVE_UP_AFTER):
        return await table.do(seat, command)
