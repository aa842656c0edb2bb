# Pages: the up to eight dice of one `show`, read from its frame. PROTOCOL.md tells the fields.

from tower.colours import by_letter
from tower.dice import MOST_VALUES
from tower.pictures import MARKS
from tower.refusals import DeskError, number
from tower.scenes import PAGE, Scene

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.wire import Frame


def read(frame: "Frame", key: str, now: int) -> Scene:
    faces = []
    for word in frame.get("f").split("."):
        if not (word.isdigit() and len(word) < 4 and int(word) < 512):
            raise DeskError("field", "f", frame.get("f"))
        faces.append(int(word))
    at = number(frame, "at", MOST_VALUES - 1)
    count = number(frame, "n", MOST_VALUES)
    if len(faces) > PAGE or at + len(faces) > count:
        raise DeskError("field", "n", "%d+%d/%d" % (at, len(faces), count))
    masks = _masks(frame.get("p"), len(faces))
    letters = frame.get("c")
    if letters and len(letters) != len(faces):
        raise DeskError("field", "c", letters)
    lights = tuple([by_letter(letter) for letter in letters])
    groups = _groups(frame.get("g"), len(faces))
    return Scene("show", now, count=count).put(key, at, tuple(faces), masks, lights, groups)


def _groups(text: str, dice: int) -> tuple[int, ...]:
    if not text:
        return ()
    if not text.isdigit() or len(text) != dice:
        raise DeskError("field", "g", text)
    return tuple([int(digit) % len(MARKS) for digit in text])


def _masks(text: str, dice: int) -> tuple[int, ...]:
    if not text:
        return ()
    masks = []
    for i in range(0, len(text), 3):
        digits = text[i : i + 3]
        if digits.strip("0123456789abcdef") or len(text) != 3 * dice or int(digits, 16) > 0x1FF:
            raise DeskError("field", "p", text)
        masks.append(int(digits, 16))
    return tuple(masks)
