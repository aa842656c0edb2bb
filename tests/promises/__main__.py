"""``make promises``: breaks each promise in a copy of the project, and sees its test fail.

Writes ``tests/PROMISES.md``. A test that passes although its promise is broken is an error.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PROMISES: dict[str, dict[str, Any]] = tomllib.loads((HERE / "promises.toml").read_text())
SOURCES = ("host", "rules", "firmware")
GIVE_UP = 600


def patch_of(name: str) -> Path:
    return HERE / f"{name}.patch"


def copy_to(folder: Path) -> None:
    """A copy of all that is in the project, without what was made from it."""
    files = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True
    ).stdout.split(b"\0")
    for name in filter(None, files):
        source, target = ROOT / name.decode(), folder / name.decode()
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())


def run(folder: Path, test: str) -> tuple[int, str]:
    """Run a test in the copy, with the copy's own code: pytest's exit code, and what it said."""
    path = os.pathsep.join(str(folder / part) for part in SOURCES)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, test],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=GIVE_UP,
    )
    return done.returncode, (done.stdout + done.stderr).replace(f"{folder}/", "")


def apply(folder: Path, name: str, *how: str) -> None:
    subprocess.run(["git", "apply", *how, str(patch_of(name))], cwd=folder, check=True)


def why(output: str) -> str:
    """The line of pytest's that says what went wrong."""
    found = [line[1:].strip() for line in output.splitlines() if line.startswith("E  ")]
    line = found[0] if found else "it fails"
    return re.sub(r"\s+", " ", line)[:110].replace("|", "\\|")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="*", default=list(PROMISES), help="promises to break")
    asked = parser.parse_args()
    rows, unheld = list[str](), list[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_to(folder)
        for promise in asked.name:
            told = PROMISES[promise]
            apply(folder, promise)
            code, output = run(folder, told["test"])
            apply(folder, promise, "--reverse")
            held = code == 1
            print(f"{promise:28} {'caught' if held else f'NOT CAUGHT (pytest says {code})'}")
            if not held:
                unheld.append(promise)
                print(output[-2000:])
            also = ", ".join(f"`{test}`" for test in told["also"])
            caught = f"`{why(output)}`" if held else "**nothing fails**"
            rows.append(
                f"## {promise}\n\n{told['promise']}\n\n"
                f"- Broken on purpose ([patch](promises/{promise}.patch)): {told['broken']}\n"
                f"- Caught by `{told['test']}`: {caught}\n- Also held by {also}\n"
            )
    if asked.name == list(PROMISES):
        head = (
            "# The promises\n\nMade by `make promises`: each promise is broken in a copy of the"
            " project, and the test that is named must fail.\n\n"
        )
        (ROOT / "tests" / "PROMISES.md").write_text(head + "\n".join(rows))
    return 1 if unheld else 0


if __name__ == "__main__":
    sys.exit(main())
