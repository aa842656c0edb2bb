"""What is bought and built in, as plain blocks: for pictures, and to see that it has room."""

from __future__ import annotations

import numpy as np
import trimesh

from hardware.make.enclosure import Faces
from hardware.make.source import Source

_SENSOR = (10, 8, 10)  # the beam's two ends: check yours
_BUTTON_DEEP = 50
_TALLEST = 25  # on the board: the Pico in its sockets, C1 lying down


def blocks(source: Source) -> dict[str, Faces]:
    """Each fitting in its place in the tower."""
    box, panel, shaft = source.box, source.panel, source.shaft
    x, z = panel["middle"]
    size, wall = panel["size"], box["wall"]
    made = {
        "diffuser": _block(
            (x - size, box["thin"], z - size / 2),
            (x + size, box["thin"] + panel["diffuser"], z + size / 2),
        ),
        "panel left": _panel(source, x - size),
        "panel right": _panel(source, x),
    }
    bx, bz = source.button["at"]
    made["button"] = _rod(bx, bz, source.button["hole"], 0, _BUTTON_DEEP)
    made["button ring"] = _rod(bx, bz, source.button["ring"], -4, 0)
    ex, ez = source.beam["at"]
    wide, deep, high = _SENSOR
    outer = shaft["front"] + shaft["inside"] + wall
    inner = shaft["front"] - source.beam["emitter_recess"]
    made["receiver"] = _block(
        (ex - wide / 2, outer, ez - high / 2), (ex + wide / 2, outer + deep, ez + high / 2)
    )
    made["emitter"] = _block(
        (ex - wide / 2, inner - deep, ez - high / 2), (ex + wide / 2, inner, ez + high / 2)
    )
    left, low = source.board["corner"]
    width, height = source.board["size"]
    plane = box["depth"] - wall - source.board["post"]
    made["board"] = _block((left, plane - 1.6, low), (left + width, plane, low + height))
    made["on the board"] = _block(
        (left + 8, plane - _TALLEST, low + 8), (left + width - 8, plane - 1.6, low + height - 8)
    )
    inside = box["depth"] - wall
    x, z, _ = source.back["switch"]
    made["switch"] = _block((x - 6.6, inside - 18, z - 6.6), (x + 6.6, inside, z + 6.6))
    x, z, *_ = source.back["supply"]
    made["supply's board"] = np.concatenate(
        [
            _block((x - 7, inside - 13, z - 3.1), (x + 7, inside - 0.1, z - 1.6)),
            _block((x - 4.5, inside - 7, z - 1.59), (x + 4.5, inside + 1, z + 1.6)),
        ]
    )
    return made


def _panel(source: Source, left: float) -> Faces:
    # Its lamps reach forward from its board, a little inside its edge.
    panel = source.panel
    low = panel["middle"][1] - panel["size"] / 2
    front = source.box["wall"] + panel["baffle"]
    plane = front + panel["thick"] - panel["board"]
    right, top = left + panel["size"], low + panel["size"]
    lamps = _block((left + 1.5, front, low + 1.5), (right - 1.5, plane - 0.01, top - 1.5))
    board = _block((left, plane, low), (right, front + panel["thick"] - 0.1, top))
    return np.concatenate([lamps, board])


def lamps(source: Source) -> Faces:
    """Eight dice as they shine through the diffuser, drawn on the window's face."""
    x0 = source.panel["middle"][0] - source.panel["size"]
    z1 = source.panel["middle"][1] + source.panel["size"] / 2
    pitch = source.panel["pitch"]
    faces = []
    for die, pips in enumerate((0x155, 0x111, 0x010, 0x1EF, 0x101, 0x145, 0x16D, 0x155)):
        for lamp in range(9):
            if pips >> (8 - lamp) & 1:
                column = die % 4 * 4 + lamp % 3
                row = die // 4 * 4 + lamp // 3
                x, z = x0 + (column + 0.5) * pitch, z1 - (row + 0.5) * pitch
                faces.append(_rod(x, z, 5, -0.1, 0.5))
    return np.concatenate(faces)


def _block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Faces:
    faces: Faces = trimesh.creation.box(bounds=[low, high]).triangles
    return faces


def _rod(x: float, z: float, diameter: float, front: float, back: float) -> Faces:
    rod = trimesh.creation.cylinder(
        diameter / 2, segment=[(x, front, z), (x, back, z)], sections=32
    )
    faces: Faces = rod.triangles
    return faces
