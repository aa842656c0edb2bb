"""The perforated board: where each part sits, and every wire from hole to hole, from the net list.

Places are data in ``tower.toml``; joins are the nets'. A hole is a letter for its column and a
number for its row, counted from the lower left corner of the side that bears the parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hardware.make.source import Source, SourceError
from hardware.make.tables import MARK, markdown

Hole = tuple[int, int]
_WAYS = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
_SPANS = {"R": 4, "D": 4, "C": 2, "F": 2}
"""Holes between the two legs of a part."""
_PICO_APART, _PICO_LEGS = 7, 20
_DIP_APART, _DIP_LEGS = 3, 7
_PITCH = 26
_EDGE = 34
_CORNER = 2
"""Holes in each corner that stay free for the screws."""
_COLOURS = {"GND": "#222222", "3V3": "#e07b00"}
_SUPPLY, _SIGNAL = "#b00020", "#1565c0"


def name(hole: Hole) -> str:
    """A hole as people call it: column letters, then the row."""
    column, row = hole
    letters = chr(64 + column) if column <= 26 else "A" + chr(64 + column - 26)
    return f"{letters}{row}"


def _line(start: Hole, way: str, steps: int) -> Hole:
    dx, dy = _WAYS[way]
    return start[0] + dx * steps, start[1] + dy * steps


def _pico(corner: Hole) -> dict[str, Hole]:
    # The plug points down: leg 40 lower left, leg 1 lower right.
    legs = {}
    for step in range(_PICO_LEGS):
        legs[str(40 - step)] = (corner[0], corner[1] + step)
        legs[str(1 + step)] = (corner[0] + _PICO_APART, corner[1] + step)
    return legs


def _socket(corner: Hole) -> dict[str, Hole]:
    # The notch points up: leg 1 upper left.
    legs = {}
    for step in range(_DIP_LEGS):
        legs[str(_DIP_LEGS - step)] = (corner[0], corner[1] + step)
        legs[str(_DIP_LEGS + 1 + step)] = (corner[0] + _DIP_APART, corner[1] + step)
    return legs


def headers(source: Source) -> dict[str, tuple[str, ...]]:
    """The cables' headers on the board: the net of each pin."""
    return {
        f"X{cable.ref[1:]}": tuple(wire.split()[0] for wire in cable.wires)
        for cable in source.cables
        if not cable.source
    }


def legs(source: Source) -> dict[str, dict[str, Hole]]:
    """The holes of every leg, by part and number."""
    found: dict[str, dict[str, Hole]] = {}
    plugs = headers(source)
    for text in source.perfboard["places"]:
        ref, column, row, way = text.split()
        at = int(column), int(row)
        if way not in _WAYS:
            raise SourceError(f"a place is 'ref column row right|left|up|down'; got {text!r}")
        if ref == "U1":
            found[ref] = _pico(at)
        elif ref == "U2":
            found[ref] = _socket(at)
        elif ref in plugs:
            found[ref] = {str(k + 1): _line(at, way, k) for k in range(len(plugs[ref]))}
        else:
            span = _SPANS.get(ref.rstrip("0123456789"), 1)
            found[ref] = {
                pin.number: _line(at, way, span * k)
                for k, pin in enumerate(source.part(ref).legs())
            }
    return found


def nets(source: Source) -> dict[str, list[tuple[str, Hole]]]:
    """What each net joins on the board: leg and hole."""
    placed, plugs = legs(source), headers(source)
    joined: dict[str, list[tuple[str, Hole]]] = {net.name: [] for net in source.nets}
    for ref, holes in placed.items():
        for number, hole in holes.items():
            if ref in plugs:
                joined[plugs[ref][int(number) - 1]].append((f"{ref}.{number}", hole))
            elif net := source.net_of(f"{ref}.{number}"):
                joined[net.name].append((f"{ref}.{number}", hole))
    return {net: ends for net, ends in joined.items() if ends}


