"""The rules: what is wrong with nets and prices, as sentences. It draws and mends nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from hardware.make import prices
from hardware.make.pico import CONVERTERS, LEGS, RESERVED, slice_of
from hardware.make.source import DRIVING, Net, Source

_GROUND = "GND"
_PASSING = ("passive", "contact")
_PULLS = {"LED_EN": _GROUND}
"""Nets that a resistor must hold while nothing drives them, and where to."""


def judge(source: Source) -> list[str]:
    """Every fault found; an empty list is a pass."""
    return [fault for rule in RULES for fault in rule(source)]


def _drivers(source: Source, net: Net) -> list[str]:
    return [join for join in net.joins if source.pin(join).kind in DRIVING]


def every_pin_once(source: Source) -> Iterator[str]:
    """Every leg that is not free is on exactly one net, and every GPIO and name is used once."""
    joined = Counter(join for net in source.nets for join in net.joins)
    for part in source.parts:
        for pin in part.legs():
            join, want = f"{part.ref}.{pin.number}", int(pin.kind != "free")
            if joined[join] != want:
                yield f"{join} ({pin.name}) belongs on {want} net; it is on {joined[join]}"
    for what, names in (
        ("net", [net.name for net in source.nets]),
        ("GPIO", [net.gpio for net in source.nets if net.gpio is not None]),
        ("part", [part.ref for part in source.parts]),
    ):
        for name, count in Counter(names).items():
            if count > 1:
                yield f"{what} {name} is there {count} times"
    for net in source.nets:
        if len(net.joins) < 2:
            yield f"net {net.name} joins nothing: {', '.join(net.joins)}"


def every_gpio_on_its_leg(source: Source) -> Iterator[str]:
    """A firmware pin is joined to the Pico's leg that bears it, and is not one of the board's."""
    for net in source.nets:
        legs = [join for join in net.joins if join.startswith("U1.")]
        if net.gpio is None:
            if legs and any(source.pin(leg).name.startswith("GP") for leg in legs):
                yield f"net {net.name} is on {legs[0]} but names no gpio"
        elif net.gpio in RESERVED or net.gpio not in LEGS:
            yield f"net {net.name}: GP{net.gpio} is not for use"
        elif legs != [f"U1.{LEGS[net.gpio]}"]:
            yield f"net {net.name}: GP{net.gpio} is leg U1.{LEGS[net.gpio]}; joined is {legs}"


def one_driver(source: Source) -> Iterator[str]:
    """No two outputs fight, and whatever listens or is fed hangs on something that drives."""
    for net in source.nets:
        drivers = [j for j in _drivers(source, net) if source.pin(j).kind != "contact"]
        if len(drivers) > 1:
            yield f"net {net.name} is driven by {' and '.join(drivers)}"
        waiting = [j for j in net.joins if source.pin(j).kind in ("in", "needs")]
        if net.name != _GROUND and waiting and not _driven(source, net):
            yield f"net {net.name}: nothing drives {', '.join(waiting)}"


def _driven(source: Source, net: Net) -> bool:
    seen, todo = {net.name}, [net]
    while todo:
        here = todo.pop()
        if here.name != _GROUND and any(
            source.pin(join).kind in ("out", "supply", "open") for join in here.joins
        ):
            return True
        for join in here.joins:
            # A button is a contact to ground: a pull-up and a finger drive that net.
            if source.pin(join).kind == "contact" and net.use == "in":
                return True
            if source.pin(join).kind not in _PASSING:
                continue
            part = source.part(join.partition(".")[0])
            for pin in part.legs():
                other = source.net_of(f"{part.ref}.{pin.number}")
                if pin.kind in _PASSING and other and other.name not in {*seen, _GROUND}:
                    seen.add(other.name)
                    todo.append(other)
    return False


def volts_fit(source: Source) -> Iterator[str]:
    """No input sees more than it takes, and what is fed is fed with what it needs."""
    for net in source.nets:
        for driver in _drivers(source, net):
            have = source.pin(driver).volts
            for join in net.joins:
                pin = source.pin(join)
                if have is None or pin.volts is None or join == driver:
                    continue
                if pin.kind == "in" and have > pin.volts:
                    yield f"net {net.name}: {driver} puts {have:g} V on {join}, {pin.volts:g} V"
                if pin.kind == "needs" and have != pin.volts:
                    yield f"net {net.name}: {join} needs {pin.volts:g} V and gets {have:g} V"
        if net.gpio is not None:
            fed = [j for j in net.joins if source.pin(j).volts == 5 and "U1." not in j]
            if any(source.pin(j).kind in ("out", "supply", "needs") for j in fed):
                yield f"net {net.name}: GP{net.gpio} takes 3.3 V and is joined to {fed[0]} at 5 V"


def data_is_lifted(source: Source) -> Iterator[str]:
    """The lamps' data goes through the 5 V buffer and then through a series resistor."""
    start = next((net for net in source.nets if net.name == "LED_DATA"), None)
    if start is None or "U2.2" not in start.joins:
        yield "LED_DATA does not go to the level shifter, U2.2"
    data = [source.net_of(f"{panel}.3") for panel in ("P1", "P2")]
    shifted = source.net_of("U2.3")
    if shifted is None or data[0] is None or "R1.1" not in shifted.joins:
        yield "U2.3 must feed R1.1, the series resistor of the data"
    elif "R1.2" not in data[0].joins:
        yield f"P1.3 must be fed through R1; it is on net {data[0].name}"
    elif any(source.pin(join).kind == "out" for join in data[0].joins):
        yield f"net {data[0].name}: the series resistor R1 is bridged"
    if data[1] is None or "P1.4" not in data[1].joins:
        yield "P2.3 must be fed by P1.4, the first panel's DOUT"


