# What the firmware asks of the things it is given. Read by type checkers only, never shipped to
# the board; a new board, or a new source of noise, is whatever has these methods.

from typing import Protocol

class Source(Protocol):
    # Raw noise, untreated, eight bits a byte, first bit highest. The buffer is filled whole.
    def raw(self, buffer: bytearray) -> None: ...

class Bytes(Protocol):
    # Fair bytes, one at a time, without end.
    def byte(self) -> int: ...

class Board(Source, Protocol):
    @property
    def chip(self) -> str: ...  # 16 hex digits, the same for ever: the tower's name
    @property
    def can(self) -> str: ...  # abilities told in hello, joined by commas
    @property
    def budget(self) -> int: ...  # milliamperes the supply leaves for light
    @property
    def level(self) -> int: ...  # brightest a lamp is driven, of 255
    def nonce(self) -> bytes: ...  # eight bytes, other ones at each start; not for dice
    def now(self) -> int: ...  # milliseconds since start, never going back
    def read(self) -> bytes: ...  # what has come on the port; b"" if nothing
    async def arrive(self) -> None: ...  # returns when something came, or after a moment
    def write(self, frame: bytes) -> None: ...  # all or nothing, and never for long
    def button(self) -> bool: ...  # down now
    def beam(self) -> bool: ...  # was broken since last asked
    def lamps(self, pixels: bytearray) -> None: ...  # 16 x 8 lamps row by row, red green blue
    def rail(self, on: bool) -> None: ...  # the lamps' supply
    def feed(self) -> None: ...  # the watchdog; the first meal starts it
    def let_go(self) -> None: ...  # stops the watchdog: a developer wants the prompt
