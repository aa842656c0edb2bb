"""The symbols of the schematic: what each kind of part looks like, and where its pins end."""

from __future__ import annotations

from msgspec import Struct

from hardware.make.board.plan import Item
from hardware.make.board.sexpr import Node, Quoted, number
from hardware.make.pico import GROUNDS, LEGS
from hardware.make.source import Source

PITCH = 2.54
TYPES = {
    "out": "output",
    "supply": "power_out",
    "open": "open_collector",
    "contact": "passive",
    "in": "input",
    "needs": "power_in",
    "ground": "power_in",
    "passive": "passive",
    "free": "output",
}
_OTHER_LEGS = {30: "RUN", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
Lines = tuple[tuple[tuple[float, float], ...], ...]


class SymbolPin(Struct, frozen=True):
    """A pin: number, name, electrical type, where its wire begins (y up), which way it looks."""

    number: str
    name: str
    type: str
    x: float
    y: float
    turn: int


class Symbol(Struct, frozen=True):
    """A drawing with pins; ``low`` and ``high`` are its extent."""

    name: str
    pins: tuple[SymbolPin, ...]
    lines: Lines
    low: float
    high: float
    named: bool = False
    """Whether the pins' names are shown."""


def _box(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((-x, -y), (x, -y), (x, y), (-x, y), (-x, -y))


_PLATES = (((-0.5, -1.5), (-0.5, 1.5)), ((0.5, -1.5), (0.5, 1.5)))
_LEADS = (((-2.54, 0), (-0.5, 0)), ((0.5, 0), (2.54, 0)))
_PLUS = (((-1.8, 1.2), (-1.0, 1.2)), ((-1.4, 0.8), (-1.4, 1.6)))
_TRIANGLE = ((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27))
_DIODE = (_TRIANGLE, ((-2.54, 0), (2.54, 0)))
_TWO: dict[str, Lines] = {
    "R": (_box(2.54, 1.0),),
    "C": (*_PLATES, *_LEADS),
    "CP": (*_PLATES, *_LEADS, *_PLUS),
    "F": (_box(2.54, 1.0), ((-2.54, 0), (2.54, 0))),
    "D": (*_DIODE, ((-1.27, 1.27), (-1.27, -1.27))),
    "DZ": (*_DIODE, ((-0.7, 1.6), (-1.27, 1.27), (-1.27, -1.27), (-1.84, -1.6))),
    "JP": (((-2.54, 0), (-1.27, 0)), ((1.27, 0), (2.54, 0)), ((-1.27, 0.9), (1.27, 0.9))),
}
_BASE = (((-2.54, 0), (0, 0)), ((0, -1.9), (0, 1.9)))
_ARMS = (((0, 0.8), (1.27, 2.54), (2.54, 2.54)), ((0, -0.8), (1.27, -2.54), (2.54, -2.54)))
_UP, _DOWN, _ASIDE = (5.08, 2.54, 180), (5.08, -2.54, 180), (-5.08, 0, 0)
_THREE: dict[str, tuple[Lines, dict[str, tuple[float, float, int]]]] = {
    # A P-channel's source and a PNP's emitter are above, as current flows from above.
    "NPN": (
        (*_BASE, *_ARMS, ((0.3, -2.0), (1.0, -2.2), (1.1, -1.5))),
        {"B": _ASIDE, "C": _UP, "E": _DOWN},
    ),
    "PNP": (
        (*_BASE, *_ARMS, ((0.9, 1.1), (0.2, 1.1), (0.3, 1.8))),
        {"B": _ASIDE, "E": _UP, "C": _DOWN},
    ),
    "PMOS": (
        (
            *(((-2.54, 0), (-0.6, 0)), ((-0.6, -1.9), (-0.6, 1.9))),
            *(((0, 1.2), (0, 2.2)), ((0, -0.5), (0, 0.5)), ((0, -2.2), (0, -1.2))),
            *(((0, 1.7), (2.0, 1.7), (2.0, 2.54), (2.54, 2.54)),),
            *(((0, -1.7), (2.0, -1.7), (2.0, -2.54), (2.54, -2.54)),),
            *(((0, 0), (2.0, 0), (2.0, 1.7)), ((0.9, 0.5), (1.7, 0), (0.9, -0.5), (0.9, 0.5))),
        ),
        {"G": _ASIDE, "S": _UP, "D": _DOWN},
    ),
}


def symbol(source: Source, item: Item) -> Symbol:
    """The symbol of a part on the board."""
    family = item.ref.rstrip("0123456789B")
    if item.kind in ("to92", "adapter", "sot23"):
        return _transistor(source, item)
    if family in ("R", "C", "D", "F", "JP"):
        zener = family == "D" and item.ref in {part.ref for part in source.parts}
        name = "CP" if item.kind == "electrolytic" else "DZ" if zener else family
        ends = (("1", -5.08, 0), ("2", 5.08, 180))
        names = {"1": "K", "2": "A"} if family == "D" else {}
        pins = [SymbolPin(n, names.get(n, "~"), "passive", x, 0, turn) for n, x, turn in ends]
        return Symbol(name, tuple(pins), _TWO[name], -2.54, 2.54)
    if family == "TP":
        pin = SymbolPin("1", "~", "passive", -5.08, 0, 0)
        return Symbol("TP", (pin,), (((-2.54, 0), (0, 0)), _box(0.6, 0.6)), -1.27, 1.27)
    return _boxed(item.kind, _legs(source, item))


def flag() -> Symbol:
    """What tells the rules check that a net is fed through parts it cannot see through."""
    pin = SymbolPin("1", "~", "power_out", -5.08, 0, 0)
    return Symbol("PWR_FLAG", (pin,), (((-2.54, 0), (0, 0)), ((0, -1), (0, 1), (2, 0), (0, -1))),
                  -1.27, 1.27)  # fmt: skip


def _transistor(source: Source, item: Item) -> Symbol:
    ref = item.ref.rstrip("B")
    parts = {part.ref: part for part in source.parts}
    legs = {"1": "E", "2": "B", "3": "C"}
    if ref in parts:
        legs = {leg.number: leg.name for leg in parts[ref].legs()}
    kind = "PMOS" if "G" in legs.values() else "PNP" if "3906" in item.value else "NPN"
    lines, ends = _THREE[kind]
    pins = [SymbolPin(n, name, "passive", *ends[name]) for n, name in legs.items()]
    return Symbol(kind, tuple(pins), lines, -3.81, 3.81)


def _legs(source: Source, item: Item) -> list[tuple[str, str, str]]:
    if item.ref == "U1":
        names = {leg: f"GP{gpio}" for gpio, leg in LEGS.items()} | _OTHER_LEGS
        kinds = {leg.number: TYPES[leg.kind] for leg in source.part("U1").legs()}
        return [
            (
                str(leg),
                "GND" if leg in GROUNDS else names[leg],
                "power_in" if leg in GROUNDS else kinds.get(str(leg), "passive"),
            )
            for leg in range(1, 41)
        ]
    if item.ref == "U2":
        return [(leg.number, leg.name, TYPES[leg.kind]) for leg in source.part("U2").legs()]
    return [(pad, pad, "passive") for pad in item.nets]


def _boxed(name: str, legs: list[tuple[str, str, str]]) -> Symbol:
    half = (len(legs) + 1) // 2 if len(legs) > 5 else len(legs)
    rows = max(half, len(legs) - half)
    wide = 10.16 if len(legs) > 5 else 3.81
    top = (rows - 1) // 2 * PITCH
    pins = []
    for place, (number_, pin, kind) in enumerate(legs):
        left = place < half
        # The right side is counted from below, as the legs of a chip are.
        row = place if left else len(legs) - 1 - place
        x = -wide - PITCH if left else wide + PITCH
        pins.append(SymbolPin(number_, pin, kind, x, top - row * PITCH, 0 if left else 180))
    low = top - (rows - 1) * PITCH - PITCH
    high = top + PITCH
    outline = ((-wide, low), (wide, low), (wide, high), (-wide, high), (-wide, low))
    return Symbol(name, tuple(pins), (outline,), low, high, named=len(legs) > 5)


def _effects(size: float = 1.27, hide: bool = False, justify: str = "") -> Node:
    made: Node = ["effects", ["font", ["size", number(size), number(size)]]]
    if justify:
        made.append(["justify", justify])
    return [*made, ["hide", "yes"]] if hide else made


def library(symbol: Symbol, prefix: str) -> Node:
    """A symbol as KiCad's library has it."""
    power: list[Node] = [["power"]] if symbol.name == "PWR_FLAG" else []
    hide: list[Node] = [] if symbol.named else [["pin_names", ["offset", "0"], ["hide", "yes"]]]
    made: Node = ["symbol", Quoted(f"{prefix}{symbol.name}"), *power, *hide]
    made += [["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"]]
    letter = "#FLG" if power else _LETTERS.get(symbol.name, symbol.name[0])
    for key, value in (
        ("Reference", letter), ("Value", symbol.name), ("Footprint", ""), ("Datasheet", ""),
        ("Description", ""),
    ):  # fmt: skip
        hidden = key not in ("Reference", "Value")
        made.append(["property", Quoted(key), Quoted(value), ["at", "0", "0", "0"],
                     _effects(hide=hidden)])  # fmt: skip
    body: Node = ["symbol", Quoted(f"{symbol.name}_0_1")]
    for line in symbol.lines:
        points = [["xy", number(x), number(y)] for x, y in line]
        body.append(["polyline", ["pts", *points], ["stroke", ["width", "0.2"],
                     ["type", "default"]], ["fill", ["type", "none"]]])  # fmt: skip
    pins: Node = ["symbol", Quoted(f"{symbol.name}_1_1")]
    for pin in symbol.pins:
        pins.append(
            ["pin", pin.type, "line", ["at", number(pin.x), number(pin.y), str(pin.turn)],
             ["length", number(PITCH)], ["name", Quoted(pin.name), _effects(1.0)],
             ["number", Quoted(pin.number), _effects(1.0)]]
        )  # fmt: skip
    return [*made, body, pins]


_LETTERS = {
    "CP": "C", "DZ": "D", "NPN": "Q", "PNP": "Q", "PMOS": "Q", "pico": "U", "dip14": "U",
    "header3": "J", "header5": "J", "xh2": "X", "xh3": "X", "xh4": "X", "TP": "TP", "JP": "JP",
}  # fmt: skip
