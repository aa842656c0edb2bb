# Scenes: what the lamps are to show, told in dice and colours. How it looks is the lamps' affair.

from tower.colours import IVORY

# Nine lamps row by row, the first one highest: 1 to 9 as pips lie on dice.
PIPS = (0x000, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16D, 0x17D, 0x1EF, 0x1FF)
PAGE = 8  # dice the lamps have room for


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
        self.colour = colour
        self.count = count  # dice in all
        self.roll = ""
        self.first = 0  # place of the first die of this page
        self.faces: tuple[int, ...] = ()
        self.masks: tuple[int, ...] = ()
        self.lights: tuple[tuple[int, int, int], ...] = ()
        self.binary: tuple[bool, ...] = ()  # dice whose lamps are digits, not pips

    def put(
        self,
        roll: str,
        first: int,
        faces: tuple[int, ...],
        masks: tuple[int, ...] = (),
        lights: tuple[tuple[int, int, int], ...] = (),
    ) -> "Scene":
        self.roll = roll
        self.first = first
        self.faces = faces
        self.masks = masks or tuple([mask(face) for face in faces])
        self.lights = lights or (IVORY,) * len(faces)
        self.binary = tuple([not (masks or 1 <= face <= 9) for face in faces])
        return self

    def same_dice(self, other: "Scene") -> bool:
        return (self.faces, self.masks, self.lights) == (other.faces, other.masks, other.lights)


def mask(face: int) -> int:
    # Above nine there are no pips: the number itself, in binary, until digits are drawn.
    return PIPS[face] if face < len(PIPS) else face
