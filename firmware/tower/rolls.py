# The rolls the tower remembers, so that an id asked for again gives the same faces again, and the
# commitments that wait to be opened. It does not draw. What is forgotten here the host has long
# written down.

import binascii

REMEMBERED = 32
WAITING = 16  # commitments that were not opened; a table has one at a time
# 16 of the largest rolls, one byte a value: bounded whatever the host asks for.
_VALUES = 16 * 400


class Commitment:
    # Noise that is kept for a roll until the host's nonce comes; `told` is its hash.

    def __init__(self, key: str, dice: str, noise: bytes, told: bytes) -> None:
        self.key = key
        self.dice = dice
        self.noise = noise
        self.told = told


class Outcome:
    # What a roll's id came to. `check` lets the host put slices together without doubt. A roll
    # that can be checked has the commitment it was opened from, and the nonce that opened it.

    def __init__(
        self,
        key: str,
        dice: str,
        values: bytes,
        commitment: Commitment | None = None,
        nonce: bytes = b"",
    ) -> None:
        self.key = key
        self.dice = dice
        self.values = values
        self.commitment = commitment
        self.nonce = nonce
        self.check = "%08x" % binascii.crc32(dotted(values).encode())


def dotted(values: bytes) -> str:
    # On the board a list tells itself faster than it tells its numbers one by one: eight dice in
    # 0.9 ms less, and a roll needs it twice.
    return str(list(values))[1:-1].replace(", ", ".")


class Rolls:
    def __init__(self) -> None:
        self._kept: list[Outcome] = []
        self._waiting: list[Commitment] = []

    def find(self, key: str) -> Outcome | None:
        for outcome in self._kept:
            if outcome.key == key:
                return outcome
        return None

    def keep(self, outcome: Outcome) -> None:
        self._kept.append(outcome)
        while len(self._kept) > REMEMBERED or self._size() > _VALUES:
            self._kept.pop(0)

    def committed(self, key: str) -> Commitment | None:
        # The commitment that waits to be opened.
        for commitment in self._waiting:
            if commitment.key == key:
                return commitment
        return None

    def commit(self, commitment: Commitment) -> None:
        self._waiting.append(commitment)
        if len(self._waiting) > WAITING:
            self._waiting.pop(0)

    def open(self, outcome: Outcome) -> None:
        # From here on it is a roll like any other.
        self._waiting = [waits for waits in self._waiting if waits is not outcome.commitment]
        self.keep(outcome)

    def _size(self) -> int:
        return sum([len(outcome.values) for outcome in self._kept])
