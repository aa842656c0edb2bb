# A board whose firmware was ended, on MicroPython's unix build: the prompt people know, or the
# raw one of tools, which says nothing by itself. Ctrl-D starts main.py.

import os
import sys


def say(text):
    sys.stdout.buffer.write(text)


def prompt(raw):
    line = b""
    say(b"" if raw else b"\r\n>>> ")
    while True:
        char = sys.stdin.buffer.read(1)
        if char == b"\x04" and not raw and not line:
            say(b"\r\nMPY: soft reboot\r\n")
            return
        if char == b"\x02":
            raw, line = False, b""
            say(b"\r\nMicroPython v1.28.0; Raspberry Pi Pico with RP2040\r\n>>> ")
        elif raw:
            pass
        elif char == b"\r":
            say(b"\r\nSyntaxError: invalid syntax\r\n>>> " if line else b"\r\n>>> ")
            line = b""
        elif char >= b" ":
            line += char
            say(char)


prompt(os.getenv("PROMPT") == "raw")
main = os.getenv("MAIN")
with open(main) as file:  # noqa: PTH123 - MicroPython
    exec(file.read(), {"__name__": "__main__"})
