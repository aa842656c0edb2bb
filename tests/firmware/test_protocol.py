"""PROTOCOL.md says what the firmware does, to the byte."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tower.colours import COLOURS
from tower.wire import LONGEST, decode, encode

from tests.firmware.conversation import Table

PAGE = Path("firmware/PROTOCOL.md")


def examples() -> list[list[str]]:
    blocks = re.findall(
        r"^```wire\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return [block.splitlines() for block in blocks]


def test_every_example_of_the_page_is_what_the_firmware_says() -> None:
    table = Table()
    for block in examples():
        for line in block:
            kind, what = line[0], line[2:]
            if kind == ">":
                table.hears(what.encode())
            elif kind == "!":
                table.happens(what)
            else:
                assert kind == "<", line
                assert table.says() == what.encode() + b"\n"
        assert table.says() is None, f"more was said after {block[-1]}"


@pytest.mark.parametrize(
    "line", [line for block in examples() for line in block if line[0] in "<>"]
)
def test_every_frame_of_the_page_reads_and_writes_the_same(line: str) -> None:
    frame = line[2:].encode() + b"\n"
    assert encode(decode(frame)) == frame
    assert len(frame) <= LONGEST


def test_the_page_names_every_colour_with_its_letter() -> None:
    told = dict(re.findall(r"\| (\w+) \| `(\w)` ", PAGE.read_text(encoding="utf-8")))
    assert told == {name: letter for name, (letter, _) in COLOURS.items()}


def test_no_two_colours_share_a_letter() -> None:
    assert len({letter for letter, _ in COLOURS.values()}) == len(COLOURS)
