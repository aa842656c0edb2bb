"""Draws counted dice as SVG: one bar for each face, the expected count, and the usual spread.

On a page the page's style colours it; a file has a style of its own.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from dicehost.past.fairness import Verdict, spaced

WIDE, HIGH, FOOT, HEAD, LEFT, RIGHT = 600, 230, 28, 24, 8, 64
_STYLE = """
text { font: 15px system-ui, sans-serif; fill: #2a241d; }
.count { fill: #a8461a; } .band { fill: #2a241d; opacity: .16; }
.even { stroke: #2a241d; stroke-width: 2; stroke-dasharray: 7 5; } .paper { fill: #fffcf6; }
@media (prefers-color-scheme: dark) {
  text { fill: #f6eee2; } .count { fill: #f2a65e; } .band { fill: #f6eee2; opacity: .22; }
  .even { stroke: #f6eee2; } .paper { fill: #27221d; }
}
"""


def draw(verdict: Verdict) -> Element:
    """Draw one kind of die."""
    top = max(*verdict.counts, verdict.expected + verdict.band, 1.0)
    room = (WIDE - LEFT - RIGHT) / verdict.faces

    def y(count: float) -> float:
        return round(HIGH - FOOT - (HIGH - FOOT - HEAD) * count / top, 1)

    picture = Element("svg", {"class": "plot", "viewBox": f"0 0 {WIDE} {HIGH}"})
    end = WIDE - RIGHT
    for face, count in enumerate(verdict.counts, 1):
        x = LEFT + room * (face - 1)
        tall = y(0) - y(count)
        _add(
            picture, "rect", "count", x=x + room * 0.14, y=y(count), width=room * 0.72, height=tall
        )
    upper, lower = y(verdict.expected + verdict.band), y(max(0.0, verdict.expected - verdict.band))
    _add(picture, "rect", "band", x=LEFT, y=upper, width=end - LEFT, height=lower - upper)
    even = y(verdict.expected)
    _add(picture, "line", "even", x1=LEFT, x2=end, y1=even, y2=even)
    _write(picture, spaced(round(verdict.expected)), end + 6, even + 5, "start")
    # Labels of many faces would run into each other.
    every = max(1, round(verdict.faces / 20))
    for face, count in enumerate(verdict.counts, 1):
        x = LEFT + room * (face - 0.5)
        if face % every == 0 or every == 1:
            _write(picture, str(face), x, HIGH - 8)
        if verdict.faces <= 12:
            _write(picture, spaced(count), x, min(y(count), upper) - 6)
    return picture


def inline(verdict: Verdict) -> str:
    """The drawing for a page, which shows the same numbers in a table beside it."""
    picture = draw(verdict)
    picture.set("aria-hidden", "true")
    return tostring(picture, encoding="unicode")


def file(verdict: Verdict, title: str) -> str:
    """The drawing as a file of its own; the title says what it shows."""
    picture = draw(verdict)
    picture.set("xmlns", "http://www.w3.org/2000/svg")
    picture.set("role", "img")
    name, style = Element("title"), Element("style")
    name.text, style.text = title, _STYLE
    paper = Element("rect", {"class": "paper", "width": "100%", "height": "100%"})
    picture[:] = [name, style, paper, *picture]
    return tostring(picture, encoding="unicode") + "\n"


def _add(parent: Element, tag: str, kind: str, **numbers: float) -> None:
    placed = {name: f"{value:.1f}" for name, value in numbers.items()}
    SubElement(parent, tag, {"class": kind} | placed)


def _write(parent: Element, words: str, x: float, y: float, anchor: str = "middle") -> None:
    node = SubElement(parent, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor})
    node.text = words
