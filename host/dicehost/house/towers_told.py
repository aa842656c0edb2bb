"""What a room is told of a tower: of one at this host, or at another host of the venue."""

from __future__ import annotations

from dicerules.words import Message
from msgspec import Struct

from dicehost.link.tower import OWNER, Tower


class TowerInRoom(Struct, frozen=True):
    """A tower and how it feels; ``match`` is the one that has it.

    ``host`` is the name of the host that it is plugged into; empty at the host that is asked.
    """

    id: str
    name: str
    state: str
    source: str
    noise: str
    fault: Message | None
    match: str | None
    host: str = ""


def tell_tower(tower: Tower) -> TowerInRoom:
    """A tower of this host."""
    holder = tower.holder if tower.holder != OWNER else None
    return TowerInRoom(
        tower.id, tower.name, tower.state.value, tower.source, tower.health, tower.fault, holder
    )
