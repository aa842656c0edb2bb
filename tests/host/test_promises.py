"""Every promise can still be broken: its patch applies and its tests are there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.promises.__main__ import PROMISES, ROOT, patch_of


@pytest.mark.parametrize("name", PROMISES)
def test_a_promise_can_still_be_broken_and_its_tests_are_there(name: str) -> None:
    told = PROMISES[name]
    checked = subprocess.run(
        ["git", "apply", "--check", str(patch_of(name))], cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, f"{patch_of(name)} no longer applies: {checked.stderr}"
    for test in (told["test"], *told["also"]):
        file, _, function = test.partition("::")
        text = (ROOT / file).read_text()
        assert not function or f"def {function}(" in text, f"{test} is gone"
    said = (ROOT / "tests" / "PROMISES.md").read_text()
    assert told["promise"] in said, "run make promises"


def test_every_patch_belongs_to_a_promise() -> None:
    patches = {file.stem for file in Path(patch_of("x")).parent.glob("*.patch")}
    assert patches == set(PROMISES)
