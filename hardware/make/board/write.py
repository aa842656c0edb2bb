"""The board as a file of KiCad's: outline, parts with their nets, tracks, pours and words."""

from __future__ import annotations

import copy
from math import cos, pi, sin

from msgspec import structs

from hardware.make.board import footprints
from hardware.make.board.footprints import identity, load
from hardware.make.board.labels import Label, lines
from hardware.make.board.layout import HEAD, Layout
from hardware.make.board.plan import GROUND, Item, Plan
from hardware.make.board.sexpr import Node, Quoted, every, first, number, numbers, write
from hardware.make.board.symbols import symbol
from hardware.make.source import Source

ORIGIN = (100.0, 60.0)
"""Where the board's upper left corner lies on KiCad's sheet."""
SHEET = "tower.kicad_sch"
_LAYERS = (
    ("0", "F.Cu", "signal"),
    ("2", "B.Cu", "signal"),
    ("9", "F.Adhes", "user"),
    ("11", "B.Adhes", "user"),
    ("13", "F.Paste", "user"),
    ("15", "B.Paste", "user"),
    ("5", "F.SilkS", "user"),
    ("7", "B.SilkS", "user"),
    ("1", "F.Mask", "user"),
    ("3", "B.Mask", "user"),
    ("25", "Edge.Cuts", "user"),
    ("27", "Margin", "user"),
    ("31", "F.CrtYd", "user"),
    ("29", "B.CrtYd", "user"),
    ("35", "F.Fab", "user"),
    ("33", "B.Fab", "user"),
)
_COPPER = ("F.Cu", "B.Cu")


def text(source: Source, plan: Plan, layout: Layout, labels: list[Label]) -> str:
    """The file, its pours not yet filled."""
    placed = [_closed_off(source, item) for item in layout.items]
    named = {net for item in placed for net in item.nets.values()}
    nets = {name: place for place, name in enumerate(sorted(named), 1)}
    wide, high = layout.size
    node: Node = [
        "kicad_pcb",
        ["version", "20241229"],
        ["generator", Quoted("pcbnew")],
        ["generator_version", Quoted("9.0")],
        ["general", ["thickness", "1.6"], ["legacy_teardrops", "no"]],
        ["paper", Quoted("A4")],
        _title(source, plan),
        ["layers", *([key, Quoted(name), kind] for key, name, kind in _LAYERS)],
        [
            "setup",
            ["pad_to_mask_clearance", "0"],
            ["allow_soldermask_bridges_in_footprints", "no"],
            ["tenting", "front", "back"],
            ["aux_axis_origin", *_at(0, high)],
            ["grid_origin", *_at(0, high)],
        ],
        ["net", "0", Quoted("")],
        *(["net", str(place), Quoted(name)] for name, place in nets.items()),
    ]
    names = {label.ref: label for label in labels if label.ref}
    node += [_footprint(item, names.get(item.ref), nets) for item in placed]
    node += [_footprint(hole, None, nets) for hole in layout.holes]
    node += _outline(wide, high)
    node += [_words(label) for label in labels if not label.ref]
    node += [_line(place, line) for place, line in enumerate(lines(plan))]
    node += _copper(plan, layout, nets)
    node += [_pour(plan, layout, nets, layer) for layer in _COPPER]
    node += [_closed(hole) for hole in layout.holes]
    return write(node) + "\n"


def _title(source: Source, plan: Plan) -> Node:
    return [
        "title_block",
        ["title", Quoted(plan.name)],
        ["rev", Quoted(str(source.revision))],
        ["comment", "1", Quoted(f"Licence: {plan.licence}")],
        ["comment", "2", Quoted("Made from tower.toml and board.toml; change it there")],
    ]


def _at(x: float, y: float) -> tuple[str, str]:
    return number(ORIGIN[0] + x), number(ORIGIN[1] + y)


def _closed_off(source: Source, item: Item) -> Item:
    # KiCad gives each pin that stays open a net of its own, named like this.
    alone = {
        pin.number: f"unconnected-({item.ref}-{pin.name}-Pad{pin.number})"
        for pin in symbol(source, item).pins
        if pin.number not in item.nets
    }
    return structs.replace(item, nets=item.nets | alone)


def _uuid(*names: object) -> Node:
    return ["uuid", Quoted(identity(*names))]


