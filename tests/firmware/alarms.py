# Runs on MicroPython: counts windows in which each health test fails, at three rates of alarm. Raw
# bits come on standard input, window after window.

import sys

from tower.health import Health
from tower.noise import ALPHA_BITS, ENTROPY, WINDOW

RATES = (10, 20, ALPHA_BITS)


def main():
    came = sys.stdin.buffer
    tests = [Health(ENTROPY, rate, WINDOW) for rate in RATES]
    raw = bytearray(WINDOW // 8)
    while came.readinto(raw) == len(raw):
        for test in tests:
            test.passes(raw)
    for rate, test in zip(RATES, tests):  # noqa: B905 - MicroPython
        print(rate, *test.failures)


main()
