"""Print times and weights from PrusaSlicer, kept as a page. Run by hand: the slicer is large.

``python -m hardware.make.slicer`` after the prints have changed; a test tells when.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FILE = Path("hardware/made/printing.md")
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


def slice_part(file: Path) -> tuple[float, str]:
    """Grams and time of one print."""
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
    return float(grams[1]), time[1]


def _minutes(time: str) -> int:
    found = {unit: int(count) for count, unit in re.findall(r"(\d+)([dhms])", time)}
    return found.get("d", 0) * 1440 + found.get("h", 0) * 60 + found.get("m", 0)


def _spell(minutes: int) -> str:
    return f"{minutes // 60} h {minutes % 60:02} min"


def main() -> None:
    """Slice every part and write the page."""
    from hardware.make import enclosure, tables, works

    rows, grams, minutes = [], 0.0, 0
    for part in enclosure.PARTS:
        weight, time = slice_part(works.ROOT / works.MADE / f"{part}.stl")
        rows.append((f"[{part}]({part}.stl)", f"{weight:.0f} g", _spell(_minutes(time))))
        grams, minutes = grams + weight, minutes + _minutes(time)
    rows.append(("**all**", f"**{grams:.0f} g**", f"**{_spell(minutes)}**"))
    stls = tuple(works.MADE / f"{part}.stl" for part in enclosure.PARTS)
    settings = ", ".join(f"{name} {value}" for name, value in _SETTINGS.items())
    (works.ROOT / FILE).write_text(
        "<!-- Made by `python -m hardware.make.slicer`, from prints with the checksum"
        f" {works.checksum(works.ROOT, stls)} -->\n# Printing\n\n"
        "![the prints as they lie on the bed](prints.png)\n\n"
        "Estimated by PrusaSlicer 2.5 for PLA; your printer will differ. The files lie as they"
        " are to be printed. None needs supports.\n\n"
        + tables.markdown(("part", "weight", "time"), rows)
        + f"\nSettings: {settings}.\n",
        encoding="utf-8",
    )
    sys.stdout.write(f"written: {FILE}\n")


if __name__ == "__main__":
    main()
