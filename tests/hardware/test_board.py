"""The carrier board that is shipped: the source's nets, wide enough copper, room in the tower."""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from math import hypot

import numpy as np
import pytest
from msgspec import structs

from hardware.make import fittings, mesh
from hardware.make.board import bodies, layout, plan, route
from hardware.make.board.footprints import Pad
from hardware.make.board.make import SLOW, inputs
from hardware.make.board.sexpr import every, first, numbers, parse
from hardware.make.enclosure import placed, unpack
from hardware.make.source import SOURCE as TOWER
from hardware.make.source import SourceError, read
from hardware.make.source import parse as parse_source
from hardware.make.works import MADE, ROOT
from tests.hardware import carrier
from tests.hardware.carrier import BOARD, Point

SOURCE, PLAN = read(), plan.read()
TEXT = TOWER.read_text(encoding="utf-8")


def wanted() -> dict[str, set[str]]:
    """Pads by net, from tower.toml's joins: cables end in headers, other joins are on the board."""
    away = {cable.to for cable in SOURCE.cables}
    nets = {
        net.name: {join for join in net.joins if join.partition(".")[0] not in away}
        for net in SOURCE.nets
    }
    for cable in SOURCE.cables:
        if not cable.source:
            for number, wire in enumerate(cable.wires, 1):
                nets[wire.split()[0]].add(f"X{cable.ref[1:]}.{number}")
    return {net: joins for net, joins in nets.items() if joins}


def has_every_join(seen: dict[str, set[str]]) -> None:
    own = {part.ref for part in SOURCE.parts} | {f"X{cable.ref[1:]}" for cable in SOURCE.cables}
    for net, joins in wanted().items():
        on_net = {join for join in seen[net] if join.partition(".")[0] in own}
        extra = {join for join in on_net - joins if join.partition(".")[0] != "U1"}
        assert joins <= on_net, net
        assert extra == set(), net
    assert {join for join in seen["GND"] if join.startswith("U1.")} == {
        f"U1.{leg}" for leg in (3, 8, 13, 18, 23, 28, 33, 38)
    }
    for ref, _, nets in SOURCE.noise_board.split():
        assert {net for net, joins in seen.items() for j in joins if j.startswith(f"{ref}.")} == {
            net for net in nets if net != "-"
        }


def by_net(pairs: list[tuple[str, str]]) -> dict[str, set[str]]:
    nets: dict[str, set[str]] = {}
    for net, join in pairs:
        if net and not net.startswith("unconnected-"):
            nets.setdefault(net, set()).add(join)
    return nets


def test_every_pad_of_the_board_is_on_the_net_that_the_source_says() -> None:
    has_every_join(by_net([(p["net"], f"{p['ref']}.{p['number']}") for p in carrier.pads()]))


def test_every_pin_of_the_kicad_schematic_is_on_the_net_that_the_source_says() -> None:
    sheet = parse((BOARD / "tower.kicad_sch").read_text(encoding="utf-8"))
    ends = {}
    for symbol in every(first(sheet, "lib_symbols"), "symbol"):
        pins = [pin for unit in every(symbol, "symbol") for pin in every(unit, "pin")]
        ends[symbol[1]] = [
            (str(first(pin, "number")[1]), *numbers(first(pin, "at"))[:2]) for pin in pins
        ]
    labels = {
        (round(x, 2), round(y, 2)): str(label[1])
        for label in every(sheet, "global_label")
        for x, y, _ in [numbers(first(label, "at"))]
    }
    pairs = []
    for part in every(sheet, "symbol"):
        x, y, _ = numbers(first(part, "at"))
        (ref,) = [str(p[2]) for p in every(part, "property") if p[1] == "Reference"]
        for number, px, py in ends[first(part, "lib_id")[1]]:
            net = labels.get((round(x + px, 2), round(y - py, 2)), "")
            pairs.append((net, f"{ref}.{number}"))
    has_every_join(by_net(pairs))


def test_both_checks_of_kicad_found_nothing_and_left_nothing_out() -> None:
    electrical = (BOARD / "erc.rpt").read_text(encoding="utf-8")
    copper = (BOARD / "drc.rpt").read_text(encoding="utf-8")
    assert "Errors, Warnings, Exclusions" in electrical
    assert "ERC messages: 0  Errors 0  Warnings 0" in electrical
    assert "Errors, Warnings, Exclusions" in copper
    for what in ("DRC violations", "unconnected pads", "Footprint errors"):
        assert re.search(rf"Found 0 {what}", copper), what
    project = json.loads((BOARD / "tower.kicad_pro").read_text(encoding="utf-8"))
    assert "rule_severities" not in project["board"]["design_settings"]
    assert "drc_exclusions" not in project["board"]["design_settings"]
    assert "erc" not in project


