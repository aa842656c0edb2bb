"""The web servers of the service: one, and one more when our own https is served beside http."""

from __future__ import annotations

import asyncio
import socket
import ssl

import uvicorn
from fastapi import FastAPI

from dicehost.doors import Doors, Https
from dicehost.web import server

Servers = list[tuple[uvicorn.Server, list[socket.socket]]]


def servers_for(
    app: FastAPI, doors: Doors, own: Https | None
) -> tuple[Servers, ssl.SSLContext | None]:
    """The servers of an app, and what ``own`` https shows of itself, if it is served at all."""
    # Our own https is a server beside the first one; what it shows can be changed while it runs.
    config = server.configure(app, doors.https)
    servers = [(uvicorn.Server(config), doors.sockets)]
    if own is None:
        return servers, None
    beside = server.configure(app, own, beside=config)
    beside.load()
    return [*servers, (uvicorn.Server(beside), doors.beside)], beside.ssl


async def run(servers: Servers) -> None:
    """Serve until one of them ends, then end the others."""
    tasks = [asyncio.create_task(one.serve(sockets=sockets)) for one, sockets in servers]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for one, _ in servers:
        one.should_exit = True
    await asyncio.gather(*tasks)
