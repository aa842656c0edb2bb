"""Keys of other programs: one reads what everybody may know, one signs webhooks."""

from __future__ import annotations

from pathlib import Path

from dicehost.screens.seats import owner_key


def events_key(folder: Path) -> str:
    """The key that reads public facts and can do nothing; made when it is first asked for."""
    return owner_key(folder / "events.key")


def webhooks_key(folder: Path) -> str:
    """The secret that webhooks are signed with; made when it is first asked for."""
    return owner_key(folder / "webhooks.key")


def room_key(folder: Path) -> str:
    """The key that shows the whole room and can do nothing; made when it is first asked for."""
    return owner_key(folder / "room.key")
