"""The printed parts: OpenSCAD's parameters from the source, and a mesh of each part.

Meshes are kept lying as they are printed; ``placed`` puts one back where it sits in the tower.
"""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from hardware.make.source import HARDWARE, Source

SCAD = HARDWARE / "enclosure"
Faces = npt.NDArray[np.float64]
"""Triangles: count, three corners, three coordinates."""

_FRONT_DOWN = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
_BACK_DOWN = ((1, 0, 0), (0, 0, 1), (0, -1, 0))
_TOP_DOWN = ((1, 0, 0), (0, -1, 0), (0, 0, -1))
_AS_IT_STANDS = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
PARTS = {
    "body": _FRONT_DOWN,
    "back": _BACK_DOWN,
    "shaft": _BACK_DOWN,
    "screen": _BACK_DOWN,
    "lid": _TOP_DOWN,
    "grid": _FRONT_DOWN,
    "keeper": _FRONT_DOWN,
    "tray": _AS_IT_STANDS,
}
"""Each part, and how it is turned for the printer."""

_SECTIONS = ("box", "panel", "shaft", "button", "beam", "tray", "board", "screws", "back", "feet")


def parameters(source: Source) -> str:
    """The source's sizes as OpenSCAD reads them."""
    lines = ["// Made from hardware/tower.toml by `make hardware`; change it there."]
    for section in _SECTIONS:
        sizes: dict[str, Any] = getattr(source, section)
        lines += [f"{section}_{name} = {_spelt(value)};" for name, value in sizes.items()]
    return "\n".join(lines).replace("{revision}", str(source.revision)) + "\n"


def _spelt(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_spelt(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


def render(part: str, folder: Path = SCAD) -> Faces:
    """Have OpenSCAD make a part, in its place in the tower."""
    with TemporaryDirectory() as made:
        file = Path(made) / "part.stl"
        command = ["openscad", "-o", str(file), "-D", f'part="{part}"', str(folder / "tower.scad")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode or "WARNING" in done.stderr:
            raise ValueError(f"OpenSCAD cannot make {part}: {done.stderr}")
        return _read_text(file.read_text(encoding="ascii"))


def _read_text(text: str) -> Faces:
    corners = [line.split()[1:] for line in text.splitlines() if line.strip().startswith("vertex")]
    return np.array(corners, dtype=np.float64).reshape(-1, 3, 3)


def turned(part: str, faces: Faces) -> Faces:
    """From its place in the tower to how it lies on the printer's bed."""
    way = np.array(PARTS[part], dtype=np.float64)
    result: Faces = faces @ way.T
    return result


def placed(part: str, faces: Faces) -> Faces:
    """From the printer's bed back to its place."""
    way = np.array(PARTS[part], dtype=np.float64)
    result: Faces = faces @ way
    return result


def pack(faces: Faces) -> bytes:
    """A binary STL that depends on the shape alone: corners and triangles in one order."""
    rounded = np.round(faces, 4).astype("<f4") + np.float32(0)
    rows = sorted(_turned_first(triangle) for triangle in rounded.tolist())
    head = b"dicetower, made from hardware/tower.toml".ljust(80, b" ")
    body = b"".join(_facet(row) for row in rows)
    return head + struct.pack("<I", len(rows)) + body


def _turned_first(triangle: list[list[float]]) -> tuple[tuple[float, ...], ...]:
    # The smallest corner first; going round in the same sense keeps the outside outside.
    corners = [tuple(corner) for corner in triangle]
    first = corners.index(min(corners))
    return (*corners[first:], *corners[:first])


def _facet(row: Iterable[tuple[float, ...]]) -> bytes:
    # The normal is left at zero: every slicer works it out from the corners.
    return struct.pack("<12fH", 0, 0, 0, *(value for corner in row for value in corner), 0)


def unpack(content: bytes) -> Faces:
    """Read a binary STL."""
    (count,) = struct.unpack_from("<I", content, 80)
    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
    rows = np.frombuffer(content, kind, count, 84)
    result: Faces = rows["corners"].astype(np.float64)
    return result
