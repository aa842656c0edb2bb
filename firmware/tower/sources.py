# Where raw noise comes from, by chip: the ring oscillator of an RP2040, the generator of an RP2350.
# Both are read at a pace that their hardware counts out, cycle by cycle: then a wave without noise
# repeats itself within the lags of the health tests (NOISE.md). Beside the board, the only module
# that touches the chip; it judges nothing.

import gc
from array import array
from time import ticks_diff, ticks_us

import micropython
from machine import ADC, Pin, freq, mem32
from micropython import const
from rp2 import DMA  # type: ignore[import-not-found, import-untyped, unused-ignore]
from uctypes import addressof  # type: ignore[import-not-found, import-untyped, unused-ignore]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.twin import ptr8, ptr32

_PACE = const(90909)  # samples a second, one in 11 us: read faster, the bits repeat themselves

_ROSC_STATUS = const(0x40060018)
_ROSC_RUNS = 0x80001000  # stable and enabled
_ROSC_BIT = const(0x4006001C)
_DMA_COUNTS = const(0x50000008)  # of channel 0, transfers left; the next channel 0x40 further
_DMA_CHANNEL = const(0x40)
_DMA_TIMER = const(0x50000420)  # a transfer in Y cycles of the processor: 1 << 16 | Y
_DMA_BY_TIMER = const(0x3B)
_AHEAD = const(1024)  # samples that wait in a round of memory until they are taken out
_AHEAD_BITS = const(10)

_TRNG = const(0x400F0000)
_TRNG_STATE = const(0x104 // 4)
_TRNG_CLEAR = const(0x108 // 4)
_TRNG_CHAIN = const(0x10C // 4)
_TRNG_BITS = const(0x114 // 4)  # 192 of them, in six words; reading the last begins anew
_TRNG_ON = const(0x12C // 4)
_TRNG_PACE = const(0x130 // 4)
_TRNG_BARE = const(0x138 // 4)
_TRNG_WORDS = const(6)
_TRNG_READY = const(1)
_TRNG_FAILED = const(0xE)  # its own tests: von Neumann, repeated block, autocorrelation
_TRNG_UNTREATED = const(2)  # without von Neumann's corrector, with the other two tests
_TRNG_PATIENCE = const(200000)  # looks; 192 bits take 2 ms, and a look some 10 cycles


@micropython.viper  # type: ignore[untyped-decorator, unused-ignore]
def _gather(buffer: ptr8, count: int, samples: ptr8, begin: int, counter: int) -> object:
    # Packs samples into bits as they come in. It reads nothing that lies on the oscillator's bus:
    # the pace is the hardware's, however long this takes.
    left = ptr32(counter)  # type: ignore[arg-type, call-overload, unused-ignore]
    last = count * 8
    at = 0
    for i in range(count):
        while last - int(left[0]) < at + 8:
            pass
        byte = 0
        for _ in range(8):
            byte = byte << 1 | (samples[begin + (at & (_AHEAD - 1))] & 1)
            at += 1
        buffer[i] = byte
    return None


@micropython.viper  # type: ignore[untyped-decorator, unused-ignore]
def _generate(buffer: ptr8, count: int, base: int, pace: int) -> int:
    # The generator's own bits, before any of its correction. 0 if it says that they are no good,
    # or says nothing for too long.
    trng = ptr32(base)  # type: ignore[arg-type, call-overload, unused-ignore]
    trng[_TRNG_ON] = 0
    trng[_TRNG_PACE] = pace
    trng[_TRNG_CHAIN] = 0
    trng[_TRNG_BARE] = _TRNG_UNTREATED
    trng[_TRNG_CLEAR] = _TRNG_READY | _TRNG_FAILED
    trng[_TRNG_ON] = 1
    at = 0
    while at < count:
        looks = 0
        while (int(trng[_TRNG_STATE]) & (_TRNG_READY | _TRNG_FAILED)) == 0:
            looks += 1
            if looks == _TRNG_PATIENCE:
                return 0
        if int(trng[_TRNG_STATE]) & _TRNG_FAILED:
            return 0
        trng[_TRNG_CLEAR] = _TRNG_READY
        for word in range(_TRNG_WORDS):
            bits = int(trng[_TRNG_BITS + word])
            for _ in range(4):
                if at < count:
                    buffer[at] = bits & 255
                    at += 1
                bits = bits >> 8
    return 1


@micropython.native  # type: ignore[untyped-decorator, unused-ignore]
def _stir(buffer: bytearray, warmth: ADC, edges: "array[int]") -> None:
    read = warmth.read_u16
    for i in range(32):
        buffer[i] = read() & 0xF0 | read() >> 4 & 0x0F
    for i in range(32):
        buffer[32 + i] = edges[i >> 2] >> (i & 3) * 8 & 255


class Spice:
    # The thermometer's noise and the times of edges.

    def __init__(self) -> None:
        self.edges = array("i", [0] * 8)  # microseconds at which button and beam last changed
        self._next = 0
        self._began = ticks_us()
        self._warmth = ADC(ADC.CORE_TEMP)

    def edge(self, pin: Pin) -> None:
        # Called by an interrupt: it must not make any object.
        self.edges[self._next & 7] = ticks_diff(ticks_us(), self._began)
        self._next = self._next + 1 & 7

    def spice(self, buffer: bytearray) -> None:
        _stir(buffer, self._warmth, self.edges)


class Ring(Spice):
    # The RP2040's ring oscillator. A DMA channel reads it whenever its timer says so.

    def __init__(self) -> None:
        super().__init__()
        self._samples = bytearray(2 * _AHEAD)  # somewhere in here a round begins, as DMA needs it
        self._begin = -addressof(self._samples) & _AHEAD - 1
        self._dma = DMA()
        channel = self._dma.channel  # type: ignore[attr-defined, unused-ignore]
        self._counter = _DMA_COUNTS + _DMA_CHANNEL * channel
        self._ctrl = self._dma.pack_ctrl(
            size=0, inc_read=False, ring_size=_AHEAD_BITS, ring_sel=True, treq_sel=_DMA_BY_TIMER
        )
        mem32[_DMA_TIMER] = 1 << 16 | freq() // _PACE

    def raw(self, buffer: bytearray) -> None:
        # An oscillator that stands gives zeros, which the health tests refuse.
        if mem32[_ROSC_STATUS] & _ROSC_RUNS != _ROSC_RUNS:
            buffer[:] = bytes(len(buffer))
            return
        self._dma.config(
            read=_ROSC_BIT,
            write=addressof(self._samples) + self._begin,
            count=8 * len(buffer),
            ctrl=self._ctrl,
            trigger=True,
        )
        # Bits take 11 ms to come in, tidying memory 9: in here it costs nothing, and whatever
        # follows the roll is not held up by it. A round of memory must hold all of them meanwhile.
        if 8 * len(buffer) <= _AHEAD:
            gc.collect()
        _gather(buffer, len(buffer), self._samples, self._begin, self._counter)


class Generator(Spice):
    # The RP2350's true random number generator, told to give what its ring gave. Written by the
    # data sheet and tried on registers made of Python: not yet seen on a board.

    def raw(self, buffer: bytearray) -> None:
        # A generator that fails its own tests gives zeros, which the health tests refuse.
        gc.collect()  # as the ring does
        if not _generate(buffer, len(buffer), _TRNG, freq() // _PACE):
            buffer[:] = bytes(len(buffer))
