# Captures: noise, pools and faces by the handful, for people who measure a tower. They come
# from the very functions that dice come from; no roll is remembered, shown or counted here.

import binascii

from tower.dice import Stream, draw, parse
from tower.refusals import DeskError, number, roll_id, same_dice
from tower.wire import LONGEST, Frame, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.noise import Noise

# Bytes of one capture at most, and pools drawn for it: the loop stands still for a second and not
# longer, or the host would think the tower lost. A host that wants more asks again.
MOST = {"raw": 4096, "cooked": 1024, "outcome": 400}
_MOST_POOLS = 50


class Captures:
    # One capture is kept, the last, so that it can be fetched in slices; asking for it again by
    # its id gives the same bytes again.

    def __init__(self, noise: "Noise") -> None:
        self._noise = noise
        self._key = ""
        self._asked = ""
        self._bytes = bytearray()
        self._check = ""

    def answer(self, frame: Frame) -> Frame:
        key = roll_id(frame)
        kind = frame.get("k")
        if kind not in MOST:
            raise DeskError("field", "k", kind)
        count = number(frame, "n", MOST[kind])
        if not count:
            raise DeskError("field", "n", frame.get("n"))
        at = number(frame, "at", count - 1)
        asked = "%s.%d" % (kind, count)
        if kind == "outcome":
            asked += "." + frame.get("d")
        if key == self._key:
            same_dice(self._asked, asked)
        elif at:
            raise DeskError("at", "0", str(at))
        else:
            self._take(kind, count, frame.get("d"))
            self._key, self._asked = key, asked
        return self._slice(frame.seq, at)

    def _take(self, kind: str, count: int, dice: str) -> None:
        noise = self._noise
        if kind == "raw":
            taken = bytearray(count)
            noise.sample(taken)
        else:
            items = parse(dice) if kind == "outcome" else []
            each = sum([item.count for item in items]) or 32
            if count > each * _MOST_POOLS:
                raise DeskError("field", "n", str(count))
            taken = bytearray()
            while len(taken) < count:
                pool = noise.pool()
                taken.extend(draw(items, Stream(pool)) if items else pool)
            taken = taken[:count]
        self._bytes = taken
        self._check = "%08x" % binascii.crc32(taken)

    def _slice(self, seq: int, at: int) -> Frame:
        room = LONGEST - len(encode(self._captured(seq, at, "0"))) + 1
        part = self._bytes[at : at + room // 4 * 3]
        return self._captured(seq, at, binascii.b2a_base64(part).decode().strip())

    def _captured(self, seq: int, at: int, text: str) -> Frame:
        return Frame(
            "captured",
            seq,
            ("id", self._key),
            ("n", str(len(self._bytes))),
            ("at", str(at)),
            ("b", text),
            ("x", self._check),
        )
