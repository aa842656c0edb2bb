"""The schematic, in net-label style: every part a symbol, every leg a stub that bears its net.

Two stubs with one name are joined. The places on the sheet are chosen here, the joins never.
"""

from __future__ import annotations

from typing import Any

import schemdraw
from schemdraw import elements

from hardware.make.source import Part, Pin, Source

elm: Any = elements  # partly typed; what is drawn is looked at, not type-checked
_STUB = 0.6
_FEED = "#a40000"
_NUMBER = "#666666"
_SHEET: tuple[tuple[str, tuple[float, float], tuple[tuple[str, float, float], ...]], ...] = (
    (
        "Controller",
        (-3.4, 4.8),
        (("U1", 0, 0), ("J4", 8.2, 1.2), ("R3", 7, -2), ("LS1", 7, -3.4)),
    ),
    (
        "Data and button lamp",
        (13.8, 4.8),
        (
            ("U2", 17, 0),
            ("R1", 23.2, 2.2),
            ("C2", 23.2, 0.4),
            ("C1", 23.2, -1.4),
            ("C3", 23.2, -3.2),
        ),
    ),
    (
        "Panels, button, beam",
        (-3.4, -5.4),
        (
            ("P1", 0, -8.4),
            ("P2", 6.4, -8.4),
            ("SW1", 12.8, -8.4),
            ("BM1", 19.2, -8.4),
            ("BM2", 25.2, -8.4),
        ),
    ),
    (
        "Supply and its protection",
        (-3.4, -11.6),
        (
            ("J2", 0, -14),
            ("F2", 5.6, -13),
            ("F1", 5.6, -15),
            ("SW2", 15, -14.4),
            ("Q6", 24, -13.8),
            ("D3", 23.2, -17.4),
            ("R17", 23.2, -19.4),
            ("Q7", 1.6, -19.6),
            ("R16", 5.6, -18),
            ("R15", 5.6, -20),
            ("D4", 14, -18.6),
        ),
    ),
    (
        "Soft start of the lamps' rail",
        (-3.4, -22.8),
        (
            ("Q1", 2.4, -25.6),
            ("Q2", 8.4, -26.2),
            ("Q5", 8.4, -30.2),
            ("R2", 14.4, -24.6),
            ("R4", 14.4, -26.4),
            ("C4", 14.4, -28.2),
            ("C5", 14.4, -30),
            ("R7", 23.2, -24.6),
            ("R5", 23.2, -26.4),
            ("R6", 23.2, -28.2),
            ("R8", 23.2, -30),
        ),
    ),
)
_SYMBOLS = {
    "R": elm.ResistorIEC,
    "C": elm.Capacitor,
    "D": elm.Zener,
    "F": elm.FuseIEC,
    "LS": elm.Crystal,
}


def draw(source: Source) -> str:
    """The sheet as SVG."""
    schemdraw.use("svg")
    sheet = schemdraw.Drawing(show=False)
    sheet.config(fontsize=10, unit=2.2, lw=1.2, font="DejaVu Sans, Verdana, sans-serif")
    for title, at, places in _SHEET:
        sheet += elm.Label().at(at).label(title, fontsize=14, halign="left")
        for ref, x, y in places:
            _place(sheet, source, source.part(ref), (x, y))
    drawn = {ref for _, _, places in _SHEET for ref, _, _ in places}
    missing = {part.ref for part in source.parts} ^ drawn
    if missing:
        raise ValueError(f"every part has a place on the schematic; without one: {missing}")
    return str(sheet.get_imagedata("svg").decode())


