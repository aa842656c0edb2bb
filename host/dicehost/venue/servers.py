"""What a venue's servers say of themselves: who they are, and whether they sync every line."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from dicehost.journal.stream import Stream
from dicehost.venue.names import LOOK


class _Config(Struct, frozen=True):
    sync_always: bool = False


class _Data(Struct, frozen=True):
    config: _Config = _Config()


class _Server(Struct, frozen=True):
    name: str
    ver: str = ""


class _Answer(Struct, frozen=True):
    server: _Server
    data: _Data = _Data()


class Server(Struct, frozen=True):
    """A server, its version, and whether a line is on its disk before it is acknowledged."""

    name: str
    version: str
    syncs: bool

    @property
    def number(self) -> tuple[int, ...]:
        """The version as numbers: its first two."""
        return tuple(int(part) for part in self.version.split(".")[:2] if part.isdigit())


async def servers(stream: Stream) -> list[Server]:
    """Every server that answers. None does where they are not configured to tell hosts."""
    found = []
    for answer in await stream.ask_every(LOOK, b'{"config": true}'):
        said = msgspec.json.decode(answer, type=_Answer)
        found.append(Server(said.server.name, said.server.ver, said.data.config.sync_always))
    return sorted(found, key=lambda server: server.name)
