"""The settings of a tower: which there are and what they can be. The tower keeps them.

The firmware defines them; the command line and the owner's page read them here.
"""

from __future__ import annotations

from pathlib import Path

from tower.settings import CHOICES

from dicehost.errors import LinkError, TowerError
from dicehost.link import ports
from dicehost.link.session import Session

MOST = {name: most for name, _, most in CHOICES}
"""The largest value of each setting; the smallest is 0."""


def check(name: str, value: int) -> None:
    """Refuse a setting that there is not, or a value that it cannot have."""
    if name not in MOST:
        raise TowerError("tower.field", expected=", ".join(MOST), got=name[:40])
    if not 0 <= value <= MOST[name]:
        raise TowerError("setting.range", name=name, most=MOST[name], got=value)


async def choose(
    announce: Path | None, port: str | None, name: str | None, value: int | None
) -> dict[str, str]:
    """Change a setting if there is a value; returns that one, or all if none is named."""
    if name is not None and value is not None:
        check(name, value)
    found = ports.find(announce, port)
    if not found:
        raise LinkError("link.none")
    if len(found) > 1:
        raise LinkError("link.several", ports=", ".join(one.url for one in found))
    session = Session(found[0].url, lambda event: None)
    try:
        await session.greet(found[0])
        asked = [name] if name else MOST
        change = [] if value is None else [("v", str(value))]
        return {
            setting: (await session.ask("set", ("k", setting), *change)).get("v")
            for setting in asked
        }
    finally:
        session.close()
