# Dice: fair bytes to faces and shuffled cards, and the text that asks for them.
# Where the bytes come from is the noise's affair; whose dice they are, the host's.
#
#     8x6.2x10.s52    eight dice of six faces, two of ten, and 52 cards shuffled

import hashlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.kinds import Bytes

MOST_FACES = 100
MOST_CARDS = 200  # below 256, so that one byte can name any card
MOST_VALUES = 400


class DiceError(ValueError):
    # A text that asks for no dice the tower has: what was wanted in its place, and what came.

    def __init__(self, want: str, got: str) -> None:
        super().__init__("dice should have %s; got %s" % (want, got))
        self.want = want
        self.got = got


class Item:
    # A number of dice of one kind; with no faces, a number of cards to shuffle.

    def __init__(self, count: int, faces: int) -> None:
        self.count = count
        self.faces = faces


def parse(text: str) -> list[Item]:
    items = []
    total = 0
    for word in text.split("."):
        if word.startswith("s"):
            item = Item(_number(word[1:], 1, MOST_CARDS, "1-200cards", word), 0)
        else:
            count, times, faces = word.partition("x")
            if not times:
                count, faces = "1", word
            item = Item(
                _number(count, 1, MOST_VALUES, "1-400dice", word),
                _number(faces, 2, MOST_FACES, "2-100faces", word),
            )
        total += item.count
        items.append(item)
    if total > MOST_VALUES:
        raise DiceError("1-400values", str(total))
    return items


def _number(text: str, least: int, most: int, want: str, word: str) -> int:
    if not (text.isdigit() and len(text) < 4 and least <= int(text) <= most):
        raise DiceError(want, word)
    return int(text)


class Stream:
    # Fair bytes from one pool: SHA-256 of the pool and a count, block after block.

    def __init__(self, pool: bytes) -> None:
        self._pool = pool
        self._block = b""
        self._blocks = 0
        self._next = 0

    def byte(self) -> int:
        if self._next == len(self._block):
            mix = hashlib.sha256(self._pool)
            mix.update(b"%d" % self._blocks)
            self._block = mix.digest()
            self._blocks += 1
            self._next = 0
        self._next += 1
        return self._block[self._next - 1]


def below(n: int, stream: "Bytes") -> int:
    # 0 to n - 1, each as likely as any other. Bytes from the last, broken round of n are thrown
    # away: taking them modulo n would favour the low numbers.
    fair = 256 - 256 % n
    while True:
        byte = stream.byte()
        if byte < fair:
            return byte % n


def draw(items: list[Item], stream: "Bytes") -> bytes:
    # One byte a value, in the order asked for: faces from 1, cards from 0.
    values = bytearray()
    for item in items:
        if item.faces:
            for _ in range(item.count):
                values.append(1 + below(item.faces, stream))
        else:
            values.extend(_shuffled(item.count, stream))
    return bytes(values)


def _shuffled(count: int, stream: "Bytes") -> bytearray:
    # Fisher and Yates: every place from the top swaps with itself or one below.
    cards = bytearray(range(count))
    for place in range(count - 1, 0, -1):
        other = below(place + 1, stream)
        cards[place], cards[other] = cards[other], cards[place]
    return cards
