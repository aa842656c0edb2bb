"""The board's files: which there are, what they are made of, and making them with KiCad."""

from __future__ import annotations

import io
import json
import os
import shutil
from errno import ENOENT
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from hardware.make.board import bodies, kicad, labels, layout, page, project, sheet, write
from hardware.make.board.plan import Plan, heavy_width, items, read
from hardware.make.source import HARDWARE, Source

FOLDER = Path("hardware/board")
INTERACTIVE = HARDWARE.parent / "build" / "interactive-bom"
"""Where .ci/board-tools puts InteractiveHtmlBom."""
SLOW = (
    "tower.kicad_sch",
    "tower.kicad_sym",
    "tower.kicad_pcb",
    "erc.rpt",
    "drc.rpt",
    "tower-fabrication.zip",
    "tower-step.zip",
    "bodies.json",
    "interactive.html",
    "schematic.pdf",
    "top.png",
    "bottom.png",
)
_PROGRAMS = (
    *("bodies", "fill", "footprints", "kicad", "labels", "layout", "make", "route", "sexpr"),
    *("sheet", "symbols", "write"),
)
_MOMENT = 1767225600  # the first second of 2026, for everything that must have a date
_COLOURS = 96


def depends() -> tuple[Path, ...]:
    """What the slow files are made of."""
    programs = (Path(f"hardware/make/board/{name}.py") for name in _PROGRAMS)
    return (FOLDER / "inputs.json", FOLDER / "tower.kicad_pro", *programs)


def quick(source: Source) -> dict[Path, str]:
    """The files that need no KiCad."""
    plan = read()
    return {
        FOLDER / "inputs.json": inputs(source, plan),
        FOLDER / "tower.kicad_pro": project.text(source, plan),
        FOLDER / "sym-lib-table": project.SYMBOLS,
        FOLDER / "parts.csv": page.parts_csv(source, plan),
        FOLDER / "README.md": page.text(source, plan),
    }


def inputs(source: Source, plan: Plan) -> str:
    """What the two sources say about the board, one line a thing."""
    wide, high = source.board["size"]
    said: dict[str, Any] = {
        "revision": source.revision,
        "size": [wide, high, source.board["holes"]],
        "plan": {
            field: getattr(plan, field)
            for field in ("name", "licence", "rules", "words", "back_words", "lines", "flags")
        }
        | {"sheet": plan.sheet, "heights": plan.heights, "hole": plan.footprints["hole"]},
        "power": [[heavy.net, heavy_width(source, plan, heavy), heavy] for heavy in plan.heavy],
        "wires": [[cable.ref, cable.to, cable.wires] for cable in source.cables],
        "legs": [[part.ref, part.pins] for part in source.parts],
    }
    lines = [
        f"{json.dumps(key)}: {msgspec.json.encode(value).decode()}" for key, value in said.items()
    ]
    rows = [msgspec.json.encode(item).decode() for item in items(source, plan)]
    return "{\n" + ",\n".join([*lines, '"items": [\n' + ",\n".join(rows) + "\n]"]) + "\n}\n"


def make(_: Path, source: Source) -> dict[Path, bytes]:
    """Place, route, fill, check, plot and draw. Minutes, and KiCad 9."""
    if shutil.which("kicad-cli") is None:
        raise FileNotFoundError(ENOENT, "not installed", "kicad-cli")
    plan = read()
    laid = layout.make(source, plan)
    words = labels.place(source, plan, laid)
    files = {
        "tower.kicad_sch": sheet.text(source, plan),
        "tower.kicad_sym": sheet.symbols(source, plan),
        "tower.kicad_pcb": write.text(source, plan, laid, words),
        "tower.kicad_pro": project.text(source, plan),
        "sym-lib-table": project.SYMBOLS,
    }
    with kicad.desk(files) as desk:
        kicad.fill(desk, "tower.kicad_pcb")
        board = (desk / "tower.kicad_pcb").read_bytes()
        made = kicad.check(desk)
        made["tower-fabrication.zip"] = kicad.packed(kicad.plots(desk))
        made |= _drawn(desk, plan)
        made["tower.kicad_pcb"] = board
    for name in ("tower.kicad_sch", "tower.kicad_sym"):
        made[name] = files[name].encode()
    return {FOLDER / name: made[name] for name in SLOW}


def _drawn(desk: Path, plan: Plan) -> dict[str, bytes]:
    export = ("kicad-cli", "pcb", "export")
    kicad.run(desk, *export, "step", "-f", "--drill-origin", "-o", "tower.step", "tower.kicad_pcb")
    kicad.run(desk, *export, "glb", "-f", "--drill-origin", "--no-board-body", "-o", "tower.glb",
              "tower.kicad_pcb")  # fmt: skip
    kicad.run(desk, "kicad-cli", "sch", "export", "pdf", "-o", "tower.pdf", "tower.kicad_sch")
    os.utime(desk / "tower.kicad_pcb", (_MOMENT, _MOMENT))
    kicad.interactive(desk, INTERACTIVE)
    solid = kicad.undated((desk / "tower.step").read_bytes())
    return {
        "tower-step.zip": kicad.packed({"tower.step": solid}),
        "bodies.json": bodies.text(plan, bodies.measured(desk / "tower.glb")).encode(),
        "schematic.pdf": kicad.undated((desk / "tower.pdf").read_bytes()),
        "interactive.html": (desk / "interactive.html").read_bytes(),
        "top.png": _small(kicad.picture(desk, "top")),
        "bottom.png": _small(kicad.picture(desk, "bottom")),
    }


def _small(picture: bytes) -> bytes:
    # Few colours are enough for a board, and a quarter of the bytes.
    out = io.BytesIO()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
