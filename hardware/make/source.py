"""The source, read: ``tower.toml`` as values. It judges their shape, not what they mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

HARDWARE = Path(__file__).resolve().parent.parent
SOURCE = HARDWARE / "tower.toml"

DRIVING = ("out", "supply", "open", "contact")
KINDS = (*DRIVING, "in", "needs", "ground", "passive", "free")


class SourceError(ValueError):
    """The source does not say what it must; the message names the place."""


class Pin(Struct, frozen=True):
    """A pin of a part: its number and name, what it does to a net, and at how many volts."""

    number: str
    name: str
    kind: str
    volts: float | None = None


class Part(Struct, frozen=True):
    """A line of the shopping list, with its pins."""

    ref: str
    name: str
    why: str
    instead: str
    pins: tuple[str, ...]
    number: str = ""
    check: str = ""
    optional: bool = False
    ohms: tuple[float, float] | None = None
    """Least and greatest resistance of a fuse, which its name does not tell."""

    def legs(self) -> tuple[Pin, ...]:
        """Its pins, read."""
        return tuple(_pin(self.ref, text) for text in self.pins)


class Offer(Struct, frozen=True):
    """A price as a page prints it, for so many pieces; ``what`` if they are not quite the part."""

    page: str
    shop: str
    price: float
    pieces: int = 1
    what: str = ""


class Page(Struct, frozen=True):
    """A public page that prints prices, with their currency and the day it tells."""

    key: str
    name: str
    currency: str
    dated: str
    address: str


class Priced(Struct, frozen=True, kw_only=True):
    """Offers on two people's pages, or an estimate in euros; beside it one offer may stand."""

    estimate: float | None = None
    sources: tuple[Offer, ...] = ()


class Price(Priced, frozen=True, kw_only=True):
    """What one of these parts costs."""

    refs: tuple[str, ...]


class Sundry(Priced, frozen=True, kw_only=True):
    """Something bought that has no pins; estimated for all its count, offered for one of it."""

    name: str
    count: str
    why: str


class Tool(Priced, frozen=True, kw_only=True):
    """Something that is used and kept."""

    name: str


class Net(Struct, frozen=True):
    """What is joined by wire. With ``gpio`` it is a pin of the firmware."""

    name: str
    joins: tuple[str, ...]
    note: str
    gpio: int | None = None
    use: str = ""


class Cable(Struct, frozen=True):
    """Wires to a part that sits off the board: each is net, colour, pin of that part."""

    ref: str
    to: str
    mm: int
    mm2: float
    wires: tuple[str, ...]
    source: str = field(default="", name="from")


class Load(Struct, frozen=True):
    """Something that draws current whatever the lamps show."""

    name: str
    current: int = field(name="mA")


class Power(Struct, frozen=True):
    """Currents in mA at 5 V, margins in per cent."""

    lamps: int
    dark: int
    colour: int
    usb: int
    usb_margin: int
    psu: int
    psu_margin: int
    loads: tuple[Load, ...]


class NoiseBoard(Struct, frozen=True):
    """The optional board: parts with their nets, and the pins of J4 that it feeds."""

    parts: tuple[str, ...]
    pins: tuple[str, ...]

    def split(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Reference, value and nets of each part."""
        rows = []
        for text in self.parts:
            ref, value, *nets = text.split()
            if len(nets) != (3 if ref[0] == "Q" else 2):
                raise SourceError(f"a part of the noise board is 'ref value net net'; got {text!r}")
            rows.append((ref, value.replace("_", " "), tuple(nets)))
        return rows


class Source(Struct, frozen=True):
    """The whole file. Sizes stay tables of numbers: only the enclosure reads them."""

    revision: int
    parts: tuple[Part, ...]
    hardware: tuple[Sundry, ...]
    tools: tuple[Tool, ...]
    nets: tuple[Net, ...]
    cables: tuple[Cable, ...]
    perfboard: dict[str, Any]
    power: Power
    heat: dict[str, Any]
    noise_board: NoiseBoard
    limits: dict[str, Any]
    box: dict[str, Any]
    panel: dict[str, Any]
    shaft: dict[str, Any]
    button: dict[str, Any]
    beam: dict[str, Any]
    tray: dict[str, Any]
    board: dict[str, Any]
    screws: dict[str, Any]
    back: dict[str, Any]
    feet: dict[str, Any]
    prices: tuple[Price, ...]
    pages: tuple[Page, ...]
    euros: dict[str, float]

    def part(self, ref: str) -> Part:
        """The part of that name."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise SourceError(f"expected a part in tower.toml; got {ref}")

    def pin(self, join: str) -> Pin:
        """The pin that a join such as ``U2.3`` names."""
        ref, _, number = join.partition(".")
        for pin in self.part(ref).legs():
            if pin.number == number:
                return pin
        raise SourceError(f"{ref} has no pin {number}; a net of tower.toml joins {join}")

    def net_of(self, join: str) -> Net | None:
        """The net that joins this pin."""
        for net in self.nets:
            if join in net.joins:
                return net
        return None


def _pin(ref: str, text: str) -> Pin:
    words = text.split()
    if not 3 <= len(words) <= 4 or words[2] not in KINDS:
        raise SourceError(f"a pin is 'number name kind [volts]'; {ref} has {text!r}")
    return Pin(words[0], words[1], words[2], float(words[3]) if len(words) == 4 else None)


def parse(text: str) -> Source:
    """Read the text of a source."""
    try:
        return msgspec.toml.decode(text, type=Source)
    except (msgspec.DecodeError, ValueError) as error:
        raise SourceError(f"tower.toml: {error}") from None


def read(file: Path = SOURCE) -> Source:
    """Read a source file."""
    return parse(file.read_text(encoding="utf-8"))
