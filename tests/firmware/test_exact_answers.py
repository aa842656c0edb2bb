"""What the desk tells of its board, takes as lamps, and remembers of a line without end."""

from __future__ import annotations

from tower.scenes import in_cell
from tower.wire import LONGEST, Frame, Lines, decode, encode

from tests.firmware.conversation import Table


def told(table: Table, *request: tuple[str, str], verb: str, seq: int) -> Frame:
    table.hears(encode(Frame(verb, seq, *request)).rstrip(b"\n"))
    answer = table.says()
    assert answer is not None
    return decode(answer)


def greeted(model: str = "") -> Table:
    table = Table()
    table.happens("power up")
    table.desk.model = model
    assert not table.desk.greeted
    hello = told(table, ("proto", "1.4"), verb="hello", seq=50)
    assert hello.get("on") == model
    assert table.desk.greeted
    return table


def test_hello_names_the_board_if_it_knows_it_and_there_is_room() -> None:
    greeted()
    greeted("pico2w")
    for length in range(1, LONGEST):
        table = Table()
        table.happens("power up")
        table.desk.model = "x" * length
        hello = told(table, ("proto", "1.4"), verb="hello", seq=50)
        if not hello.get("on"):
            assert length > len("pico2w"), "every board there is fits"
            return
        assert hello.get("on") == table.desk.model
    raise AssertionError("a name of any length fitted")


def test_a_masks_digits_are_hexadecimal_and_become_the_lamps_of_a_die() -> None:
    table = greeted()
    show = (("id", "7f3a.9"), ("n", "2"), ("at", "0"), ("f", "1.2"), ("c", "cr"))
    shown = told(table, *show, ("p", "1ff0a5"), verb="show", seq=51)
    assert shown.verb == "shown"
    page = list(table.desk.scene(table.now).page)[4:]
    assert page[::3] == [in_cell(0x1FF), in_cell(0x0A5)]
    for number, wrong in enumerate(("20000a", "1ff0g5", "1ff", "1FF0A5"), 52):
        refused = told(table, *show, ("p", wrong), verb="show", seq=number)
        assert (refused.verb, refused.get("code")) == ("no", "field"), wrong


def test_a_line_without_end_takes_no_more_memory_than_two_long_ones() -> None:
    lines = Lines()
    for _ in range(100):
        lines.feed(b"~" + b"x" * 1000)
        assert len(lines._part) <= 2 * LONGEST
    assert lines.spilt
    frame = encode(Frame("status", 51))
    assert lines.feed(b"\n" + frame) == [frame.rstrip(b"\n")]
