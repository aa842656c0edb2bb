# A chip that is not there, for MicroPython on a computer: as much of `machine` as the board uses.
# What is done to it is written to the console as text, where a test can read it.

import os


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING = 0, 1, 1, 4

    def __init__(self, number, mode, pull=None, value=None):
        self.number = number
        self._value = 1 if pull == Pin.PULL_UP else value

    def value(self, value=None):
        if value is not None:
            self._value = value
            print("pin", self.number, value)
        return self._value

    def irq(self, handler, trigger):
        pass


class WDT:
    def __init__(self, timeout):
        print("watchdog", timeout)

    def feed(self):
        pass


class _Memory:
    def __getitem__(self, address):
        if address == 0x40060018:
            return 0x80001000
        if address == 0x4006001C:
            return os.urandom(1)[0] & 1
        raise ValueError(hex(address))

    def __setitem__(self, address, value):
        print("memory", hex(address), hex(value))


mem32 = _Memory()


def unique_id():
    return bytes.fromhex("e66138528350be31")
