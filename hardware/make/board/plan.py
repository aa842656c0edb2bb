"""The plan of the board: ``board.toml`` read, and joined with the net list of ``tower.toml``.

Every pad's net comes from the source's nets, cables and noise board; the plan adds only where a
part sits, which footprint it has, test points, and the links that part the noise corner from the
tower.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from hardware.make.pico import GROUNDS
from hardware.make.source import HARDWARE, Source, SourceError

FILE = HARDWARE / "board.toml"
GROUND = "GND"


class Heavy(Struct, frozen=True):
    """A net's pads between which a power current flows, and whose current that is."""

    net: str
    carries: str
    pads: tuple[str, ...]


class Rules(Struct, frozen=True):
    """What the copper keeps, in millimetres, and how warm it may become."""

    copper_um: float
    warmer: float
    track: float
    power: float
    clearance: float
    via: float
    via_hole: float
    edge: float
    pour_clearance: float
    grid: float


class Group(Struct, frozen=True):
    """Parts that stand together on the schematic."""

    title: str
    refs: tuple[str, ...]


class Plan(Struct, frozen=True):
    """The whole file. A place is "ref footprint x y turn"; an extra has its nets as well."""

    name: str
    licence: str
    rules: Rules
    heavy: tuple[Heavy, ...]
    footprints: dict[str, str]
    places: tuple[str, ...]
    extras: tuple[str, ...]
    names: dict[str, str]
    values: dict[str, str]
    words: tuple[str, ...]
    back_words: tuple[str, ...]
    lines: tuple[str, ...]
    flags: tuple[str, ...]
    sheet: tuple[Group, ...]
    heights: dict[str, float]


class Item(Struct, frozen=True):
    """A part on the board: where it sits (the middle of its courtyard), and the net of each pad."""

    ref: str
    kind: str
    footprint: str
    x: float
    y: float
    turn: int
    value: str
    nets: dict[str, str]
    name: str = ""
    """What the silkscreen calls it."""

    @property
    def instead(self) -> bool:
        """A bare transistor that may be soldered instead of one on its adapter."""
        return self.kind == "sot23"


def read(file: Path = FILE) -> Plan:
    """Read the plan."""
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Plan)
    except (msgspec.DecodeError, ValueError) as error:
        raise SourceError(f"board.toml: {error}") from None


def items(source: Source, plan: Plan) -> tuple[Item, ...]:
    """Everything on the board, in the plan's order."""
    legs = joined(source)
    made = []
    for text in plan.places:
        ref, kind, x, y, turn = _split(text, 5)
        if ref not in legs:
            raise SourceError(
                f"board.toml places {ref}, which tower.toml does not put on the board"
            )
        made.append(_item(source, plan, (ref, kind, x, y, turn), legs.pop(ref)))
    if legs:
        raise SourceError(f"board.toml has no place for {', '.join(sorted(legs))}")
    for text in plan.extras:
        ref, kind, joins, x, y, turn = _split(text, 6)
        nets = {str(pad): net for pad, net in enumerate(joins.split(","), 1) if net != "-"}
        made.append(_item(source, plan, (ref, kind, x, y, turn), nets))
    known = {net.name for net in source.nets} | _noise_nets(source)
    for item in made:
        if unknown := set(item.nets.values()) - known:
            raise SourceError(
                f"{item.ref} is on {', '.join(sorted(unknown))}, no net of tower.toml"
            )
    return tuple(made)


def _split(text: str, count: int) -> list[str]:
    words = text.split()
    if len(words) != count:
        raise SourceError(f"a place of board.toml has {count} words; got {text!r}")
    return words


def _item(source: Source, plan: Plan, words: tuple[str, ...], nets: dict[str, str]) -> Item:
    ref, kind, x, y, turn = words
    if kind not in plan.footprints:
        raise SourceError(f"{ref}: board.toml has no footprint called {kind}")
    value = plan.values.get(ref) or value_of(source, ref) or next(iter(nets.values()))
    name = plan.names.get(ref, "")
    if ref[0] == "X":
        value = f"{name}, {value}"
    place = (float(x), float(y), int(turn))
    return Item(ref, kind, plan.footprints[kind], *place, value, nets, name)


def value_of(source: Source, ref: str) -> str:
    """The short value that schematic, silkscreen and parts list show."""
    for noise, value, _ in source.noise_board.split():
        if noise == ref:
            return value
    for part in source.parts:
        if part.ref == ref:
            return part.name.partition(",")[0].partition(" on ")[0].partition(" in ")[0]
    for cable in source.cables:
        if header(cable.ref) == ref:
            return f"JST-XH {len(cable.wires)}"
    return ""


def header(cable: str) -> str:
    """The header on the board that a cable plugs onto."""
    return f"X{cable[1:]}"


def joined(source: Source) -> dict[str, dict[str, str]]:
    """Net by pad, for each part that belongs onto the board."""
    away = {cable.to for cable in source.cables}
    legs: dict[str, dict[str, str]] = {}
    for part in source.parts:
        if part.ref not in away:
            legs[part.ref] = {
                leg.number: net.name
                for leg in part.legs()
                if (net := source.net_of(f"{part.ref}.{leg.number}"))
            }
    legs["U1"] |= {str(leg): GROUND for leg in GROUNDS}
    for cable in source.cables:
        if not cable.source:
            legs[header(cable.ref)] = {
                str(pad): wire.split()[0] for pad, wire in enumerate(cable.wires, 1)
            }
    for ref, _, nets in source.noise_board.split():
        pads = _NOISE_PADS[ref[0]]
        legs[ref] = {pad: net for pad, net in zip(pads, nets, strict=True) if net != "-"}
    return legs


# The source gives a transistor's nets as base, collector, emitter (a TO-92's legs are E, B, C)
# and a diode's as anode, cathode (a footprint's pad 1 is the cathode).
_NOISE_PADS = {"R": ("1", "2"), "C": ("1", "2"), "D": ("2", "1"), "Q": ("2", "3", "1")}


def _noise_nets(source: Source) -> set[str]:
    return {net for _, _, nets in source.noise_board.split() for net in nets if net != "-"}


def current(source: Source, carries: str) -> float:
    """The current in ampere that a heavy net is made for, from the source's supplies."""
    supplies = {"usb": source.power.usb, "psu": source.power.psu}
    loads = sum(load.current for load in source.power.loads)
    return (supplies | {"loads": loads})[carries] / 1000


def width(amperes: float, rules: Rules) -> float:
    """The width in millimetres of an outer track by IPC-2221, for the rise the rules allow."""
    area: float = (amperes / (0.048 * rules.warmer**0.44)) ** (1 / 0.725)  # square mils
    return area * 0.0254**2 / (rules.copper_um / 1000)


def heavy_width(source: Source, plan: Plan, heavy: Heavy) -> float:
    """The width drawn: the computed one, up to the next tenth of a millimetre."""
    wanted = width(current(source, heavy.carries), plan.rules)
    return max(plan.rules.power, -(-round(wanted * 1000) // 100) / 10)
