# Health tests of raw noise: two of NIST SP 800-90B and one of our own. It keeps no bits and stops
# nothing by itself: it tells whether what it was shown can be what the source is claimed to give.

import sys
from array import array
from math import ceil, exp, log

TYPE_CHECKING = False
if TYPE_CHECKING or sys.implementation.name != "micropython":
    from tower.twin import const, micropython, ptr8, ptr32
else:
    from micropython import const

TESTS = ("run", "count", "lag")
LAGS = const(16)  # the lag test guesses each bit from the one 1 to 16 places before
_LAG_BITS = 4  # log2 of LAGS

# Places in the state that goes on from one call to the next.
_BYTES = const(0)
_WINDOW = const(1)  # bytes of a window
_LONGEST = const(2)  # three cut-offs
_ALIKE_CUT = const(3)
_LAG_CUT = const(4)
_LAST = const(5)
_RUN = const(6)
_FIRST = const(7)
_ALIKE = const(8)
_SEEN = const(9)
_PAST = const(10)  # the last sixteen bits
_GUESSED = const(11)  # from here, right guesses of each lag

_ONES = bytearray([sum([byte >> bit & 1 for bit in range(8)]) for byte in range(256)])


def cutoffs(entropy: float, alpha_bits: int, window: int) -> tuple[int, int, int]:
    # How long a run, how many alike, how many right guesses mean that the source is broken, for H
    # bits of entropy a sample and false alarms at alpha = 2**-alpha_bits.
    # NIST SP 800-90B 4.4.1, repetition count:     C = 1 + ceil(-log2(alpha) / H)
    # NIST SP 800-90B 4.4.2, adaptive proportion:  C = 1 + critbinom(W, 2**-H, 1 - alpha)
    # Our own, lag predictors: whatever the past was, no guess at the next bit is right more often
    # than 2**-H. So the right guesses of one predictor in a window are at most Bin(W, 2**-H), and
    # the formula of 4.4.2 holds for each; to hold for all of them together, alpha is shared out.
    return (
        1 + ceil(alpha_bits / entropy),
        _critical(2**-entropy, alpha_bits, window),
        _critical(2**-entropy, alpha_bits + _LAG_BITS, window),
    )


def _critical(likely: float, alpha_bits: int, window: int) -> int:
    # The smallest C with P[Bin(W, likely) >= C] <= alpha. The tail is summed from its thin end, in
    # logarithms: the board's floats have single precision and end at 1e-38.
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
    return count + 1


@micropython.viper
def _scan(raw: ptr8, state: ptr32, ones: ptr8) -> int:
    # One bit for each test that failed. Runs are followed bit by bit; what is counted over a window
    # is counted eight bits at a time: a lag's right guesses are the zeros of bits xor former bits.
    failed = 0
    last = state[_LAST]
    run = state[_RUN]
    longest = state[_LONGEST]
    first = state[_FIRST]
    alike = state[_ALIKE]
    seen = state[_SEEN]
    past = state[_PAST]
    for i in range(state[_BYTES]):
        byte = raw[i]
        if seen == 0:
            first = byte >> 7
            alike = 0
            for lag in range(LAGS):
                state[_GUESSED + lag] = 0
        alike += ones[byte] if first else 8 - ones[byte]
        if alike >= state[_ALIKE_CUT]:
            failed |= 2
        for shift in range(7, -1, -1):
            bit = (byte >> shift) & 1
            if bit == last:
                run += 1
                if run >= longest:
                    failed |= 1
            else:
                last = bit
                run = 1
        past = past << 8 | byte
        for lag in range(LAGS):
            right = state[_GUESSED + lag] + 8 - ones[(past ^ past >> lag + 1) & 255]
            state[_GUESSED + lag] = right
            if right >= state[_LAG_CUT]:
                failed |= 4
        past &= 0xFFFF
        seen += 1
        if seen == state[_WINDOW]:
            seen = 0
    state[_LAST] = last
    state[_RUN] = run
    state[_FIRST] = first
    state[_ALIKE] = alike
    state[_SEEN] = seen
    state[_PAST] = past
    return failed


class Health:
    # The tests on an endless row of raw bits. They go on from one roll to the next, so a source
    # that dies slowly is seen too. `failures` counts, for each test, the calls that it failed.

    def __init__(self, entropy: float, alpha_bits: int, window: int) -> None:
        self.longest_run, self.most_alike, self.most_guessed = cutoffs(entropy, alpha_bits, window)
        self.failures = [0] * len(TESTS)
        self._state = array("i", [0] * (_GUESSED + LAGS))
        self._state[_WINDOW] = window // 8
        self._state[_LONGEST] = self.longest_run
        self._state[_ALIKE_CUT] = self.most_alike
        self._state[_LAG_CUT] = self.most_guessed
        self._state[_LAST] = 2  # neither bit

    def passes(self, raw: bytearray) -> bool:
        self._state[_BYTES] = len(raw)
        failed = _scan(raw, self._state, _ONES)
        for test in range(len(TESTS)):
            self.failures[test] += failed >> test & 1
        return not failed
