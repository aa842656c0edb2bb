"""Circuits for ngspice: parts, values and joins of the source, and nothing that the tower has not.

A node is a net in small letters behind an n, since ngspice takes 5v for a number. An element is
called after its part, behind the letter that ngspice wants: R4, MQ1, RF1. What the tower is plugged
into is listed in ``OUTSIDE``. Models of transistors are simple ones: good for tens of per cent, not
for the last one.
"""

from __future__ import annotations

import re

from hardware.make import power
from hardware.make.source import Source

OUTSIDE = ("VUSB", "SUSB", "VHAND", "VOTHER", "ROTHER", "SOTHER")
"""A computer's port, another supply, their cables, and the hand that plugs them in."""

_UNITS = {"Ω": "", "kΩ": "k", "MΩ": "meg", "nF": "n", "µF": "u"}
_PANELS_UF = 13
"""Capacitors on the two panels, 100 nF a lamp: from memory."""
_CABLE = 0.25
"""Ohms of a USB cable and its plugs."""
_LEAD = 0.08
"""Ohms of a supply's own cable and plug."""
_CONTACT = 0.02
"""Ohms of a closed switch."""
TYPICAL, LOWEST = 0.9, 0.5
"""Volts at which the P-MOSFET begins to open: typical, and of the one that opens first."""
ON = "PULSE(0 3.3 10m 1u 1u 10 20)"
OFF_S = 1.5
"""When the cable is pulled or LED_EN goes low, in seconds, in the circuits that do that."""
_MODELS = (
    ".model Q2N3904 NPN (BF=200 IS=1e-14)",
    ".model Q2N3906 PNP (BF=180 IS=1e-14)",
    f".model HAND SW (RON={_CABLE} ROFF=100meg VT=0.5 VH=0.1)",
    f".model PLUG SW (RON={_LEAD} ROFF=100meg VT=0.5 VH=0.1)",
)


def spelt(name: str) -> str:
    """A value such as ``470 kΩ, 1/4 W`` as ngspice writes it."""
    found = re.match(r"(?:Zener diode, )?([\d.]+) ([kM]?Ω|[nµ]F|V)", name)
    if found is None:
        raise ValueError(f"a value such as '470 kΩ' was expected; got {name!r}")
    return found[1] + _UNITS.get(found[2], "")


def node(source: Source, join: str) -> str:
    """The node of a pin."""
    net = source.net_of(join)
    if net is None:
        raise ValueError(f"{join} is on no net and in a circuit")
    return "0" if net.name == "GND" else f"n{net.name}".lower()


def _two(source: Source, ref: str, factor: str = "") -> str:
    ends = f"{node(source, f'{ref}.1')} {node(source, f'{ref}.2')}"
    value = spelt(source.part(ref).name)
    return f"{ref} {ends} {{{value}*{factor}}}" if factor else f"{ref} {ends} {value}"


def _legs(source: Source, ref: str, order: str) -> str:
    pins = {pin.name: node(source, f"{ref}.{pin.number}") for pin in source.part(ref).legs()}
    return " ".join(pins[name] for name in order)


def _fuse(source: Source, ref: str, which: int) -> str:
    ohms = source.part(ref).ohms
    if ohms is None:
        raise ValueError(f"{ref} needs ohms = [least, greatest] in tower.toml")
    return f"R{ref} {node(source, f'{ref}.1')} {node(source, f'{ref}.2')} {ohms[which]:g}"


def _mosfet(source: Source, ref: str, threshold: float) -> list[str]:
    channel = f"VTO=-{threshold} KP=8 LAMBDA=0.02 RD=0.02 RS=0.02"
    drain, gate, src = _legs(source, ref, "DGS").split()
    return [
        f"M{ref} {drain} {gate} {src} {src} A{ref} L=1u W=1u",
        f".model A{ref} PMOS ({channel})",
        f"DM{ref} {drain} {src} BODY{ref}",  # the diode inside
        f".model BODY{ref} D (IS=1e-9 N=1.1 RS=0.03)",
    ]


def rail(source: Source, threshold: float, light: int, corner: bool = False) -> list[str]:
    """From ``5V_SEL`` to the lamps: switch, soft start and what hangs on the rail.

    ``light`` is what the lit lamps draw in mA; ``corner`` takes capacitors that are a fifth off,
    the way that opens Q1 at plugging in.
    """
    led = node(source, "P1.1")
    dark = power.fixed(source.power) - sum(load.current for load in source.power.loads)
    return [
        *_mosfet(source, "Q1", threshold),
        *(_two(source, ref) for ref in ("R2", "R4", "R5", "R6", "R7", "R8")),
        _two(source, "C4", "1.2" if corner else ""),
        _two(source, "C5", "0.8" if corner else ""),
        *(f"{ref} {_legs(source, ref, 'CBE')} Q2N3904" for ref in ("Q2", "Q5")),
        f"C1 {led} c1_esr {spelt(source.part('C1').name)}",
        "RC1 c1_esr 0 0.05",
        f"CP1 {led} 0 {_PANELS_UF}u",
        # WS2812B stop counting somewhere below 3 V; then they are taken to draw nothing.
        f"BP1 {led} 0 I={(dark + light) / 1000}/(1+exp(-(v({led})-3)*5))",
        *_MODELS,
    ]