def wires(source: Source) -> list[tuple[str, tuple[str, Hole], tuple[str, Hole]]]:
    """Every wire: its net and both ends. Each net is a tree of the shortest wires."""
    made = []
    for net, ends in nets(source).items():
        inside, outside = ends[:1], ends[1:]
        while outside:
            one, two = min(
                ((a, b) for a in inside for b in outside),
                key=lambda pair: (_far(pair[0][1], pair[1][1]), pair[0][0], pair[1][0]),
            )
            made.append((net, one, two))
            inside.append(two)
            outside.remove(two)
    return made


def _far(one: Hole, two: Hole) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


def faults(source: Source) -> Iterator[str]:
    """What is wrong with the places, as sentences."""
    wide, high = source.perfboard["holes"]
    placed, plugs = legs(source), headers(source)
    cabled = {cable.to for cable in source.cables}
    want = {part.ref for part in source.parts if part.ref not in cabled} | set(plugs)
    for ref in sorted(want ^ set(placed)):
        yield f"{ref} {'has no place' if ref in want else 'is not'} on the perforated board"
    taken: dict[Hole, str] = {}
    for ref, holes in placed.items():
        for number, hole in holes.items():
            if other := taken.get(hole):
                yield f"{ref}.{number} and {other} are both in hole {name(hole)}"
            taken[hole] = f"{ref}.{number}"
            column, row = hole
            if not (1 <= column <= wide and 1 <= row <= high):
                yield f"{ref}.{number} is beside the board: column {column}, row {row}"
            elif (column <= _CORNER or column > wide - _CORNER) and (
                row <= _CORNER or row > high - _CORNER
            ):
                yield f"{ref}.{number} is in {name(hole)}, where a screw goes"
    bodies = {ref: _body(source, ref, holes) for ref, holes in placed.items()}
    for ref, (left, low, right, top) in bodies.items():
        for hole, join in taken.items():
            if join.split(".")[0] != ref and left < hole[0] < right and low < hole[1] < top:
                yield f"{join} in {name(hole)} lies under {ref}"


def _body(source: Source, ref: str, holes: dict[str, Hole]) -> tuple[float, float, float, float]:
    columns, rows = [hole[0] for hole in holes.values()], [hole[1] for hole in holes.values()]
    more = 0.45
    left, low = min(columns) - more, min(rows) - more
    right, top = max(columns) + more, max(rows) + more
    if "electrolytic" in (source.part(ref).name if ref[0] != "X" else ""):
        # Lying, away from its legs: 10.5 x 21 mm.
        return left - 0.8, low - 8.6, right + 0.8, top
    if ref == "U1":
        return left - 0.2, low - 0.6, right + 0.2, top + 0.2
    return left, low, right, top


def _at(source: Source, column: float, row: float) -> tuple[float, float]:
    high = source.perfboard["holes"][1]
    return _EDGE + (column - 1) * _PITCH, _EDGE + (high - row) * _PITCH


