"""Runs on MicroPython: a ring oscillator that is a function of time, read as the board reads it.

Reads lines of hertz, duty, phase and jitter (in periods, from one sample to the next), and prints
for each how the noise was after its start-up test, and after ten pools.
"""

import random
import sys

import noise_parts
from tower.noise import Noise, NoiseError
from tower.sources import Ring

PERIOD = 11e-6


class Wave:
    def __init__(self, hertz, duty, phase, jitter):
        self._hertz, self._duty, self._jitter = hertz, duty, jitter
        self._wander = phase
        self._last = noise_parts.now

    def bit(self, now):
        if self._jitter:
            # A walk of the phase: its spread grows with the square root of the time that passed.
            spread = self._jitter * ((now - self._last) / PERIOD) ** 0.5
            self._wander += spread * (sum([random.random() for _ in range(12)]) - 6)
            self._last = now
        return int((self._hertz * now + self._wander) % 1 < self._duty)


def uneven(ctrl, count):
    # As the first firmware read it: polling a clock of microseconds, a little later after some
    # bytes.
    at = noise_parts.now
    samples = bytearray(count)
    late = byte = 0
    for i in range(count):
        at += (11 + late) * 1e-6
        samples[i] = noise_parts.ring(at + random.randint(0, 23) * 8e-9)
        byte = byte << 1 | samples[i]
        if i % 8 == 7:
            late, byte = byte & 3, 0
    noise_parts.now = at + 0.0123
    noise_parts._samples = samples


def health(wave):
    noise_parts.ring = wave.bit
    noise = Noise(Ring(), "")
    noise.start()
    try:
        for _ in range(10):
            noise.pool()
    except NoiseError:
        pass
    return noise.health


def main():
    random.seed(1)
    for line in sys.stdin:
        if line.strip() == "uneven":
            noise_parts.sample = uneven
        else:
            print(health(Wave(*[float(word) for word in line.split()])))


main()
