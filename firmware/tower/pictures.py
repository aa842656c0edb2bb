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


def _figures(text: str) -> tuple[int, ...]:
    # Fifteen dots each, row by row, the first one the highest bit.
    return tuple([int(dots.replace("#", "1").replace(".", "0"), 2) for dots in text.split()])


DIGITS = _figures("""
####.##.##.#### .#.##..#..#.### ###..#####..### ###..####..#### #.##.####..#..#
####..###..#### ####..####.#### ###..#..#.#..#. ####.#####.#### ####.####..####
""")

# In the spare L of a cell: none, right bar, bottom bar, both, dashes, corner.
MARKS = (0x0000, 0x1110, 0x000E, 0x111E, 0x101A, 0x0001)
