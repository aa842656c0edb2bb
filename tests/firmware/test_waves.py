"""A ring oscillator as a function of time: without noise it gives no dice, with noise it does."""

from __future__ import annotations

import random
import subprocess
from collections import Counter

import pytest

from tests.firmware.shimmed import FIRMWARE, HERE, MICROPYTHON

SLOWEST, FASTEST = 1.8e6, 12e6
"""Hertz of a ring oscillator over process, voltage and temperature (RP2040 data sheet, 2.17)."""
PACE = 1375 / 125e6


def judged(waves: list[tuple[float, float, float, float]], first: str = "") -> Counter[str]:
    """How often the noise was ok, and how often it tripped, with each of these for its ring."""
    lines = [first, *(" ".join(map(repr, wave)) for wave in waves)]
    told = subprocess.run(
        [MICROPYTHON, str(HERE / "waves.py")],
        input="\n".join(lines).strip(),
        env={"MICROPYPATH": f"{HERE / 'shims'}:{FIRMWARE}:.frozen"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
    counted = Counter(told.split())
    assert counted.total() == len(waves)
    return counted


def sweep(count: int, jitter: float) -> list[tuple[float, float, float, float]]:
    """Waves all over the range of a ring, of any duty and phase."""
    chance = random.Random(7)
    step = (FASTEST - SLOWEST) / count
    return [
        (
            SLOWEST + step * (place + chance.random()),
            chance.uniform(0.2, 0.8),
            chance.random(),
            jitter,
        )
        for place in range(count)
    ]


def test_no_wave_without_noise_gives_dice() -> None:
    assert judged(sweep(300, 0.0)) == {"trip": 300}


def test_nor_does_one_beside_a_multiple_of_the_pace_or_of_a_part_of_it() -> None:
    # Where a step of the phase is nearly a fraction, and where it is as far from all as it can be.
    chance = random.Random(8)
    golden = (5**0.5 - 1) / 2
    turns = [over / under for under in range(1, 18) for over in range(under)] + [golden, 1 - golden]
    waves = [
        ((60 + turn + off) / PACE, duty, chance.random(), 0.0)
        for turn in turns
        for off in (0.0, 1 / 1000, 1 / 34)
        for duty in (0.5,)
    ]
    assert judged(waves) == {"trip": len(waves)}


@pytest.mark.parametrize("jitter", [0.001, 0.01, 0.02])
def test_a_little_jitter_is_no_noise(jitter: float) -> None:
    assert judged(sweep(100, jitter)) == {"trip": 100}


@pytest.mark.parametrize("jitter", [0.4, 1.0])
def test_a_ring_as_noisy_as_is_claimed_gives_dice(jitter: float) -> None:
    rings = [(hertz, 0.455, phase, jitter) for hertz, _, phase, _ in sweep(40, jitter)]
    assert judged(rings) == {"ok": 40}


def test_at_an_uneven_pace_many_a_dead_ring_would_pass() -> None:
    # What this page is for: the guard is guarded.
    assert judged(sweep(60, 0.0), "uneven")["ok"] > 20
