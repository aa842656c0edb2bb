"""The parts as boxes in the tower: to see that the board with everything on it has room."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import trimesh

from hardware.make.board.plan import Plan
from hardware.make.source import Source

Corner = tuple[float, float, float]
THICK = 1.6
PLUG = (11.5, 7.0, 30.0)
"""A micro-USB plug with its sleeve and the first bend of its cable: wide, thick, long."""
_MATED = 10.5
"""A JST-XH plug on its header, with the bend of its wires."""


def measured(model: Path) -> dict[str, tuple[Corner, Corner]]:
    """Each part's two corners, from KiCad's model: mm from the face's lower left corner."""
    scene: Any = trimesh.load(model)
    found: dict[str, tuple[Corner, Corner]] = {}
    parents = scene.graph.transforms.parents
    for name in scene.graph.nodes_geometry:
        part = name
        while parents.get(parents.get(part)) not in (None, "world"):
            part = parents[part]
        matrix, geometry = scene.graph[name]
        points = trimesh.transform_points(scene.geometry[geometry].vertices, matrix) * 1000
        # The model's y points away from the board and counts from its back, its z downwards.
        x, y, z = points[:, 0], -points[:, 2], points[:, 1] - THICK
        low = (float(x.min()), float(y.min()), float(z.min()))
        tall = (float(x.max()), float(y.max()), float(z.max()))
        if part in found:
            low = tuple(map(min, low, found[part][0]))  # type: ignore[assignment]
            tall = tuple(map(max, tall, found[part][1]))  # type: ignore[assignment]
        found[part] = (low, tall)
    return found


def text(plan: Plan, found: dict[str, tuple[Corner, Corner]]) -> str:
    """The boxes as a file, in tenths of a millimetre's precision."""
    rows = {}
    for ref, (low, tall) in sorted(found.items()):
        height = max(tall[2], plan.heights.get(ref, 0), _MATED if ref[0] == "X" else 0)
        rows[ref] = [[round(v, 1) for v in low], [round(v, 1) for v in (*tall[:2], height)]]
    lines = (f" {json.dumps(ref)}: {json.dumps(box)}" for ref, box in rows.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def blocks(source: Source, boxes: dict[str, list[list[float]]]) -> dict[str, Any]:
    """The board and each part on it as triangles, in their places in the tower."""
    left, low = source.board["corner"]
    wide, high = source.board["size"]
    back = source.box["depth"] - source.box["wall"] - source.board["post"]
    front = back - THICK
    made = {"carrier board": _block((left, front, low), (left + wide, back, low + high))}
    for ref, ((x0, y0, z0), (x1, y1, z1)) in boxes.items():
        # What is nearer to the board's back than its face are legs, 2 mm of them below.
        made[ref] = _block((left + x0, front - z1, low + y0), (left + x1, front, low + y1))
        if z0 < -THICK:
            made[f"legs of {ref}"] = _block(
                (left + x0, back, low + y0), (left + x1, back - THICK - z0, low + y1)
            )
    (x0, y0, _), (x1, _, z1) = boxes["U1"]
    middle = left + (x0 + x1) / 2
    made["USB plug"] = _block(
        (middle - PLUG[0] / 2, front - z1 - 1, low + y0 - PLUG[2]),
        (middle + PLUG[0] / 2, front - z1 - 1 + PLUG[1], low + y0),
    )
    return made


def _block(low: Corner, high: Corner) -> Any:
    return trimesh.creation.box(bounds=[low, high]).triangles
