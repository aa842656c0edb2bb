"""Everything that /openapi.json describes, asked by schemathesis: with the owner's key and without.

It knows nothing of this project but the description, so it finds what that leaves out, and answers
that are not as described. Installed by ``.ci/fuzz-tools``, which ``make fuzz`` runs first.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.evening import Host

TOOL = Path(__file__).parents[2] / "build" / "fuzz-tools" / "bin" / "schemathesis"
LEFT_OUT = {
    "/api/events": "a stream that never ends; tests.host.test_events_stream reads it",
    "/api/matches/{match}/screen": "a websocket; tests.fuzz.strangers_words greets it",
    "/api/import": "a file of lines, which it cannot write; tests/host/test_archive.py does",
    "/health": "this machine may read it without a key",
    "/metrics": "this machine may read it without a key",
}
OTHERWISE = ["missing_required_header"]
"""It asks for 401 where we say 403."""


def ask_everything(host: Host, seed: int, seconds: int) -> None:
    """Fails with what schemathesis says if an answer is not as described."""
    keys: tuple[list[str], ...] = ([], ["--header", f"Authorization: Bearer {host.key}"])
    for key in keys:
        command = [str(TOOL), "run", f"{host.base}/openapi.json", "--no-color", "--no-shrink"]
        command += ["--phases", "coverage,fuzzing", "--continue-on-failure", f"--seed={seed}"]
        command += [f"--max-time={seconds}", f"--exclude-checks={','.join(OTHERWISE)}"]
        command += [f"--exclude-path={path}" for path in LEFT_OUT]
        said = subprocess.run(
            [*command, *key],
            capture_output=True,
            text=True,
            env={**os.environ, "NO_PROXY": "127.0.0.1"},
            cwd=TOOL.parent,
        )
        assert said.returncode == 0, said.stdout[-6000:] + said.stderr[-2000:]
