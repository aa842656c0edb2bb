"""Simulations: the circuits of ``decks`` run by ngspice, and the limits they must keep."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from hardware.make import decks
from hardware.make.source import Source

_CLOSE = 0.15
"""Volts between the window that a builder is told and what was simulated, at most."""


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
    pulse, pin, rail = limits["pulse_ns"], limits["pin_V"], limits["rail_V"]
    low, high, off = rail[0], rail[1], limits["off_V"]
    peak, again, bad = limits["inrush_mA"], limits["replug_mA"], limits["wrong_V"]
    rows: tuple[tuple[str, str, str, str, float, float | None, float | None], ...] = (
        ("soft_start", "inrush", "peak from USB as the rail comes up", "mA", -1e3, None, peak),
        ("soft_start", "ready", "time to 4.5 V", "ms", 1e3, None, limits["ready_ms"]),
        ("soft_start", "gate", "drive of Q1 when on", "V", 1, limits["gate_V"], None),
        ("plug_in", "inrush", "most from USB after 20 µs", "mA", -1e3, None, limits["plug_mA"]),
        ("plug_in", "rail", "rail afterwards: off", "V", 1, None, 0.1),
        ("rail_low", "rail", "least on the lit rail", "V", 1, low, low + _CLOSE),
        ("rail_high", "rail", "most on the dark rail", "V", 1, high - _CLOSE, high),
        ("switch_off", "after", "rail 10 s after it was switched off", "V", 1, None, off),
        ("replug", "inrush", "most from USB, cable back after 0.3 s", "mA", -1e3, None, again),
        ("replug_later", "inrush", "most from USB, cable back after 1 s", "mA", -1e3, None, again),
        ("big_supply", "rail", "least on the rail, all its light", "V", 1, low, None),
        ("big_supply_high", "rail", "most on the dark rail", "V", 1, high - _CLOSE, high),
        ("wrong_supply", "rail", "most the lamps see of 20 V", "V", 1, None, bad),
        ("wrong_supply", "after", "rail half a second later: falling", "V", 1, None, 3),
        ("reversed_supply", "rail", "least the lamps see of -20 V", "V", 1, -0.3, None),
        ("data_line", "high", "high level at the first lamp", "V", 1, limits["din_V"], None),
        ("data_line", "pulse", "a 400 ns zero at the first lamp", "ns", 1e9, *pulse),
        ("noise_board", "top", "highest at the Pico's pin", "V", 1, None, pin[1]),
        ("noise_board", "bottom", "lowest at the Pico's pin", "V", 1, pin[0], None),
        ("noise_board", "swing", "noise at the Pico's pin, peak to peak", "V", 1, 0.5, None),
    )
    return tuple(Figure(*row) for row in rows)


def run(source: Source) -> dict[tuple[str, str], float]:
    """Simulate, and return each figure in its unit."""
    results = {}
    said = {name: _simulate(text) for name, text in decks.circuits(source).items()}
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
    rounded = float(f"{value:.2g}" if abs(value) >= 0.01 else "0")
    return f"{rounded + 0.0:g}"