def groups(links: list[tuple[object, object]]) -> dict[object, object]:
    """Which things hang together, by the representative of each."""
    root: dict[object, object] = {}

    def find(thing: object) -> object:
        while root.setdefault(thing, thing) != thing:
            thing = root[thing]
        return thing

    for one, two in links:
        root[find(one)] = find(two)
    return {thing: find(thing) for thing in root}


def near(one: Point, two: Point) -> bool:
    return hypot(one[0] - two[0], one[1] - two[1]) < 0.01


def on(track: tuple[str, Point, Point], point: Point) -> bool:
    """Whether a track runs through a point."""
    _, start, end = track
    whole = hypot(end[0] - start[0], end[1] - start[1])
    parts = sum(hypot(point[0] - x, point[1] - y) for x, y in (start, end))
    return parts - whole < 1e-4


@pytest.mark.parametrize("heavy", PLAN.heavy, ids=lambda heavy: heavy.net)
def test_power_flows_through_tracks_as_wide_as_its_current_wants(heavy: plan.Heavy) -> None:
    needed = plan.width(plan.current(SOURCE, heavy.carries), PLAN.rules)
    wide = [
        (layer, start, end)
        for net, layer, width, start, end in carrier.tracks()
        if net == heavy.net and width >= needed
    ]
    ends = {(layer, end) for layer, *both in wide for end in both}
    links: list[tuple[object, object]] = []
    for track in wide:
        links += [(track, end) for end in ends if end[0] == track[0] and on(track, end[1])]
    for pad in carrier.pads():
        name = f"{pad['ref']}.{pad['number']}"
        layers = ("F.Cu", "B.Cu") if pad["hole"] else ("F.Cu",)
        links.append((name, name))
        links += [(name, end) for end in ends if end[0] in layers and near(end[1], pad["at"])]
    if heavy.carries != "psu":  # where a via carries enough
        for _, at, _, _ in carrier.vias():
            links += [(at, end) for end in ends if near(end[1], at)]
    found = groups(links)
    assert len({found[pad] for pad in heavy.pads}) == 1


def test_the_width_for_three_amperes_is_the_one_that_tables_of_ipc_2221_give() -> None:
    # 10 K, 35 µm, an outer layer: the calculators say 1.37 mm.
    rules = PLAN.rules
    assert (rules.warmer, rules.copper_um) == (10, 35)
    assert plan.width(3.0, rules) == pytest.approx(1.37, abs=0.01)
    assert all(
        plan.heavy_width(SOURCE, PLAN, heavy)
        >= plan.width(plan.current(SOURCE, heavy.carries), rules)
        for heavy in PLAN.heavy
    )


def test_the_mounting_holes_lie_over_the_posts_of_the_back() -> None:
    back = placed("back", unpack((ROOT / MADE / "back.stl").read_bytes()))
    left, low = SOURCE.board["corner"]
    middle = SOURCE.box["depth"] - SOURCE.box["wall"] - SOURCE.board["post"] / 2
    holes = [pad for pad in carrier.pads() if not pad["plated"]]
    assert len(holes) == 4
    for hole in holes:
        x, y = carrier.plotted(*hole["at"])
        at = (left + x, low + y)
        assert hole["hole"] == 2.7
        inside = [(at[0], middle, at[1])]
        around = [(at[0] + dx, middle, at[1] + dy) for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2))]
        assert mesh.contains(back, inside + around) == [False, True, True, True, True]


def test_the_board_with_everything_on_it_has_room_in_the_tower() -> None:
    boxes = json.loads((BOARD / "bodies.json").read_text(encoding="utf-8"))
    on_board = bodies.blocks(SOURCE, boxes)
    prints = {
        part: placed(part, unpack((ROOT / MADE / f"{part}.stl").read_bytes()))
        for part in ("back", "body", "shaft", "lid", "keeper")
    }
    bought = fittings.blocks(SOURCE)
    others = prints | {name: bought[name] for name in ("button", "receiver", "panel right")}
    clashes = [
        f"{one} and {two} share {shared:.1f} mm3"
        for one in on_board
        for two in others
        if (shared := mesh.overlap(on_board[one], others[two])) > 0.1
    ]
    assert clashes == []
    # Moved into the shaft, a header is found there.
    assert mesh.overlap(on_board["X10"] + np.array([-30.0, 0, 0]), prints["shaft"]) > 1


