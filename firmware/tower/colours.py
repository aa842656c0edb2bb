# The palette: each colour's name at the table, its letter on the wire, and its light.
# Light is linear duty of red, green and blue, as the lamps are driven; a screen needs gamma.
#
# The eight seats were searched for the widest worst pair under normal, protan, deutan and tritan
# sight; they differ in brightness too, so do not "correct" one alone. A lamp cannot be black:
# black dice glow in a dim violet.

COLOURS = {
    "cyan": ("c", (0, 255, 255)),
    "plum": ("p", (55, 0, 55)),
    "grey": ("a", (55, 55, 55)),
    "blue": ("b", (13, 0, 255)),
    "peach": ("o", (255, 111, 55)),
    "green": ("g", (0, 55, 0)),
    "yellow": ("y", (255, 255, 0)),
    "pink": ("k", (255, 13, 255)),
    "ivory": ("i", (255, 190, 90)),
    "red": ("r", (190, 8, 0)),
    "black": ("v", (26, 0, 60)),
    "white": ("w", (255, 255, 255)),
}

IVORY = COLOURS["ivory"][1]
RED = COLOURS["red"][1]


def by_letter(letter: str) -> tuple[int, int, int]:
    # A letter this palette lacks is ivory: a newer host's colour must not stop a game.
    for own, light in COLOURS.values():
        if own == letter:
            return light
    return IVORY
