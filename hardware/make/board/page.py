"""The board's page and its list of parts, for people."""

from __future__ import annotations

import csv
import io

from hardware.make.board.plan import Item, Plan, current, heavy_width, items, width
from hardware.make.source import Source
from hardware.make.tables import MARK, markdown

_COPPER = 1.72e-8  # ohm metres


def rows(source: Source, plan: Plan) -> list[tuple[str, ...]]:
    """Refs, count, what it is, number, footprint, and whether it is needed."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for item in items(source, plan):
        if item.kind == "point":
            continue
        what, part = _bought(source, item)
        key = (what, part, item.footprint, _needed(source, item))
        alike.setdefault(key, []).append(item.ref)
    return [
        (" ".join(refs), str(len(refs)), what, part, footprint, needed)
        for (what, part, footprint, needed), refs in alike.items()
    ]


def _bought(source: Source, item: Item) -> tuple[str, str]:
    for part in source.parts:
        if part.ref == item.ref.removesuffix("B"):
            name = part.name.partition(" on a ")[0] if item.instead else part.name
            return name, part.number
    if item.ref[0] == "X":
        return f"JST-XH header, {len(item.nets)} pins, upright", f"B{len(item.nets)}B-XH-A"
    if item.kind.startswith("header"):
        return f"pin header, {len(item.nets)} pins", ""
    return item.value, item.value if item.ref[0] in "QD" else ""


def _needed(source: Source, item: Item) -> str:
    if item.instead:
        return f"instead of {item.ref[:-1]} on its adapter"
    parts = {part.ref: part for part in source.parts}
    if item.ref in parts:
        return "optional" if parts[item.ref].optional else "yes"
    return "yes" if item.ref[0] == "X" else "noise corner"


_HEAD = ("refs", "count", "part", "number", "KiCad footprint", "needed")


def parts_csv(source: Source, plan: Plan) -> str:
    """The parts as a spreadsheet reads them."""
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows([_HEAD, *rows(source, plan)])
    return sheet.getvalue()


def text(source: Source, plan: Plan) -> str:
    """The page."""
    rules, (wide, high) = plan.rules, source.board["size"]
    widths = []
    for heavy in plan.heavy:
        amperes, drawn = current(source, heavy.carries), heavy_width(source, plan, heavy)
        # What a track of ten centimetres loses, in millivolts.
        lost = _COPPER * 0.1 / (drawn * rules.copper_um * 1e-9) * amperes * 1000
        widths.append(
            (
                f"`{heavy.net}`",
                f"{amperes:g} A ({heavy.carries})",
                f"{width(amperes, rules):.2f} mm",
                f"**{drawn:g} mm**",
                f"{lost:.0f} mV",
                ", ".join(heavy.pads),
            )
        )
    bought = [row[:4] + row[5:] for row in rows(source, plan)]
    return (
        f"<!-- {MARK} -->\n# The carrier board\n\n"
        f"{wide} by {high} mm, two layers, revision {source.revision}, {plan.licence}."
        " Placement: [board.toml](../board.toml); nets, values and currents:"
        " [tower.toml](../tower.toml).\n\n"
        "| parts' side | solder side |\n| --- | --- |\n"
        "| ![the parts' side](top.png) | ![the solder side](bottom.png) |\n\n"
        "**Nobody has ordered one yet.** KiCad's checks find nothing ([electrical rules](erc.rpt),"
        " [copper rules and agreement with the schematic](drc.rpt), warnings included), and an"
        " independent program reads the Gerber files as the same board. Nothing was etched,"
        " soldered or measured.\n\n## Files\n\n"
        + markdown(
            ("file", "what it is"),
            [
                (
                    "[tower-fabrication.zip](tower-fabrication.zip)",
                    "Gerber and drill files, and"
                    " the parts' positions: this is what a factory wants",
                ),
                ("[parts.csv](parts.csv)", "parts with their footprints"),
                (
                    "[interactive.html](interactive.html)",
                    "click a part, see where it goes; tick off what is soldered",
                ),
                ("[schematic.pdf](schematic.pdf)", "the circuit on one sheet"),
                (
                    "[tower.kicad_pro](tower.kicad_pro)",
                    "the KiCad 9 project, with"
                    " [schematic](tower.kicad_sch), [board](tower.kicad_pcb),"
                    " [symbols](tower.kicad_sym) and [their table](sym-lib-table)",
                ),
                ("[tower-step.zip](tower-step.zip)", "the board with its parts as a solid"),
                (
                    "[bodies.json](bodies.json)",
                    "each part as a box, millimetres from the lower"
                    " left corner; the test for collisions reads it",
                ),
                (
                    "[inputs.json](inputs.json)",
                    "everything that the two TOML files say about the board; `make check` compares",
                ),
            ],
        )
        + "\n## Settings to order with\n\n"
        + markdown(
            ("setting", "choose"),
            [
                ("layers, thickness", "2, 1.6 mm"),
                ("copper", f"{rules.copper_um:g} µm (1 oz)"),
                (
                    "smallest track, gap, hole",
                    f"{rules.track:g} mm, {rules.clearance:g} mm,"
                    f" {rules.via_hole:g} mm: the cheapest class everywhere",
                ),
                ("surface", "lead-free HASL will do"),
                ("panel, stencil, assembly", "none"),
            ],
        )
        + "\n## Tracks that carry power\n\n"
        f"Widths by IPC-2221 for outer layers, `I = 0.048 · ΔT^0.44 · A^0.725` (A in square mils),"
        f" for {rules.warmer:g} K and {rules.copper_um:g} µm of copper, rounded up to a tenth of a"
        f" millimetre and never below {rules.power:g} mm. *psu* and *usb* are the supplies of"
        " tower.toml, *loads* is what is always drawn. The last but one column is what ten"
        " centimetres of such a track lose. Tracks of the big supply have no vias: they change"
        " sides at parts' legs only. Ground is poured on both sides and stitched by vias every few"
        " millimetres.\n\n"
        + markdown(("net", "current", "computed", "drawn", "10 cm lose", "between"), widths)
        + "\n## Rules\n\nKiCad's own limits are kept or tightened"
        f" ([project](tower.kicad_pro)): gap {rules.clearance:g} mm, copper {rules.edge:g} mm from"
        " the edge, two spokes at least from a pour to a pad. No check is switched off, no finding"
        " is excused.\n\n"
        "## Parts\n\nTest points are bare pads. Of Q1 and Q6, either the adapter's header or the"
        " bare transistor (Q1B, Q6B) is soldered.\n\n"
        + markdown(
            ("refs", "count", "part", "number", "needed"),
            [[cell or "-" for cell in row] for row in bought],
        )
    )
