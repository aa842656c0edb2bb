# A chip that is not there, for MicroPython on a computer: as much of `machine` as the board uses.
# What is done to it is written to the console as text, where a test can read it.

import os

_HELD = os.getenv("HELD_PIN")  # a pin that is low from the start
_MEALS = os.getenv("MEALS")  # a file that tells each meal of the watchdog, and the frames till then
_FLASH = os.getenv("FLASH")  # "full", or "cut": the plug is pulled in the middle of a file


def _ring_bits(buffer, count):
    buffer[:] = os.urandom(count)


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
        self.number = number
        self._value = 1 if pull == Pin.PULL_UP and str(number) != _HELD else value or 0

    def value(self, value=None):
        if value is not None and value != self._value:
            self._value = value
            if self.number != 25:
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
    def __init__(self, channel):
        # The oscillator is read in machine code, from an address that is not there.
        import tower.board

        tower.board._ring_bits = _ring_bits
        tower.board.open = _open

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
    def __getitem__(self, address):
        if address == 0x40060018:
            return 0x80001000
        raise ValueError(hex(address))

    def __setitem__(self, address, value):
        print("memory", hex(address), hex(value))


mem32 = _Memory()


def unique_id():
    return bytes.fromhex("e66138528350be31")