def draw_noise_board(source: Source) -> str:
    """The optional noise board as SVG."""
    schemdraw.use("svg")
    sheet = schemdraw.Drawing(show=False)
    sheet.config(fontsize=10, unit=2.2, lw=1.2, font="DejaVu Sans, Verdana, sans-serif")
    for place, (ref, value, nets) in enumerate(source.noise_board.split()):
        at = (place % 4 * 6.4, -(place // 4) * 4.0)
        if ref[0] == "Q":
            drawn = sheet.add(elm.BjtNpn().right().at((at[0] + 0.8, at[1])))
            beside = (at[0] + 2.2, at[1] + 0.1)
            sheet.add(elm.Label().at(beside).label(f"{ref} {value}", halign="left"))
            ends = [(drawn.base, "left"), (drawn.collector, "up"), (drawn.emitter, "down")]
        else:
            symbol = elm.Schottky if ref[0] == "D" else _SYMBOLS[ref[0]]
            drawn = symbol().right().at(at).label(f"{ref}  {value}", loc="top", fontsize=9)
            sheet.add(drawn)
            ends = [(drawn.start, "left"), (drawn.end, "right")]
        for net, (point, side) in zip(nets, ends, strict=True):
            if net == "-":
                sheet.add(elm.NoConnect().at(point))
            else:
                _stub(sheet, net, point, side)
    fed = ", ".join(source.noise_board.pins)
    sheet += elm.Label().at((-1, -10.2)).label(f"CLAMPED goes to {fed}", fontsize=12, halign="left")
    return str(sheet.get_imagedata("svg").decode())


def _place(sheet: Any, source: Source, part: Part, at: tuple[float, float]) -> None:
    kind = part.ref.rstrip("0123456789")
    symbol = _SYMBOLS.get(kind)
    numbered = False
    if symbol is not None:
        options = {"polar": True} if part.legs()[0].name == "plus" else {}
        drawn = symbol(**options).right().at(at)
        sheet.add(drawn.label(f"{part.ref}  {_value(part)}", loc="top", fontsize=9))
        ends = {"1": (drawn.start, "left"), "2": (drawn.end, "right")}
        if kind == "D":  # the symbol points from anode to cathode; leg 1 is the cathode
            ends = {"1": ends["2"], "2": ends["1"]}
    elif kind == "Q":
        drawn, legs = _transistor(part)
        sheet.add(drawn.at(at))
        beside = (at[0] - 3.6, at[1] - 0.8) if "G" in legs else (at[0] + 1.5, at[1] + 0.9)
        name = part.name.partition(" on ")[0]
        sheet.add(elm.Label().at(beside).label(f"{part.ref} {name}", halign="left"))
        ends = {
            pin.number: (getattr(drawn, legs[pin.name][0]), legs[pin.name][1])
            for pin in part.legs()
        }
    else:
        drawn, ends = _box(sheet, source, part, at)
        numbered = True  # the box numbers its pins itself
    for pin in part.legs():
        point, side = ends[pin.number]
        net = source.net_of(f"{part.ref}.{pin.number}")
        if net is None:
            sheet.add(elm.NoConnect().at(point))
            continue
        _stub(sheet, net.name, point, side, "" if numbered else pin.number)


def _value(part: Part) -> str:
    if part.ref[0] in "FD":
        return part.name.split(", ")[1]
    return part.name.partition(",")[0].replace("passive piezo sounder", "piezo")


def _stub(sheet: Any, name: str, point: Any, side: str, number: str = "") -> None:
    colour = _FEED if name[0].isdigit() else "black"
    stub = elm.Line().at(point).length(_STUB).color(colour)
    getattr(stub, side)()
    away = {"left": "right", "right": "left", "up": "center", "down": "center"}[side]
    vertical = {"up": "bottom", "down": "top"}.get(side, "center")
    sheet.add(stub)
    if number:
        middle = ((stub.start[0] + stub.end[0]) / 2, (stub.start[1] + stub.end[1]) / 2)
        flat = side in ("left", "right")
        beside = (middle[0] + (0 if flat else 0.1), middle[1] + (0.06 if flat else 0))
        align = {"halign": "center" if flat else "left", "valign": "bottom" if flat else "center"}
        sheet.add(elm.Label().at(beside).label(number, fontsize=7, color=_NUMBER, **align))
    sheet.add(
        elm.Label().at(stub.end).label(f" {name} ", halign=away, valign=vertical, color=colour)
    )


def _box(
    sheet: Any, source: Source, part: Part, at: tuple[float, float]
) -> tuple[Any, dict[str, Any]]:
    legs = part.legs()
    half = (len(legs) + 1) // 2 if len(legs) > 5 else 0
    sides = ["L"] * half + ["R"] * (len(legs) - half)
    rows = max(half, len(legs) - half)
    pins = [
        # schemdraw stacks a side from below; people count from above.
        elm.IcPin(
            name=_title(source, part, leg),
            pin=leg.number,
            side=side,
            anchorname=f"p{leg.number}",
        )
        for leg, side in [*zip(legs, sides, strict=True)][::-1]
    ]
    width = 3.6 if half else 2.2
    box = elm.Ic(pins=pins, size=(width, rows * 0.85 + 0.3), pinspacing=0.85, leadlen=0.5)
    title = (
        part.name.partition(",")[0].partition(" (")[0].partition(" in ")[0].partition(" with ")[0]
    )
    box.label(f"{part.ref}  {title}", loc="top", fontsize=9)
    drawn = sheet.add(box.at(at).anchor("center"))
    ends = {
        leg.number: (getattr(drawn, f"p{leg.number}"), "left" if side == "L" else "right")
        for leg, side in zip(legs, sides, strict=True)
    }
    return drawn, ends


def _title(source: Source, part: Part, leg: Pin) -> str:
    # The Pico's legs bear the GPIO that the firmware is told; a combining line means active low.
    net = source.net_of(f"{part.ref}.{leg.number}")
    if part.ref == "U1" and net is not None and net.gpio is not None:
        return f"GP{net.gpio}"
    return leg.name.replace("#", "\u0305")


def _transistor(part: Part) -> tuple[Any, dict[str, tuple[str, str]]]:
    """The symbol, and where and to which side each leg of it is."""
    if part.legs()[0].name == "G":
        return elm.PFet().right(), {
            "G": ("gate", "right"),
            "S": ("source", "up"),
            "D": ("drain", "down"),
        }
    if part.name == "2N3906":
        return elm.BjtPnp().right(), {
            "B": ("base", "left"),
            "C": ("collector", "down"),
            "E": ("emitter", "up"),
        }
    return elm.BjtNpn().right(), {
        "B": ("base", "left"),
        "C": ("collector", "up"),
        "E": ("emitter", "down"),
    }
