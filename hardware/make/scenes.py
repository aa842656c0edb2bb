"""Which pictures there are, and what is in each: the tower, taken apart, opened, and its prints."""

from __future__ import annotations

import numpy as np

from hardware.make import fittings
from hardware.make.enclosure import Faces, turned
from hardware.make.picture import Solid, View, draw
from hardware.make.source import Source

NAMES = ("tower", "exploded", "inside", "window", "rear", "prints")

_COLOURS = {
    "body": (196, 178, 148),
    "back": (150, 165, 180),
    "shaft": (216, 160, 110),
    "screen": (232, 200, 150),
    "lid": (176, 150, 120),
    "grid": (70, 70, 76),
    "keeper": (130, 140, 120),
    "tray": (150, 120, 96),
    "diffuser": (244, 244, 238),
    "panel left": (40, 60, 90),
    "panel right": (40, 60, 90),
    "button": (170, 40, 40),
    "button ring": (200, 50, 50),
    "receiver": (60, 60, 60),
    "emitter": (60, 60, 60),
    "board": (60, 120, 70),
    "on the board": (90, 150, 100),
}
_APART = {
    "tray": (0, -60, 0),
    "body": (0, 0, 0),
    "button ring": (0, -26, 0),
    "diffuser": (0, 130, 0),
    "grid": (0, 155, 0),
    "panel left": (0, 185, 0),
    "panel right": (0, 185, 0),
    "keeper": (0, 225, 0),
    "screen": (0, 285, 105),
    "shaft": (0, 330, 0),
    "board": (0, 350, 0),
    "back": (0, 390, 0),
    "lid": (0, 0, 70),
}


def pictures(source: Source, prints: dict[str, Faces]) -> dict[str, bytes]:
    """Every picture by its name; ``prints`` are the parts in their places."""
    bought = fittings.blocks(source)
    whole = prints | bought
    glow = Solid(fittings.lamps(source), (255, 150, 40))
    outside = ("body", "lid", "tray", "back", "diffuser", "button ring", "shaft", "grid")
    return {
        "tower": draw([*_solids(whole, outside), glow], View(28, 20), 640, 620),
        "exploded": draw(_exploded(whole), View(52, 20), 1100, 760),
        "inside": draw(_solids(whole, ("shaft", "receiver")), View(8, 14), 420, 560),
        "window": draw(_window(whole), View(215, 18), 760, 520),
        "rear": draw(_solids(whole, ("back", "board", "on the board")), View(-32, 16), 520, 560),
        "prints": draw(_prints(prints), View(0, 50), 1000, 640),
    }


def _solids(whole: dict[str, Faces], names: tuple[str, ...]) -> list[Solid]:
    return [Solid(whole[name], _COLOURS[name]) for name in names]


def _moved(faces: Faces, by: tuple[float, float, float]) -> Faces:
    result: Faces = faces + np.array(by)
    return result


def _exploded(whole: dict[str, Faces]) -> list[Solid]:
    return [
        Solid(
            _moved(whole[name], by),
            _COLOURS[name],
            {"panel left": "", "panel right": "panels", "button ring": "button"}.get(name, name),
        )
        for name, by in _APART.items()
    ]


def _window(whole: dict[str, Faces]) -> list[Solid]:
    apart = {"diffuser": 40, "grid": 75, "panel left": 110, "panel right": 110, "keeper": 145}
    solids = [Solid(whole["body"], _COLOURS["body"])]
    for name, by in apart.items():
        label = {"panel left": "panels", "panel right": ""}.get(name, name)
        solids.append(Solid(_moved(whole[name], (0, by + 60, 0)), _COLOURS[name], label))
    return solids


def _prints(prints: dict[str, Faces]) -> list[Solid]:
    # Two rows on a table, as they lie on the printer's bed.
    solids = []
    for row, names in enumerate(
        (("body", "back", "shaft", "lid"), ("tray", "grid", "keeper", "screen"))
    ):
        left = 0.0
        for name in names:
            faces = turned(name, prints[name])
            low = faces.reshape(-1, 3).min(axis=0)
            wide = faces.reshape(-1, 3).max(axis=0)[0] - low[0]
            place = (left - low[0], -230.0 * row - low[1], -low[2])
            solids.append(Solid(_moved(faces, place), _COLOURS[name], name))
            left += wide + 60
    return solids
