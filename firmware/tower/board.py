# The board: a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W, its pins and drivers. Beside `sources`
# the only module that touches the chip. It decides nothing: edges, scenes and answers are made
# elsewhere and tried without a board.

import gc
import os
import select
import sys
from array import array
from binascii import hexlify
from time import ticks_diff, ticks_ms, ticks_us

import micropython
from machine import PWM, WDT, Pin, mem32, reset, unique_id
from micropython import const
from rp2 import DMA, PIO, StateMachine, asm_pio  # type: ignore[import-not-found, import-untyped, unused-ignore]

from tower import pins
from tower.paint import pack
from tower.pause import pause
from tower.sources import Generator, Ring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable

_FRAME_US = const(4200)  # 128 lamps at 30 us, and the gap after which they take it over

_WATCHDOG_MS = const(8000)  # the chip's longest is 8388
_WATCHDOG_CLEAR = const(0x4005B000)  # WATCHDOG.CTRL of an RP2040, writing ones clears
_WATCHDOG_CLEAR_2 = const(0x400DB000)  # and of an RP2350
_WATCHDOG_ENABLE = const(1 << 30)

_AT_ONCE = const(64)  # characters read in one go, at 0.07 ms each: frames must not wait long
_EIGHT = const(8)
_PACKET = const(64)
_LONGEST_MODEL = const(8)
_LEAST_MEMORY = const(60000)
_SETTINGS = "settings.json"
_FIRMWARE = "firmware.txt"


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

    def sends(self) -> bool:
        # A frame, dark, has to be gone by the time that it takes.
        self.send(bytearray(3 * pins.LAMPS))
        while ticks_diff(ticks_us(), self._sent) < _FRAME_US:
            pass
        return not self._dma.active()


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


def _write(name: str, text: str) -> None:
    # Beside it and then renamed: a plug pulled in between leaves the former file whole.
    with open(name + ".new", "w") as file:
        file.write(text)
    os.rename(name + ".new", name)


def _told() -> str:
    # What it says it is, as in "Raspberry Pi Pico 2 W with RP2350".
    return str(getattr(sys.implementation, "_machine", ""))


def _model(told: str) -> tuple[str, bool]:
    # A short name, as in pico2w, and whether the chip is the newer one.
    board, _, chip = told.partition(" with ")
    name = board.replace("Raspberry Pi ", "").replace(" ", "").lower()
    return name[:_LONGEST_MODEL], chip.startswith("RP2350")


class Pico:
    can = "roll,show,lamp,status"
    # main.py tells which firmware it started, and whether it is one on trial.
    firmware = ""
    trial = False

    def __init__(self) -> None:
        # Without it an error in an interrupt would have no traceback: there is no memory to be had.
        # MicroPython on a computer has no interrupts, and no such buffer.
        if hasattr(micropython, "alloc_emergency_exception_buf"):
            micropython.alloc_emergency_exception_buf(100)
        self.chip = hexlify(unique_id()).decode()
        self.python = ".".join([str(part) for part in sys.implementation.version[:3]])
        self.model, self._newer = _model(_told())
        self.source: Ring | Generator = Generator() if self._newer else Ring()
        self._rail = Pin(pins.LED_EN, Pin.OUT, value=0)
        self._strip = Strip()
        self._button = Pin(pins.BTN, Pin.IN, Pin.PULL_UP)
        self._beam = Pin(pins.BEAM, Pin.IN, Pin.PULL_UP)
        self._broken = False
        self._button.irq(self.source.edge, Pin.IRQ_FALLING, hard=True)
        self._beam.irq(self._on_beam, Pin.IRQ_FALLING, hard=True)
        self._own = Pin(pins.PSU_SEL, Pin.IN, Pin.PULL_UP)
        self._button_lamp = Pin(pins.BTN_LED, Pin.OUT, value=0)
        # By its name: on a Pico W the lamp hangs on the radio, and GP25 selects that.
        self._sign = Pin("LED", Pin.OUT, value=0)
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

    def turn_back(self, ms: int) -> None:
        self._now -= ms

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
        # room for eight. What finds none is dropped, and asked for again. A write that fills a
        # packet whole has been seen to stall.
        frame += b"\n" * (-len(frame) % _EIGHT)
        if not len(frame) % _PACKET:
            frame += b"\n" * _EIGHT
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

    def self_test(self) -> tuple[str, ...]:
        # What can be told without anybody looking: memory, and whether a frame goes out.
        faults = []
        if not self._strip.sends():
            faults.append("lamps")
        if gc.mem_free() < _LEAST_MEMORY:  # type: ignore[attr-defined, unused-ignore]
            faults.append("mem")
        return tuple(faults)

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
        except UnicodeError:
            return "no text"  # which counts as damaged

    def save(self, text: str) -> None:
        _write(_SETTINGS, text)

    def keep_firmware(self) -> None:
        self.trial = False
        _write(_FIRMWARE, self.firmware)

    def restart(self) -> None:
        reset()

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
        mem32[_WATCHDOG_CLEAR_2 if self._newer else _WATCHDOG_CLEAR] = _WATCHDOG_ENABLE