def decoupled(source: Source) -> Iterator[str]:
    """U2 has its capacitor and the lamps' rail its reservoir."""
    for supply, what in (("U2.14", "100 nF"), ("P1.1", "1000 µF")):
        net = source.net_of(supply)
        caps = [part for part in source.parts if part.ref[0] == "C" and what in part.name]
        if net is None or not any(_across(source, part.ref, net.name) for part in caps):
            yield f"{supply} has no {what} to ground"


def _across(source: Source, ref: str, rail: str) -> bool:
    ends = {net.name for leg in ("1", "2") if (net := source.net_of(f"{ref}.{leg}"))}
    return ends == {rail, _GROUND}


def rail_off_by_default(source: Source) -> Iterator[str]:
    """Without the firmware Q1's gate is pulled to its source and LED_EN to ground."""
    gate, feed = source.net_of("Q1.1"), source.net_of("Q1.2")
    resistors = [part.ref for part in source.parts if part.ref[0] == "R"]
    ends = [{source.net_of(f"{ref}.1"), source.net_of(f"{ref}.2")} for ref in resistors]
    if {gate, feed} not in ends:
        yield "Q1: no resistor from gate to source, so the lamps' rail is not off by default"
    for name, hold in _PULLS.items():
        pair = {net for net in source.nets if net.name in (name, hold)}
        if pair not in ends:
            yield f"{name}: no resistor to {hold}, so the lamps' rail is not off by default"


def converters_only(source: Source) -> Iterator[str]:
    """Analog nets sit on pins that have a converter."""
    for net in source.nets:
        if net.use == "analog" and net.gpio not in CONVERTERS:
            yield f"net {net.name}: GP{net.gpio} has no converter; GP26, GP27 and GP28 have"


def slices_differ(source: Source) -> Iterator[str]:
    """Two PWM pins of one slice would share their pitch."""
    used: dict[int, str] = {}
    for net in source.nets:
        if net.use == "pwm" and net.gpio is not None:
            other = used.setdefault(slice_of(net.gpio), net.name)
            if other != net.name:
                yield f"{other} and {net.name} share PWM slice {slice_of(net.gpio)}"


def grounds_joined(source: Source) -> Iterator[str]:
    """There is one ground."""
    for part in source.parts:
        for pin in part.legs():
            net = source.net_of(f"{part.ref}.{pin.number}")
            if pin.kind == "ground" and (net is None or net.name != _GROUND):
                yield f"{part.ref}.{pin.number} ({pin.name}) is not on {_GROUND}"


def cables_follow_nets(source: Source) -> Iterator[str]:
    """Each wire of a cable ends on a pin of the net it is called after; no such pin has two."""
    ends: Counter[str] = Counter()
    for cable in source.cables:
        for wire in cable.wires:
            name, _, number = wire.split()
            join = f"{cable.to}.{number}"
            net = source.net_of(join)
            ends[join] += 1
            if net is None or net.name != name:
                yield f"{cable.ref}: {join} is on {net.name if net else 'no net'}, not on {name}"
    for ref in {cable.to for cable in source.cables}:
        for pin in source.part(ref).legs():
            join = f"{ref}.{pin.number}"
            fed_here = any(cable.source == ref for cable in source.cables) and pin.kind == "out"
            if ends[join] != int(pin.kind != "free" and not fed_here):
                yield f"{join} ({pin.name}) has {ends[join]} wires"


RULES: tuple[Callable[[Source], Iterator[str]], ...] = (
    every_pin_once,
    every_gpio_on_its_leg,
    one_driver,
    volts_fit,
    data_is_lifted,
    decoupled,
    rail_off_by_default,
    converters_only,
    slices_differ,
    grounds_joined,
    cables_follow_nets,
    prices.told_by_two,
)
