# What the firmware asks of the things it is given. Read by type checkers only, never shipped to
# the board; a new board, or a new source of noise, is whatever has these methods.

from collections.abc import Awaitable
from typing import Protocol

class Source(Protocol):
    # Raw noise, untreated, eight bits a byte, first bit highest. The buffer is filled whole.
    def raw(self, buffer: bytearray) -> None: ...
    # Whatever else may differ from roll to roll: stirred in, credited nothing, never tested.
    def spice(self, buffer: bytearray) -> None: ...

class Bytes(Protocol):
    # Fair bytes, one at a time, without end.
    def byte(self) -> int: ...

class Board(Protocol):
    @property
    def source(self) -> Source: ...
    @property
    def chip(self) -> str: ...  # 16 hex digits, the same for ever: the tower's name
    @property
    def can(self) -> str: ...  # abilities told in hello, joined by commas
    @property
    def python(self) -> str: ...  # the version of MicroPython; "" if it is none
    @property
    def model(self) -> str: ...  # what board it is, as in pico2w; "" if it is none
    @property
    def firmware(self) -> str: ...  # which one runs, if there are several
    @property
    def trial(self) -> bool: ...  # it is one that nobody knows yet
    def keep_firmware(self) -> None: ...  # it said hello: from now on it is the one to start
    def restart(self) -> None: ...  # with the firmware that is kept
    def big_supply(self) -> bool: ...  # a supply of its own feeds the lamps, not USB
    def nonce(self) -> bytes: ...  # eight bytes, other ones at each start; not for dice
    def now(self) -> int: ...  # milliseconds since start; goes back only by turn_back
    def turn_back(self, ms: int) -> None: ...  # makes it earlier: numbers must stay small
    def read(self) -> bytes: ...  # what has come on the port; b"" if nothing
    def arrive(self) -> Awaitable[None]: ...  # returns when something came, or after a moment
    def write(self, frame: bytes) -> None: ...  # never for long, if need be in part or not at all
    def button(self) -> bool: ...  # down now
    def beam(self) -> bool: ...  # broken now, or was since last asked
    def wire(self, chain: bytearray) -> None: ...  # where on the chain each lamp sits
    def lamps(self, pixels: bytearray) -> None: ...  # 16 x 8 lamps row by row, red green blue
    def self_test(self) -> tuple[str, ...]: ...  # what it finds wrong with itself, as status says
    def rail(self, on: bool) -> None: ...  # the lamps' supply
    def glow(self, on: bool) -> None: ...  # the lamp in the button
    def sound(self, hertz: int) -> None: ...  # 0: silence
    def sign(self, lit: bool) -> None: ...  # the small lamp on the board itself
    def load(self) -> str: ...  # settings as they were saved; "" if never
    def save(self, text: str) -> None: ...  # settings, whole or not at all
    def tidy(self) -> None: ...  # clears memory of what nobody needs any more
    def feed(self) -> None: ...  # the watchdog; the first meal starts it
    def let_go(self) -> None: ...  # stops the watchdog: a developer wants the prompt
