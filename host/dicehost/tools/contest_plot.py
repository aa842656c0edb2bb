"""Draws how strong bots are as SVG: a dot for each level, a line for its 95 % interval."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from dicerules.bots.contest import Standings

WIDE, ROW, HEAD, FOOT, LEFT, RIGHT = 640, 46, 76, 34, 100, 36
_STYLE = """
text { font: 15px system-ui, sans-serif; fill: #2a241d; } .title { font-weight: 600; }
.paper { fill: #fffcf6; } .grid { stroke: #2a241d; opacity: .18; }
.even { stroke: #2a241d; stroke-width: 2; stroke-dasharray: 7 5; }
.interval { stroke: #a8461a; stroke-width: 4; stroke-linecap: round; } .rate { fill: #a8461a; }
@media (prefers-color-scheme: dark) {
  text { fill: #f6eee2; } .paper { fill: #27221d; } .grid { stroke: #f6eee2; }
  .even { stroke: #f6eee2; } .interval { stroke: #f2a65e; } .rate { fill: #f2a65e; }
}
"""


def draw(found: Standings) -> str:
    """The drawing as a file of its own."""
    foot = HEAD + ROW * len(found.strengths)
    high = foot + FOOT
    picture = Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDE} {high}", "role": "img"},
    )
    played = f"{found.matches} matches of {', '.join(found.line)}, seats rotated"
    SubElement(picture, "title").text = f"{found.game}: {played}"
    SubElement(picture, "style").text = _STYLE
    SubElement(picture, "rect", {"class": "paper", "width": "100%", "height": "100%"})
    _write(picture, found.game, LEFT / 4, 28, "start", "title")
    _write(picture, played, LEFT / 4, 50, "start")
    for tenth in range(0, 11, 2):
        _line(picture, "grid", (_x(tenth / 10), HEAD - 8), (_x(tenth / 10), foot))
        _write(picture, f"{tenth * 10} %", _x(tenth / 10), high - 12)
    _line(picture, "even", (_x(found.even), HEAD - 8), (_x(found.even), foot))
    for number, each in enumerate(found.strengths):
        y = HEAD + ROW * (number + 0.5)
        _write(picture, each.level, LEFT - 16, y + 5, "end")
        _line(picture, "interval", (_x(each.low), y), (_x(each.high), y))
        SubElement(
            picture,
            "circle",
            {"class": "rate", "cx": f"{_x(each.rate):.1f}", "cy": f"{y}", "r": "8"},
        )
        _write(picture, f"{each.rate:.0%}".replace("%", " %"), _x(each.rate), y - 13)
    return tostring(picture, encoding="unicode") + "\n"


def _x(part: float) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * part


def _line(parent: Element, kind: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    SubElement(parent, "line", {"class": kind} | {key: f"{at:.1f}" for key, at in ends.items()})


def _write(
    parent: Element, words: str, x: float, y: float, anchor: str = "middle", kind: str = ""
) -> None:
    placed = {"class": kind, "x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}
    SubElement(parent, "text", placed).text = words
