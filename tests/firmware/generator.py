# Runs on MicroPython: the code that reads an RP2350's generator, on a piece of memory in place of
# its registers. Memory does not answer back: what it says is told before.

from array import array

from tower.sources import _generate
from uctypes import addressof

STATE, BITS = 0x104 // 4, 0x114 // 4
WRITTEN = (0x108, 0x10C, 0x12C, 0x130, 0x138)


def take(state):
    registers = array("I", [0] * 128)
    registers[STATE] = state
    for word in range(6):
        registers[BITS + word] = 0x03020100 + 0x04040404 * word
    buffer = bytearray(30)
    good = _generate(buffer, len(buffer), addressof(registers), 1650)
    print(state, good, ".".join([str(byte) for byte in buffer]), end=" ")
    print(*[f"{at:x}={registers[at // 4]:x}" for at in WRITTEN])


for state in (1, 0, 2, 4, 8, 3):
    take(state)
