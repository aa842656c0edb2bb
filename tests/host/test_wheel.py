"""The wheel holds everything that is needed at a table without the repository."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def build_wheel(folder: Path) -> Path:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder]
    subprocess.run([*command, ROOT], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_firmware_cards_words_and_pages_ship_inside_the_wheel(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path)
    with zipfile.ZipFile(wheel) as box:
        inside = set(box.namelist())
    firmware = {f"tower/{file.name}" for file in (ROOT / "firmware/tower").glob("*.py")}
    assert {"tower/main.py", "tower/wire.py", *firmware} <= inside
    for package in ("rules/dicerules", "host/dicehost"):
        for file in (ROOT / package).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                name = file.relative_to((ROOT / package).parent).as_posix()
                assert name in inside, name
    assert not [name for name in inside if name.startswith(("tests/", "hardware/"))]
