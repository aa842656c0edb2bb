# The chip's own machinery that is not there: programs for its pins are taken and forgotten; the
# first frame that is lit, and the first that is dark again, are written to the console.

import os
import sys

import noise_parts

frames = 0


class PIO:
    OUT_LOW, SHIFT_LEFT, JOIN_TX = 0, 0, 1


class _Micropython:
    # What MicroPython has on a chip alone.

    @staticmethod
    def alloc_emergency_exception_buf(size):
        print("emergency buffer", size)


def asm_pio(**options):
    # The board asks for this as it is read, before there is a Pico.
    sys.modules["tower.board"].micropython = _Micropython
    return lambda program: program


class StateMachine:
    def __init__(self, number, program, freq, sideset_base):
        pass

    def active(self, on):
        pass


class DMA:
    channel = 3

    def __init__(self):
        self._lit = False

    def active(self):
        return os.getenv("STUCK") == "lamps"

    def pack_ctrl(self, **options):
        return options

    def config(self, read, count, write=None, ctrl=None, trigger=False):
        global frames
        if read == 0x4006001C:
            noise_parts.sample(ctrl, count)
            return
        if trigger:
            frames += 1
        if trigger and any(read) != self._lit:
            self._lit = not self._lit
            print("lamps", "lit" if self._lit else "dark")