def _footprint(item: Item, label: Label | None, nets: dict[str, int]) -> Node:
    library = copy.deepcopy(load(item.footprint))
    have = {str(part[1]) for part in every(library, "property")}
    # What is missing KiCad adds, under a name of its own each time.
    for key in ("Datasheet", "Description"):
        if key not in have:
            library.append(["property", Quoted(key), Quoted(""), ["at", "0", "0", "0"],
                            ["layer", Quoted("F.Fab")], ["hide", "yes"], _font(1.27)])  # fmt: skip
    made: Node = ["footprint", Quoted(item.footprint), ["layer", Quoted("F.Cu")]]
    made += [_uuid(item.ref), ["at", *_at(*footprints.origin(item)), str(item.turn)]]
    count = 0
    for part in library[2:]:
        if not isinstance(part, list) or part[0] in (
            "version", "generator", "generator_version", "layer",
        ):  # fmt: skip
            continue
        count += 1
        part[:] = [each for each in part if not (isinstance(each, list) and each[0] == "uuid")]
        if part[0] == "property":
            _property(part, item, label)
        elif part[0] == "attr":
            _attributes(part, item)
        elif part[0] in ("pad", "fp_text"):
            _turn(part, item.turn)
        elif part[0] == "zone":
            _zone_moved(part, item)
        if part[0] == "pad" and (net := item.nets.get(str(part[1]), "")):
            part.append(["net", str(nets[net]), Quoted(net)])
        if part[0] in ("property", "pad", "fp_text", "zone") or str(part[0]).startswith("fp_"):
            part.append(_uuid(item.ref, count))
        made.append(part)
    if item.kind != "hole":
        made += [["path", Quoted(f"/{identity('symbol', item.ref)}")]]
        made += [["sheetname", Quoted("/")], ["sheetfile", Quoted(SHEET)]]
    return made


def _turn(part: Node, turn: int) -> None:
    at = first(part, "at")
    x, y, *own = numbers(at)
    at[:] = ["at", number(x), number(y), number(((own[0] if own else 0) + turn) % 360)]


def _property(part: Node, item: Item, label: Label | None) -> None:
    if part[1] == "Reference":
        part[2] = Quoted(item.ref)
        if label is None:
            part.append(["hide", "yes"])
        else:
            ox, oy = footprints.origin(item)
            x, y = footprints.unturned(label.x - ox, label.y - oy, item.turn)
            part[:] = ["property", Quoted("Reference"), Quoted(item.ref)]
            part += [["at", number(x), number(y), str(label.turn)], ["layer", Quoted("F.SilkS")]]
            part.append(_font(label.size))
            return
    elif part[1] == "Value":
        part[2] = Quoted(item.value)
    _turn(part, item.turn)


def _attributes(part: Node, item: Item) -> None:
    if item.kind == "hole":
        part[:] = ["attr", "board_only", "exclude_from_pos_files", "exclude_from_bom"]
    elif item.instead and "dnp" not in part:
        part.append("dnp")


def _zone_moved(part: Node, item: Item) -> None:
    # On a board a zone's corners are counted from the sheet, even in a footprint.
    ox, oy = footprints.origin(item)
    for xy in every(first(first(part, "polygon"), "pts"), "xy"):
        px, py = numbers(xy)
        x, y = footprints.turned(px, py, item.turn)
        xy[:] = ["xy", *_at(x + ox, y + oy)]


def _font(size: float, justify: tuple[str, ...] = ()) -> Node:
    font: Node = ["font", ["size", number(size), number(size)], ["thickness", number(size * 0.15)]]
    return ["effects", font, *([["justify", *justify]] if justify else [])]


def _words(label: Label) -> Node:
    made: Node = ["gr_text", Quoted(label.text), ["at", *_at(label.x, label.y), str(label.turn)]]
    layer, mirrored = ("F.SilkS", ()) if label.front else ("B.SilkS", ("mirror",))
    made += [["layer", Quoted(layer)], _uuid("text", label.text, label.x, label.y)]
    return [*made, _font(label.size, mirrored)]


def _line(place: int, line: tuple[float, float, float, float]) -> Node:
    stroke: Node = ["stroke", ["width", "0.15"], ["type", "dash"]]
    made: Node = ["gr_line", ["start", *_at(*line[:2])], ["end", *_at(*line[2:])], stroke]
    return [*made, ["layer", Quoted("F.SilkS")], _uuid("line", place)]


