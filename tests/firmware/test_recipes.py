"""The pages' recipes do what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from dicehost.cli import main
from tower.lamps import Lamps
from tower.settings import CHOICES
from tower.stage import RESTS

from tests.evening import Tower, wait_until

NOISE = Path("firmware/NOISE.md")
PROTOCOL = Path("firmware/PROTOCOL.md")


def port_of(tower: Tower) -> str:
    wait_until(lambda: bool(list(tower.announce.glob("*.json"))), "the tower to announce itself")
    (said,) = tower.announce.glob("*.json")
    port: str = json.loads(said.read_text())["port"]
    return port


def test_raw_bits_are_captured_as_the_page_on_noise_tells(
    tower: Tower, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = re.search(
        r"^dicetower (noise --capture raw.bin .*?) *#", NOISE.read_text(), re.MULTILINE
    )
    assert recipe is not None
    monkeypatch.chdir(tmp_path)
    asked = recipe[1].replace("/dev/ttyACM0", port_of(tower)).split()
    assert main([*asked, "--bits", "40001"]) == 0
    bits = (tmp_path / "raw.bin").read_bytes()
    assert len(bits) == 40_001
    assert set(bits) == {0, 1}
    assert 19_000 < sum(bits) < 21_000


def test_cooked_noise_is_captured_eight_bits_a_byte(
    tower: Tower, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = re.search(
        r"^dicetower (noise --capture cooked.bin .*)$", NOISE.read_text(), re.MULTILINE
    )
    assert recipe is not None
    monkeypatch.chdir(tmp_path)
    asked = recipe[1].replace("/dev/ttyACM0", port_of(tower)).replace("80000000", "12000")
    assert main(asked.split()) == 0
    taken = (tmp_path / "cooked.bin").read_bytes()
    assert len(taken) == 1500
    assert len(set(taken)) > 200


def test_the_page_on_the_wire_names_every_scene_and_every_setting() -> None:
    page = PROTOCOL.read_text()
    for name in RESTS:
        assert f"| `{name}` | `lamp`" in page
    for name in set(Lamps(250, 32)._scenes) - set(RESTS) - {"show"}:
        assert f"\n| {name} | " in page
    for name, _, _ in CHOICES:
        assert f"`{name}`" in page
