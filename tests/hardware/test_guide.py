"""The guide says what is so: its links lead somewhere, its names and counts are the source's."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from dicehost.tools.doctor import examine
from dicehost.tools.findings import GOOD
from tower.settings import CHOICES

from hardware.make.source import HARDWARE, read
from tests.evening import Tower

PAGES = sorted(
    page for folder in ("", "made", "board") for page in (HARDWARE / folder).glob("*.md")
)
GUIDE = (HARDWARE / "ASSEMBLY.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    files = [link for link in links if not link.startswith("https://")]
    missing = [link for link in files if not (page.parent / link).exists()]
    assert missing == []


def test_every_picture_and_print_is_on_some_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for file in (HARDWARE / "made").iterdir():
        if file.suffix in {".png", ".svg", ".stl", ".cir"}:
            assert file.name in text, f"{file.name} is shown nowhere"


def test_nets_and_parts_named_in_the_guide_are_in_the_source() -> None:
    source = read()
    nets = {net.name for net in source.nets}
    named = set(re.findall(r"`(\d?[A-Z0-9]+_[A-Z_0-9]+|GND|3V3)`", GUIDE))
    assert named - nets == set()
    refs = {part.ref for part in source.parts} | {cable.ref for cable in source.cables}
    told = set(re.findall(r"\b((?:[UPRCQFWD]|SW|BM|LS|J)\d{1,2})\b", GUIDE))
    assert told - refs == set()


def test_every_part_is_soldered_in_some_step() -> None:
    spoken = {"U1": "Pico", "P1": "first panel", "P2": "second", "SW1": "Button", "LS1": "Piezo"}
    spoken |= {"BM1": "Receiver", "BM2": "emitter"}
    for part in read().parts:
        assert re.search(rf"\b{part.ref}\b", GUIDE) or spoken.get(part.ref, "nowhere") in GUIDE, (
            part.ref
        )


def test_screws_and_inserts_of_the_guide_are_those_that_are_bought() -> None:
    source = read()
    bought = {sundry.name: sundry.count for sundry in source.hardware}
    count = {
        name.partition(",")[0]: int(number)
        for name, number in bought.items()
        if name.startswith("M3")
    }
    screws = source.screws
    lid = len(screws["lid"]) + 1
    short = len(screws["back"]) + len(screws["keeper"]) + lid + len(source.tray["screws"])
    long = len(screws["shaft"])
    assert count["M3 \u00d7 8 screws"] == short
    assert count["M3 \u00d7 20 screws"] == long
    assert count["M3 heat-set inserts"] == short + long
    rows = re.findall(r"^\| (?:body|lid|tray|shaft)\b.* \| (\d+) \|$", GUIDE, re.MULTILINE)
    assert sum(map(int, rows)) == short + long


def test_the_doctor_says_what_the_guide_expects(tower: Tower) -> None:
    block = re.search(r"```doctor\n(.*?)```", GUIDE, re.DOTALL)
    assert block is not None
    expected = [re.split(r"\s{2,}", line) for line in block[1].strip().splitlines()]
    findings = asyncio.run(examine(tower.announce, None, None))
    seen = [[finding.check, finding.state] for finding in findings]
    assert seen[: len(expected)] == expected
    assert {state for _, state in expected} == {GOOD}


def test_the_rails_window_is_the_sources_wherever_it_is_told() -> None:
    low, high = read().limits["rail_V"]
    told = re.findall(r"`5V_LED`[^|\n]*?(\d\.\d+) to (5\.25) V", GUIDE)
    assert told
    assert set(told) == {(f"{low:g}", f"{high:g}")}


def test_the_version_of_micropython_is_left_to_the_firmwares_page() -> None:
    assert not re.search(r"MicroPython \d", GUIDE)


def test_every_setting_that_the_guide_names_can_be_set() -> None:
    known = {name for name, *_ in CHOICES}
    named = set(re.findall(r"`dicetower set (\w+)", GUIDE)) | {"left", "right", "snake"}
    assert named <= known
