"""Simulations: circuits for ngspice with the source's own values, and the limits they must keep.

Models of the transistors are simple ones: good for tens of per cent, not for the last one.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from hardware.make import power
from hardware.make.source import Source

_UNITS = {"Ω": "", "kΩ": "k", "MΩ": "meg", "nF": "n", "µF": "u"}
_PANELS_UF = 13
"""Capacitors on the two panels, 100 nF a lamp: from memory."""


class Figure(Struct, frozen=True):
    """A measured quantity: which circuit, its name in there, unit, factor, and its limits."""

    circuit: str
    name: str
    tells: str
    unit: str
    factor: float
    low: float | None
    high: float | None


def figures(source: Source) -> tuple[Figure, ...]:
    """What is measured, with the limits of the source."""
    limits = source.limits
    rest = sum(load.current for load in source.power.loads)
    pulse, pin = limits["pulse_ns"], limits["pin_V"]
    return (
        Figure(
            "soft_start",
            "inrush",
            f"peak from USB while the rail comes up, without the {rest} mA of the rest",
            "mA",
            -1e3,
            None,
            limits["inrush_mA"] - rest,
        ),
        Figure("soft_start", "ready", "time to 4.5 V", "ms", 1e3, None, limits["ready_ms"]),
        Figure("soft_start", "gate", "drive of Q1 when on", "V", 1, limits["gate_V"], None),
        Figure("soft_start", "rail", "rail, lamps dark", "V", 1, 4.75, 5.25),
        Figure(
            "plug_in", "inrush", "peak at plugging in", "mA", -1e3, None, limits["plug_mA"] - rest
        ),
        Figure("plug_in", "rail", "rail afterwards: off", "V", 1, None, 0.1),
        Figure("data_line", "high", "high level at the first lamp", "V", 1, limits["din_V"], None),
        Figure("data_line", "pulse", "a 400 ns zero at the first lamp", "ns", 1e9, *pulse),
        Figure("noise_board", "top", "highest at the Pico's pin", "V", 1, None, pin[1]),
        Figure("noise_board", "bottom", "lowest at the Pico's pin", "V", 1, pin[0], None),
        Figure("noise_board", "swing", "noise at the Pico's pin, peak to peak", "V", 1, 0.5, None),
    )


def _value(source: Source, ref: str) -> str:
    return _spelt(source.part(ref).name)


def _spelt(name: str) -> str:
    found = re.match(r"([\d.]+) ([kM]?Ω|[nµ]F)", name)
    if found is None:
        raise ValueError(f"a value such as '470 kΩ' was expected; got {name!r}")
    return found[1] + _UNITS[found[2]]


def _switch(source: Source, threshold: float, feed: str, enable: str) -> list[str]:
    value = {ref: _value(source, ref) for ref in ("R4", "R5", "R6", "R7", "C1", "C4", "C5")}
    dark = power.fixed(source.power) - sum(load.current for load in source.power.loads)
    return [
        f"VIN in 0 {feed}",
        "RIN in src 0.25",
        "M1 led gate src src AO3401A L=1u W=1u",
        f".model AO3401A PMOS (VTO=-{threshold} KP=8 LAMBDA=0.02 RD=0.02 RS=0.02)",
        f"R4 src gate {value['R4']}",
        f"R7 gate pull {value['R7']}",
        f"C4 gate led {value['C4']}",
        f"C5 gate src {value['C5']}",
        f"C1 led esr {value['C1']}",
        "RESR esr 0 0.05",
        f"CP led 0 {_PANELS_UF}u",
        "BDRIVE drive 0 V=v(src)-v(gate)",
        "RBLEED led 0 10k",
        f"BDARK led 0 I={dark / 1000}*(1/(1+exp(-(v(led)-3)*5)))",
        f"VEN en 0 {enable}",
        f"R5 en base {value['R5']}",
        f"R6 en 0 {value['R6']}",
        "Q2 pull base 0 Q2N3904",
        ".model Q2N3904 NPN (BF=200 IS=1e-14)",
    ]


def circuits(source: Source) -> dict[str, str]:
    """Every circuit as text for ngspice."""
    on = "PULSE(0 3.3 10m 1u 1u 10 20)"
    return {
        "soft_start": _deck(
            "LED_EN goes high: the lamps' rail comes up",
            _switch(source, 0.9, "5", on),
            "50u 1500m",
            "inrush MIN i(VIN)",
            "ready TRIG v(en) VAL=1.6 RISE=1 TARG v(led) VAL=4.5 RISE=1",
            "gate FIND v(drive) AT=1490m",
            "rail FIND v(led) AT=1490m",
        ),
        # The lowest threshold: the transistor that would open first.
        "plug_in": _deck(
            "The cable is plugged in, LED_EN is low: the rail must stay off",
            _switch(source, 0.5, "PULSE(0 5 5m 10u 1u 10 20)", "0"),
            "50u 300m",
            "inrush MIN i(VIN)",
            "rail FIND v(led) AT=290m",
        ),
        "data_line": _deck(
            "A zero bit from the 74AHCT125 through R1 to the first lamp",
            [
                "V1 y 0 PULSE(0 5 100n 4n 4n 396n 1250n)",
                "ROUT y out 25",
                f"R1 out din {_value(source, 'R1')}",
                "LW din pad 200n",
                "CIN pad 0 35p",
            ],
            "1n 2u",
            "high MAX v(pad)",
            "pulse TRIG v(pad) VAL=2.5 RISE=1 TARG v(pad) VAL=2.5 FALL=1",
        ),
        "noise_board": _deck(
            "The noise amplifier at its rails of 0 and 12 V, clamped before the pin",
            _clamped(source),
            "1u 3m",
            "top MAX v(clamped) FROM=1m TO=3m",
            "bottom MIN v(clamped) FROM=1m TO=3m",
            "swing PP v(clamped) FROM=1m TO=3m",
        ),
    }


def _clamped(source: Source) -> list[str]:
    # From the amplifier's output on; the supply is a source, the pin a large resistor.
    lines = ["VN amp 0 SIN(6 6 20k)", "VDD 3v3 0 3.3", "RPIN clamped 0 1meg"]
    behind = {"AMP", "BIAS", "CLAMPED", "3V3", "GND"}
    for ref, value, nets in source.noise_board.split():
        if set(nets) <= behind and ref[0] in "RCD":
            ends = " ".join(net.lower() for net in nets).replace("gnd", "0")
            lines.append(f"{ref} {ends} {value if ref[0] == 'D' else _spelt(value)}")
    return [*lines, ".model BAT85 D (IS=2e-7 N=1.04 RS=2 CJO=11p)"]


def _deck(title: str, lines: list[str], times: str, *measures: str) -> str:
    measured = [f"meas tran {measure}" for measure in measures]
    control = [".control", f"tran {times}", *measured, "quit", ".endc", ".end"]
    return "\n".join([f"* {title}", *lines, *control]) + "\n"


def run(source: Source) -> dict[tuple[str, str], float]:
    """Simulate, and return each figure in its unit."""
    results = {}
    said = {name: _simulate(text) for name, text in circuits(source).items()}
    for figure in figures(source):
        found = re.search(rf"^{figure.name}\s+=\s+(\S+)", said[figure.circuit], re.MULTILINE)
        if found is None:
            raise ValueError(f"ngspice measured no {figure.name} in {figure.circuit}")
        results[figure.circuit, figure.name] = float(found[1]) * figure.factor
    return results


def _simulate(text: str) -> str:
    with TemporaryDirectory() as folder:
        deck = Path(folder) / "deck.cir"
        deck.write_text(text, encoding="utf-8")
        command = ["ngspice", "-b", str(deck)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout + done.stderr


def beyond(source: Source, results: dict[tuple[str, str], float]) -> list[str]:
    """The figures that do not keep their limits, as sentences."""
    return [
        f"{figure.circuit}: {figure.tells} is {results[figure.circuit, figure.name]:.3g}"
        f" {figure.unit}; wanted {_range(figure)}"
        for figure in figures(source)
        if not _within(figure, results[figure.circuit, figure.name])
    ]


def _within(figure: Figure, value: float) -> bool:
    low = figure.low if figure.low is not None else value
    high = figure.high if figure.high is not None else value
    return low <= value <= high


def _range(figure: Figure) -> str:
    if figure.low is None:
        return f"at most {figure.high:g}"
    if figure.high is None:
        return f"at least {figure.low:g}"
    return f"{figure.low:g} to {figure.high:g}"


def text(source: Source, results: dict[tuple[str, str], float]) -> str:
    """The results as a page. Two digits: more would be a promise the models cannot keep."""
    from hardware.make.tables import MARK, markdown

    rows = [
        (
            f"[{figure.circuit}]({figure.circuit}.cir)",
            figure.tells,
            f"{_two(results[figure.circuit, figure.name])} {figure.unit}",
            _range(figure),
        )
        for figure in figures(source)
    ]
    return (
        f"<!-- {MARK} -->\n# Simulated\n\nBy ngspice, nothing measured on a board."
        " `ngspice -b soft_start.cir` runs one by hand.\n\n"
        + markdown(("circuit", "figure", "simulated", "wanted"), rows)
    )


def _two(value: float) -> str:
    rounded = float(f"{value:.2g}")
    return f"{rounded + 0.0:g}"
