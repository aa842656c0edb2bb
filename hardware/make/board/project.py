"""The project file of KiCad: the rules that its checks hold the board to, and the libraries."""

from __future__ import annotations

import json
from typing import Any

from hardware.make.board.plan import Plan, heavy_width
from hardware.make.source import Source

SYMBOLS = (
    '(sym_lib_table\n\t(version 7)\n\t(lib (name "tower")(type "KiCad")'
    '(uri "${KIPRJMOD}/tower.kicad_sym")(options "")(descr "the carrier board\'s symbols"))\n)\n'
)
"""The table that leads from the schematic to its symbols."""


def text(source: Source, plan: Plan) -> str:
    """The project: rules at least as strict as KiCad's own, and the widths of power nets."""
    rules = plan.rules
    settings: dict[str, Any] = {
        "rules": {
            "min_clearance": 0.2,
            "min_track_width": 0.25,
            "min_via_diameter": 0.6,
            "min_through_hole_diameter": 0.3,
            "min_via_annular_width": 0.15,
            "min_hole_clearance": 0.25,
            "min_hole_to_hole": 0.5,
            "min_copper_edge_clearance": rules.edge,
            "min_text_height": 0.8,
            "min_text_thickness": 0.1,
            "min_silk_clearance": 0.0,
            "min_resolved_spokes": 2,
            "solder_mask_to_copper_clearance": 0.0,
        }
    }
    classes = [_net_class("Default", rules.track, plan)]
    patterns = []
    for width in sorted({heavy_width(source, plan, heavy) for heavy in plan.heavy}):
        name = f"power {width:g} mm"
        classes.append(_net_class(name, width, plan))
        patterns += [
            {"netclass": name, "pattern": heavy.net}
            for heavy in plan.heavy
            if heavy_width(source, plan, heavy) == width
        ]
    project = {
        "board": {"design_settings": settings},
        "meta": {"filename": "tower.kicad_pro", "version": 3},
        "net_settings": {
            "classes": classes,
            "meta": {"version": 4},
            "netclass_patterns": patterns,
        },
    }
    return json.dumps(project, indent=2) + "\n"


def _net_class(name: str, width: float, plan: Plan) -> dict[str, Any]:
    return {
        "name": name,
        "clearance": plan.rules.clearance,
        "track_width": width,
        "via_diameter": plan.rules.via,
        "via_drill": plan.rules.via_hole,
        "priority": 2147483647 if name == "Default" else 0,
    }