def test_every_part_on_the_board_has_a_body_unless_it_is_flat() -> None:
    boxes = json.loads((BOARD / "bodies.json").read_text(encoding="utf-8"))
    flat = {"F1", "F2"} | {item.ref for item in plan.items(SOURCE, PLAN) if item.kind == "point"}
    assert {item.ref for item in plan.items(SOURCE, PLAN)} - flat <= set(boxes)
    assert max(high[2] for _, high in boxes.values()) < 25


def test_the_silkscreen_names_every_part_every_wire_version_and_licence() -> None:
    node = carrier.pcb()
    words = Counter(str(text[1]) for text in every(node, "gr_text"))
    for footprint in every(node, "footprint"):
        for text in every(footprint, "property"):
            if text[1] == "Reference" and "hide" not in [p[0] for p in text if isinstance(p, list)]:
                words[str(text[2])] += 1
    said = " ".join(words)
    for item in plan.items(SOURCE, PLAN):
        assert re.search(rf"\b{item.ref}\b", said) or (item.kind == "point" and item.value in words)
    for cable in SOURCE.cables:
        for wire in () if cable.source else cable.wires:
            assert SOURCE.pin(f"{cable.to}.{wire.split()[2]}").name in words
    assert f"rev {SOURCE.revision}" in words
    assert PLAN.licence in words


def test_a_changed_net_value_or_place_makes_the_board_stale() -> None:
    kept = (BOARD / "inputs.json").read_text(encoding="utf-8")
    assert inputs(SOURCE, PLAN) == kept
    for old, new in (('"330 Ω, 1/4 W"', '"470 Ω, 1/4 W"'), ("psu = 3000", "psu = 4000")):
        assert old in TEXT
        assert inputs(parse_source(TEXT.replace(old, new)), PLAN) != kept


def test_a_part_without_a_place_is_refused_by_name() -> None:
    fewer = tuple(text for text in PLAN.places if not text.startswith("R8 "))
    with pytest.raises(SourceError, match="no place for R8"):
        plan.items(SOURCE, structs.replace(PLAN, places=fewer))


def test_the_router_gives_the_same_tracks_twice_and_keeps_its_distance() -> None:
    def pad(ref: str, net: str, x: float, y: float) -> Pad:
        return Pad(ref, "1", net, x, y, (x - 0.8, y - 0.8, x + 0.8, y + 0.8), 0, (0,))

    # Two nets that cross, on one side and without vias: one has to go round the other.
    pads = [
        pad("A", "N", 3, 10),
        pad("B", "N", 17, 10),
        pad("C", "M", 10, 3),
        pad("D", "M", 10, 17),
    ]
    tasks = [
        route.Task("N", 1.4, (pads[0], pads[1]), vias=False),
        route.Task("M", 0.4, (pads[2], pads[3]), vias=False),
    ]
    one, two = (route.Router((20.0, 20.0), PLAN.rules, pads, []).route(tasks) for _ in range(2))
    assert one == two
    assert {path.net for path in one} == {"M", "N"}
    samples = {net: _along([p for p in one if p.net == net]) for net in ("M", "N")}
    gaps = [
        np.hypot(a[1] - b[1], a[2] - b[2])
        for a in samples["M"]
        for b in samples["N"]
        if a[0] == b[0]
    ]
    assert min(gaps) >= 0.7 + 0.2 + PLAN.rules.clearance


def _along(paths: list[route.Path]) -> list[tuple[int, float, float]]:
    return [
        (a[0], a[1] + (b[1] - a[1]) * k, a[2] + (b[2] - a[2]) * k)
        for path in paths
        for a, b in zip(path.points, path.points[1:], strict=False)
        for k in np.linspace(0, 1, 20)
    ]


def test_parts_that_share_a_place_are_refused() -> None:
    boxes = (0.0, 0.0, 2.0, 2.0), (1.0, 1.0, 3.0, 3.0), (2.5, 0.0, 4.0, 1.0)
    assert layout.overlap(boxes[0], boxes[1])
    assert not layout.overlap(boxes[0], boxes[2])


def test_the_board_ships_every_file_it_promises_and_no_moment_of_its_making() -> None:
    for name in SLOW:
        assert (BOARD / name).stat().st_size > 100, name
    for name in ("tower-fabrication.zip", "tower-step.zip"):
        with zipfile.ZipFile(BOARD / name) as pack:
            for entry in pack.infolist():
                assert entry.date_time == (2026, 1, 1, 0, 0, 0)
                content = pack.read(entry)
                assert not re.search(rb"20\d\d-(?!01-01)\d\d-\d\dT", content), entry.filename
    for name in ("erc.rpt", "drc.rpt", "tower.kicad_pcb", "tower.kicad_sch"):
        content = (BOARD / name).read_text(encoding="utf-8")
        assert not re.search(r"20\d\d-\d\d-\d\dT|/tmp/|/home/", content), name
