# The board: a Raspberry Pi Pico, its pins and drivers. The only module that touches the chip.
# It decides nothing: edges, scenes and answers are made elsewhere and tried without a board.

import gc
import os
import select
import sys
from array import array
from binascii import hexlify
from time import ticks_diff, ticks_ms, ticks_us

import micropython
from machine import ADC, PWM, WDT, Pin, mem32, unique_id
from micropython import const
from rp2 import DMA, PIO, StateMachine, asm_pio  # type: ignore[import-not-found, import-untyped, unused-ignore]

from tower import pins
from tower.paint import pack
from tower.pause import pause

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable

    from tower.twin import ptr8, ptr32

_FRAME_US = const(4200)  # 128 lamps at 30 us, and the gap after which they take it over

_ROSC_STATUS = const(0x40060018)
_ROSC_RUNS = 0x80001000  # stable and enabled
_ROSC_BIT = const(0x4006001C)
_CLOCK_US = const(0x40054028)  # microseconds since power-up, the low word
_APART_US = const(11)  # ticks, so 10 us at least: read faster, the bits repeat themselves

_WATCHDOG_MS = const(8000)  # the chip's longest is 8388
_WATCHDOG_CLEAR = const(0x4005B000)  # WATCHDOG.CTRL, writing ones clears
_WATCHDOG_ENABLE = const(1 << 30)

_AT_ONCE = const(64)  # characters read in one go, at 0.07 ms each: frames must not wait long
_EIGHT = const(8)
_SETTINGS = "settings.json"


@micropython.viper  # type: ignore[untyped-decorator, unused-ignore]
def _ring_bits(buffer: ptr8, count: int) -> object:
    # The ring oscillator's own bit, read no sooner than 10 us after the one before; the last
    # byte's low bits make it a little later, lest the pace lock to a harmonic.
    clock = ptr32(_CLOCK_US)  # type: ignore[arg-type, call-overload, unused-ignore]
    ring = ptr32(_ROSC_BIT)  # type: ignore[arg-type, call-overload, unused-ignore]
    pace = _APART_US
    read = int(clock[0])
    for i in range(count):
        byte = 0
        for _ in range(8):
            while int(clock[0]) - read < pace:
                pass
            read = int(clock[0])
            byte = byte << 1 | (ring[0] & 1)
        pace = _APART_US + (byte & 3)
        buffer[i] = byte
    return None


@micropython.native  # type: ignore[untyped-decorator, unused-ignore]
def _stir(buffer: bytearray, warmth: ADC, edges: "array[int]") -> None:
    read = warmth.read_u16
    for i in range(32):
        buffer[i] = read() & 0xF0 | read() >> 4 & 0x0F
    for i in range(32):
        buffer[32 + i] = edges[i >> 2] >> (i & 3) * 8 & 255


class Ring:
    # The RP2040's ring oscillator, with the thermometer's noise and the times of edges as spice.
    # A noise board, or the generator of a Pico 2, would be another class with these two methods.

    def __init__(self) -> None:
        self.edges = array("i", [0] * 8)  # microseconds at which button and beam last changed
        self._next = 0
        self._began = ticks_us()
        self._warmth = ADC(4)

    def edge(self, pin: Pin) -> None:
        # Called by an interrupt: it must not make any object.
        self.edges[self._next & 7] = ticks_diff(ticks_us(), self._began)
        self._next += 1

    def raw(self, buffer: bytearray) -> None:
        # An oscillator that stands gives zeros, which the health tests refuse.
        if mem32[_ROSC_STATUS] & _ROSC_RUNS == _ROSC_RUNS:
            _ring_bits(buffer, len(buffer))
        else:
            buffer[:] = bytes(len(buffer))

    def spice(self, buffer: bytearray) -> None:
        _stir(buffer, self._warmth, self.edges)


# fmt: off
@asm_pio(  # type: ignore[untyped-decorator, unused-ignore]
    sideset_init=PIO.OUT_LOW, out_shiftdir=PIO.SHIFT_LEFT, autopull=True, pull_thresh=24,
    fifo_join=PIO.JOIN_TX,
)
def _ws2812() -> None:
    # Ten cycles of 125 ns a bit: 3 high for a zero, 7 high for a one.
    wrap_target()                      # type: ignore[name-defined]  # noqa: F821
    label("bit")                       # type: ignore[name-defined]  # noqa: F821
    out(x, 1).side(0)[2]               # type: ignore[name-defined]  # noqa: F821
    jmp(not_x, "zero").side(1)[2]      # type: ignore[name-defined]  # noqa: F821
    jmp("bit").side(1)[3]              # type: ignore[name-defined]  # noqa: F821
    label("zero")                      # type: ignore[name-defined]  # noqa: F821
    nop().side(0)[3]                   # type: ignore[name-defined]  # noqa: F821
    wrap()                             # type: ignore[name-defined]  # noqa: F821
# fmt: on


class Strip:
    # The chain of lamps, fed by the chip itself: a frame is handed over and goes out while the
    # next one is drawn into the other buffer. Interrupts stay on.

    def __init__(self) -> None:
        self.chain = bytearray(range(pins.LAMPS))
        self._words = (array("I", [0] * pins.LAMPS), array("I", [0] * pins.LAMPS))
        self._turn = 0
        self._sent = ticks_us()
        self._machine = StateMachine(
            0, _ws2812, freq=8_000_000, sideset_base=Pin(pins.LED_DATA, Pin.OUT, value=0)
        )
        self._machine.active(1)
        self._dma = DMA()
        self._dma.config(
            read=self._words[0],
            write=self._machine,
            count=pins.LAMPS,
            ctrl=self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=0),
        )

    def send(self, pixels: bytearray) -> None:
        words = self._words[self._turn]
        self._turn ^= 1
        pack(pixels, self.chain, words)
        # At fifty frames a second the former one has long been latched.
        while ticks_diff(ticks_us(), self._sent) < _FRAME_US:
            pass
        self._sent = ticks_us()
        self._dma.config(read=words, count=pins.LAMPS, trigger=True)


