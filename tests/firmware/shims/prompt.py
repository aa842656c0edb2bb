# A board's prompt for tools, on MicroPython's unix build: the raw REPL of MicroPython, and behind
# machine.reset() the firmware. What the board says it is can be told by the environment.

import io
import os
import sys
from collections import namedtuple

_IT = namedtuple("it", ("name", "version", "_machine", "_mpy"))


class ResetError(Exception):
    pass


class Machine:
    @staticmethod
    def reset():
        raise ResetError


def told():
    version = tuple(int(part) for part in (os.getenv("BOARD_VERSION") or "1.28.0").split("."))
    name = os.getenv("BOARD_NAME") or "micropython"
    machine = os.getenv("BOARD_MACHINE") or "Raspberry Pi Pico with RP2040"
    return _IT(name, version, machine, sys.implementation._mpy)


class Lossy:
    # A file that does not keep all it is given.

    def __init__(self, file):
        self._file = file
        self.close = file.close

    def write(self, chunk):
        self._file.write(chunk[:-1])
        return len(chunk)


def opened(name, mode="r"):
    if os.getenv("BOARD_FULL") and "w" in mode:
        raise OSError(28)
    file = open(name, mode)  # noqa: PTH123, SIM115 - MicroPython
    return Lossy(file) if os.getenv("BOARD_LOSSY") and "w" in mode else file


def message(text):
    sys.stdout.buffer.write(text)


def heard():
    return sys.stdin.buffer.read(1)


def until(ending):
    text = b""
    while not text.endswith(ending):
        text += heard()
        if text == b"\x05A\x01":
            message(b"R\x00")  # asked whether it takes pasted text: it does not
            text = b""
    return text[:-1]


def run(code, names):
    # What it prints goes out as it comes, what it raises after it; and then the prompt again.
    message(b"OK")
    error = b""
    try:
        exec(code, names)
    except ResetError:
        raise
    except BaseException as raised:
        trace = io.StringIO()
        sys.print_exception(raised, trace)
        error = trace.getvalue().encode()
    message(b"\x04" + error + b"\x04>")


def prompt():
    names = {"open": opened, "it": told(), "machine": Machine}
    while True:
        until(b"\x01")
        message(b"raw REPL; CTRL-B to exit\r\n>")
        while True:
            code = until(b"\x04")
            code = code.replace(b"from sys import implementation as it", b"pass")
            code = code.replace(b"import machine\n", b"")
            run(code, names)


def main():
    try:  # noqa: SIM105 - MicroPython
        prompt()
    except ResetError:
        pass
    import machine

    assert machine
    sys.path.insert(0, ".")
    with open("main.py") as file:  # noqa: PTH123 - MicroPython
        exec(file.read(), {"__name__": "__main__"})


main()