def draw(source: Source) -> str:
    """The board from the side of its parts, with every wire."""
    wide, high = source.perfboard["holes"]
    size = (2 * _EDGE + (wide - 1) * _PITCH, 2 * _EDGE + (high - 1) * _PITCH)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}"'
        ' font-family="DejaVu Sans, Verdana, sans-serif">',
        f'<rect width="{size[0]}" height="{size[1]}" rx="8" fill="#f4ecd8" stroke="#8a7a55"/>',
    ]
    for column in range(1, wide + 1):
        for end in (0.28, high + 0.72):
            x, y = _at(source, column, end)
            label = name((column, 1))[:-1]
            lines.append(_words(x, y + 3, label, 9, "#8a7a55"))
    for row in range(1, high + 1):
        for side in (0.3, wide + 0.7):
            x, y = _at(source, side, row)
            lines.append(_words(x, y + 3, str(row), 9, "#8a7a55"))
    lines += [
        f'<circle cx="{x}" cy="{y}" r="2" fill="#cbb98a"/>'
        for column in range(1, wide + 1)
        for row in range(1, high + 1)
        for x, y in [_at(source, column, row)]
    ]
    lines += _parts(source)
    for net, (_, one), (_, two) in wires(source):
        (x1, y1), (x2, y2) = _at(source, *one), _at(source, *two)
        # A wire bends a little, so that it does not hide the holes that it passes.
        bend = 0 if _far(one, two) == 1 else 0.06
        mx, my = (x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend
        lines.append(
            f'<path d="M{x1} {y1}Q{mx:.1f} {my:.1f} {x2} {y2}" stroke="{_colour(net)}"'
            f' stroke-width="2.2" stroke-opacity="0.75" fill="none"><title>{escape(net)}</title>'
            "</path>"
        )
    for ends in nets(source).values():
        for _, hole in ends:
            x, y = _at(source, *hole)
            lines.append(f'<circle cx="{x}" cy="{y}" r="4" fill="#b8b8b8" stroke="#555"/>')
    lines += _legends(source)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _parts(source: Source) -> Iterator[str]:
    for ref, holes in legs(source).items():
        left, low, right, top = _body(source, ref, holes)
        (x1, y1), (x2, y2) = _at(source, left, top), _at(source, right, low)
        fill = {"U": "#3d6b4f", "X": "#e8e8e8", "Q": "#555555"}.get(ref[0], "#d8e4ee")
        yield (
            f'<rect x="{x1:g}" y="{y1:g}" width="{x2 - x1:g}" height="{y2 - y1:g}" rx="4"'
            f' fill="{fill}" fill-opacity="0.55" stroke="#444"/>'
        )


def _legends(source: Source) -> Iterator[str]:
    for ref, holes in legs(source).items():
        left, low, right, top = _body(source, ref, holes)
        x, y = _at(source, (left + right) / 2, (low + top) / 2)
        if ref[0] == "X" or right - left < 2:
            x, y = _at(source, left - 0.05, top + 0.2)
            x += 4
        yield _words(x, y + 4, ref, 13, "#111", halo=True)
        first = min(holes, key=int)
        hx, hy = _at(source, *holes[first])
        yield _words(hx, hy + 3, "+" if ref == "C1" else first, 7, "#000")


def _words(x: float, y: float, text: str, size: int, colour: str, halo: bool = False) -> str:
    more = ' stroke="#fff" stroke-width="3" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="middle" fill="{colour}"{more}>'
        f"{escape(text)}</text>"
    )


def _colour(net: str) -> str:
    if net in _COLOURS:
        return _COLOURS[net]
    return _SUPPLY if net.startswith("5V") else _SIGNAL


def text(source: Source) -> str:
    """The page with the drawing, the places and the wires."""
    rows = [
        (ref, ", ".join(f"{number} {name(hole)}" for number, hole in holes.items()))
        for ref, holes in legs(source).items()
        if ref not in ("U1", "U2")
    ]
    made = [
        (f"`{net}`", f"{one[0]} {name(one[1])}", f"{two[0]} {name(two[1])}")
        for net, one, two in wires(source)
    ]
    corner = {ref: legs(source)[ref] for ref in ("U1", "U2")}
    wide, high = source.perfboard["holes"]
    return (
        f"<!-- {MARK} -->\n# The perforated board\n\n"
        f"{wide} \u00d7 {high} holes, seen from the side of the parts, as you see it in the open"
        " tower: the Pico's plug points down. Wires run behind it and are insulated, since they"
        " pass holes of other nets. Black is ground, red 5 V, orange 3.3 V, blue everything else."
        " On the other side left and right are exchanged.\n\n"
        "![the board](perfboard.svg)\n\n"
        f"The Pico's sockets: leg 40 in {name(corner['U1']['40'])}, leg 1 in"
        f" {name(corner['U1']['1'])}, {_PICO_LEGS} holes upwards each. The socket of U2: leg 1 in"
        f" {name(corner['U2']['1'])}, its notch up. X1 to X10 are the headers of cables W1 to W10."
        " Q1 and Q6 sit on adapters with three legs in a row; if yours has others, follow its"
        " print. C1 lies down.\n\n"
        + markdown(("part", "leg and hole"), rows)
        + f"\n## The {len(made)} wires\n\nTick them off one by one.\n\n"
        + markdown(("net", "from", "to"), made)
    )
