"""The silkscreen's words: each part's name and value, each header's wires, found a free place."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, structs

from hardware.make.board import footprints
from hardware.make.board.footprints import Box
from hardware.make.board.layout import HEAD, Layout, overlap
from hardware.make.board.plan import Item, Plan, header
from hardware.make.source import Source, SourceError

SIZES = (1.0, 0.8)
SMALL = 0.8
_WIDE = 0.86
"""How wide a letter is, of its height."""
_LINE, _WORD = 0.12, 0.4
"""From words to lines, and to other words."""
_PAD = 0.25


class Label(Struct, frozen=True):
    """A word on the silkscreen, about its middle; ``ref`` if it is that part's name."""

    text: str
    x: float
    y: float
    turn: int
    size: float
    ref: str = ""
    front: bool = True


class _Sheet:
    """What is taken: pads, lines, words and the board's rim."""

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        self.pads = [pad.box for pad in layout.pads]
        self.pads += [(h.x - HEAD, h.y - HEAD, h.x + HEAD, h.y + HEAD) for h in layout.holes]
        self.lines = [box for item in layout.items for box in footprints.silk(item)]
        self.words: list[Box] = []
        self.bodies = {item.ref: footprints.courtyard(item) for item in layout.items}

    def free(self, box: Box, covered: bool) -> bool:
        """Whether a word may be there; ``covered``: also where a part will hide it."""
        edge = 0.7
        if box[0] < edge or box[1] < edge:
            return False
        if box[2] > self.size[0] - edge or box[3] > self.size[1] - edge:
            return False
        if any(overlap(box, pad, _PAD) for pad in self.pads):
            return False
        if any(overlap(box, line, _LINE) for line in self.lines):
            return False
        if any(overlap(box, word, _WORD) for word in self.words):
            return False
        return covered or not any(overlap(box, body) for body in self.bodies.values())


def box_of(text: str, x: float, y: float, turn: int, size: float) -> Box:
    """The box round a word."""
    half, tall = len(text) * size * _WIDE / 2, size / 2 + 0.1
    if turn:
        half, tall = tall, half
    return x - half, y - tall, x + half, y + tall


def place(source: Source, plan: Plan, layout: Layout) -> list[Label]:
    """Every word of the board."""
    sheet, made = _Sheet(layout), []
    sheet.lines += lines(plan)
    for text in plan.words:
        label = _said(source, plan, text)
        made.append(label)
        sheet.words.append(box_of(label.text, label.x, label.y, 0, label.size))
    wires = _wires(source, layout)
    for item in layout.items:
        for number, text in wires.get(item.ref, {}).items():
            made.append(_wire(sheet, item, number, text))
    for item in sorted(layout.items, key=lambda item: (not item.name, item.kind != "point")):
        made += _name_and_value(sheet, item)
    back = [_said(source, plan, text) for text in plan.back_words]
    return made + [structs.replace(label, front=False) for label in back]


def lines(plan: Plan) -> list[Box]:
    """The plan's own lines."""
    made = []
    for text in plan.lines:
        x, y, to_x, to_y = map(float, text.split())
        made.append((x, y, to_x, to_y))
    return made


def _said(source: Source, plan: Plan, text: str) -> Label:
    x, y, size, words = text.split(maxsplit=3)
    said = words.format(name=plan.name, licence=plan.licence, revision=source.revision)
    return Label(said, float(x), float(y), 0, float(size))


def _name_and_value(sheet: _Sheet, item: Item) -> Iterator[Label]:
    # A test point is known by its net, a header by its name; the rest by reference and value.
    if item.kind == "point":
        yield _find(sheet, item, item.value, "")
        return
    if item.name:
        yield _find(sheet, item, f"{item.ref} {item.name}", "")
        return
    yield _find(sheet, item, item.ref, item.ref)
    inside = _inside(sheet, item, item.value) if item.kind in ("resistor", "dip14") else None
    if inside:
        yield inside
    elif item.kind not in ("sot23", "pico"):
        yield _find(sheet, item, item.value, "")


def _wires(source: Source, layout: Layout) -> dict[str, dict[str, str]]:
    # What each wire of a header leads to, as the part at its other end calls it.
    named = {
        header(cable.ref): {
            str(pad): source.pin(f"{cable.to}.{wire.split()[2]}").name
            for pad, wire in enumerate(cable.wires, 1)
        }
        for cable in source.cables
    }
    named["J4"] = {leg.number: leg.name for leg in source.part("J4").legs()}
    for item in layout.items:
        if item.ref == "J5":
            named["J5"] = {pad: net.partition("_")[0] for pad, net in item.nets.items()}
        if item.kind == "adapter":
            named[item.ref] = {leg.number: leg.name for leg in source.part(item.ref).legs()}
    return named


def _wire(sheet: _Sheet, item: Item, number: str, text: str) -> Label:
    pad = next(pad for pad in footprints.pads(item) if pad.number == number)
    left, top, right, bottom = sheet.bodies[item.ref]
    lengthwise = right - left > bottom - top
    long, tall = len(text) * SMALL * _WIDE / 2, SMALL / 2 + 0.1
    beside = [right + long + 0.1, left - long - 0.1]
    places = [(x, pad.y, 0) for x in beside]
    if lengthwise:
        turned = 0 if long < 1.1 else 90
        away = long if turned else tall
        places = [(pad.x, y, turned) for y in (bottom + away + 0.1, top - away - 0.1)]
    for x, y, turn in places:
        box = box_of(text, x, y, turn, SMALL)
        if sheet.free(box, covered=True):
            sheet.words.append(box)
            return Label(text, x, y, turn, SMALL)
    raise SourceError(f"board.toml: no room for the word {text} beside {item.ref}.{number}")


def _inside(sheet: _Sheet, item: Item, text: str) -> Label | None:
    left, top, right, bottom = sheet.bodies[item.ref]
    turn = 90 if bottom - top > right - left else 0
    for size in SIZES:
        box = box_of(text, item.x, item.y, turn, size)
        if sheet.free(box, covered=True):
            sheet.words.append(box)
            return Label(text, item.x, item.y, turn, size)
    return None


def _around(body: Box, text: str, size: float, beside: bool) -> list[tuple[float, float, int]]:
    # Places on all four sides, the nearest first; ``beside``: left and right before others.
    left, top, right, bottom = body
    long, tall = len(text) * size * _WIDE / 2, size / 2 + 0.1
    cx, cy = (left + right) / 2, (top + bottom) / 2
    places = []
    for away in (0.05, 0.4, 0.8, 1.2, 1.8, 2.4, 3.2):
        for half in range(-12, 13):
            slide, far = half / 2, away + abs(half) * 0.15
            first = -9 if beside else 0.2
            places += [
                (far, cx + slide, top - tall - away, 0),
                (far, cx + slide, bottom + tall + away, 0),
                (far + first + 0.1, left - long - away, cy + slide, 0),
                (far + first, right + long + away, cy + slide, 0),
                (far + 0.4, left - tall - away, cy + slide, 90),
                (far + 0.4, right + tall + away, cy + slide, 90),
            ]
    return [(x, y, turn) for _, x, y, turn in sorted(places)]


def _find(sheet: _Sheet, item: Item, text: str, ref: str) -> Label:
    for covered in (False, True):
        for size in SIZES:
            for x, y, turn in _around(sheet.bodies[item.ref], text, size, item.kind == "point"):
                box = box_of(text, x, y, turn, size)
                if sheet.free(box, covered):
                    sheet.words.append(box)
                    return Label(text, x, y, turn, size, ref)
    raise SourceError(f"board.toml: no room for the word {text} beside {item.ref}")
