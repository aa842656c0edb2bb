"""Tables made from the source: the firmware's pins, parts to buy, wires to run. Text only."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from hardware.make import power
from hardware.make.pico import HEALTH, LEGS
from hardware.make.source import Net, Part, Source

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


def shopping(source: Source) -> list[tuple[str, ...]]:
    """One row a thing to buy: reference, quantity, part, number, why, instead, what to check."""
    rows: list[tuple[str, ...]] = []
    alike: dict[tuple[str, str], list[Part]] = {}
    for part in source.parts:
        alike.setdefault((part.name, part.instead), []).append(part)
    for same in alike.values():
        first = same[0]
        rows.append(
            (
                ", ".join(part.ref for part in same),
                str(len(same)),
                first.name + (" (optional)" if first.optional else ""),
                first.number,
                "; ".join(dict.fromkeys(part.why for part in same)),
                first.instead,
                "; ".join(dict.fromkeys(part.check for part in same if part.check)),
                _euros(sum(part.price for part in same)),
            )
        )
    rows += [
        ("", it.count, it.name, "", it.why, "", "", _euros(it.price)) for it in source.hardware
    ]
    return rows


def _euros(price: float) -> str:
    return f"{price:.2f}"


_SHOPPING = (
    "ref",
    "count",
    "part",
    "number",
    "what for",
    "instead",
    "check when buying",
    "about €",
)
_PRICES = (
    "Prices are estimates in euros, from memory, November 2026, without postage: no shop was asked."
    " Everything but the panels, the beam and J2 is sold by any distributor of electronic parts and"
    " by most maker shops; those three come from maker shops and from marketplaces. Filament,"
    " inserts and screws come from shops for printers and from hardware shops."
)


def parts_markdown(source: Source) -> str:
    """The shopping list for people."""
    table = markdown(_SHOPPING, ([cell or "-" for cell in row] for row in shopping(source)))
    parts = sum(part.price for part in source.parts)
    bare = sum(part.price for part in source.parts if not part.optional)
    rest = sum(it.price for it in source.hardware)
    tools = markdown(("tool", "about €"), [(it.name, f"{it.price:.0f}") for it in source.tools])
    return (
        f"<!-- {MARK} -->\n# Parts\n\n{CHECK} {_PRICES}\n\n{table}\n"
        f"Together about {parts + rest:.0f} €; without what is optional on the board about"
        f" {bare + rest:.0f} €.\n\n# Tools\n\n{tools}"
    )


def parts_csv(source: Source) -> str:
    """The shopping list for a spreadsheet."""
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows([_SHOPPING, *shopping(source)])
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
