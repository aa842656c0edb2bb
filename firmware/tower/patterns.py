# Patterns: what the lamps do for a moment, a verdict, a turn or a win, told by the host as data. A
# few steps, each a shape that fades from the brightness before to its own and may move. They are
# drawn over what the lamps show and change nothing of it. PROTOCOL.md tells the text.
#
# Whatever is asked for, no lamp goes on and off more than three times a second: by fading it does
# so once in two steps at most, by a shape that moves less than twice a second.

from tower.colours import by_letter
from tower.pictures import ALL, COLUMNS, DOTS, ROWS, STRIPES
from tower.refusals import DeskError, number, roll_id
from tower.scenes import packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.wire import Frame

TICK = 20  # ms
LEAST = 10  # ticks of a step,
LEAST_MOVING = 40  # and of one that moves
MOST_STEPS = 6
MOST_TIMES = 9
LONGEST = 15000  # ms of all rounds
LATEST = 60000  # ms until it begins
KEPT = 4
APART = 500  # ms from the beginning of one to that of the next
SHAPES = {"a": ALL, "r": ROWS, "c": COLUMNS, "k": DOTS, "s": STRIPES}
MOVES = ".udlr"
_STEP = 5  # characters
_CALM_FADE = 300


class Pattern:
    # `at` says what it looks like at an age: `shape`, `move`, `moved` (ms) and `weight`.

    def __init__(self, key: str, since: int, light: int, times: int) -> None:
        self.key = key
        self.since = since
        self.light = light
        self.whole = 0  # ms of one round
        self.lasts = 0  # ms of all rounds
        self.shape = ALL
        self.move = 0
        self.moved = 0
        self.weight = 0
        self._times = times
        self._shapes: list[bytearray] = []
        self._steps: list[int] = []  # movement, weight and ms of each

    def step(self, shape: bytearray, move: int, level: int, ticks: int) -> None:
        self._shapes.append(shape)
        self._steps += [move, 17 * level, TICK * ticks]
        self.whole += TICK * ticks
        self.lasts = self.whole * self._times

    def at(self, age: int) -> None:
        # Each round begins where the one before ended, the first one in the dark.
        steps = self._steps
        before = steps[-2] if age >= self.whole else 0
        self.moved = age  # goes on from step to step: what began anew each time would jump
        age %= self.whole
        place = 0
        while age >= steps[place + 2]:
            age -= steps[place + 2]
            before = steps[place + 1]
            place += 3
        self.shape = self._shapes[place // 3]
        self.move = steps[place]
        self.weight = before + (steps[place + 1] - before) * age // steps[place + 2]

    def calmly_at(self, age: int) -> None:
        # Its brightest step, standing still; it comes and goes once.
        steps = self._steps
        brightest = 0
        for place in range(3, len(steps), 3):
            if steps[place + 1] > steps[brightest + 1]:
                brightest = place
        self.shape = self._shapes[brightest // 3]
        self.move = 0
        self.weight = steps[brightest + 1] * min(age, self.lasts - age, _CALM_FADE) // _CALM_FADE


class Patterns:
    # The last few; one begins when its time has come and takes the place of the one before.

    def __init__(self) -> None:
        self._kept: list[Pattern] = []
        self._latest = -APART

    def add(self, pattern: Pattern) -> None:
        for other in self._kept:
            if other.key == pattern.key:
                return
        pattern.since = max(pattern.since, self._latest + APART)
        self._latest = pattern.since
        self._kept.append(pattern)
        if len(self._kept) > KEPT:
            self._kept.pop(0)

    def clear(self) -> None:
        self._kept.clear()

    def at(self, now: int) -> Pattern | None:
        found = None
        for pattern in self._kept:
            if now >= pattern.since:
                found = pattern
        return None if found is None or now >= found.since + found.lasts else found

    def turn_back(self, ms: int) -> None:
        self._latest = max(self._latest - ms, -APART)
        for pattern in self._kept:
            pattern.since = max(pattern.since - ms, -LONGEST)


def read(frame: "Frame", now: int) -> Pattern:
    text = frame.get("p")
    own = {"b": _picture(frame.get("b")), "d": _round_dice(frame.get("d"))}
    times = number(frame, "n", MOST_TIMES) or 1
    light = packed(by_letter(frame.get("c")))
    pattern = Pattern(roll_id(frame), now + number(frame, "in", LATEST), light, times)
    for at in range(0, len(text), _STEP):
        shape, move, hexes = text[at : at + 1], text[at + 1 : at + 2], text[at + 2 : at + _STEP]
        picture = SHAPES.get(shape) or own.get(shape)
        way = MOVES.find(move)
        level, ticks = _hex(hexes[:1], 1), _hex(hexes[1:], 2)
        least = LEAST_MOVING if way else LEAST
        if picture is None or not move or way < 0 or level < 0 or ticks < least:
            raise DeskError("field", "p", text[at : at + _STEP])
        pattern.step(picture, way, level, ticks)
    if not text or len(text) > MOST_STEPS * _STEP:
        raise DeskError("field", "p", text)
    if pattern.lasts > LONGEST:
        raise DeskError("field", "n", str(pattern.lasts))
    return pattern


def _hex(text: str, digits: int) -> int:
    return -1 if len(text) != digits or text.strip("0123456789abcdef") else int(text, 16)


def _picture(text: str) -> bytearray | None:
    # Sixteen dots a row in four digits, eight rows.
    if not text:
        return None
    if _hex(text, 32) < 0:
        raise DeskError("field", "b", text)
    return bytearray([int(text[at : at + 2], 16) for at in range(0, 32, 2)])


def _round_dice(text: str) -> bytearray | None:
    # The lamps beside and below each of these dice.
    if not text:
        return None
    dice = _hex(text, 2)
    if dice < 0:
        raise DeskError("field", "d", text)
    rows = bytearray(16)
    for die in range(8):
        if dice << die & 0x80:
            for row in range(4):
                at = (die >> 2) * 8 + 2 * row + ((die & 3) >> 1)
                rows[at] |= (0x0F if row == 3 else 0x01) << (0 if die & 1 else 4)
    return rows
