"""The factory's files, opened again by other programs than KiCad, show the board that is shipped.

Copper takes ten seconds a side and is compared on request: DICETOWER_COPPER=1.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw
from pygerber.gerberx3.api.v2 import GerberFile

from hardware.make.board.sexpr import every, first, numbers
from hardware.make.source import read
from tests.hardware import carrier
from tests.hardware.carrier import BOARD

# pygerber calls its parser by old names.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
DOTS = 12  # a millimetre
LAYERS = ("F_Mask", "B_Mask", *(("F_Cu", "B_Cu") if os.environ.get("DICETOWER_COPPER") else ()))
SIZE = read().board["size"]
Picture = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


def unpacked(name: str) -> str:
    with zipfile.ZipFile(BOARD / "tower-fabrication.zip") as pack:
        return pack.read(name).decode()


def seen(layer: str, folder: Path) -> Picture:
    """A layer as pygerber draws it, on the whole board."""
    read_back = GerberFile.from_str(unpacked(f"tower-{layer}.gbr")).parse()
    info = read_back.get_info()
    read_back.render_raster(folder / "layer.png", dpmm=DOTS)
    drawn = np.asarray(Image.open(folder / "layer.png").convert("L")) > 40
    sheet = np.zeros((SIZE[1] * DOTS, SIZE[0] * DOTS), bool)
    left = round(float(info.min_x_mm) * DOTS)
    top = round((SIZE[1] - float(info.max_y_mm)) * DOTS)
    high, wide = drawn.shape
    sheet[top : top + high, left : left + wide] = drawn
    return sheet


class Drawing:
    """What the board's own file says of a layer, drawn by our own hand."""

    def __init__(self) -> None:
        self.image = Image.new("1", (SIZE[0] * DOTS, SIZE[1] * DOTS))
        self.pen = ImageDraw.Draw(self.image)

    def place(self, point: tuple[float, float]) -> tuple[float, float]:
        x, y = carrier.plotted(*point)
        return x * DOTS, (SIZE[1] - y) * DOTS

    def pads(self, side: str, kind: str) -> None:
        for pad in carrier.pads():
            if not {f"*.{kind}", f"{side}.{kind}", "F&B.Cu"} & {str(on) for on in pad["layers"]}:
                continue
            if kind == "Cu" and not pad["plated"]:
                continue
            x, y = self.place(pad["at"])
            w, h = (value / 2 * DOTS for value in pad["size"])
            radius = min(w, h) if pad["shape"] in ("circle", "oval") else min(w, h) * 0.3
            self.pen.rounded_rectangle((x - w, y - h, x + w, y + h), radius, fill=1)

    def copper(self, side: str) -> None:
        self.pads(side, "Cu")
        for _, layer, width, start, end in carrier.tracks():
            if layer == f"{side}.Cu":
                ends = (self.place(start), self.place(end))
                self.pen.line(ends, 1, round(width * DOTS))
                for x, y in ends:
                    r = width / 2 * DOTS
                    self.pen.ellipse((x - r, y - r, x + r, y + r), fill=1)
        for _, at, size, _ in carrier.vias():
            (x, y), r = self.place(at), size / 2 * DOTS
            self.pen.ellipse((x - r, y - r, x + r, y + r), fill=1)
        for zone in every(carrier.pcb(), "zone"):
            for filled in every(zone, "filled_polygon"):
                if str(first(filled, "layer")[1]) == f"{side}.Cu":
                    corners = [numbers(xy) for xy in every(first(filled, "pts"), "xy")]
                    self.pen.polygon([self.place((x, y)) for x, y in corners], fill=1)


@pytest.mark.parametrize("layer", LAYERS)
def test_another_program_reads_the_same_layer_from_the_gerbers(layer: str, tmp_path: Path) -> None:
    side, _, kind = layer.partition("_")
    drawing = Drawing()
    if kind == "Cu":
        drawing.copper(side)
    else:
        drawing.pads(side, kind)
    theirs, ours = seen(layer, tmp_path), np.asarray(drawing.image, bool)
    # Edges fall a dot to this side or that; a pad or track that is missing is many dots.
    wrong = theirs != ours
    thick = wrong[:-3, :-3] & wrong[3:, 3:] & wrong[:-3, 3:] & wrong[3:, :-3]
    assert ours.mean() > 0.02
    assert thick.mean() < 2e-4
    moved = np.roll(ours, DOTS // 2, axis=1) != theirs
    assert wrong.mean() < moved.mean() / 3


def test_another_program_reads_the_boards_size_from_the_outline() -> None:
    info = GerberFile.from_str(unpacked("tower-Edge_Cuts.gbr")).parse().get_info()
    # The outline is drawn with a pen of 0.1 mm.
    for low, high, size in (
        (info.min_x_mm, info.max_x_mm, SIZE[0]),
        (info.min_y_mm, info.max_y_mm, SIZE[1]),
    ):
        assert float(low) == pytest.approx(0, abs=0.11)
        assert float(high) == pytest.approx(size, abs=0.11)


def holes(name: str) -> Counter[tuple[float, float, float]]:
    """An Excellon file: diameter and place of each hole."""
    text = unpacked(name)
    assert "METRIC" in text
    sizes = dict(re.findall(r"^T(\d+)C([\d.]+)$", text, re.MULTILINE))
    found: Counter[tuple[float, float, float]] = Counter()
    tool = ""
    for line in text.partition("%\n")[2].splitlines():
        if re.fullmatch(r"T\d+", line):
            tool = line[1:]
        elif place := re.fullmatch(r"X(-?[\d.]+)Y(-?[\d.]+)", line):
            found[float(sizes[tool]), round(float(place[1]), 2), round(float(place[2]), 2)] += 1
    return found


@pytest.mark.parametrize(("name", "plated"), [("tower-PTH.drl", True), ("tower-NPTH.drl", False)])
def test_the_drill_file_has_every_hole_of_the_board_and_no_other(name: str, plated: bool) -> None:
    wanted: Counter[tuple[float, float, float]] = Counter()
    for pad in carrier.pads():
        if pad["hole"] and pad["plated"] == plated:
            x, y = carrier.plotted(*pad["at"])
            wanted[pad["hole"], round(x, 2), round(y, 2)] += 1
    for _, at, _, hole in carrier.vias() if plated else ():
        x, y = carrier.plotted(*at)
        wanted[hole, round(x, 2), round(y, 2)] += 1
    read_back = holes(name)
    assert sum(read_back.values()) == sum(wanted.values()) > 0
    missing = [hole for hole in wanted if not _there(hole, read_back)]
    assert missing == []


def _there(hole: tuple[float, float, float], among: Counter[tuple[float, float, float]]) -> bool:
    return any(max(abs(a - b) for a, b in zip(hole, other, strict=True)) < 0.011 for other in among)
