"""Games from outside the repository, installed into a folder of their own like a stranger's game.

Nothing is downloaded: the build backend is the one that builds dicetower itself.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

DOCUMENT = Path(__file__).parents[1] / "rules" / "WRITE-A-GAME.md"
_BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def written_out() -> dict[str, str]:
    """Every file that the document for authors writes out, by its path."""
    return dict(_BLOCK.findall(DOCUMENT.read_text(encoding="utf-8")))


def follow_the_document(folder: Path) -> Path:
    """Write the document's game into a folder, as its reader would."""
    for path, text in written_out().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def install(project: Path, site: Path) -> str:
    """Install a project into a folder; return the PYTHONPATH that finds it there."""
    options = ["--quiet", "--no-index", "--no-build-isolation", "--no-deps", "--target", str(site)]
    command = [sys.executable, "-m", "pip", "install", *options, str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH", ""))))


def run(*command: str | Path, path: str, where: Path) -> subprocess.CompletedProcess[str]:
    """Run a Python module with an installed game on its path."""
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        env={**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": "-p no:cacheprovider"},
        cwd=where,
        capture_output=True,
        text=True,
        check=False,
    )
