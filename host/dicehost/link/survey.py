"""A look round: every port that may be a tower, asked once who it is and how it feels."""

from __future__ import annotations

import asyncio
from pathlib import Path

from dicerules.words import sentence

from dicehost.errors import HostError
from dicehost.link import ports
from dicehost.link.known import known_towers
from dicehost.link.session import Session
from dicehost.wording import host_words


async def survey(announce: Path) -> list[str]:
    """Greet every port there is and write a line about each."""
    names = {tower: met.name for tower, met in known_towers(announce).all().items()}
    return list(await asyncio.gather(*(_ask(port, names) for port in ports.find(announce))))


async def _ask(port: ports.Port, names: dict[str, str]) -> str:
    session: Session | None = None
    try:
        session = Session(port.url, lambda event: None)
        hello = await session.greet(port)
        status = await session.ask("status")
    except HostError as error:
        return f"{port.url}  {sentence(error.words, host_words(), [])}"
    finally:
        if session is not None:
            session.close()
    board = f" ({hello.model})" if hello.model else ""
    called = f" “{names[hello.id]}”" if names.get(hello.id) else ""
    return (
        f"{port.url}  {hello.source} {hello.id}{called}{board}, firmware {hello.fw},"
        f" {hello.dice} dice,"
        f" noise {status.get('h')}, {status.get('rolls')} rolls since it started"
    )
