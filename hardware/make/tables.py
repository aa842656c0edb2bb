"""Tables made from the source: the firmware's pins, parts to buy, wires to run. Text only."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from msgspec import Struct

from hardware.make import power, prices
from hardware.make.pico import HEALTH, LEGS
from hardware.make.source import Net, Offer, Part, Priced, Source

MARK = "Made from hardware/tower.toml by `make hardware`; change it there."
CHECK = "Part numbers and their figures are from memory: **check the data sheet before you order.**"


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as Markdown writes it."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def pins(source: Source) -> str:
    """The firmware's module of pins."""
    budget = power.light(source)
    low, high = (round(volts * 1000) for volts in source.limits["rail_V"])
    rows = [(net.name, net.gpio, net.note) for net in source.nets if net.gpio is not None]
    lines = [
        "# Pins of the board, as they are soldered. No driver here.",
        f"# {MARK}",
        "",
        *(f"{name} = {gpio}  # leg {LEGS[gpio]}; {note}" for name, gpio, note in rows),
        f"HEALTH = {HEALTH}  # the Pico's own lamp",
        "",
        f"LAMPS = {source.power.lamps}",
        f"COLOUR = {source.power.colour}  # mA that one colour of a lamp draws at 255",
        f"USB_LIGHT = {budget.usb}  # mA left for light on USB alone",
        f"PSU_LIGHT = {budget.psu}  # mA left for light with the big supply",
        f"RAIL = ({low}, {high})  # mV on the lamps' rail of a good board",
        f"REVISION = {source.revision}  # of the board",
    ]
    return "\n".join(lines) + "\n"


class Line(Struct, frozen=True):
    """A thing to buy: what the tables tell of it, what it costs, and who says so."""

    cells: tuple[str, ...]
    cost: prices.Cost
    sources: str


def shopping(source: Source) -> list[Line]:
    """One line a thing to buy; parts that are the same share one."""
    lines = []
    alike: dict[tuple[str, str], list[Part]] = {}
    for part in source.parts:
        alike.setdefault((part.name, part.instead), []).append(part)
    for same in alike.values():
        first = same[0]
        cells = (
            ", ".join(part.ref for part in same),
            str(len(same)),
            first.name + (" (optional)" if first.optional else ""),
            first.number,
            "; ".join(dict.fromkeys(part.why for part in same)),
            first.instead,
            "; ".join(dict.fromkeys(part.check for part in same if part.check)),
        )
        cost = prices.total(prices.part(source, part.ref) for part in same)
        lines.append(Line(cells, cost, _offers(source, prices.of(source, first.ref))))
    for it in source.hardware:
        cells = ("", it.count, it.name, "", it.why, "", "")
        lines.append(Line(cells, prices.thing(source, it), _offers(source, it)))
    return lines


def _offers(source: Source, it: Priced | None) -> str:
    """Its prices in one cell."""
    told = []
    for offer in it.sources if it else ():
        page = prices.page(source, offer)
        where = f"{offer.shop}, {page.dated}, {page.address}"
        told.append(f"{_printed(source, offer)} {offer.what}".strip() + f" ({where})")
    return "; ".join(told)


def _printed(source: Source, offer: Offer) -> str:
    pieces = f" for {offer.pieces}" if offer.pieces > 1 else ""
    return f"{offer.price:.2f} {prices.page(source, offer).currency}{pieces}"


_SHOPPING = (
    "ref",
    "count",
    "part",
    "number",
    "what for",
    "instead",
    "check when buying",
)
_SHOPS = (
    "Everything but the panels, the beam and J2 is sold by any distributor of electronic parts and"
    " by most maker shops; those three come from maker shops and from marketplaces. Filament,"
    " inserts and screws come from shops for printers and from hardware shops."
)

_PRICES = (
    "Prices go from the cheaper to the dearer of two [sources](#where-the-prices-come-from), or are"
    " estimates; postage is not in them."
)
_FACTS = (
    "No shop was asked, and prices change: these are facts about public pages, not offers. Each is"
    " as printed there; those in USD are without tax. The day is the one that a page tells of its"
    " prices, else that of its last change. A price for several is divided by them: a strip of"
    " 40 pins is eight times what J4 needs."
)


