"""Pictures of solids: an orthographic view, hidden by depth, with drawn edges. No scene is known.

Done with numpy alone, so that a picture does not depend on a graphics card or a display.
"""

from __future__ import annotations

import io
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from hardware.make.enclosure import Faces

_FINE = 2
"""How many times larger it is drawn before it is made smaller, for smooth edges."""
_MARGIN = 0.06
_LIGHT = np.array([-0.35, -0.75, 0.56])
_PALETTE = 48


class Solid(Struct, frozen=True):
    """Something to be drawn: its triangles, its colour, and a name if it is to be labelled."""

    faces: Faces
    colour: tuple[int, int, int]
    label: str = ""


class View(Struct, frozen=True):
    """From where: degrees round the tower from its front, and upwards."""

    turn: float = 30
    up: float = 22


def _axes(view: View) -> npt.NDArray[np.float64]:
    # Rows: to the right, upwards, towards the eye.
    turn, up = radians(view.turn), radians(view.up)
    right = [cos(turn), sin(turn), 0]
    eye = [sin(turn) * cos(up), -cos(turn) * cos(up), sin(up)]
    above = np.cross(eye, right)
    return np.array([right, above, eye])


def draw(solids: list[Solid], view: View, width: int, height: int) -> bytes:
    """A picture as PNG, a few dozen colours."""
    axes = _axes(view)
    wide, high = width * _FINE, height * _FINE
    seen = [solid.faces @ axes.T for solid in solids]
    points = np.concatenate([faces.reshape(-1, 3) for faces in seen])
    low, top = points.min(axis=0), points.max(axis=0)
    scale = min(
        wide * (1 - 2 * _MARGIN) / (top[0] - low[0]), high * (1 - 2 * _MARGIN) / (top[1] - low[1])
    )
    shift = np.array([wide / 2, high / 2]) - (low[:2] + top[:2]) / 2 * scale * [1, -1]
    depth = np.full((high, wide), -np.inf)
    paint = np.full((high, wide, 3), 255.0)
    plane = np.zeros((high, wide), dtype=np.int64)
    for index, (solid, faces) in enumerate(zip(solids, seen, strict=True)):
        _fill(solid, faces * [scale, -scale, 1] + [*shift, 0], index, depth, paint, plane)
    _ink(paint, plane)
    picture = Image.fromarray(np.clip(paint, 0, 255).astype(np.uint8))
    picture = picture.resize((width, height), Image.Resampling.BOX)
    _write(picture, solids, seen, scale, shift)
    out = io.BytesIO()
    picture.quantize(_PALETTE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _fill(
    solid: Solid,
    faces: Faces,
    index: int,
    depth: npt.NDArray[np.float64],
    paint: npt.NDArray[np.float64],
    plane: npt.NDArray[np.int64],
) -> None:
    high, wide = depth.shape
    world = np.cross(solid.faces[:, 1] - solid.faces[:, 0], solid.faces[:, 2] - solid.faces[:, 0])
    length = np.linalg.norm(world, axis=1)
    for triangle, normal, size in zip(faces, world, length, strict=True):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle.tolist()
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if area >= -1e-9 or size < 1e-12:
            continue  # seen from behind, or from its edge
        x0, x1 = max(int(min(ax, bx, cx)), 0), min(int(max(ax, bx, cx)) + 2, wide)
        y0, y1 = max(int(min(ay, by, cy)), 0), min(int(max(ay, by, cy)) + 2, high)
        xs, ys = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
        u = ((bx - xs) * (cy - ys) - (cx - xs) * (by - ys)) / area
        v = ((cx - xs) * (ay - ys) - (ax - xs) * (cy - ys)) / area
        w = 1 - u - v
        z = u * az + v * bz + w * cz
        here = np.s_[y0:y1, x0:x1]
        inside = (u >= 0) & (v >= 0) & (w >= 0) & (z > depth[here])
        unit = normal / size
        shade = 0.62 + 0.38 * max(0.0, float(unit @ _LIGHT)) + 0.06 * float(unit[0])
        depth[here][inside] = z[inside]
        paint[here][inside] = np.array(solid.colour) * shade
        # One number for each plane of each solid: where it changes, an edge is drawn.
        plane[here][inside] = hash((index, *(round(float(c) * 4) for c in unit))) % 999983 + 1


def _ink(paint: npt.NDArray[np.float64], plane: npt.NDArray[np.int64]) -> None:
    edge = np.zeros(plane.shape, dtype=bool)
    edge[:, 1:] |= plane[:, 1:] != plane[:, :-1]
    edge[1:, :] |= plane[1:, :] != plane[:-1, :]
    paint[edge] *= 0.35


def _write(
    picture: Image.Image,
    solids: list[Solid],
    seen: list[Faces],
    scale: float,
    shift: npt.NDArray[np.float64],
) -> None:
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(15)
    for solid, faces in zip(solids, seen, strict=True):
        if solid.label:
            points = faces.reshape(-1, 3)
            low = points[points[:, 1].argmin()] * [scale, -scale, 1]
            place = ((low[0] + shift[0]) / _FINE, (low[1] + shift[1]) / _FINE + 4)
            pen.text(place, solid.label, fill=(20, 20, 20), font=font, anchor="ma")
