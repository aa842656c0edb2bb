"""The wiring diagram: cables and connectors as WireViz reads them, drawn by Graphviz."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import msgspec

from hardware.make.source import Cable, Source

FONT = "DejaVu Sans"
"""Wide: where it is missing, what is shown instead still fits the boxes."""


def plan(source: Source) -> dict[str, Any]:
    """What WireViz is told: connectors, cables, and which wire goes where."""
    connectors: dict[str, Any] = {}
    cables: dict[str, Any] = {}
    connections = []
    for cable in source.cables:
        wires = [wire.split() for wire in cable.wires]
        start, legs = _start(source, cable, wires, connectors)
        part = source.part(cable.to)
        pins = part.legs()
        connectors[cable.to] = {
            "type": _short(part.name),
            "pins": [int(pin.number) for pin in pins],
            "pinlabels": [pin.name for pin in pins],
        }
        cables[cable.ref] = {
            "length": cable.mm / 1000,
            "gauge": f"{cable.mm2:g} mm2",
            "wirecount": len(wires),
            "colors": [colour for _, colour, _ in wires],
            "wirelabels": [net for net, _, _ in wires],
        }
        connections.append(
            [
                {start: legs},
                {cable.ref: list(range(1, len(wires) + 1))},
                {cable.to: [int(pin) for _, _, pin in wires]},
            ]
        )
    return {
        "options": {"fontname": FONT},
        "connectors": connectors,
        "cables": cables,
        "connections": connections[::-1],  # Graphviz stacks them from below
    }


def _short(name: str) -> str:
    return name.partition(",")[0].partition(" (")[0].partition(" with ")[0]


def _start(
    source: Source, cable: Cable, wires: list[list[str]], connectors: dict[str, Any]
) -> tuple[str, list[int]]:
    if cable.source:
        # From part to part: the pin of the first part that is on the same net.
        joins = {net.name: net.joins for net in source.nets}
        legs = [
            int(join.partition(".")[2])
            for net, _, _ in wires
            for join in joins[net]
            if join.startswith(f"{cable.source}.")
        ]
        return cable.source, legs
    name = f"X{cable.ref[1:]}"
    connectors[name] = {
        "type": "on the board",
        "pins": list(range(1, len(wires) + 1)),
        "pinlabels": [net for net, _, _ in wires],
    }
    return name, list(range(1, len(wires) + 1))


def text(source: Source) -> str:
    """The plan as a file for WireViz (JSON is YAML, too)."""
    return msgspec.json.format(msgspec.json.encode(plan(source)), indent=1).decode() + "\n"


def draw(source: Source) -> str:
    """The plan as a picture, without anything that tells when or with which version."""
    from wireviz.wireviz import parse  # type: ignore[import-untyped]

    harness = parse(plan(source), return_types="harness")
    made = subprocess.run(
        ["dot", "-Tsvg"],  # noqa: S607 - Graphviz, wherever it is installed
        input=harness.graph.source,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return re.sub(r"<!--.*?-->\n?", "", made, flags=re.DOTALL)


def labels(svg: str) -> list[str]:
    """Every word of a drawing, sorted: what must agree where fonts, and so places, differ."""
    return sorted(re.findall(r"<text[^>]*>([^<]+)</text>", svg))
