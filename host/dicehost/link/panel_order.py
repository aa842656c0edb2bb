"""How the panels are mounted, worked out from where a die lit up. It asks no tower.

Two panels of two by two dice stand side by side. A die that is drawn in a panel's upper left corner
lights up there if the settings are right. Else the panels are exchanged, or this one is turned.
"""

from __future__ import annotations

from collections.abc import Mapping

from dicehost.errors import TowerError

DICE = 8
SCATTERED = -1
"""Said of a die whose lamps lit up in several places."""
FIRST = (0, 2)
"""The die in the upper left corner of the left panel, and of the right one."""
_TURNS = (0, 1, 5, 4)
"""The dice of the left panel in the order in which quarter turns carry the first one."""
_PANELS = ("left", "right")


def correct(settings: Mapping[str, int], lit: int, seen: int, sure: bool) -> dict[str, int]:
    """The settings to change if die ``lit`` was lit and lit up at the place ``seen``.

    ``lit`` is one of ``FIRST``, ``seen`` a die's number row by row or ``SCATTERED``. ``sure``: it
    is known which panel is which, so the die must be on its own.
    """
    if seen == SCATTERED:
        return {"snake": 1 - settings["snake"]}
    drawn, there = FIRST.index(lit), seen % 4 // 2
    if drawn != there and sure:
        raise TowerError("panels.lost")
    turned = _TURNS.index(seen - 2 * there)
    # It was drawn as if the panel that is there were turned like the one it was meant for.
    changed = {_PANELS[there]: (settings[_PANELS[drawn]] + turned) % 4}
    if drawn != there:
        changed["swap"] = 1 - settings["swap"]
    return changed


def next_to_light(lit: int, seen: int, sure: bool) -> int | None:
    """The die to light after this answer; None: both panels are known."""
    if seen == SCATTERED:
        return lit
    return None if sure else FIRST[1 - seen % 4 // 2]
