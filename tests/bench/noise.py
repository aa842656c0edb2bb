"""False alarms of the health tests over many simulated bits, judged by the firmware's own code.

``python -m tests.bench.noise`` takes a hundred million bits of each source, as told in NOISE.md;
``python -m tests.bench.noise 10000000`` a tenth. Not a test: the default tests do it with fewer.
"""

from __future__ import annotations

import random
import subprocess
import sys

from tower.noise import ENTROPY, WINDOW

from tests.firmware.shimmed import FIRMWARE, HERE, MICROPYTHON

BITS = 100_007_936
FINE = 24  # binary places of a chance
SOURCES = {"worst the claim allows": 2**-ENTROPY, "fair": 0.5, "60:40": 0.6}


def window(ones: float, chance: random.Random) -> bytes:
    """Independent bits, each a one with this chance, all at a stroke."""
    bits, share = 0, round(ones * 2**FINE)
    for place in range(FINE):
        fresh = chance.getrandbits(WINDOW)
        bits = bits | fresh if share >> place & 1 else bits & fresh
    return bits.to_bytes(WINDOW // 8, "big")


def alarms(ones: float, windows: int, seed: int) -> list[list[int]]:
    """For each rate: its bits, and the windows in which runs, counts and lags failed."""
    chance = random.Random(seed)
    with subprocess.Popen(
        [MICROPYTHON, str(HERE / "alarms.py")],
        env={"MICROPYPATH": f"{FIRMWARE}:.frozen"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as board:
        assert board.stdin is not None
        assert board.stdout is not None
        for _ in range(windows):
            board.stdin.write(window(ones, chance))
        board.stdin.close()
        return [[int(word) for word in line.split()] for line in board.stdout]


def main() -> None:
    """Print a line for each source and rate."""
    windows = int(sys.argv[1] if len(sys.argv) > 1 else BITS) // WINDOW
    print(f"{windows * WINDOW:,} bits, {windows:,} windows of each source: windows that failed")
    print(f"{'source':24} {'alpha':>7} {'runs':>8} {'counts':>8} {'lags':>8}")
    for seed, (name, ones) in enumerate(SOURCES.items()):
        for rate, *failed in alarms(ones, windows, seed):
            print(f"{name:24} {f'2^-{rate}':>7} {failed[0]:>8} {failed[1]:>8} {failed[2]:>8}")


if __name__ == "__main__":
    main()
