"""Print times, weights and bridges from PrusaSlicer, as a page. Run by hand: the slicer is large.

``python -m hardware.make.slicer`` after the prints have changed; a test tells when.
"""

from __future__ import annotations

import re
import subprocess
import sys
from math import hypot
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from msgspec import Struct

from hardware.make import enclosure, mesh, tables
from hardware.make.enclosure import Faces

FILE = Path("hardware/made/printing.md")
_STEEP = 50
"""Degrees by which a wall may lean without supports."""
_SETTINGS = {
    "layer-height": "0.2",
    "first-layer-height": "0.2",
    "nozzle-diameter": "0.4",
    "perimeters": "3",
    "fill-density": "15%",
    "temperature": "210",
    "bed-temperature": "60",
    "filament-diameter": "1.75",
    "filament-density": "1.24",
    "perimeter-speed": "50",
    "infill-speed": "80",
    "travel-speed": "150",
    "bed-shape": "0x0,180x0,180x180,0x180",
    "center": "90,90",
}


class Sliced(Struct, frozen=True):
    """Of one print: grams, time, and millimetres of outline that the slicer lays on air."""

    grams: float
    time: str
    in_air: float


def slice_part(file: Path) -> Sliced:
    """Have the slicer make the print's path."""
    with TemporaryDirectory() as folder:
        gcode = Path(folder) / "part.gcode"
        options = [f"--{name}={value}" for name, value in _SETTINGS.items()]
        command = ["prusa-slicer", "--export-gcode", *options, "--output", str(gcode), str(file)]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603
        text = gcode.read_text(encoding="utf-8")
    grams = re.search(r"total filament used \[g\] = ([\d.]+)", text)
    time = re.search(r"estimated printing time \(normal mode\) = (.+)", text)
    if grams is None or time is None:
        raise ValueError(f"PrusaSlicer told no time and weight for {file.name}")
    return Sliced(float(grams[1]), time[1], _in_air(text))


def _in_air(gcode: str) -> float:
    """The length of all outlines that the slicer calls overhanging."""
    total, x, y, over = 0.0, 0.0, 0.0, False
    for line in gcode.splitlines():
        if line.startswith(";TYPE:"):
            over = line == ";TYPE:Overhang perimeter"
        elif line.startswith("G1 "):
            words = {word[0]: float(word[1:]) for word in line.split(";")[0].split()[1:]}
            to = (words.get("X", x), words.get("Y", y))
            if over and words.get("E", 0) > 0:
                total += hypot(to[0] - x, to[1] - y)
            x, y = to
    return total


def widest_bridge(faces: Faces) -> float:
    """The widest gap that is printed over nothing, ``faces`` lying as they are printed."""
    patches = mesh.overhangs(faces, _STEEP)
    return max((float(min(np.ptp(patch[:, :2], axis=0))) for patch in patches), default=0)


def _minutes(time: str) -> int:
    found = {unit: int(count) for count, unit in re.findall(r"(\d+)([dhms])", time)}
    return found.get("d", 0) * 1440 + found.get("h", 0) * 60 + found.get("m", 0)


def _spell(minutes: int) -> str:
    return f"{minutes // 60} h {minutes % 60:02} min"


def main() -> None:
    """Slice every part and write the page."""
    from hardware.make import works

    rows, grams, minutes = [], 0.0, 0
    for part in enclosure.PARTS:
        file = works.ROOT / works.MADE / f"{part}.stl"
        print_, bridge = slice_part(file), widest_bridge(enclosure.unpack(file.read_bytes()))
        time = _minutes(print_.time)
        figures = (f"{print_.grams:.0f} g", _spell(time), f"{bridge:.1f} mm")
        rows.append((f"[{part}]({part}.stl)", *figures, f"{print_.in_air:.0f} mm"))
        grams, minutes = grams + print_.grams, minutes + time
    rows.append(("**all**", f"**{grams:.0f} g**", f"**{_spell(minutes)}**", "", ""))
    stls = tuple(works.MADE / f"{part}.stl" for part in enclosure.PARTS)
    settings = ", ".join(f"{name} {value}" for name, value in _SETTINGS.items())
    (works.ROOT / FILE).write_text(
        "<!-- Made by `python -m hardware.make.slicer`, from prints with the checksum"
        f" {works.checksum(works.ROOT, stls)} -->\n# Printing\n\n"
        "![the prints as they lie on the bed](prints.png)\n\n"
        "Estimated by PrusaSlicer 2.5 for PLA; your printer will differ. The files lie as they"
        " are to be printed. None needs supports: bridges are the tops of round holes and the"
        " strokes of words, and walls lean by 50 degrees at most. The last column is what the"
        " slicer itself counts as outline over air.\n\n"
        + tables.markdown(("part", "weight", "time", "widest bridge", "outline over air"), rows)
        + f"\nSettings: {settings}.\n",
        encoding="utf-8",
    )
    sys.stdout.write(f"written: {FILE}\n")


if __name__ == "__main__":
    main()