def usb(source: Source, fuse: int, volts: str = "5", hand: str = "1") -> list[str]:
    """The computer's port, its cable and the way to ``5V_SEL``; it is plugged in at hand 1."""
    bus = node(source, "U1.40")
    loads = sum(load.current for load in source.power.loads) / 1000
    return [
        f"VUSB port 0 {volts}",
        f"VHAND hand 0 {hand}",
        f"SUSB port {bus} hand 0 HAND",
        f"BU1 {bus} 0 I={loads}/(1+exp(-(v({bus})-2)*10))",
        _fuse(source, "F1", fuse),
        f"RSW2 {node(source, 'SW2.1')} {node(source, 'SW2.2')} {_CONTACT}",
    ]


def protected(source: Source, volts: str, hand: str, fuse: int = 0) -> list[str]:
    """Another supply at J2, through the protection, and the guard against too many volts."""
    return [
        f"VOTHER other 0 {volts}",
        f"VHAND hand 0 {hand}",
        f"SOTHER other {node(source, 'J2.1')} hand 0 PLUG",
        f"ROTHER {node(source, 'J2.1')} 0 1meg",
        _fuse(source, "F2", fuse),
        *_mosfet(source, "Q6", LOWEST),
        f"RSW2 {node(source, 'SW2.3')} {node(source, 'SW2.2')} {_CONTACT}",
        *(_two(source, ref) for ref in ("R15", "R16", "R17")),
        f"Q7 {_legs(source, 'Q7', 'CBE')} Q2N3906",
        *(f"{ref} {_legs(source, ref, 'AK')} Z{ref}" for ref in ("D3", "D4")),
        *(
            f".model Z{ref} D (BV={spelt(source.part(ref).name)} IBV=5m IS=1e-12 RS=10)"
            for ref in ("D3", "D4")
        ),
    ]


def enable(source: Source, wish: str, alive: bool = True) -> list[str]:
    """LED_EN as the Pico drives it: what is wished, while its own supply lasts if it has to."""
    pin, bus = node(source, "U1.10"), node(source, "U1.40")
    if alive:
        return [f"VU1 {pin} 0 {wish}"]
    return [f"VU1 wish 0 {wish}", f"BU1EN {pin} 0 V=v(wish)/(1+exp(-(v({bus})-2)*20))"]


def deck(title: str, lines: list[str], times: str, *measures: str) -> str:
    """A whole circuit with what is run and measured."""
    measured = [f"meas tran {measure}" for measure in measures]
    drive = ["let drive=v(n5v_sel)-v(ngate)"] if any("drive" in each for each in measures) else []
    control = [".control", f"tran {times}", *drive, *measured, "quit", ".endc", ".end"]
    return "\n".join([f"* {title}", *lines, *control]) + "\n"


def _replug(source: Source, away: float) -> str:
    back = OFF_S + away
    hand = f"PWL(0 1 {OFF_S} 1 {OFF_S + 0.0001} 0 {back} 0 {back + 0.00001} 1)"
    boots = f"{back} 0 {back + 0.7} 0 {back + 0.701} 3.3"
    wish = f"PWL(0 0 10m 0 10.1m 3.3 {back - 0.001} 3.3 {boots})"
    return deck(
        f"The cable is pulled while lamps are lit, and put back after {away:g} s",
        [
            *rail(source, LOWEST, power.light(source).usb),
            *usb(source, 0, hand=hand),
            *enable(source, wish, alive=False),
        ],
        f"100u {back + 1.2}",
        f"inrush MIN i(VUSB) FROM={back + 0.00003} TO={back + 1.2}",
    )


