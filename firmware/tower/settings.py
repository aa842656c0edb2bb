# Settings: what an owner may choose, read from JSON and written to it. It knows no file; where the
# text lies is the board's affair. Whatever the text is, there are settings: a damaged one counts
# as none, and `damaged` says so.

import json

# Name, what it is if nobody chose, and the most it can be.
CHOICES = (
    ("calm", 0, 1),  # nothing moves but one slow fade
    ("quiet", 0, 1),  # no sound
    ("digits", 0, 1),  # numbers instead of pips
    ("level", 0, 255),  # brightest a lamp is driven; 0: as the supply allows
    ("swap", 0, 1),  # the right panel is the first of the chain
    ("left", 0, 3),  # quarter turns clockwise, as the panel is mounted
    ("right", 0, 3),
    ("snake", 0, 1),  # every other row of a panel runs backwards
)


class Settings:
    def __init__(self, text: str) -> None:
        self.damaged = False
        self.changed = False  # since they were last written
        self.taken = False  # over by the tower, as they are now
        self._values = {name: usual for name, usual, _ in CHOICES}
        if text:
            try:
                self._read(json.loads(text))
            except (ValueError, TypeError, AttributeError):
                self.damaged = True

    def _read(self, told: dict[str, int]) -> None:
        chosen = {}
        for name, usual, most in CHOICES:
            value = told.get(name, usual)
            if type(value) is not int or not 0 <= value <= most:
                raise ValueError("setting %s is 0 to %d; got %r" % (name, most, value))
            chosen[name] = value
        self._values = chosen

    def get(self, name: str) -> int:
        return self._values[name]

    def put(self, name: str, value: int) -> None:
        if value != self._values[name]:
            self._values[name] = value
            self.changed = True
            self.taken = False

    def most(self, name: str) -> int:
        # The largest value, or -1 if there is no such setting.
        for known, _, most in CHOICES:
            if known == name:
                return most
        return -1

    def text(self) -> str:
        # In one order on both Pythons, so that the file changes only where a choice did.
        told = ['"%s": %d' % (name, self._values[name]) for name, _, _ in CHOICES]
        return "{" + ", ".join(told) + "}"