def _ready(port: select.poll) -> bool:
    # Unlike poll(), ipoll() makes no list, two hundred times a second.
    for _ in port.ipoll(0):
        return True
    return False


@micropython.native  # type: ignore[untyped-decorator, unused-ignore]
def _come(port: select.poll, came: bytearray) -> None:
    # sys.stdin.read(n) would wait for all n; one at a time, as long as there are some. No object
    # is made for any, and what is looked up is looked up once.
    read = sys.stdin.buffer.readinto  # type: ignore[attr-defined, union-attr, unused-ignore]
    poll = port.ipoll
    take = came.append
    one = bytearray(1)
    for _ in range(_AT_ONCE):
        for _ in poll(0):
            read(one)
            take(one[0])
            break
        else:
            return


class Pico:
    can = "roll,show,lamp,status"

    def __init__(self) -> None:
        self.chip = hexlify(unique_id()).decode()
        self.python = ".".join([str(part) for part in sys.implementation.version[:3]])
        self.source = Ring()
        self._rail = Pin(pins.LED_EN, Pin.OUT, value=0)
        self._strip = Strip()
        self._button = Pin(pins.BTN, Pin.IN, Pin.PULL_UP)
        self._beam = Pin(pins.BEAM, Pin.IN, Pin.PULL_UP)
        self._broken = False
        self._button.irq(self.source.edge, Pin.IRQ_FALLING, hard=True)
        self._beam.irq(self._on_beam, Pin.IRQ_FALLING, hard=True)
        self._own = Pin(pins.PSU_SEL, Pin.IN, Pin.PULL_UP)
        self._button_lamp = Pin(pins.BTN_LED, Pin.OUT, value=0)
        self._sign = Pin(pins.HEALTH, Pin.OUT, value=0)
        self._buzzer = PWM(Pin(pins.BUZZ, Pin.OUT, value=0))
        self._hertz = 0
        self._ticks = ticks_ms()
        self._now = 0
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._watchdog: WDT | None = None

    def _on_beam(self, pin: Pin) -> None:
        self._broken = True
        self.source.edge(pin)

    def big_supply(self) -> bool:
        return self._own.value() == 0

    def nonce(self) -> bytes:
        # A pseudo-random generator on this chip: good for a name, never for dice.
        return os.urandom(8)

    def now(self) -> int:
        # Ticks come round after twelve days; the sum of their steps does not.
        ticks = ticks_ms()
        self._now += ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def read(self) -> bytes:
        if not _ready(self._in):
            return b""
        came = bytearray()
        _come(self._in, came)
        return bytes(came)

    def arrive(self) -> "Awaitable[None]":
        return pause(2)

    def write(self, frame: bytes) -> None:
        # With the port open and nobody reading, a write that does not fit stands for half a
        # second. The buffer is filled by eights and emptied by 64, so if there is room, there is
        # room for eight. What finds none is dropped, and asked for again.
        frame += b"\n" * (-len(frame) % _EIGHT)
        for at in range(0, len(frame), _EIGHT):
            if not _ready(self._out):
                return
            sys.stdout.buffer.write(frame[at : at + _EIGHT])

    def button(self) -> bool:
        return self._button.value() == 0

    def beam(self) -> bool:
        broken = self._broken or self._beam.value() == 0
        self._broken = False
        return broken

    def wire(self, chain: bytearray) -> None:
        self._strip.chain = chain

    def lamps(self, pixels: bytearray) -> None:
        self._strip.send(pixels)

    def rail(self, on: bool) -> None:
        self._rail.value(1 if on else 0)

    def glow(self, on: bool) -> None:
        self._button_lamp.value(1 if on else 0)

    def sound(self, hertz: int) -> None:
        if hertz != self._hertz:
            self._hertz = hertz
            if hertz:
                self._buzzer.freq(hertz)
            self._buzzer.duty_u16(32768 if hertz else 0)

    def sign(self, lit: bool) -> None:
        self._sign.value(1 if lit else 0)

    def load(self) -> str:
        try:
            with open(_SETTINGS) as file:
                return file.read(1000)
        except OSError:
            return ""

    def save(self, text: str) -> None:
        # Written beside and then renamed: a plug pulled in between leaves the former file whole.
        with open(_SETTINGS + ".new", "w") as file:
            file.write(text)
        os.rename(_SETTINGS + ".new", _SETTINGS)

    def tidy(self) -> None:
        # 14 ms. MicroPython would do it by itself, but in the middle of whatever needs memory.
        gc.collect()

    def feed(self) -> None:
        if self._watchdog is None:
            self._watchdog = WDT(timeout=_WATCHDOG_MS)
        self._watchdog.feed()

    def let_go(self) -> None:
        # MicroPython cannot stop a watchdog it has started, but the chip can: without this a
        # developer's prompt would be gone after eight seconds.
        mem32[_WATCHDOG_CLEAR] = _WATCHDOG_ENABLE
