# Rolls: the requests that dice come from (arm, roll, commit, open), and what is remembered of them,
# so that an id asked for again gives the same faces again. What is forgotten here the host has long
# written down.

import binascii

from tower.dice import MOST_VALUES, Item, Stream, draw, parse
from tower.noise import Noise
from tower.patterns import Patterns
from tower.proof import NONCE, commitment, seed
from tower.refusals import DeskError, number, roll_id, same_dice
from tower.scenes import PAGE
from tower.stage import Stage
from tower.wire import LONGEST, Frame, encode

REMEMBERED = 32
WAITING = 16  # commitments that were not opened; a table has one at a time
# 16 of the largest rolls, one byte a value: bounded whatever the host asks for.
_VALUES = 16 * 400
_SURE_ROOM = 34  # characters of values that fit whatever the other fields are


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


class Rolls:
    # It lights no face: the stage only learns that dice tumble.

    def __init__(self, noise: Noise, stage: Stage, patterns: Patterns) -> None:
        self.drawn = 0
        self._noise = noise
        self._stage = stage
        self._patterns = patterns
        self._kept: list[Outcome] = []
        self._waiting: list[Commitment] = []  # to be opened

    def plain(self) -> tuple[int, ...]:
        # Dice of no game: nobody asks for them again.
        return tuple(self._draw([Item(self._stage.plain_dice, 6)], self._noise.pool()))

    def arm(self, frame: Frame, now: int) -> Frame:
        key = roll_id(frame)
        dice = frame.get("d")
        items = parse(dice)
        still = _still(frame.get("s"))
        stage = self._stage
        outcome = self._find(key)
        if outcome is not None:
            same_dice(outcome.dice, dice)
            stage.tumble(key, dice, _lamps_for(items, still), still, now)
            state = "drawn"
        else:
            self._same_as_armed(key, dice)
            known = self._committed(key)
            if known is not None:
                same_dice(known.dice, dice)
            stage.arm(key, dice, frame.get("c"), _lamps_for(items, still), still, now)
            state = stage.state
        return Frame("armed", frame.seq, ("id", key), ("st", state))

    def roll(self, frame: Frame, now: int) -> Frame:
        key = roll_id(frame)
        dice = frame.get("d")
        items = parse(dice)
        still = _still(frame.get("s"))
        at = number(frame, "at", MOST_VALUES - 1)
        outcome = self._find(key)
        if outcome is None:
            if at:
                # The rest of a roll that is not remembered is never the rest of a new one.
                raise DeskError("at", "0", str(at))
            if self._committed(key) is not None:
                raise DeskError("sealed")
            self._same_as_armed(key, dice)
            outcome = Outcome(key, dice, self._draw(items, self._noise.pool()))
            self._keep(outcome)
        same_dice(outcome.dice, dice)
        if at >= len(outcome.values):
            raise DeskError("at", "0-%d" % (len(outcome.values) - 1), str(at))
        self._stage.tumble(key, dice, _lamps_for(items, still), still, now)
        return _slice(frame.seq, outcome, at)

    def commit(self, frame: Frame) -> Frame:
        # The noise is drawn now and told as a hash. It follows from nothing the host says later.
        key = roll_id(frame)
        dice = frame.get("d")
        parse(dice)
        outcome = self._find(key)
        known = outcome.commitment if outcome is not None else self._committed(key)
        if known is None:
            if outcome is not None:
                raise DeskError("drawn")
            self._same_as_armed(key, dice)
            noise = self._noise.pool()
            known = Commitment(key, dice, noise, commitment(key, dice, noise))
            self._waiting.append(known)
            if len(self._waiting) > WAITING:
                self._waiting.pop(0)
        same_dice(known.dice, dice)
        return Frame("committed", frame.seq, ("id", key), ("commit", _base64(known.told)))

    def open(self, frame: Frame, now: int) -> Frame:
        # The host's half came: the faces follow from both, and ours is told.
        key = roll_id(frame)
        nonce = _nonce(frame.get("nonce"))
        still = _still(frame.get("s"))
        outcome = self._find(key)
        known = self._committed(key) if outcome is None else outcome.commitment
        if known is None:
            raise DeskError("commit" if outcome is None else "nonce")
        items = parse(known.dice)
        if outcome is None:
            values = self._draw(items, seed(key, known.dice, known.noise, nonce))
            outcome = Outcome(key, known.dice, values, known, nonce)
            # From here on it is a roll like any other.
            self._waiting.remove(known)
            self._keep(outcome)
        elif outcome.nonce != nonce:
            # Another nonce would be another roll under the same name.
            raise DeskError("nonce")
        self._stage.tumble(key, known.dice, _lamps_for(items, still), still, now)
        noise = ("noise", _base64(known.noise))
        return Frame("opened", frame.seq, ("id", key), noise, ("x", outcome.check))

    def _find(self, key: str) -> Outcome | None:
        for outcome in self._kept:
            if outcome.key == key:
                return outcome
        return None

    def _committed(self, key: str) -> Commitment | None:
        # The commitment that waits to be opened.
        for known in self._waiting:
            if known.key == key:
                return known
        return None

    def _keep(self, outcome: Outcome) -> None:
        self._kept.append(outcome)
        while len(self._kept) > REMEMBERED or self._size() > _VALUES:
            self._kept.pop(0)

    def _size(self) -> int:
        return sum([len(outcome.values) for outcome in self._kept])

    def _same_as_armed(self, key: str, dice: str) -> None:
        if self._stage.waits() and self._stage.roll == key:
            same_dice(self._stage.dice, dice)

    def _draw(self, items: list[Item], pool: bytes) -> bytes:
        self._patterns.clear()  # they belonged to the roll before
        values = draw(items, Stream(pool))
        self.drawn += 1
        return values


