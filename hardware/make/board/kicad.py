"""KiCad at work without a screen: fill, check, plot, draw; and what comes out made repeatable.

Dates and versions are taken out of everything that is kept, so that the same sources give the same
bytes with the same KiCad.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

TEMPLATE = Path("/usr/share/kicad/template")
PYTHON = "/usr/bin/python3"
"""The Python that pcbnew is built for; the project's own may be another."""
_DATES = (
    (re.compile(rb"(TF\.CreationDate,)[^*\n]*"), rb"\g<1>2026-01-01T00:00:00+00:00"),
    (re.compile(rb'("CreationDate": ")[^"]*'), rb"\g<1>2026-01-01T00:00:00+00:00"),
    (re.compile(rb"(?m)^G04 Created by KiCad.*\n"), b""),
    (re.compile(rb"(?m)^; DRILL file .*\n"), b""),
    (re.compile(rb"(FILE_NAME\('[^']*',')[^']*"), rb"\g<1>2026-01-01T00:00:00"),
    (re.compile(rb"(/CreationDate \(D:)\d{14}"), rb"\g<1>20260101000000"),
    (re.compile(rb"(?m)^\*\* Created on .*\n"), b""),
    (re.compile(rb"(?m)^(ERC report \()[^,]*, "), rb"\g<1>"),
)


class KicadError(ValueError):
    """A check of KiCad's found something; the message is its report."""


@contextmanager
def desk(files: dict[str, str]) -> Iterator[Path]:
    """A folder with the project in it, and a configuration of its own beside it."""
    with TemporaryDirectory() as top:
        settings = Path(top) / "settings" / "9.0"
        settings.mkdir(parents=True)
        for table in ("fp-lib-table", "sym-lib-table"):
            shutil.copy(TEMPLATE / table, settings / table)
        folder = Path(top) / "tower"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        yield folder


def run(folder: Path, *command: str) -> str:
    """Run a program of KiCad's in the folder; what it says is returned, or raised if it fails."""
    surroundings = os.environ | {
        "KICAD_CONFIG_HOME": str(folder.parent / "settings"),
        "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1",
    }
    done = subprocess.run(  # noqa: S603
        command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise KicadError(f"{' '.join(command[:4])}: {done.stdout}{done.stderr}")
    return done.stdout


def fill(folder: Path, name: str) -> None:
    """Fill the pours of a board, in place."""
    script = Path(__file__).with_name("fill.py")
    run(folder, PYTHON, str(script), name, name)


def check(folder: Path) -> dict[str, bytes]:
    """The reports of the electrical and the copper rules; anything found is an error."""
    every = ("--severity-all", "--exit-code-violations")
    reports = (
        ("erc.rpt", ("sch", "erc", *every, "-o", "erc.rpt", "tower.kicad_sch")),
        (
            "drc.rpt",
            ("pcb", "drc", "--schematic-parity", *every, "-o", "drc.rpt", "tower.kicad_pcb"),
        ),
    )
    made = {}
    for name, command in reports:
        try:
            run(folder, "kicad-cli", *command)
        except KicadError as error:
            report = folder / name
            found = report.read_text(encoding="utf-8") if report.exists() else str(error)
            raise KicadError(found) from None
        made[name] = undated((folder / name).read_bytes())
    return made


def plots(folder: Path) -> dict[str, bytes]:
    """Gerbers, drill file and positions, as a factory takes them."""
    out = folder / "plots"
    out.mkdir()
    layers = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,F.Paste,Edge.Cuts"
    plot = ("kicad-cli", "pcb", "export")
    board = "tower.kicad_pcb"
    run(folder, *plot, "gerbers", "-l", layers, "--use-drill-file-origin", "--no-protel-ext",
        "-o", "plots/", board)  # fmt: skip
    run(folder, *plot, "drill", "--drill-origin", "plot", "--excellon-separate-th",
        "-o", "plots/", board)  # fmt: skip
    run(folder, *plot, "pos", "--format", "csv", "--units", "mm", "--use-drill-file-origin",
        "--exclude-dnp", "-o", "plots/tower-positions.csv", board)  # fmt: skip
    return {file.name: undated(file.read_bytes()) for file in sorted(out.iterdir())}


def packed(files: dict[str, bytes]) -> bytes:
    """A zip of the files that does not tell when it was packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, content)
    return out.getvalue()


def picture(folder: Path, side: str) -> bytes:
    """The board seen from one side, as a PNG."""
    name = f"{side}.png"
    run(folder, "kicad-cli", "pcb", "render", "--side", side, "--background", "opaque",
        "--width", "1000", "--height", "1250", "-o", name, "tower.kicad_pcb")  # fmt: skip
    return (folder / name).read_bytes()


def interactive(folder: Path, program: Path) -> None:
    """InteractiveHtmlBom's page, as interactive.html."""
    command = (
        "import sys; sys.path.insert(0, sys.argv.pop(1));"
        "from InteractiveHtmlBom.generate_interactive_bom import main; main()"
    )
    run(folder, PYTHON, "-c", command, str(program), "--no-browser", "--dest-dir", ".",
        "--name-format", "interactive", "--layer-view", "F", "--include-nets",
        "--checkboxes", "Bought,Soldered", "--blacklist", "H*", "tower.kicad_pcb")  # fmt: skip


def undated(content: bytes) -> bytes:
    """The same without the moment it was made."""
    for pattern, instead in _DATES:
        content = pattern.sub(instead, content)
    return content
