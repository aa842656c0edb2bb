"""The firmware's board uses the pins of the source and no others."""

from __future__ import annotations

import ast

from tower import pins

from hardware.make.pico import HEALTH
from hardware.make.source import SOURCE, Source, parse, read
from hardware.make.works import ROOT

BOARD = ROOT / "firmware/tower/board.py"


def strays(source: Source) -> list[str]:
    """Lines of the board that make a pin of a number which the source does not know."""
    known = {net.gpio for net in source.nets if net.gpio is not None} | {HEALTH}
    tree = ast.parse(BOARD.read_text(encoding="utf-8"))
    numbers = {name: value for name, value in vars(pins).items() if isinstance(value, int)}
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("const"), [ast.Constant(int(n))])):
                numbers[name] = n
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("Pin"), [ast.Name(name), *_]):
                number = numbers.get(name, -1)
            case ast.Call(ast.Name("Pin"), [ast.Attribute(_, name), *_]):
                number = numbers.get(name, -1)
            case ast.Call(ast.Name("Pin"), [ast.Constant(int(n)), *_]):
                number = n
            case _:
                continue
        if number not in known:
            found.append(f"firmware/tower/board.py:{node.lineno}: GP{number} is not in tower.toml")
    return found


def test_the_board_makes_no_pin_that_the_source_does_not_know() -> None:
    assert strays(read()) == []


def test_a_pin_that_was_moved_in_the_source_alone_is_told_by_the_boards_line() -> None:
    text = SOURCE.read_text(encoding="utf-8").replace("gpio = 3\n", "gpio = 15\n")
    (told,) = strays(parse(text))
    assert "firmware/tower/board.py:" in told
    assert "GP3 is not in tower.toml" in told
