# Refusals of the desk, and the few fields that every request reads the same way.

LONGEST_ID = 24
_LONGEST_ECHO = 24  # of a value told back in a refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.wire import Frame


class DeskError(ValueError):
    # A request the desk refuses: a stable code, and where useful what it wanted and got.

    def __init__(self, code: str, want: str = "", got: str = "") -> None:
        super().__init__("%s: want %s, got %s" % (code, want, got))
        fields = [("code", code)]
        if want:
            fields.append(("want", want[:_LONGEST_ECHO]))
        if got:
            fields.append(("got", got[:_LONGEST_ECHO]))
        self.fields = tuple(fields)


def roll_id(frame: "Frame") -> str:
    key = frame.get("id")
    if not 1 <= len(key) <= LONGEST_ID:
        raise DeskError("field", "id", key)
    return key


def number(frame: "Frame", key: str, most: int) -> int:
    text = frame.get(key, "0")
    if not (text.isdigit() and len(text) < 6 and int(text) <= most):
        raise DeskError("field", key, text)
    return int(text)


def same_dice(want: str, got: str) -> None:
    if want != got:
        raise DeskError("dice", want, got)