def circuits(source: Source) -> dict[str, str]:
    """Every circuit as text for ngspice, by name."""
    left = power.light(source)
    led = node(source, "P1.1")
    return {
        "soft_start": deck(
            "LED_EN goes high: the lamps' rail comes up",
            [*rail(source, TYPICAL, 0), *usb(source, 0), *enable(source, ON)],
            "50u 1500m",
            "inrush MIN i(VUSB)",
            f"ready TRIG v(nled_en) VAL=1.6 RISE=1 TARG v({led}) VAL=4.5 RISE=1",
            "gate FIND drive AT=1490m",
        ),
        "plug_in": deck(
            "The cable is plugged in, LED_EN is low: the rail must stay off",
            [
                *rail(source, LOWEST, 0, corner=True),
                *usb(source, 0, hand="PULSE(0 1 5m 10u 1u 10 20)"),
                *enable(source, "0"),
            ],
            "50u 300m",
            "inrush MIN i(VUSB) FROM=5.03m TO=290m",
            f"rail FIND v({led}) AT=290m",
        ),
        "rail_low": deck(
            "The least a good board has: a port at its lower limit, a warm fuse, all the light",
            [*rail(source, 1.3, left.usb), *usb(source, 1, "4.75"), *enable(source, ON)],
            "100u 1500m",
            f"rail FIND v({led}) AT=1490m",
        ),
        "rail_high": deck(
            "The most a good board has: a port at its upper limit, lamps dark",
            [*rail(source, LOWEST, 0), *usb(source, 0, "5.25"), *enable(source, ON)],
            "100u 1500m",
            f"rail FIND v({led}) AT=1490m",
        ),
        "switch_off": deck(
            "LED_EN goes low: the rail falls",
            [
                *rail(source, TYPICAL, 0),
                *usb(source, 0),
                *enable(source, f"PWL(0 0 10m 0 10.1m 3.3 {OFF_S} 3.3 {OFF_S + 0.0001} 0)"),
            ],
            "1m 12",
            f"after FIND v({led}) AT={OFF_S + 10}",
        ),
        "replug": _replug(source, 0.3),
        "replug_later": _replug(source, 1),
        "big_supply": deck(
            "The big supply at its lower limit with all the light it may give",
            [
                *rail(source, 1.3, left.psu),
                *protected(source, "4.9", "1", 1),
                *enable(source, ON),
            ],
            "100u 1500m",
            f"rail FIND v({led}) AT=1490m",
        ),
        "big_supply_high": deck(
            "The big supply at its upper limit: the guard must not shut it off",
            [*rail(source, LOWEST, 0), *protected(source, "5.25", "1"), *enable(source, ON)],
            "100u 1500m",
            f"rail FIND v({led}) AT=1490m",
        ),
        "wrong_supply": deck(
            "A supply of 20 V in J2 while the lamps' switch is on",
            [
                *rail(source, LOWEST, 0),
                *protected(source, "PWL(0 5 1 5 1.00001 20)", "1"),
                *enable(source, ON),
            ],
            "20u 1500m",
            f"rail MAX v({led})",
            f"after FIND v({led}) AT=1490m",
        ),
        "reversed_supply": deck(
            "A supply of 20 V in J2, plus and minus exchanged",
            [
                *rail(source, LOWEST, 0),
                *protected(source, "-20", "PULSE(0 1 5m 10u 1u 10 20)"),
                *enable(source, ON),
            ],
            "50u 300m",
            f"rail MIN v({led})",
        ),
        "data_line": deck(
            "A zero bit from the 74AHCT125 through R1 to the first lamp",
            [
                "VU2 u2_y 0 PULSE(0 5 100n 4n 4n 396n 1250n)",
                f"RU2 u2_y {node(source, 'U2.3')} 25",
                _two(source, "R1"),
                f"LW1 {node(source, 'R1.2')} p1_din 200n",
                "CP1 p1_din 0 35p",
            ],
            "1n 2u",
            "high MAX v(p1_din)",
            "pulse TRIG v(p1_din) VAL=2.5 RISE=1 TARG v(p1_din) VAL=2.5 FALL=1",
        ),
        "noise_board": deck(
            "The noise amplifier at its rails of 0 and 12 V, clamped before the pin",
            _clamped(source),
            "1u 3m",
            "top MAX v(clamped) FROM=1m TO=3m",
            "bottom MIN v(clamped) FROM=1m TO=3m",
            "swing PP v(clamped) FROM=1m TO=3m",
        ),
    }


def _clamped(source: Source) -> list[str]:
    # From the collector of Q4 on; the supply is a source, the pin a large resistor.
    lines = ["VQ4 amp 0 SIN(6 6 20k)", "VU1 3v3 0 3.3", "RU1 clamped 0 1meg"]
    behind = {"AMP", "BIAS", "CLAMPED", "3V3", "GND"}
    for ref, value, nets in source.noise_board.split():
        if set(nets) <= behind and ref[0] in "RCD":
            ends = " ".join(net.lower() for net in nets).replace("gnd", "0")
            lines.append(f"{ref} {ends} {value if ref[0] == 'D' else spelt(value)}")
    return [*lines, ".model BAT85 D (IS=2e-7 N=1.04 RS=2 CJO=11p)"]
