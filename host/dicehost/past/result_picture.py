"""Draws the result of a match as one SVG file to keep: podium, places, awards, score curve.

It has its own colours and needs nothing else to be shown. A browser can make a PNG of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement, tostring

from dicerules.words import Catalogue, message, sentence

from dicehost.past.finale import Finale, Point

WIDE, HIGH = 1280, 800
_FONT = "Fredoka, ui-rounded, 'Segoe UI Variable', system-ui, 'Noto Sans', sans-serif"
_INK, _SOFT, _PAPER, _CARD, _LINE = "#2a241d", "#655b4e", "#f5eee2", "#fffcf6", "#dccfba"
_TINTS = {
    "cyan": "#2fd4e6",
    "plum": "#8a2b93",
    "grey": "#8b8b8b",
    "blue": "#3352f5",
    "peach": "#ffb185",
    "green": "#1c8a45",
    "yellow": "#ffd83d",
    "pink": "#ff6bea",
}
_DARK = {"plum", "blue", "green"}
_LEFT = (288, 28, 548)
"""Where the steps stand, the first one in the middle."""
_TALL = {1: 340, 2: 250, 3: 180}
"""How high the step of each place is."""
_ROW = 66


def draw_result(finale: Finale, words: Catalogue) -> str:
    """Draw a match's result, in the language of these words."""
    names = [seat.name for seat in finale.seats]
    picture = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDE} {HIGH}",
            "width": str(WIDE),
            "height": str(HIGH),
            "role": "img",
            "font-family": _FONT,
        },
    )
    said = _result(finale, words, names)
    SubElement(picture, "title").text = f"{finale.title}: {said}"
    _box(picture, 0, 0, WIDE, HIGH, _PAPER, 0)
    _write(picture, finale.title, 420, 48, 780, 26, _SOFT)
    _write(picture, said, 420, 110, 780, 64, _INK, bold=True)
    order = sorted(range(len(names)), key=lambda seat: (finale.ranks[seat], seat))
    # Two stand as far from the left as from the right.
    aside = 130 if len(order) == 2 else 0
    for x, seat in zip(_LEFT, order, strict=False):
        _step(picture, finale, seat, x + aside)
    for row, seat in enumerate(order[3:]):
        _place(picture, finale, seat, row, len(order) - 3)
    for row, award in enumerate(finale.awards):
        figure = sentence(award.figure, words, names)
        title, text = (sentence(what, words, names) for what in (award.title, award.text))
        _award(picture, row, title, text, figure, finale.seats[award.seats[0]].colour)
    top = 28 + 104 * len(finale.awards)
    _curve(picture, finale, top, sentence(message("host.award.curve"), words, names))
    return tostring(picture, encoding="unicode") + "\n"


def _result(finale: Finale, words: Catalogue, names: Sequence[str]) -> str:
    winners = list(finale.over.winners)
    key = "none" if not winners else "one" if len(winners) == 1 else "shared"
    return sentence(message(f"host.award.result.{key}", seats=winners), words, names)


def _step(picture: Element, finale: Finale, seat: int, x: int) -> None:
    seen, rank = finale.seats[seat], finale.ranks[seat]
    tall = _TALL[min(rank, 3)]
    top, on = 690 - tall, "#fff" if seen.colour in _DARK else _INK
    _box(picture, x, top, 244, tall, _tint(seen.colour), 18)
    _box(picture, x, 682, 244, 8, _tint(seen.colour), 0)
    _write(picture, str(finale.scores[seat]), x + 122, top + 92, 220, 84, on, bold=True)
    _write(picture, f"{rank}.", x + 122, top + 126, 220, 26, on)
    lines = _break(seen.name)
    for at, line in enumerate(reversed(lines)):
        _write(picture, line, x + 122, top - 22 - 40 * at, 252, 34, _INK, bold=True)
    if seat in finale.over.winners:
        _crown(picture, x + 122, top - 40 - 40 * len(lines))


