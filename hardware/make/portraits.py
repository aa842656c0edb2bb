"""The finished tower from four sides, lamps lit, by a path tracer (mitsuba). No guide needs them.

Light bounces as in a room, on the processor alone; a picture takes minutes, so they are made by
``make portraits``, and again when a print has changed.
"""

from __future__ import annotations

import io
import os
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import trimesh
from msgspec import Struct
from PIL import Image

from hardware.make import fittings, mesh
from hardware.make.enclosure import Faces
from hardware.make.source import Source

Pixels = npt.NDArray[np.float64]
_SIZE = (720, 576)
_SAMPLES = 16
_SKETCHED = 4  # samples of colours and directions, which guide the denoiser
_FINE = 24
"""Pixels a lamp in the picture of the lit window."""
_QUALITY = 88


class View(Struct, frozen=True):
    """From where, and towards where, in the tower's millimetres."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]


VIEWS = {
    "front": View((30, -640, 300), (75, -30, 76)),
    "right": View((540, -410, 280), (86, -16, 74)),
    "left": View((-400, -420, 430), (66, -14, 68)),
    "behind": View((-150, 640, 250), (74, 40, 78)),
}
"""Each portrait by its name."""

_SLATE = (0.085, 0.135, 0.18)
_EMBER = (0.86, 0.33, 0.09)
_FINISH: dict[str, tuple[tuple[float, float, float], float]] = {
    "body": (_SLATE, 0.42),
    "back": (_SLATE, 0.42),
    "lid": (_SLATE, 0.42),
    "tray": (_SLATE, 0.42),
    "grid": ((0.02, 0.02, 0.02), 0.6),
    "shaft": (_EMBER, 0.4),
    "screen": (_EMBER, 0.4),
    "button ring": ((0.02, 0.02, 0.02), 0.25),
    "switch": ((0.03, 0.03, 0.03), 0.5),
    "supply's board": ((0.5, 0.5, 0.52), 0.3),
    "cable": ((0.015, 0.015, 0.015), 0.5),
    "lever": ((0.75, 0.75, 0.77), 0.18),
}
"""Colour and roughness of what is seen."""

_LIT = (
    ("5", (255, 60, 30)),
    ("3", (255, 170, 20)),
    ("6", (40, 120, 255)),
    ("2", (255, 255, 235)),
    ("4", (40, 220, 90)),
    ("1", (255, 60, 30)),
    ("6", (255, 170, 20)),
    ("5", (200, 60, 255)),
)
_PIPS = {
    "1": ((1, 1),),
    "2": ((0, 0), (2, 2)),
    "3": ((0, 0), (1, 1), (2, 2)),
    "4": ((0, 0), (0, 2), (2, 0), (2, 2)),
    "5": ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    "6": ((0, 0), (1, 0), (2, 0), (0, 2), (1, 2), (2, 2)),
}
_DICE = (
    # x, y of the middle, turn in degrees, spots above, to the front, to the right
    (46, -42, 24, "541"),
    (88, -66, -31, "312"),
    (28, -78, 63, "654"),
    (112, -38, 12, "263"),
    (66, -92, -8, "135"),
)
_DIE = 16.0


def draw(source: Source, prints: dict[str, Faces]) -> dict[str, bytes]:
    """Every portrait by its name, as JPEG; ``prints`` are the parts in their places."""
    import drjit
    import mitsuba

    # Threads of tracer and denoiser wait for each other at full speed: on a busy machine one of
    # each is as quick, and leaves the rest to others.
    os.environ.setdefault("OIDN_NUM_THREADS", "1")
    drjit.set_thread_count(1)
    mitsuba.set_variant("scalar_rgb")
    with TemporaryDirectory() as folder:
        scene = _room(mitsuba) | _tower(mitsuba, source, prints, Path(folder)) | _dice(mitsuba)
        return {name: _seen(mitsuba, scene, view) for name, view in VIEWS.items()}


def _seen(mitsuba: Any, scene: dict[str, Any], view: View) -> bytes:
    import pyoidn

    place = mitsuba.ScalarTransform4f().look_at(view.eye, view.target, (0, 0, 1))
    wide, high = _SIZE
    camera = {
        "type": "thinlens",
        "fov": 29,
        "aperture_radius": 1.6,
        "focus_distance": float(np.linalg.norm(np.subtract(view.eye, view.target))) - 25,
        "to_world": place,
        "film": {"type": "hdrfilm", "width": wide, "height": high, "rfilter": {"type": "box"}},
        "sampler": {"type": "multijitter", "sample_count": _SAMPLES, "seed": 1},
    }
    whole = mitsuba.load_dict({"type": "scene", **scene, "camera": camera})
    traced = mitsuba.load_dict({"type": "path", "max_depth": 9})
    sketch = mitsuba.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"})
    light = np.array(mitsuba.render(whole, integrator=traced, seed=1), dtype=np.float32)
    layers = mitsuba.render(whole, integrator=sketch, seed=1, spp=_SKETCHED)
    guides = np.array(layers, dtype=np.float32)[:, :, -6:]
    albedo, normal = (np.ascontiguousarray(guides[:, :, at : at + 3]) for at in (0, 3))
    light = np.ascontiguousarray(light[:, :, :3])
    clean = pyoidn.denoise(light, albedo=albedo, normal=normal, hdr=True)
    return _developed(np.asarray(clean, dtype=np.float64))


def _developed(light: Pixels) -> bytes:
    """Bright places roll off as on film, so that lit lamps keep their colour; then JPEG."""
    light = np.clip(light, 0, 12)
    toned = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)
    shown = np.where(
        toned <= 0.0031308, 12.92 * toned, 1.055 * np.clip(toned, 1e-9, 1) ** (1 / 2.4) - 0.055
    )
    out = io.BytesIO()
    picture = Image.fromarray((np.clip(shown, 0, 1) * 255 + 0.5).astype(np.uint8))
    picture.save(out, "JPEG", quality=_QUALITY, optimize=True, progressive=True)
    return out.getvalue()


def _plain(colour: tuple[float, float, float], rough: float) -> dict[str, Any]:
    return {
        "type": "twosided",
        "inner": {
            "type": "principled",
            "base_color": {"type": "rgb", "value": list(colour)},
            "roughness": rough,
            "specular": 0.5,
        },
    }


def _room(mitsuba: Any) -> dict[str, Any]:
    """A table, an evening, a large lamp to the left and a small one behind."""
    at = mitsuba.ScalarTransform4f

    def softbox(
        place: tuple[float, float, float], size: float, light: tuple[float, ...]
    ) -> dict[str, Any]:
        return {
            "type": "rectangle",
            "to_world": at().look_at(place, (75, 20, 60), (0, 0, 1)) @ at().scale(size),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": list(light)}},
        }

    return {
        "table": {
            "type": "disk",
            "to_world": at().translate((75, 0, -2.4)) @ at().scale(4000),
            "bsdf": _plain((0.30, 0.19, 0.115), 0.35),
        },
        "evening": {
            "type": "constant",
            "radiance": {"type": "rgb", "value": [0.10, 0.115, 0.15]},
        },
        "left": softbox((-520, -420, 620), 190, (6.4, 5.5, 4.4)),
        "right": softbox((640, -120, 420), 120, (4.0, 4.6, 5.8)),
        "behind": softbox((-360, 640, 560), 170, (5.2, 5.2, 5.4)),
    }


def _tower(mitsuba: Any, source: Source, prints: dict[str, Faces], folder: Path) -> dict[str, Any]:
    whole = prints | fittings.blocks(source)
    whole |= {"cable": _cable(source), "lever": _lever(source)}
    made: dict[str, Any] = {}
    for name, (colour, rough) in _FINISH.items():
        file = folder / f"{name}.ply"
        mesh.joined(whole[name]).export(file)
        made[name] = {
            "type": "ply",
            "filename": str(file),
            "face_normals": name not in ("cable", "lever"),
            "bsdf": _plain(colour, rough),
        }
    at = mitsuba.ScalarTransform4f
    facing = at().rotate((1, 0, 0), 90)
    (x, z), size = source.panel["middle"], source.panel["size"]
    made["window"] = {
        "type": "rectangle",
        "to_world": at().translate((x, source.box["thin"], z))
        @ facing
        @ at().scale((size, size / 2, 1)),
        "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": 0.16}},
        "emitter": {
            "type": "area",
            "radiance": {"type": "bitmap", "bitmap": mitsuba.Bitmap(_window()), "raw": True},
        },
    }
    (x, z), ring = source.button["at"], source.button["ring"]
    made["button"] = {
        "type": "disk",
        "to_world": at().translate((x, -4.05, z)) @ facing @ at().scale(ring / 2 - 2.5),
        "bsdf": _plain((0.75, 0.03, 0.02), 0.2),
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [0.55, 0.035, 0.02]}},
    }
    return made


def _window() -> npt.NDArray[np.float32]:
    """Eight dice on their lamps as they shine through the diffuser, from the lower row up."""
    high, wide = 8 * _FINE, 16 * _FINE
    rows, columns = np.mgrid[0:high, 0:wide] / _FINE
    light = np.full((high, wide, 3), 0.012)
    for number, (face, colour) in enumerate(_LIT):
        cell_x, cell_y = number % 4 * 4, number // 4 * 4
        # The baffles keep a die's light in its own cell.
        cell = (columns // 4 == cell_x / 4) & (rows // 4 == cell_y / 4)
        bright = (np.array(colour) / 255) ** 2.2
        for row, column in _PIPS[face]:
            far = np.hypot(columns - cell_x - column - 1, rows - cell_y - row - 1)
            shine = 5.5 * np.exp(-((far / 0.34) ** 2)) + 0.28 * np.exp(-far / 0.8)
            light += (shine * cell)[:, :, None] * bright
    return light.astype(np.float32)


def _cable(source: Source) -> Faces:
    """The USB cable: out through the notch, and away over the table."""
    x = source.back["cable"][0]
    deep = source.box["depth"]
    bends = [(x, deep - 8, 26), (x, deep - 5, 9), (x, deep + 12, 2.5), (x + 6, deep + 60, 0.2)]
    bends += [(x + 40, deep + 150, 0.2), (x - 30, deep + 420, 0.2)]
    steps = np.linspace(0, len(bends) - 1, 60)
    along = [np.interp(steps, range(len(bends)), axis) for axis in zip(*bends, strict=True)]
    kernel = np.ones(7) / 7
    smooth = [np.convolve(np.pad(axis, 3, "edge"), kernel, "valid") for axis in along]
    path = np.array(smooth).T
    tubes = [
        trimesh.creation.cylinder(1.9, segment=[a, b], sections=20).triangles
        for a, b in pairwise(path)
    ]
    balls = [
        trimesh.creation.icosphere(2, 1.9).apply_translation(point).triangles for point in path
    ]
    faces: Faces = np.concatenate([*tubes, *balls])
    return faces


def _lever(source: Source) -> Faces:
    """The nut and lever of the supply's switch."""
    (x, z, hole), deep = source.back["switch"], source.box["depth"]
    nut = trimesh.creation.cylinder(hole / 2 + 2, segment=[(x, deep, z), (x, deep + 2, z)])
    neck = trimesh.creation.cylinder(hole / 2 - 0.3, segment=[(x, deep, z), (x, deep + 5, z)])
    lever = trimesh.creation.cylinder(1.4, segment=[(x, deep + 3, z), (x, deep + 14, z - 4.5)])
    faces: Faces = np.concatenate([part.triangles for part in (nut, neck, lever)])
    return faces


