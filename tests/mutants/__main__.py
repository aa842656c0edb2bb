"""``make mutants``: changes the code in small ways and sees whether a test notices.

A sample of all changes is tried, the same one for the same seed. Each is made in a copy of the
project, in a process of its own that is forked from one with the libraries loaded, so most take
less than a second. Writes ``tests/MUTANTS.md``; ``judged.toml`` says why a survivor may live.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import fastapi  # noqa: F401 - loaded once, for all that are forked
import httpx  # noqa: F401
import hypothesis
import msgspec  # noqa: F401
import pytest
import uvicorn  # noqa: F401
import websockets  # noqa: F401

from tests.mutants.changes import Change, changes
from tests.promises.__main__ import ROOT, SOURCES, copy_to

HERE = Path(__file__).parent
PARTS: dict[str, dict[str, list[str]]] = tomllib.loads((HERE / "parts.toml").read_text())
JUDGED: dict[str, str] = tomllib.loads((HERE / "judged.toml").read_text())
SAID = "what-pytest-said.txt"
REPORT = ROOT / "tests" / "MUTANTS.md"
HEAD = """\
# The mutants

Made by `make mutants`: the code is changed in one small way at a time, in a copy, and the tests of
its part are run. A change that no test notices is listed, with a word on why it may live.

"""
MOST_CPU = 60
"""Seconds of a core that the tests may take without any change; with one, thrice what they took."""
MOST_WAIT = 120.0
"""Seconds after which a changed program is taken to wait for ever."""


class Mutant(NamedTuple):
    """A change of a file."""

    file: str
    change: Change
    within: str
    """The line of the source that the change begins in."""

    @property
    def said(self) -> str:
        """How a person reads it; also the name under which it is judged."""
        before, after = (" ".join(text.split())[:80] for text in self.change[3:])
        where = "" if self.within.startswith(before) else f"in {self.within}: "
        return f"{Path(self.file).name}: {where}{before} → {after}"


class Quick:
    """Part of pytest: an example that fails is enough, it need not be the smallest."""

    def pytest_collection(self) -> None:
        """Before the tests are read, and after conftest.py has chosen its own settings."""
        found = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile(
            "mutants", hypothesis.settings(), phases=found, database=None
        )
        hypothesis.settings.load_profile("mutants")


def of(part: str, folder: Path) -> Iterator[Mutant]:
    """Every change of a part's files."""
    for pattern in PARTS[part]["files"]:
        for file in sorted(folder.glob(pattern)):
            lines = file.read_text().splitlines()
            for change in changes(file.read_bytes()):
                within = lines[change.line - 1].strip()
                yield Mutant(str(file.relative_to(folder)), change, within)


def is_noticed(folder: Path, tests: list[str], most: int = MOST_CPU) -> bool:
    """Whether a test fails in the copy, or does not end; ``most`` are seconds of a core."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = _test(folder, tests, most)
        finally:
            os._exit(code)
    end = time.monotonic() + MOST_WAIT
    while True:
        gone, status = os.waitpid(child, os.WNOHANG)
        if gone:
            return status != 0
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return True
        time.sleep(0.02)


def _test(folder: Path, tests: list[str], most: int) -> int:
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    said = os.open(folder / SAID, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    for stream in (0, 1, 2):
        os.dup2(said, stream)
    os.chdir(folder)
    for name in [name for name in sys.modules if name == "tests" or name.startswith("tests.")]:
        del sys.modules[name]
    paths = [str(folder / part) for part in SOURCES]
    sys.path[:0] = [*paths, str(folder)]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    loaded = "ignore::pytest.PytestAssertRewriteWarning"  # libraries are there before pytest is
    given = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", loaded, *tests]
    return int(pytest.main(given, plugins=[Quick()]))


def trial(part: str, sample: int, seed: int, folder: Path) -> tuple[int, int, list[Mutant]]:
    """Try a sample of a part's changes: how many there are, how many were tried, who survived."""
    tests, everything = PARTS[part]["tests"], list(of(part, folder))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    if is_noticed(folder, tests):
        sys.exit(f"The tests of {part} fail without any change:\n{(folder / SAID).read_text()}")
    most = 3 + 3 * int(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    chosen = random.Random(seed).sample(everything, min(sample, len(everything)))
    survivors = list[Mutant]()
    for number, mutant in enumerate(chosen, 1):
        file = folder / mutant.file
        source = file.read_bytes()
        _write(file, mutant.change.made_in(source))
        if not is_noticed(folder, tests, most):
            survivors.append(mutant)
            print(f"{part} {number}/{len(chosen)} survives: {mutant.said}", flush=True)
        _write(file, source)
    return len(everything), len(chosen), survivors


_written = 0


def _write(file: Path, source: bytes) -> None:
    # Python knows by the second of the last change whether it has compiled a file before.
    global _written
    _written += 1
    file.write_bytes(source)
    os.utime(file, (_written, _written))


def report(part: str, seed: int, every: int, tried: int, survivors: list[Mutant]) -> str:
    """What is written about a part."""
    caught = tried - len(survivors)
    rows = [
        f"## {part}\n",
        f"{caught} of {tried} changes were noticed ({100 * caught // tried} %), drawn from {every} "
        f"with seed {seed}.\n",
    ]
    for mutant in sorted(survivors):
        verdict = JUDGED.get(mutant.said, "**not judged yet**")
        rows.append(f"- `{mutant.said}` (line {mutant.change.line}): {verdict}")
    return "\n".join(rows).rstrip() + "\n"


def keep(told: dict[str, str]) -> None:
    """Write what is new of some parts into the report, and leave the others as they are."""
    before = REPORT.read_text() if REPORT.exists() else ""
    sections = {text.split(maxsplit=1)[0]: f"## {text}" for text in before.split("## ")[1:]}
    sections |= told
    known = [sections[part].rstrip() + "\n" for part in PARTS if part in sections]
    REPORT.write_text(HEAD + "\n".join(known))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", default=list(PARTS), help="parts to change")
    parser.add_argument("--sample", type=int, default=60, help="changes of each part to try")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_to(folder)
        for part in asked.part:
            told = report(part, asked.seed, *trial(part, asked.sample, asked.seed, folder))
            print(told, flush=True)
            keep({part: told})
    return 0


if __name__ == "__main__":
    sys.exit(main())
