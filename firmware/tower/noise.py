# Noise: raw bits in, their health tested, one pool of good bits out for each roll.
# It knows no dice. Without healthy noise there is no pool: nothing else ever takes its place.
#
# Statistics of what leaves here prove nothing, since SHA-256 makes even a dying source look fair.
# Therefore the raw bits are tested, before anything is done to them.

import hashlib
from math import ceil, exp, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.kinds import Source

# Claimed of the source: half a bit in each raw bit. Three boards measured by others gave 0.8 and
# more for bias alone; correlation takes some of it away.
ENTROPY = 0.5
ALPHA_BITS = 30  # a false alarm once in 2**30 samples
WINDOW = 1024  # SP 800-90B: 1024 for a source of single bits
# The standard asks for one window at start-up; one alone misses a 90:10 bias one time in ten, when
# it happens to begin with the rare bit.
START_WINDOWS = 4
POOL_BITS = 1024  # raw bits for one roll: 512 claimed, twice what SHA-256 can hold

_LABEL = "dicetower roll"


class NoiseError(RuntimeError):
    # No pool: "warm" before the start-up test is done, "noise" after a test failed.

    def __init__(self, code: str) -> None:
        super().__init__("no dice: " + code)
        self.code = code


def cutoffs(entropy: float, alpha_bits: int, window: int) -> tuple[int, int]:
    # How long a run, and how many alike in a window, mean that the source is broken.
    # NIST SP 800-90B, for H bits of entropy a sample and false alarms at alpha = 2**-alpha_bits:
    #   4.4.1 repetition count     C = 1 + ceil(-log2(alpha) / H)
    #   4.4.2 adaptive proportion  C = 1 + critbinom(W, 2**-H, 1 - alpha)
    # the second being the smallest C with P[Bin(W, 2**-H) >= C] <= alpha. The tail is summed from
    # its thin end, in logarithms: the board's floats have single precision and end at 1e-38.
    likely = 2**-entropy
    odds = log((1 - likely) / likely)
    most = -alpha_bits * log(2)
    count = window
    term = window * log(likely)
    tail = term
    while tail <= most:
        term += log(count / (window - count + 1)) + odds
        count -= 1
        big, small = (term, tail) if term > tail else (tail, term)
        tail = big + log(1 + exp(small - big))
    return 1 + ceil(alpha_bits / entropy), count + 1


class Health:
    # The two tests of SP 800-90B on an endless row of raw bits. They go on from one roll to the
    # next, so a source that dies slowly is seen too.

    def __init__(self, entropy: float, alpha_bits: int, window: int) -> None:
        self.longest_run, self.most_alike = cutoffs(entropy, alpha_bits, window)
        self._window = window
        self._last = -1
        self._run = 0
        self._first = -1
        self._alike = 0
        self._seen = 0

    def passes(self, raw: bytearray) -> bool:
        good = True
        last, run = self._last, self._run
        first, alike, seen = self._first, self._alike, self._seen
        for byte in raw:
            for shift in (7, 6, 5, 4, 3, 2, 1, 0):
                bit = byte >> shift & 1
                if bit == last:
                    run += 1
                    if run >= self.longest_run:
                        good = False
                else:
                    last = bit
                    run = 1
                if seen == 0:
                    first = bit
                    alike = 0
                if bit == first:
                    alike += 1
                    if alike >= self.most_alike:
                        good = False
                seen += 1
                if seen == self._window:
                    seen = 0
        self._last, self._run = last, run
        self._first, self._alike, self._seen = first, alike, seen
        return good


class Noise:
    # A source with its tests. `health` is "warm", then "ok"; "trip" once a test failed, and then
    # for good: a source that failed and seems to have recovered is not a source to play with.

    def __init__(self, source: "Source", chip: str) -> None:
        self.health = "warm"
        self.drawn = 0
        self.trips = 0
        self._source = source
        self._chip = chip
        self._tests = Health(ENTROPY, ALPHA_BITS, WINDOW)
        self._raw = bytearray(POOL_BITS // 8)

    def start(self) -> None:
        # SP 800-90B 4.3: both tests over at least 1024 samples before any is used. These are not.
        for _ in range(START_WINDOWS * WINDOW // POOL_BITS):
            if not self._gather():
                return
        self.health = "ok"

    def pool(self) -> bytes:
        # 32 bytes nobody could foresee. Nothing is carried from one pool to the next but a count.
        if self.health == "warm":
            raise NoiseError("warm")
        if self.health != "ok" or not self._gather():
            raise NoiseError("noise")
        self.drawn += 1
        mix = hashlib.sha256(("%s %s %d " % (_LABEL, self._chip, self.drawn)).encode())
        mix.update(self._raw)
        return mix.digest()

    def _gather(self) -> bool:
        self._source.raw(self._raw)
        if self._tests.passes(self._raw):
            return True
        self.health = "trip"
        self.trips += 1
        return False