def parts_markdown(source: Source) -> str:
    """The shopping list for people."""
    lines = shopping(source)
    rows = ([*(cell or "-" for cell in line.cells), line.cost.text()] for line in lines)
    every = prices.total(line.cost for line in lines)
    optional = [prices.part(source, part.ref) for part in source.parts if part.optional]
    spared = prices.total(optional)
    low, high = every.low - spared.low, every.high - spared.high
    tools = [(it.name, prices.thing(source, it).text()) for it in source.tools]
    return (
        f"<!-- {MARK} -->\n# Parts\n\n{CHECK} {_SHOPS}\n\n{_PRICES}\n\n"
        + markdown((*_SHOPPING, "€"), rows)
        + f"\nTogether {every.low:.0f} to {every.high:.0f} €, of which {every.estimated:.0f} € are"
        " estimates; without what is optional on the board"
        f" {low:.0f} to {high:.0f} €.\n\n# Tools\n\n"
        + markdown(("tool", "€"), tools)
        + f"\n{_sources(source)}"
    )


def _sources(source: Source) -> str:
    """Every price with its page, for who wants to look again."""
    rows = []
    for name, it in prices.offers(source):
        for offer in it.sources:
            page = prices.page(source, offer)
            where = f"[{page.name}]({page.address})"
            printed = _printed(source, offer)
            rows.append((name, printed, offer.what or "-", offer.shop, page.dated, where))
    named = [it for _, it in prices.offers(source) if it.estimate != 0]
    told = sum(it.estimate is None for it in named)
    rates = " and ".join(f"one {each} for {rate:g} €" for each, rate in source.euros.items())
    return (
        f"# Where the prices come from\n\n{_FACTS} Counted are {rates}: round figures, from"
        f" memory.\n\n{told} of {len(named)} prices of parts, things and tools have two sources by"
        " different people. The others are estimates, from memory, November 2026; where one"
        " source was found, it stands here too.\n\n"
        + markdown(("for", "price", "what is priced", "sold by", "day", "page"), rows)
    )


def parts_csv(source: Source) -> str:
    """The shopping list for a spreadsheet."""
    sheet = io.StringIO()
    rows = [
        (
            *line.cells,
            f"{line.cost.low:.2f}",
            f"{line.cost.high:.2f}",
            "yes" if line.cost.estimated else "",
            line.sources,
        )
        for line in shopping(source)
    ]
    head = (*_SHOPPING, "€ from", "€ to", "estimate", "sources")
    csv.writer(sheet, lineterminator="\n").writerows([head, *rows])
    return sheet.getvalue()


def wiring(source: Source) -> str:
    """Pins, wires and nets for people with a meter in hand."""
    pin_rows = [
        (f"`{net.name}`", f"GP{net.gpio}", f"{LEGS[net.gpio]}", net.use, _others(net), net.note)
        for net in source.nets
        if net.gpio is not None
    ]
    wires = []
    for cable in source.cables:
        for name, colour, pin in (wire.split() for wire in cable.wires):
            end = f"{cable.to}.{pin} ({source.pin(f'{cable.to}.{pin}').name})"
            size = (f"{cable.mm} mm", f"{cable.mm2:g} mm²")
            wires.append((cable.ref, cable.source or "board", end, f"`{name}`", colour, *size))
    nets = [(f"`{net.name}`", ", ".join(net.joins), net.note) for net in source.nets]
    return (
        f"<!-- {MARK} -->\n# Wiring\n\n"
        "![harness](harness.svg)\n\n![schematic](schematic.svg)\n\n## Pins of the Pico\n\n"
        + markdown(("net", "GPIO", "leg", "use", "to", "note"), pin_rows)
        + "\nLegs 38 (GND), 33 (AGND), 36 (3V3) and 40 (VBUS) are used too; 39 (VSYS) stays open.\n"
        "\n## Wires off the board\n\n"
        + markdown(("cable", "from", "to", "net", "colour", "length", "copper"), wires)
        + "\nColours: RD red, BK black, GN green, YE yellow, WH white, OG orange.\n\n## Nets\n\n"
        "Everything in one line must ring through on a meter. No two lines may, but those that a"
        " fuse or the closed side of SW2 joins: F1, F2 and SW2 are nearly shorts.\n\n"
        + markdown(("net", "joins", "note"), nets)
    )


def _others(net: Net) -> str:
    return ", ".join(join for join in net.joins if not join.startswith("U1."))