def _dice(mitsuba: Any) -> dict[str, Any]:
    """Five dice that have come to rest in the tray."""
    at = mitsuba.ScalarTransform4f
    ivory, ink = _plain((0.82, 0.79, 0.70), 0.22), _plain((0.02, 0.02, 0.025), 0.3)
    half, soft = _DIE / 2, 1.4
    made: dict[str, Any] = {}
    for number, (x, y, turn, faces) in enumerate(_DICE):
        die = at().translate((x, y, 2 + half)) @ at().rotate((0, 0, 1), turn)
        # Three slabs, twelve rods and eight balls make a cube with round edges.
        for axis in range(3):
            size = [half - soft] * 3
            size[axis] = half
            made[f"die {number} slab {axis}"] = {
                "type": "cube",
                "to_world": die @ at().scale(size),
                "bsdf": ivory,
            }
        inner = half - soft
        corners = [
            (a * inner, b * inner, c * inner) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)
        ]
        for index, corner in enumerate(corners):
            made[f"die {number} ball {index}"] = {
                "type": "sphere",
                "to_world": die @ at().translate(corner) @ at().scale(soft),
                "bsdf": ivory,
            }
            for axis in range(3):
                if corner[axis] < 0:
                    end = [*corner]
                    end[axis] = -corner[axis]
                    made[f"die {number} rod {index} {axis}"] = {
                        "type": "cylinder",
                        "p0": list(corner),
                        "p1": end,
                        "radius": soft,
                        "to_world": die,
                        "bsdf": ivory,
                    }
        sides = (at(), at().rotate((1, 0, 0), 90), at().rotate((0, 1, 0), 90))
        for side, face in zip(sides, faces, strict=True):
            for index, (row, column) in enumerate(_PIPS[face]):
                spot = at().translate(((column - 1) * 4.2, (row - 1) * 4.2, half + 0.02))
                made[f"die {number} spot {face} {index}"] = {
                    "type": "disk",
                    "to_world": die @ side @ spot @ at().scale(1.45),
                    "bsdf": ink,
                }
    return made
