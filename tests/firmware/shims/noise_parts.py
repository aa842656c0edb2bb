# The parts of a chip that noise comes from, as far as they are to be seen: an oscillator that is a
# function of time, read by DMA at the pace of its timer, and a generator.

import os

HERTZ = 125_000_000
ring = None  # bit(seconds); None: the machine's own noise
now = 0.0  # seconds, of the last sample
_samples = bytearray()


def sample(ctrl, count):
    # As the timer's register and the channel's control say, and in no other way.
    global now, _samples
    from machine import mem32

    assert ctrl["treq_sel"] == 0x3B
    assert ctrl["size"] == 0
    assert not ctrl["inc_read"]
    assert ctrl["ring_sel"]
    if ring is None:
        _samples = os.urandom(count)
        return
    x, y = mem32.pace >> 16, mem32.pace & 0xFFFF
    apart = y / x / HERTZ
    _samples = bytearray(count)
    for i in range(count):
        now += apart
        _samples[i] = ring(now)
    now += 0.0123  # what a board does between two pools


def gather(buffer, count, samples, begin, counter):
    assert counter == 0x500000C8
    for i in range(count):
        byte = 0
        for place in range(8 * i, 8 * i + 8):
            byte = byte << 1 | _samples[place] & 1
        buffer[i] = byte


def generate(buffer, count, base, pace):
    assert base == 0x400F0000
    assert 10e-6 <= pace / HERTZ <= 12e-6
    print("generator")
    buffer[:] = os.urandom(count)
    return 1
