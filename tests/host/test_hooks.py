"""The hooks for commits run the project's own tools, and nothing that has to be downloaded."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text()


def test_every_hook_is_local_and_runs_a_tool_that_make_check_runs() -> None:
    assert set(re.findall(r"repo: (\S+)", HOOKS)) == {"local"}
    assert "://" not in HOOKS
    makefile = (ROOT / "Makefile").read_text()
    entries = re.findall(r"entry: \.venv/bin/(.+)", HOOKS)
    assert len(entries) == HOOKS.count("- id:") == HOOKS.count("language: system")
    for entry in entries:
        assert f"$(BIN)/{entry}" in makefile, entry
        assert shutil.which(entry.split()[0], path=str(Path(sys.executable).parent)), entry
