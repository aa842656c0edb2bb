"""The works: which files are made of what, whether they are current, and making them anew.

Quick ones are text and are made again at every look. Slow ones need Graphviz, ngspice, OpenSCAD or
time; for them ``made.json`` keeps what they were made from and what came out, as checksums.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import numpy as np
from msgspec import Struct
from PIL import Image

from hardware.make import (
    decks,
    enclosure,
    harness,
    perfboard,
    portraits,
    power,
    scenes,
    schematic,
    slicer,
    spice,
    tables,
)
from hardware.make.board import make as board
from hardware.make.source import Source

ROOT = Path(__file__).resolve().parents[2]
MADE = Path("hardware/made")
SCAD = Path("hardware/enclosure")
LEDGER = MADE / "made.json"
DROPS = MADE / "drops.md"
_MAKE = Path("hardware/make")


class WorksError(ValueError):
    """What was made does not keep the limits of the source."""


class Slow(Struct, frozen=True):
    """Files made together: their names, what they depend on, and how they are made."""

    files: tuple[Path, ...]
    depends: tuple[Path, ...]
    make: Callable[[Path, Source], dict[Path, bytes]]
    heavy: bool = False
    """Made only when it is not current: its tools are gigabytes."""


def quick(source: Source) -> dict[Path, str]:
    """Every file that is made of the source alone."""
    made = {
        Path("firmware/tower/pins.py"): tables.pins(source),
        MADE / "parts.md": tables.parts_markdown(source),
        MADE / "parts.csv": tables.parts_csv(source),
        MADE / "wiring.md": tables.wiring(source),
        MADE / "power.md": power.text(source),
        MADE / "harness.yml": harness.text(source),
        MADE / "perfboard.md": perfboard.text(source),
        MADE / "perfboard.svg": perfboard.draw(source),
        MADE / "schematic.svg": schematic.draw(source),
        MADE / "noise_board.svg": schematic.draw_noise_board(source),
        SCAD / "parameters.scad": enclosure.parameters(source),
    }
    made |= board.quick(source)
    for name, text in decks.circuits(source).items():
        made[MADE / f"{name}.cir"] = text
    return made


def _harness(_: Path, source: Source) -> dict[Path, bytes]:
    return {MADE / "harness.svg": harness.draw(source).encode()}


def _simulated(_: Path, source: Source) -> dict[Path, bytes]:
    results = spice.run(source)
    if faults := spice.beyond(source, results):
        raise WorksError("; ".join(faults))
    return {MADE / "simulated.md": spice.text(source, results).encode()}


def _print(part: str) -> Callable[[Path, Source], dict[Path, bytes]]:
    def make(root: Path, _: Source) -> dict[Path, bytes]:
        faces = enclosure.render(part, root / SCAD)
        return {MADE / f"{part}.stl": enclosure.pack(enclosure.turned(part, faces))}

    return make


def _placed(root: Path) -> dict[str, enclosure.Faces]:
    return {
        part: enclosure.placed(part, enclosure.unpack((root / MADE / f"{part}.stl").read_bytes()))
        for part in enclosure.PARTS
    }


def _pictures(root: Path, source: Source) -> dict[Path, bytes]:
    drawn = scenes.pictures(source, _placed(root))
    return {MADE / f"{name}.png": picture for name, picture in drawn.items()}


def _portraits(root: Path, source: Source) -> dict[Path, bytes]:
    drawn = portraits.draw(source, _placed(root))
    return {MADE / f"{name}.jpg": picture for name, picture in drawn.items()}


def slow(source: Source) -> dict[str, Slow]:
    """Every group of slow files, in the order in which they are made."""
    names = sorted({figure.circuit for figure in spice.figures(source)})
    stls = tuple(MADE / f"{part}.stl" for part in enclosure.PARTS)
    common = (SCAD / "parameters.scad", SCAD / "common.scad", _MAKE / "enclosure.py")
    painters = ("fittings", "picture", "scenes")
    groups = {
        "harness": Slow(
            (MADE / "harness.svg",), (MADE / "harness.yml", _MAKE / "harness.py"), _harness
        ),
        "simulated": Slow(
            (MADE / "simulated.md",),
            (*(MADE / f"{name}.cir" for name in names), _MAKE / "spice.py", _MAKE / "decks.py"),
            _simulated,
        ),
    }
    for part, stl in zip(enclosure.PARTS, stls, strict=True):
        groups[part] = Slow((stl,), (SCAD / f"{part}.scad", *common), _print(part))
    groups["pictures"] = Slow(
        tuple(MADE / f"{name}.png" for name in scenes.NAMES),
        (*stls, *(_MAKE / f"{name}.py" for name in painters)),
        _pictures,
    )
    groups["portraits"] = Slow(
        tuple(MADE / f"{name}.jpg" for name in portraits.VIEWS),
        (*stls, *(_MAKE / f"{name}.py" for name in ("fittings", "portraits"))),
        _portraits,
        heavy=True,
    )
    groups["board"] = Slow(
        tuple(board.FOLDER / name for name in board.SLOW), board.depends(), board.make, heavy=True
    )
    return groups


def checksum(root: Path, files: tuple[Path, ...]) -> str:
    """One checksum of several files, missing ones included."""
    total = hashlib.sha256()
    for file in files:
        content = (root / file).read_bytes() if (root / file).exists() else b"missing"
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def _ledger(root: Path) -> dict[str, list[str]]:
    file = root / LEDGER
    kept: dict[str, list[str]] = json.loads(file.read_text()) if file.exists() else {}
    return kept


def stale(root: Path, source: Source) -> list[str]:
    """What is not current, one sentence a file, with the line where text differs."""
    told = []
    for file, text in quick(source).items():
        have = (root / file).read_text(encoding="utf-8") if (root / file).exists() else ""
        if have != text:
            told.append(_difference(file, have, text))
    kept = _ledger(root)
    for name, group in slow(source).items():
        now = [checksum(root, group.depends), checksum(root, group.files)]
        if kept.get(name) != now:
            files = ", ".join(str(file) for file in group.files)
            told.append(f"{files}: made from something else; run make hardware")
    prints = tuple(MADE / f"{part}.stl" for part in enclosure.PARTS)
    for file, command in ((slicer.FILE, "slicer"), (DROPS, "drops")):
        if checksum(root, prints) not in (root / file).read_text(encoding="utf-8"):
            told.append(f"{file}: of other prints; run python -m hardware.make.{command}")
    return told


def _difference(file: Path, have: str, want: str) -> str:
    lines = zip_longest(have.splitlines(), want.splitlines(), fillvalue="")
    for number, (old, new) in enumerate(lines, 1):
        if old != new:
            return (
                f"{file}:{number}: is {old.strip()[:90]!r}, tower.toml makes {new.strip()[:90]!r}"
            )
    return f"{file}: ends otherwise than tower.toml makes it"


def make(root: Path, source: Source, everything: bool, again: tuple[str, ...] = ()) -> list[Path]:
    """Write what is not current, or all anew; a slow file that says the same is left as it is.

    The groups named in ``again`` are made even if they are heavy and current.
    """
    written = []
    for file, text in quick(source).items():
        written += _write(root, file, text.encode())
    kept = _ledger(root)
    for name, group in slow(source).items():
        current = [checksum(root, group.depends), checksum(root, group.files)]
        if (everything and not group.heavy) or name in again or kept.get(name) != current:
            for file, content in group.make(root, source).items():
                if not ((root / file).exists() and same(file, (root / file).read_bytes(), content)):
                    written += _write(root, file, content)
            kept[name] = [checksum(root, group.depends), checksum(root, group.files)]
    written += _write(root, LEDGER, (json.dumps(kept, indent=1, sort_keys=True) + "\n").encode())
    return written


def _write(root: Path, file: Path, content: bytes) -> list[Path]:
    if (root / file).exists() and (root / file).read_bytes() == content:
        return []
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_bytes(content)
    return [file]


def same(file: Path, old: bytes, new: bytes) -> bool:
    """Whether two slow files say the same.

    Fonts move the words of a drawing, and another version of a tool may cut a mesh into other
    triangles: words are compared, shapes, simulated figures to a tenth, pictures by eye's measure.
    """
    if old == new:
        return True
    if file.suffix == ".svg":
        return harness.labels(old.decode()) == harness.labels(new.decode())
    if file.suffix == ".stl":
        return bool(np.allclose(_shape(old), _shape(new), rtol=1e-3, atol=0.02))
    if file.suffix == ".md":
        (words, figures), (others, anew) = (_figures(each.decode()) for each in (old, new))
        return words == others and bool(np.allclose(figures, anew, rtol=0.1, atol=0.01))
    if file.suffix == ".png":
        one, two = (
            np.asarray(Image.open(io.BytesIO(each)).convert("L"), int) for each in (old, new)
        )
        return one.shape == two.shape and float(abs(one - two).mean()) < 2
    return False


def _figures(text: str) -> tuple[list[str], list[float]]:
    pattern = r"(-?\d+(?:\.\d+)?)"
    return re.split(pattern, text)[::2], [float(found) for found in re.findall(pattern, text)]


def _shape(content: bytes) -> list[float]:
    faces = enclosure.unpack(content)
    volume = np.einsum("ij,ij->i", faces[:, 0], np.cross(faces[:, 1], faces[:, 2])).sum() / 6
    areas = np.linalg.norm(np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]), axis=1)
    return [volume, areas.sum() / 2, *faces.min(axis=(0, 1)), *faces.max(axis=(0, 1))]
