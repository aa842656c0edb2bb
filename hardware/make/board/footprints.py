"""Footprints from KiCad's own library, turned and put onto the board with their nets."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from msgspec import Struct

from hardware.make.board.plan import Item
from hardware.make.board.sexpr import Node, every, first, numbers, parse, words

LIBRARY = Path("/usr/share/kicad/footprints")
_DRAWN = ("fp_line", "fp_rect", "fp_circle", "fp_arc", "fp_poly")
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Pad(Struct, frozen=True):
    """A pad on the board: its net, the box round its copper, its hole, and its layers."""

    ref: str
    number: str
    net: str
    x: float
    y: float
    box: Box
    hole: float
    layers: tuple[int, ...]


def identity(*names: object) -> str:
    """A UUID that depends on the names alone."""
    return str(uuid5(NAMESPACE_URL, "dicetower/board/" + "/".join(str(name) for name in names)))


@cache
def load(name: str) -> Node:
    """A footprint of the library."""
    library, _, footprint = name.partition(":")
    return parse((LIBRARY / f"{library}.pretty" / f"{footprint}.kicad_mod").read_text("utf-8"))


def turned(x: float, y: float, turn: int) -> tuple[float, float]:
    """A point turned about the origin: y points down, a positive angle turns against the clock."""
    return {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[turn % 360]


def unturned(x: float, y: float, turn: int) -> tuple[float, float]:
    """The same, back again."""
    return turned(x, y, -turn % 360)


def _points(drawn: Node) -> list[tuple[float, float]]:
    kind = drawn[0]
    if kind == "fp_poly":
        return [(p[0], p[1]) for p in map(numbers, every(first(drawn, "pts"), "xy"))]
    ends = [numbers(first(drawn, name)) for name in ("start", "mid", "center", "end")]
    points = [(p[0], p[1]) for p in ends if p]
    if kind == "fp_circle":
        (cx, cy), (ex, ey) = points
        radius = ((ex - cx) ** 2 + (ey - cy) ** 2) ** 0.5
        return [(cx - radius, cy - radius), (cx + radius, cy + radius)]
    return points


def around(points: list[tuple[float, float]]) -> Box:
    """The box round some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _on(drawn: Node, layer: str) -> bool:
    return words(first(drawn, "layer"))[1:] == [layer]


def courtyard(item: Item) -> Box:
    """The box round a part's courtyard, on the board."""
    return _moved(item, _courtyard(item.footprint))


@cache
def _courtyard(name: str) -> Box:
    node = load(name)
    points = [
        point
        for kind in _DRAWN
        for drawn in every(node, kind)
        if _on(drawn, "F.CrtYd")
        for point in _points(drawn)
    ]
    return around(points)


def origin(item: Item) -> tuple[float, float]:
    """Where the footprint's own origin comes to lie, its courtyard's middle being at the place."""
    left, top, right, bottom = _courtyard(item.footprint)
    dx, dy = turned((left + right) / 2, (top + bottom) / 2, item.turn)
    return item.x - dx, item.y - dy


def _moved(item: Item, box: Box) -> Box:
    x, y = origin(item)
    corners = [turned(box[i], box[j], item.turn) for i in (0, 2) for j in (1, 3)]
    left, top, right, bottom = around(corners)
    return left + x, top + y, right + x, bottom + y


def pads(item: Item) -> list[Pad]:
    """The pads of a part, on the board."""
    made = []
    for node in every(load(item.footprint), "pad"):
        x, y, *turn = numbers(first(node, "at"))
        wide, high = numbers(first(node, "size"))
        if turn and turn[0] % 180 == 90:
            wide, high = high, wide
        box = around([(x - wide / 2, y - high / 2), (x + wide / 2, y + high / 2)])
        for shape in first(node, "primitives")[1:]:
            if isinstance(shape, list) and shape[0] == "gr_poly":
                points = [numbers(xy) for xy in every(first(shape, "pts"), "xy")]
                box = around([box[:2], box[2:], *((x + p[0], y + p[1]) for p in points)])
        hole = numbers(first(node, "drill"))
        on = words(first(node, "layers"))
        layers = (0, 1) if "*.Cu" in on or hole else (0,) if "F.Cu" in on else ()
        if not layers:
            continue
        name = str(node[1])
        px, py = turned(x, y, item.turn)
        at = origin(item)
        made.append(
            Pad(
                item.ref,
                name,
                item.nets.get(name, ""),
                px + at[0],
                py + at[1],
                _moved(item, box),
                hole[0] if hole else 0.0,
                layers,
            )
        )
    return made


def silk(item: Item) -> list[Box]:
    """The boxes of a part's silkscreen lines, on the board; a rectangle counts as four lines."""
    made: list[Box] = []
    for text in every(load(item.footprint), "fp_text"):
        if _on(text, "F.SilkS"):
            x, y = numbers(first(text, "at"))[:2]
            half = len(str(text[2])) / 2
            made.append((x - half, y - 0.6, x + half, y + 0.6))
    for kind in _DRAWN:
        for drawn in every(load(item.footprint), kind):
            if not _on(drawn, "F.SilkS"):
                continue
            points = _points(drawn)
            if kind == "fp_rect":
                (a, b), (c, d) = points
                made += [(a, b, c, b), (a, d, c, d), (a, b, a, d), (c, b, c, d)]
            else:
                made.append(around(points))
    return [_moved(item, around([box[:2], box[2:]])) for box in made]


def keepouts(item: Item) -> list[Box]:
    """Where a part allows no copper under itself."""
    made = []
    for zone in every(load(item.footprint), "zone"):
        if words(first(first(zone, "keepout"), "tracks")) == ["tracks", "not_allowed"]:
            corners = map(numbers, every(first(first(zone, "polygon"), "pts"), "xy"))
            made.append(_moved(item, around([(p[0], p[1]) for p in corners])))
    return made
