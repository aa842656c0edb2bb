"""Takes raw noise from the ring when memory is full of litter: prints how much of it is left."""

import gc

from tower.sources import Ring

LITTER = 1000
EACH = 100


def main():
    ring = Ring()
    for size in (128, 256):
        raw = bytearray(size)
        ring.raw(raw)
        gc.collect()
        before = gc.mem_alloc()
        for _ in range(LITTER):
            bytes(EACH)
        ring.raw(raw)
        print(8 * size, max(gc.mem_alloc() - before, 0) * 100 // (LITTER * EACH))


main()
