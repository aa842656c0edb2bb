# The tower's firmware: MicroPython on the board, CPython in the simulated tower, one source.

VERSION = "0.1.0"
