# A chip that is not there, for MicroPython on a computer: as much of `machine` as the board uses.
# What is done to it is written to the console as text, where a test can read it.

import os
import sys
import time

_HELD = os.getenv("HELD_PIN")  # a pin that is low from the start
_CLOCK = os.getenv("CLOCK")  # how many times as fast as ours its milliseconds pass
_MEALS = os.getenv("MEALS")  # a file that tells each meal of the watchdog, and the frames till then
_FLASH = os.getenv("FLASH")  # "full", or "cut": the plug is pulled in the middle of a file


class _Cut:
    def __init__(self, file):
        self._file = file

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def write(self, text):
        self._file.write(text[: len(text) // 2])
        self._file.flush()
        os.system("kill -9 $PPID")


def _open(name, mode="r"):
    if "w" in mode and _FLASH == "full":
        raise OSError(28)
    file = open(name, mode)  # noqa: PTH123, SIM115 - MicroPython
    return _Cut(file) if "w" in mode and _FLASH == "cut" else file


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING = 0, 1, 1, 4

    def __init__(self, number, mode, pull=None, value=None):
        assert number != 25, "on a Pico W it is the radio's"
        self.number = number
        self._value = 1 if pull == Pin.PULL_UP and str(number) != _HELD else value or 0

    def value(self, value=None):
        if value is not None and value != self._value:
            self._value = value
            if self.number != "LED":
                print("pin", self.number, value)
        return self._value

    def irq(self, handler, trigger, hard=False):
        pass


class PWM:
    def __init__(self, pin):
        pass

    def freq(self, hertz):
        pass

    def duty_u16(self, duty):
        pass


class ADC:
    CORE_TEMP = 4

    def __init__(self, channel):
        # Where there is no chip, machine code that reads its registers is told from elsewhere.
        import noise_parts
        import tower.sources

        tower.sources._gather = noise_parts.gather
        tower.sources._generate = noise_parts.generate
        if "tower.board" in sys.modules:
            sys.modules["tower.board"].open = _open

    def read_u16(self):
        return os.urandom(1)[0] << 4


class WDT:
    def __init__(self, timeout):
        print("watchdog", timeout)

    def feed(self):
        if _MEALS:
            import rp2

            with open(_MEALS, "a") as file:  # noqa: PTH123 - MicroPython
                file.write(str(rp2.frames) + "\n")


class _Memory:
    def __init__(self):
        self.pace = 0  # of the first DMA timer, as it was written

    def __getitem__(self, address):
        if address == 0x40060018:
            return 0x80001000
        raise ValueError(hex(address))

    def __setitem__(self, address, value):
        if address == 0x50000420:
            self.pace = value
        else:
            print("memory", hex(address), hex(value))


mem32 = _Memory()


def unique_id():
    # The board asks for this before it looks what it is, and at a clock.
    if _CLOCK:
        fast = time.ticks_ms
        sys.modules["tower.board"].ticks_ms = lambda: fast() * int(_CLOCK)
    if os.getenv("BOARD_MACHINE"):
        sys.modules["tower.board"]._told = lambda: os.getenv("BOARD_MACHINE")
    return bytes.fromhex("e66138528350be31")


def reset():
    print("reset")
    sys.exit(3)


def freq():
    return 125_000_000