def _place(picture: Element, finale: Finale, seat: int, row: int, count: int) -> None:
    wide = (764 - 14 * (count - 1)) / count
    x, seen = 28 + row * (wide + 14), finale.seats[seat]
    _box(picture, x, 708, wide, _ROW, _CARD, 16, _LINE)
    _box(picture, x, 708, 12, _ROW, _tint(seen.colour), 6)
    _write(picture, f"{finale.ranks[seat]}.", x + 22, 750, 40, 24, _SOFT, "start")
    _write(picture, seen.name, x + 56, 750, wide - 130, 24, _INK, "start")
    _write(picture, str(finale.scores[seat]), x + wide - 14, 754, 64, 34, _INK, "end", bold=True)


def _award(picture: Element, row: int, title: str, text: str, figure: str, colour: str) -> None:
    top = 28 + 104 * row
    _box(picture, 830, top, 422, 92, _CARD, 16, _LINE)
    _box(picture, 830, top, 12, 92, _tint(colour), 6)
    _write(picture, title, 856, top + 36, 230, 24, _INK, "start", bold=True)
    _write(picture, figure, 1236, top + 38, 160, 26, _INK, "end", bold=True)
    lines = wrap(text, 36)
    for at, line in enumerate(lines):
        y = top + (68 if len(lines) == 1 else 60 + 21 * at)
        _write(picture, line, 856, y, 380, 18, _SOFT, "start")


def _curve(picture: Element, finale: Finale, top: int, title: str) -> None:
    high = 774 - top
    if high < 120 or len(finale.curve) < 2:
        return
    _box(picture, 830, top, 422, high, _CARD, 16, _LINE)
    _write(picture, title, 856, top + 32, 380, 18, _SOFT, "start")
    lines = path_points(finale.curve, (856, top + 52), (1222, top + high - 24))
    for seat, points in enumerate(lines):
        for colour, wide in ((_INK, 8), (_tint(finale.seats[seat].colour), 5)):
            drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            look = {"fill": "none", "stroke": colour, "stroke-width": str(wide)}
            round_ends = {"stroke-linejoin": "round", "stroke-linecap": "round"}
            SubElement(picture, "polyline", {"points": drawn} | look | round_ends)


def path_points(
    curve: Sequence[Point], low: tuple[float, float], high: tuple[float, float]
) -> list[list[tuple[float, float]]]:
    """The points of each seat's line in a box from its top left to its bottom right corner."""
    scores = [score for point in curve for score in point.scores]
    least, most, last = min(scores), max(scores), curve[-1].event or 1
    (left, top), (right, bottom) = low, high
    return [
        [
            (
                left + (right - left) * point.event / last,
                bottom - (bottom - top) * (point.scores[seat] - least) / max(1, most - least),
            )
            for point in curve
        ]
        for seat in range(len(curve[0].scores))
    ]


def _crown(picture: Element, x: float, y: float) -> None:
    path = f"M{x - 38} {y}l-8-44 24 18 22-32 22 32 24-18-8 44z"
    look = {"fill": "#ffc400", "stroke": _INK, "stroke-width": "4", "stroke-linejoin": "round"}
    SubElement(picture, "path", {"d": path} | look)


def _break(name: str) -> list[str]:
    """A name in one line, or at its blank nearest to the middle in two; no letter is left out."""
    blanks = [at for at, letter in enumerate(name) if letter == " "]
    if len(name) <= 13 or not blanks:
        return [name]
    at = min(blanks, key=lambda blank: abs(blank - len(name) / 2))
    return [name[:at], name[at + 1 :]]


def _tint(colour: str) -> str:
    return _TINTS.get(colour, "#f3e9d2")


def _box(
    picture: Element,
    x: float,
    y: float,
    wide: float,
    high: float,
    fill: str,
    round_by: float,
    edge: str = "none",
) -> None:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{wide:.1f}", "height": f"{high:.1f}"}
    look = {"rx": str(round_by), "fill": fill, "stroke": edge, "stroke-width": "2"}
    SubElement(picture, "rect", place | look)


def _write(
    picture: Element,
    text: str,
    x: float,
    y: float,
    room: float,
    size: float,
    fill: str,
    anchor: str = "middle",
    bold: bool = False,
) -> None:
    # Wide letters are about two thirds of their height: smaller print instead of a cut name.
    fitting = min(size, room / (0.62 * max(1, len(text))))
    look = {"font-size": f"{fitting:.1f}", "fill": fill, "text-anchor": anchor}
    weight = {"font-weight": "700"} if bold else {}
    SubElement(picture, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}"} | look | weight).text = text
