"""The pages' recipes do what they say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tower.lamps import Lamps
from tower.settings import CHOICES
from tower.stage import RESTS

from tests.evening import Tower, wait_until

NOISE = Path("firmware/NOISE.md")
PROTOCOL = Path("firmware/PROTOCOL.md")


def test_raw_bits_are_captured_as_the_page_on_noise_tells(tower: Tower, tmp_path: Path) -> None:
    (recipe,) = re.findall(r"```python\n(.*?)```", NOISE.read_text(), re.DOTALL)
    wait_until(lambda: bool(list(tower.announce.glob("*.json"))), "the tower to announce itself")
    (said,) = tower.announce.glob("*.json")
    taken = tmp_path / "raw.bin"
    subprocess.run(
        [sys.executable, "-c", recipe, json.loads(said.read_text())["port"], "40000", taken],
        check=True,
        timeout=60,
    )
    bits = taken.read_bytes()
    assert len(bits) == 40_000
    assert set(bits) == {0, 1}
    assert 19_000 < sum(bits) < 21_000


def test_the_page_on_the_wire_names_every_scene_and_every_setting() -> None:
    page = PROTOCOL.read_text()
    for name in RESTS:
        assert f"| `{name}` | `lamp`" in page
    for name in set(Lamps(250, 32)._scenes) - set(RESTS) - {"show"}:
        assert f"\n| {name} | " in page
    for name, _, _ in CHOICES:
        assert f"`{name}`" in page
