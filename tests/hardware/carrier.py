"""The shipped board read from its files alone, without KiCad: pads, tracks, holes, labels."""

from __future__ import annotations

from functools import cache
from typing import Any

from hardware.make.board.make import FOLDER
from hardware.make.board.sexpr import Node, every, first, numbers, parse
from hardware.make.works import ROOT

BOARD = ROOT / FOLDER
Point = tuple[float, float]


@cache
def pcb() -> Node:
    return parse((BOARD / "tower.kicad_pcb").read_text(encoding="utf-8"))


def corner() -> Point:
    """The lower left corner of the board on KiCad's sheet: what plots are counted from."""
    x, y = numbers(first(first(pcb(), "setup"), "aux_axis_origin"))
    return x, y


def _turned(x: float, y: float, turn: float) -> Point:
    return {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[round(turn) % 360]


def plotted(x: float, y: float) -> Point:
    """A place of KiCad's sheet as plots have it: from the lower left corner, y up."""
    left, bottom = corner()
    return round(x - left, 3), round(bottom - y, 3)


def footprints() -> dict[str, Node]:
    """Each part's footprint by its reference."""
    named = {}
    for node in every(pcb(), "footprint"):
        (ref,) = [p[2] for p in every(node, "property") if p[1] == "Reference"]
        named[str(ref)] = node
    return named


def pads() -> list[dict[str, Any]]:
    """Every pad: part, number, net, place, size as it lies, hole, layers."""
    found = []
    for ref, node in footprints().items():
        x, y, *turn = numbers(first(node, "at"))
        for pad in every(node, "pad"):
            px, py, *own = numbers(first(pad, "at"))
            dx, dy = _turned(px, py, turn[0] if turn else 0)
            size = numbers(first(pad, "size"))
            if own and round(own[0]) % 180 == 90:
                size = size[::-1]
            net = first(pad, "net")
            found.append(
                {
                    "ref": ref,
                    "number": str(pad[1]),
                    "plated": pad[2] != "np_thru_hole",
                    "shape": pad[3],
                    "net": str(net[2]) if net else "",
                    "at": (x + dx, y + dy),
                    "size": size,
                    "hole": (numbers(first(pad, "drill")) or [0.0])[0],
                    "layers": first(pad, "layers")[1:],
                }
            )
    return found


def vias() -> list[tuple[str, Point, float, float]]:
    """Net, place, size and hole of each via."""
    names = {node[1]: str(node[2]) for node in every(pcb(), "net")}
    return [
        (
            names[first(via, "net")[1]],
            (numbers(first(via, "at"))[0], numbers(first(via, "at"))[1]),
            numbers(first(via, "size"))[0],
            numbers(first(via, "drill"))[0],
        )
        for via in every(pcb(), "via")
    ]


def tracks() -> list[tuple[str, str, float, Point, Point]]:
    """Net, layer, width and ends of each track."""
    names = {node[1]: str(node[2]) for node in every(pcb(), "net")}
    found = []
    for track in every(pcb(), "segment"):
        (ax, ay), (bx, by) = (numbers(first(track, end)) for end in ("start", "end"))
        net, layer = names[first(track, "net")[1]], str(first(track, "layer")[1])
        found.append((net, layer, numbers(first(track, "width"))[0], (ax, ay), (bx, by)))
    return found
