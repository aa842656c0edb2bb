# Pictures: shapes of 16 x 8 dots, figures of 3 x 5 and marks of a die's cell, drawn in text.


def _picture(text: str) -> bytearray:
    # Two bytes a row, the leftmost dot the highest bit.
    rows = bytearray()
    for line in text.split():
        bits = 0
        for dot in line:
            bits = bits << 1 | (dot == "#")
        rows.append(bits >> 8)
        rows.append(bits & 255)
    return rows


FRAME = _picture("################ " + "#..............# " * 6 + "################")

PAUSE = _picture("................ " + ".....##..##..... " * 6 + "................")

CUT = _picture("................ " * 3 + "######....###### " * 2 + "................ " * 3)

CROSS = _picture("""
##............##
..##........##..
....##....##....
......####......
......####......
....##....##....
..##........##..
##............##
""")

HOURGLASS = _picture("""
....########....
.....######.....
......####......
.......##.......
.......##.......
......#..#......
.....#....#.....
....########....
""")

# Lines four apart, which move: rows that fall, and slanting ones that walk.
FALLING = bytearray(b"\xff\xff\0\0\0\0\0\0" * 2)
SLANTING = bytearray(b"\x88\x88\x11\x11\x22\x22\x44\x44" * 2)

# For patterns. Lamps between dice are every fourth column and every fourth row.
ALL = bytearray(b"\xff" * 16)
COLUMNS = bytearray(b"\x11" * 16)
ROWS = bytearray(b"\0\0\0\0\0\0\xff\xff" * 2)
DOTS = bytearray(b"\0\0\0\0\0\0\x11\x11" * 2)
STRIPES = bytearray(b"\xcc\xcc\x99\x99\x33\x33\x66\x66" * 2)


def _figures(text: str) -> tuple[int, ...]:
    # Fifteen dots each, row by row, the first one the highest bit.
    return tuple([int(dots.replace("#", "1").replace(".", "0"), 2) for dots in text.split()])


DIGITS = _figures("""
####.##.##.#### .#.##..#..#.### ###..#####..### ###..####..#### #.##.####..#..#
####..###..#### ####..####.#### ###..#..#.#..#. ####.#####.#### ####.####..####
""")

# In the spare L of a cell: none, right bar, bottom bar, both, dashes, corner.
MARKS = (0x0000, 0x1110, 0x000E, 0x111E, 0x101A, 0x0001)