def dotted(values: bytes) -> str:
    # On the board a list tells itself faster than it tells its numbers one by one: eight dice in
    # 0.9 ms less, and a roll needs it twice.
    return str(list(values))[1:-1].replace(", ", ".")


def _lamps_for(items: list[Item], still: int) -> int:
    # Dice on the lamps, those that stand still among them. Cards have none, so all tumble.
    kept = sum([still >> die & 1 for die in range(PAGE)]) if still else 0
    return kept + sum([item.count for item in items if item.faces]) or PAGE


def _still(text: str) -> int:
    if len(text) > 2 or text.strip("0123456789abcdef"):
        raise DeskError("field", "s", text)
    return int(text or "0", 16)


def _base64(data: bytes) -> str:
    return binascii.b2a_base64(data).decode().strip()


def _nonce(text: str) -> bytes:
    try:
        nonce = binascii.a2b_base64(text)
    except ValueError:
        nonce = b""
    if len(nonce) != NONCE or _base64(nonce) != text:
        raise DeskError("field", "nonce", text)
    return nonce


def _slice(seq: int, outcome: Outcome, at: int) -> Frame:
    # As many values from `at` as one frame holds.
    text = dotted(outcome.values[at:])
    if len(text) > _SURE_ROOM:
        # Measured with as many characters as surely fit: a shorter frame may be padded.
        sure = encode(_rolled(seq, outcome, at, "0" * _SURE_ROOM))
        room = LONGEST - len(sure) + _SURE_ROOM
        if len(text) > room:
            text = text[: text.rfind(".", 0, room + 1)]
    return _rolled(seq, outcome, at, text)


def _rolled(seq: int, outcome: Outcome, at: int, text: str) -> Frame:
    return Frame(
        "rolled",
        seq,
        ("id", outcome.key),
        ("n", str(len(outcome.values))),
        ("at", str(at)),
        ("f", text),
        ("h", "ok"),
        ("x", outcome.check),
    )
