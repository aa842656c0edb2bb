"""A pattern for the lamps as the tower is told it: when, in which colour, round which dice."""

from __future__ import annotations

from dicerules.lamps import LampPattern, LampStep
from msgspec import Struct
from tower.colours import COLOURS
from tower.patterns import TICK

_SHAPES = {
    "all": "a",
    "rows": "r",
    "columns": "c",
    "dots": "k",
    "stripes": "s",
    "dice": "d",
    "picture": "b",
}
_MOVES = {"": ".", "up": "u", "down": "d", "left": "l", "right": "r"}


class Cue(Struct, frozen=True):
    """A pattern and when it begins. ``dice`` has a bit a place, the first one the highest."""

    wait_ms: int
    pattern: LampPattern
    colour: str
    dice: int = 0xFF


def spell_cue(cue: Cue) -> list[tuple[str, str]]:
    """Write a cue as the fields of a request."""
    pattern = cue.pattern
    fields = [
        ("p", "".join(map(_spell_step, pattern.steps))),
        ("c", COLOURS[pattern.colour or cue.colour][0]),
    ]
    if any(step.shape == "dice" for step in pattern.steps):
        fields.append(("d", f"{cue.dice:02x}"))
    if pattern.picture:
        rows = (row.replace("#", "1").replace(".", "0") for row in pattern.picture)
        fields.append(("b", "".join(f"{int(row, 2):04x}" for row in rows)))
    if pattern.times > 1:
        fields.append(("n", str(pattern.times)))
    if cue.wait_ms:
        fields.append(("in", str(cue.wait_ms)))
    return fields


def _spell_step(step: LampStep) -> str:
    return f"{_SHAPES[step.shape]}{_MOVES[step.move]}{step.level:x}{step.ms // TICK:02x}"