def _outline(wide: float, high: float) -> list[Node]:
    # Straight sides and corners of two millimetres' radius, which no enclosure or finger minds.
    r = 2.0
    d = r * (1 - 0.5**0.5)
    sides = [
        (r, 0, wide - r, 0),
        (wide, r, wide, high - r),
        (wide - r, high, r, high),
        (0, high - r, 0, r),
    ]
    corners = [
        ((wide - r, 0), (wide - d, d), (wide, r)),
        ((wide, high - r), (wide - d, high - d), (wide - r, high)),
        ((r, high), (d, high - d), (0, high - r)),
        ((0, r), (d, d), (r, 0)),
    ]
    stroke: Node = ["stroke", ["width", "0.1"], ["type", "default"]]
    made: list[Node] = []
    for place, (ax, ay, bx, by) in enumerate(sides):
        made.append(
            ["gr_line", ["start", *_at(ax, ay)], ["end", *_at(bx, by)], stroke,
             ["layer", Quoted("Edge.Cuts")], _uuid("side", place)]
        )  # fmt: skip
    for place, (start, mid, end) in enumerate(corners):
        made.append(
            ["gr_arc", ["start", *_at(*start)], ["mid", *_at(*mid)], ["end", *_at(*end)], stroke,
             ["layer", Quoted("Edge.Cuts")], _uuid("corner", place)]
        )  # fmt: skip
    return made


def _copper(plan: Plan, layout: Layout, nets: dict[str, int]) -> list[Node]:
    made: list[Node] = []
    holes: set[tuple[str, float, float]] = set()
    for path in layout.paths:
        for a, b in zip(path.points, path.points[1:], strict=False):
            if a[0] != b[0]:
                if (path.net, a[1], a[2]) not in holes:
                    holes.add((path.net, a[1], a[2]))
                    made.append(_via(plan, nets[path.net], a[1], a[2]))
                continue
            made.append(
                ["segment", ["start", *_at(a[1], a[2])], ["end", *_at(b[1], b[2])],
                 ["width", number(path.width)], ["layer", Quoted(_COPPER[a[0]])],
                 ["net", str(nets[path.net])], _uuid("track", path.net, *a, *b)]
            )  # fmt: skip
    return made + [_via(plan, nets[GROUND], x, y) for x, y in layout.vias]


def _via(plan: Plan, net: int, x: float, y: float) -> Node:
    return [
        "via", ["at", *_at(x, y)], ["size", number(plan.rules.via)],
        ["drill", number(plan.rules.via_hole)], ["layers", Quoted("F.Cu"), Quoted("B.Cu")],
        ["net", str(net)], _uuid("via", x, y),
    ]  # fmt: skip


def _pour(plan: Plan, layout: Layout, nets: dict[str, int], layer: str) -> Node:
    rules, (wide, high) = plan.rules, layout.size
    e = rules.edge
    corners = [(e, e), (wide - e, e), (wide - e, high - e), (e, high - e)]
    return [
        "zone", ["net", str(nets[GROUND])], ["net_name", Quoted(GROUND)],
        ["layer", Quoted(layer)], _uuid("pour", layer), ["name", Quoted(f"ground {layer}")],
        ["hatch", "edge", "0.5"],
        ["connect_pads", ["clearance", number(rules.pour_clearance)]],
        ["min_thickness", "0.25"], ["filled_areas_thickness", "no"],
        ["fill", "yes", ["thermal_gap", "0.4"], ["thermal_bridge_width", "0.8"],
         ["island_removal_mode", "0"]],
        ["polygon", ["pts", *(["xy", *_at(x, y)] for x, y in corners)]],
    ]  # fmt: skip


def _closed(hole: Item) -> Node:
    ring = [(hole.x + HEAD * cos(k * pi / 12), hole.y + HEAD * sin(k * pi / 12)) for k in range(24)]
    return [
        "zone", ["net", "0"], ["net_name", Quoted("")],
        ["layers", Quoted("F.Cu"), Quoted("B.Cu")], _uuid("closed", hole.ref),
        ["name", Quoted(f"screw {hole.ref}")], ["hatch", "edge", "0.5"],
        ["connect_pads", ["clearance", "0"]], ["min_thickness", "0.25"],
        ["filled_areas_thickness", "no"],
        ["keepout", ["tracks", "not_allowed"], ["vias", "not_allowed"], ["pads", "allowed"],
         ["copperpour", "not_allowed"], ["footprints", "allowed"]],
        ["fill", ["thermal_gap", "0.5"], ["thermal_bridge_width", "0.5"]],
        ["polygon", ["pts", *(["xy", *_at(x, y)] for x, y in ring)]],
    ]  # fmt: skip
