"""Health tests: what a broken source looks like, and that a good one is left in peace."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Callable, Iterator
from math import comb

import pytest
from tower.health import LAGS, TESTS, Health, cutoffs
from tower.noise import ALPHA_BITS, ENTROPY, POOL_BITS, WINDOW, Noise, NoiseError

CHIP = "e66138528350be31"
Bits = Callable[[random.Random], Iterator[int]]


def biased(ones: float) -> Bits:
    return lambda chance: (int(chance.random() < ones) for _ in itertools.count())


def periodic(period: str) -> Bits:
    return lambda chance: itertools.cycle(map(int, period))


class Source:
    """A source that gives bits as told, and can be given other ones."""

    def __init__(self, bits: Bits, seed: int = 1) -> None:
        self._chance = random.Random(seed)
        self._bits = bits(self._chance)

    def become(self, bits: Bits, after: int = 0) -> None:
        first = list(itertools.islice(self._bits, after))
        self._bits = itertools.chain(first, bits(self._chance))

    def raw(self, buffer: bytearray) -> None:
        for at in range(len(buffer)):
            bits = itertools.islice(self._bits, 8)
            buffer[at] = sum(bit << 7 - place for place, bit in enumerate(bits))

    def spice(self, buffer: bytearray) -> None:
        pass


BROKEN = {
    "stuck at 0": periodic("0"),
    "stuck at 1": periodic("1"),
    "90:10": biased(0.9),
    "10:90": biased(0.1),
    "alternating": periodic("01"),
    "period 3": periodic("011"),
    "period 7": periodic("0010111"),
    "period 16": periodic("0010111010011011"),
}
SOUND = {"good": biased(0.5), "60:40": biased(0.6), "45.5:54.5": biased(0.455)}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("seed", range(5))
def test_a_broken_source_never_starts(name: str, seed: int) -> None:
    noise = Noise(Source(BROKEN[name], seed), CHIP)
    noise.start()
    assert noise.health == "trip"
    with pytest.raises(NoiseError, match="noise"):
        noise.pool()


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_source_goes_on_giving(name: str) -> None:
    noise = Noise(Source(SOUND[name]), CHIP)
    noise.start()
    for _ in range(30):
        noise.pool()
    assert noise.tests.failures == [0, 0, 0]


@pytest.mark.parametrize("after", [0, 1, POOL_BITS // 2, POOL_BITS - 100])
@pytest.mark.parametrize("name", ["stuck at 0", "stuck at 1"])
def test_a_source_that_dies_in_the_middle_of_a_roll_stops_that_roll(name: str, after: int) -> None:
    source = Source(biased(0.5))
    noise = Noise(source, CHIP)
    noise.start()
    noise.pool()
    source.become(BROKEN[name], after)
    with pytest.raises(NoiseError, match="noise"):
        noise.pool()


@pytest.mark.parametrize("name", ["90:10", "alternating", "period 7"])
def test_a_source_that_goes_bad_otherwise_stops_within_four_rolls(name: str) -> None:
    source = Source(biased(0.5))
    noise = Noise(source, CHIP)
    noise.start()
    source.become(BROKEN[name], POOL_BITS // 2)
    for _ in range(4):
        with contextlib.suppress(NoiseError):
            noise.pool()
    assert noise.health == "trip"


@pytest.mark.parametrize("name", ["alternating", "period 3", "period 7", "period 16"])
def test_only_the_lag_test_sees_a_period(name: str) -> None:
    source, raw = Source(BROKEN[name]), bytearray(WINDOW // 8)
    health = Health(ENTROPY, ALPHA_BITS, WINDOW)
    source.raw(raw)
    health.passes(raw)
    assert dict(zip(TESTS, health.failures, strict=True)) == {"run": 0, "count": 0, "lag": 1}


def test_a_correlation_that_no_count_can_see_is_seen_by_the_lag_test() -> None:
    # As many ones as zeros, but each bit is the one before it with nine chances in ten.
    chance, bit, bits = random.Random(5), 0, []
    for _ in range(WINDOW):
        bit ^= chance.random() < 0.1
        bits.append(bit)
    raw = bytearray(int("".join(map(str, bits)), 2).to_bytes(WINDOW // 8, "big"))
    health = Health(ENTROPY, ALPHA_BITS, WINDOW)
    health.passes(raw)
    assert health.failures[1:] == [0, 1]


@pytest.mark.parametrize(("right", "good"), [(815, True), (816, False)])
def test_guesses_are_counted_exactly(right: int, good: bool) -> None:
    # A fair row whose bits repeat the one five before just so often, and no other lag.
    chance = random.Random(11)
    wrong = set(chance.sample(range(WINDOW), WINDOW - right))
    bits: list[int] = []
    for place in range(WINDOW):
        former = bits[place - 5] if place >= 5 else 0
        bits.append(former ^ (place in wrong))
    raw = bytearray(int("".join(map(str, bits)), 2).to_bytes(WINDOW // 8, "big"))
    health = Health(ENTROPY, ALPHA_BITS, WINDOW)
    assert health.most_guessed == 816
    health.passes(raw)
    assert (health.failures[TESTS.index("lag")] == 0) is good


def test_a_period_across_two_calls_is_seen() -> None:
    source, raw = Source(periodic("0010111")), bytearray(WINDOW // 16)
    health = Health(ENTROPY, ALPHA_BITS, WINDOW)
    source.raw(raw)
    assert health.passes(raw)
    source.raw(raw)
    assert not health.passes(raw)


@pytest.mark.parametrize("alpha_bits", [20, 30, 40])
def test_cut_offs_leave_no_more_false_alarms_than_were_chosen(alpha_bits: int) -> None:
    # The tail of the binomial in whole numbers: likely = 181/256 is a little above 2**-0.5.
    run, alike, guessed = cutoffs(0.5, alpha_bits, 1024)
    assert 2 ** (-0.5 * (run - 1)) <= 2**-alpha_bits

    def tail(cut: int, top: int) -> float:
        return sum(comb(1024, k) * top**k * (256 - top) ** (1024 - k) for k in range(cut, 1025)) / (
            256**1024
        )

    assert tail(alike, 181) < 1.05 * 2**-alpha_bits
    assert tail(guessed, 181) * LAGS < 1.05 * 2**-alpha_bits
    assert tail(alike - 1, 182) > 2**-alpha_bits
    assert tail(guessed - 1, 182) * LAGS > 2**-alpha_bits


def window(chance: random.Random, likely: int) -> bytearray:
    """Bits that are one with this chance in 256, a whole window at a stroke."""
    bits = 0
    for place in range(8):
        fresh = chance.getrandbits(WINDOW)
        bits = bits | fresh if likely >> place & 1 else bits & fresh
    return bytearray(bits.to_bytes(WINDOW // 8, "big"))


def test_false_alarms_come_no_more_often_than_was_chosen() -> None:
    # A lower bar, so that alarms can be counted at all, and the worst source the claim allows:
    # 181 chances in 256 are 2**-0.5. Only four runs in ten begin with the likelier bit.
    health = Health(ENTROPY, 7, WINDOW)
    chance, windows = random.Random(3), 600
    for _ in range(windows):
        health.passes(window(chance, 181))
    assert 0 < health.failures[1] <= windows * 2**-7 * 1.5
    assert health.failures[2] <= windows * 2**-7 * 1.5
