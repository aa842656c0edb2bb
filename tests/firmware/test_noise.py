"""Noise: what is healthy gives pools, what is not gives nothing, for good."""

from __future__ import annotations

import random

import pytest
from tower.health import TESTS, Health, cutoffs
from tower.noise import ENTROPY, POOL_BITS, WINDOW, Noise, NoiseError

CHIP = "e66138528350be31"

# Computed apart from this code: H, then run and count for alpha 2^-20, then for 2^-30.
TABLE = {
    1.0: (21, 589, 31, 609),
    0.9: (24, 625, 35, 645),
    0.8: (26, 664, 39, 683),
    0.7: (30, 705, 44, 723),
    0.6: (35, 748, 51, 766),
    0.5: (41, 793, 61, 810),
    0.4: (51, 840, 76, 856),
    0.3: (68, 890, 101, 904),
    0.25: (81, 915, 121, 928),
    0.1: (201, 991, 301, 999),
}


class Bits:
    """A source whose bits are told one by one."""

    def __init__(self, seed: int, ones: float) -> None:
        self.ones = ones
        self.given = 0
        self._chance = random.Random(seed)

    def raw(self, buffer: bytearray) -> None:
        for at in range(len(buffer)):
            bits = [self._chance.random() < self.ones for _ in range(8)]
            buffer[at] = sum(bit << (7 - place) for place, bit in enumerate(bits))
        self.given += 8 * len(buffer)

    def spice(self, buffer: bytearray) -> None:
        pass


@pytest.mark.parametrize("entropy", TABLE)
def test_cut_offs_are_those_of_the_standard(entropy: float) -> None:
    assert cutoffs(entropy, 20, 1024)[:2] + cutoffs(entropy, 30, 1024)[:2] == TABLE[entropy]


def test_cut_offs_agree_with_another_window() -> None:
    assert cutoffs(0.5, 20, 512)[:2] == (41, 410)


def test_the_tower_stops_at_a_run_of_61_and_at_810_alike() -> None:
    health = Health(ENTROPY, 30, WINDOW)
    assert (health.longest_run, health.most_alike) == (61, 810)


@pytest.mark.parametrize(("run", "good"), [(60, True), (61, False)])
def test_a_run_is_counted_exactly(run: int, good: bool) -> None:
    bits = "01" * 100 + "0" + "1" * run + "01" * 60
    bits = bits[: len(bits) // 8 * 8]
    raw = bytearray(int(bits, 2).to_bytes(len(bits) // 8, "big"))
    assert Health(0.5, 30, 1024).passes(raw) is good


@pytest.mark.parametrize(("alike", "good"), [(809, True), (810, False)])
def test_a_window_is_counted_exactly(alike: int, good: bool) -> None:
    # Rare zeros are spread out, so that no run is long; the window begins with a one.
    bits, rare = ["1"] * WINDOW, WINDOW - alike
    for place in range(rare):
        bits[1 + place * (WINDOW - 1) // rare] = "0"
    raw = bytearray(int("".join(bits), 2).to_bytes(WINDOW // 8, "big"))
    health = Health(0.5, 30, 1024)
    health.passes(raw)
    assert (health.failures[TESTS.index("count")] == 0) is good


def test_a_run_is_seen_across_two_rolls() -> None:
    health = Health(0.5, 30, 1024)
    assert health.passes(bytearray([0b01010101] * 4 + [0b11111111] * 4))
    assert not health.passes(bytearray([0b11111111] * 4))


@pytest.mark.parametrize("ones", [0.5, 0.455, 0.6])
def test_a_good_source_gives_pools(ones: float) -> None:
    noise = Noise(Bits(1, ones), CHIP)
    noise.start()
    pools = {noise.pool() for _ in range(20)}
    assert noise.health == "ok"
    assert len(pools) == 20
    assert {len(pool) for pool in pools} == {32}


@pytest.mark.parametrize("ones", [0.0, 1.0, 0.1, 0.9])
def test_a_stuck_or_lopsided_source_never_starts(ones: float) -> None:
    noise = Noise(Bits(1, ones), CHIP)
    noise.start()
    assert noise.health == "trip"
    with pytest.raises(NoiseError, match="noise"):
        noise.pool()


def test_before_the_start_up_test_there_are_no_dice() -> None:
    noise = Noise(Bits(1, 0.5), CHIP)
    with pytest.raises(NoiseError) as refused:
        noise.pool()
    assert refused.value.code == "warm"


def test_the_bits_of_the_start_up_test_are_thrown_away() -> None:
    source = Bits(1, 0.5)
    noise = Noise(source, CHIP)
    noise.start()
    assert source.given >= WINDOW
    before = source.given
    noise.pool()
    assert source.given == before + POOL_BITS, "every roll has fresh bits"


def test_a_source_that_dies_stays_dead_though_it_comes_back() -> None:
    source = Bits(1, 0.5)
    noise = Noise(source, CHIP)
    noise.start()
    noise.pool()
    source.ones = 0.0
    for ones in (0.0, 0.5, 0.5):
        source.ones = ones
        with pytest.raises(NoiseError) as refused:
            noise.pool()
        assert refused.value.code == "noise"
    assert noise.health == "trip"
    assert (noise.drawn, noise.trips) == (1, 1)


def test_the_same_raw_bits_on_another_chip_or_in_another_roll_are_another_pool() -> None:
    class Same:
        def raw(self, buffer: bytearray) -> None:
            buffer[:] = random.Random(7).randbytes(len(buffer))

        def spice(self, buffer: bytearray) -> None:
            pass

    pools = set()
    for chip in ("aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"):
        noise = Noise(Same(), chip)
        noise.start()
        pools |= {noise.pool(), noise.pool()}
    assert len(pools) == 4
