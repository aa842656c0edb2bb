"""Patterns for the tower's lamps: what they do for a verdict, a turn or a win.

A game that has ``lamps`` gives some of these moments patterns of its own. The tower keeps to its
supply and to three flashes a second whatever a pattern asks for; ``kit`` refuses what it would
refuse.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Moment = Literal["good", "bad", "grand", "turn", "win"]
"""A verdict by its tone, a turn that goes to another seat, the end of a match with a winner."""
Shape = Literal["all", "rows", "columns", "dots", "stripes", "dice", "picture"]
Move = Literal["", "up", "down", "left", "right"]


class LampStep(Struct, frozen=True):
    """A shape that fades from the brightness of the step before to ``level``, 0 to 15.

    ``dice`` are the dice that made a verdict so, ``picture`` is the pattern's own. Where dice lie,
    only the lamps between them are used. A shape moves by a lamp in 300 ms.
    """

    shape: Shape
    level: int
    ms: int
    move: Move = ""


class LampPattern(Struct, frozen=True):
    """Steps, ``times`` over. Without a ``colour`` it is the seat's, or ivory.

    A ``picture`` has eight rows of sixteen dots, ``#`` for a lamp that is lit.
    """

    steps: tuple[LampStep, ...]
    colour: str = ""
    times: int = 1
    picture: tuple[str, ...] = ()
