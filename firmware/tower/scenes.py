# Scenes: what the lamps are to show, told in dice and colours. How it looks is the lamps' affair.

from array import array

from tower.colours import IVORY
from tower.pictures import MARKS

# Nine lamps row by row, the first one highest: 1 to 9 as pips lie on dice.
PIPS = (0x000, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16D, 0x17D, 0x1EF, 0x1FF)
PAGE = 8  # dice the lamps have room for
# How dice come to rest, on lamps and, by way of the host, on screens: all tumble on for a while,
# then one after the other shows its face. In milliseconds.
TUMBLE = 640
APART = 110
FADE = 160
OLD = 12000000  # ms after which a scene does not get older: longer than any time that runs out


def rest_at(place: int) -> int:
    # How long after its face is told a die in this place of a page has come to rest.
    return TUMBLE + APART * place + FADE


class Scene:
    # `since` is when it began; a scene that begins later tumbles until then. Faces are given for
    # a scene that shows dice, and for no other: what is not here cannot be lit.

    def __init__(
        self,
        name: str,
        since: int,
        colour: tuple[int, int, int] = IVORY,
        count: int = PAGE,
    ) -> None:
        self.name = name
        self.since = since
        self.light = packed(colour)
        self.count = count  # dice in all
        self.roll = ""
        self.first = 0  # place of the first die of this page
        self.faces: tuple[int, ...] = ()
        self.lights: tuple[int, ...] = ()
        self.page = array("i", [0] * 4)  # as the strokes take it
        self.pictured = False  # the host drew the faces
        self.large = False  # a face has no pips
        self.still = 0  # dice that stand still while others tumble; the first one the highest bit
        self.stood: Scene | None = None  # where they stand
        # For a scene that runs out, in tenths of a second: all its time, and what was left when it
        # began. None at all: nobody told.
        self.whole = 0
        self.left = 0
        self.held = False  # it does not run

    def put(
        self,
        roll: str,
        first: int,
        faces: tuple[int, ...],
        masks: tuple[int, ...] = (),
        lights: tuple[tuple[int, int, int], ...] = (),
        groups: tuple[int, ...] = (),
    ) -> "Scene":
        self.roll = roll
        self.first = first
        self.faces = faces
        self.pictured = bool(masks)
        self.large = not masks and (min(faces) < 1 or max(faces) > 9)
        self.lights = tuple([packed(light) for light in lights or (IVORY,) * len(faces)])
        masks = masks or tuple([mask(face) for face in faces])
        page = [len(faces), 0, 1, 0]
        for die in range(len(faces)):
            group = groups[die] if groups else 0
            page += [in_cell(masks[die]), self.lights[die], MARKS[group]]
        self.page = array("i", page)
        return self

    def stand(self, still: int, stood: "Scene | None") -> "Scene":
        # Some dice keep lying as they lay on an earlier page. With no such page none can.
        if stood is not None:
            self.still = still
            self.stood = stood
        return self

    def runs_out(self, left: int, whole: int, held: bool) -> "Scene":
        self.left = left
        self.whole = whole
        self.held = held
        return self

    def left_at(self, now: int) -> int:
        return self.left if self.held else max(self.left - (now - self.since) // 100, 0)

    def stopped(self, now: int) -> "Scene":
        # The same, standing as it is now.
        copy = Scene(self.name, now)
        copy.light = self.light
        return copy.runs_out(self.left_at(now), self.whole, True)

    def turn_back(self, ms: int) -> None:
        self.since = max(self.since - ms, -OLD)

    def stands(self, die: int) -> bool:
        return self.still << die & 0x80 != 0

    def same_dice(self, other: "Scene") -> bool:
        return self.faces == other.faces and self.page[4:] == other.page[4:]


def mask(face: int) -> int:
    # Nine lamps for a face among pictures. Above nine there are no pips: the number in binary.
    return PIPS[face] if face < len(PIPS) else face


def in_cell(mask: int) -> int:
    # Three rows of three as they lie in a die's four rows of four.
    return (mask & 0x1C0) << 7 | (mask & 0x038) << 6 | (mask & 0x007) << 5


def packed(light: tuple[int, int, int]) -> int:
    return light[0] << 16 | light[1] << 8 | light[2]
