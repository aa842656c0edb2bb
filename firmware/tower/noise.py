# Noise: raw bits in, their health tested, one pool of good bits out for each roll.
# It knows no dice. Without healthy noise there is no pool: nothing else ever takes its place.
#
# Statistics of what leaves here prove nothing, since SHA-256 makes even a dying source look fair.
# Therefore the raw bits are tested, before anything is done to them. NOISE.md tells it in full.

import hashlib

from tower.health import Health

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
SPICE = 64  # bytes of other things the board can tell; stirred in, credited nothing

_LABEL = "dicetower roll"


class NoiseError(RuntimeError):
    # No pool: "warm" before the start-up test is done, "noise" after a test failed.

    def __init__(self, code: str) -> None:
        super().__init__("no dice: " + code)
        self.code = code


def _no_breath() -> None:
    pass


class Noise:
    # A source with its tests. `health` is "warm", then "ok"; "trip" once a test failed, and then
    # for good: a source that failed and seems to have recovered is not a source to play with.

    def __init__(self, source: "Source", chip: str) -> None:
        self.health = "warm"
        self.drawn = 0  # pools
        self.trips = 0
        # Called in a roll before its bits are read, and after: all of it is too long in one go.
        self.breathe: Callable[[], None] = _no_breath
        self.tests = Health(ENTROPY, ALPHA_BITS, WINDOW)
        self._source = source
        self._chip = chip
        self._raw = bytearray(POOL_BITS // 8)
        self._spice = bytearray(SPICE)
        self._nothing = bytes(POOL_BITS // 8)

    def start(self) -> None:
        # SP 800-90B 4.3: the tests over at least 1024 samples before any is used. These are not.
        for _ in range(-(-START_WINDOWS * WINDOW // POOL_BITS)):
            if not self.sample(self._raw):
                return
        self.health = "ok"

    def pool(self) -> bytes:
        # 32 bytes nobody could foresee. Nothing is carried from one pool to the next but a count.
        if self.health == "warm":
            raise NoiseError("warm")
        if self.health != "ok" or not self.sample(self._raw):
            raise NoiseError("noise")
        self._source.spice(self._spice)
        self.drawn += 1
        mix = hashlib.sha256(("%s %s %d " % (_LABEL, self._chip, self.drawn)).encode())
        mix.update(self._raw)
        mix.update(self._spice)
        self._raw[:] = self._nothing
        return mix.digest()

    def sample(self, raw: bytearray) -> bool:
        # Every raw bit there ever is comes through here and past the tests. Somebody who measures a
        # board gets the bits even if they failed; no dice are made of them.
        self.breathe()
        self._source.raw(raw)
        self.breathe()
        if self.tests.passes(raw):
            return True
        self.health = "trip"
        self.trips += 1
        return False
