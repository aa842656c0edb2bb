"""The fairness lab's report as one page: a family reads the top, a statistician all of it.

It needs no host, no script and no network, so it can be kept and sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol
from xml.etree.ElementTree import Element, SubElement, tostring

from dicerules.words import Message, message, sentence
from msgspec import Struct

from dicehost.past import plot
from dicehost.past.fairness import judge, spaced
from dicehost.past.lab import BIAS, DiceReport, Measure, ShuffleReport
from dicehost.past.ledger import Tally
from dicehost.wording import host_words

SELDOM = 0.01
"""A corrected chance below this is worth a second look."""
CELL = 14
_STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#2a241d, #f6eee2); --soft: light-dark(#655c50,
 #b9ad9d); --card: light-dark(#fffcf6, #27221d); --line: light-dark(#d9ccb6, #4a4239);
 --bar: light-dark(#a8461a, #f2a65e); --bad: light-dark(#a3241d, #ff9d8f); }
body { font: 18px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 900px; padding: 24px 16px;
 color: var(--ink); background: light-dark(#f5eee2, #1b1713); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 16px;
 padding: 16px 20px; margin: 16px 0; }
h1, h2 { line-height: 1.2; } .said { font-size: 1.25rem; font-weight: 600; }
.odd { color: var(--bad); } .soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: 5px 8px; text-align: right; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; font-variant-numeric: tabular-nums; } tbody th { font-weight: 400; }
th:first-child, td:first-child { text-align: left; }
.scroll { overflow-x: auto; } svg { max-width: 100%; height: auto; }
svg text { font: 15px system-ui, sans-serif; fill: var(--ink); } .count { fill: var(--bar); }
.band { fill: var(--ink); opacity: .18; }
.even { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 7 5; }
.more { fill: var(--bar); } .less { fill: light-dark(#2c6e8f, #7cc4e6); }
"""


class Say(Protocol):
    """Says something in the report's language."""

    def __call__(self, key: str, **facts: int | str) -> str:
        """Say what ``host.lab.<key>`` stands for."""


class Examined(Struct, frozen=True):
    """What one source rolled or shuffled, and what the lab says about it."""

    source: str
    tower: str
    report: DiceReport | ShuffleReport
    tally: Tally | None = None


def build(examined: Sequence[Examined], language: str = "en") -> str:
    """Write the report."""
    words = host_words(language)

    def say(key: str, **facts: int | str) -> str:
        return sentence(message(f"host.lab.{key}", **facts), words, [])

    parts = [_part(one, say, words) for one in examined] or [f"<p>{escape(say('nothing'))}</p>"]
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(say('title'))}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(say('title'))}</h1>{''.join(parts)}"
        f'<section><h2>{escape(say("proves"))}</h2><p class="soft">{escape(say("proves_how"))}</p>'
        f'<h3>{escape(say("numbers"))}</h3><p class="soft">{escape(say("numbers_how"))}</p>'
        "</section></body></html>\n"
    )


def verdict(tests: Sequence[Measure]) -> Message:
    """What a family should know."""
    if not tests:
        return message("host.lab.few")
    odd = [test for test in tests if test.corrected < SELDOM]
    if odd:
        return message("host.lab.odd", count=len(odd), all=len(tests))
    return message("host.lab.fair", all=len(tests))


def seen_at_all(report: DiceReport) -> Message:
    """What this number of dice could show, and how many a small bias needs."""
    return message(
        "host.lab.power",
        rolls=spaced(sum(report.counts)),
        fair=_percent(1 / report.faces),
        visible=_percent(1 / report.faces + report.visible),
        biased=_percent(1 / report.faces + BIAS),
        needed=spaced(report.needed),
    )


def _part(one: Examined, say: Say, words: dict[str, str]) -> str:
    report = one.report
    name = f"{say(f'source.{one.source}')} {one.tower}".strip()
    said = verdict(report.tests)
    odd = ' class="said odd"' if said.key == "host.lab.odd" else ' class="said"'
    head = f"<p{odd}>{escape(sentence(said, words, []))}</p>"
    if isinstance(report, DiceReport):
        rolls = sum(report.counts)
        title = say("dice", rolls=spaced(rolls), faces=report.faces, source=name)
        pictures = [plot.inline(judge(one.tally))] if one.tally else []
        pictures.append(f'<p class="soft">{escape(say("bars"))}</p>')
        pictures.append(f"<p>{escape(sentence(seen_at_all(report), words, []))}</p>")
        if report.faces <= 20:
            expected = rolls // 2 / report.faces**2
            heat = _heat(say("pairs"), report.pairs, expected)
            pictures.append(f"<h3>{escape(say('pairs'))}</h3>{heat}")
            pictures.append(f'<p class="soft">{escape(say("pairs_how"))}</p>')
    else:
        shuffles = spaced(report.shuffles)
        title = say("shuffles", shuffles=shuffles, cards=report.cards, source=name)
        heat = _heat(say("places"), report.places, report.shuffles / report.cards)
        pictures = [f"<h3>{escape(say('places'))}</h3>{heat}"]
        pictures.append(f'<p class="soft">{escape(say("places_how"))}</p>')
    table = _table(report.tests, say) if report.tests else ""
    return f"<section><h2>{escape(title)}</h2>{head}{''.join(pictures)}{table}</section>"


def _table(tests: Sequence[Measure], say: Say) -> str:
    columns = ("test", "size", "range", "expected", "chance", "corrected")
    head = "".join(f'<th scope="col">{escape(say(f"column.{key}"))}</th>' for key in columns)
    rows = "".join(_row(test, say) for test in tests)
    return (
        f"<h3>{escape(say('numbers'))}</h3>"
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        "</div>"
    )


def _row(test: Measure, say: Say) -> str:
    cells = (
        f"{test.size:.4f}",
        f"[{test.low:.4f}, {test.high:.4f}]",
        f"{test.fair:.4f}",
        f"{test.chance:.4f}",
        f"{test.corrected:.4f}",
    )
    odd = ' class="odd"' if test.corrected < SELDOM else ""
    name = f"{say(f'test.{test.key}')} ({test.statistic:.1f}, {test.free})"
    told = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr{odd}><th scope="row">{escape(name)}</th>{told}</tr>'


def _heat(title: str, counts: Sequence[Sequence[int]], expected: float) -> str:
    # One square for each count: the further from the expected one, the more colour. Four standard
    # deviations are full colour.
    size = len(counts)
    wide, drawn = CELL * size, str(max(CELL * size, 260))
    picture = Element("svg", {"viewBox": f"0 0 {wide} {wide}", "width": drawn, "role": "img"})
    SubElement(picture, "title").text = title
    for row, line in enumerate(counts):
        for column, count in enumerate(line):
            off = (count - expected) / (expected**0.5 or 1.0)
            place = {"x": str(CELL * column), "y": str(CELL * row)}
            box = {"width": str(CELL - 1), "height": str(CELL - 1)}
            shade = {"opacity": f"{min(1.0, 0.05 + abs(off) / 4):.2f}"}
            kind = {"class": "more" if off > 0 else "less"}
            SubElement(picture, "rect", place | box | shade | kind)
    return tostring(picture, encoding="unicode")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
