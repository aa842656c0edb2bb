# Strokes: the few ways of putting light into a frame, in machine code on the board. They know
# lamps, not scenes. A frame is 16 x 8 lamps row by row, red green blue, in linear light.
#
# A light is 0xRRGGBB at full; a weight from 0 to 255 is brightness as eyes see it: its square is
# taken, since half the light looks like much more than half. Of two strokes on one lamp the
# brighter one is seen. Every product stays below 2**31: the board's machine words are short.

import sys

TYPE_CHECKING = False
if TYPE_CHECKING or sys.implementation.name != "micropython":
    from tower.twin import const, micropython, ptr8, ptr32
else:
    from micropython import const

WIDTH = const(16)
HEIGHT = const(8)
LAMPS = const(128)
SIZE = const(384)

SPIN = const(120)  # ms a tumbling die takes to move its pair of lamps by one
# And a picture to move by one: if every other row is lit, lamps flash less than twice a second.
SCROLL = const(300)
# Places in a cell of 4 x 4 of the eight lamps that go round, a hex digit each.
_ROUND = const(0x0126A984)


@micropython.viper
def clear(pixels: ptr8) -> object:
    for i in range(SIZE):
        pixels[i] = 0
    return None


@micropython.viper
def lamp(pixels: ptr8, place: int, light: int, weight: int) -> object:
    at = 3 * place
    duty = (weight * weight + 255) >> 8
    for shift in range(16, -1, -8):
        value = (((light >> shift) & 255) * duty + 255) >> 8
        if value > pixels[at]:
            pixels[at] = value
        at += 1
    return None


@micropython.viper
def cell(pixels: ptr8, die: int, bits: int, light: int, weight: int) -> object:
    # Sixteen lamps of one die, row by row, the first one the highest bit.
    duty = (weight * weight + 255) >> 8
    red = (((light >> 16) & 255) * duty + 255) >> 8
    green = (((light >> 8) & 255) * duty + 255) >> 8
    blue = ((light & 255) * duty + 255) >> 8
    corner = ((die >> 2) * 4 * WIDTH + (die & 3) * 4) * 3
    for i in range(16):
        if (bits >> (15 - i)) & 1:
            at = corner + ((i >> 2) * WIDTH + (i & 3)) * 3
            if red > pixels[at]:
                pixels[at] = red
            if green > pixels[at + 1]:
                pixels[at + 1] = green
            if blue > pixels[at + 2]:
                pixels[at + 2] = blue
    return None


@micropython.viper
def spin(pixels: ptr8, dice: int, time: int, light: int) -> object:
    # Two neighbours on the edge of each die go round, as no face has them; `dice` has a bit for
    # each, the first one the highest of eight. Only the time and a die's place tell which lamps: a
    # tumbling die knows nothing of the face it will show.
    step = time // SPIN
    part = (time - step * SPIN) * 255 // SPIN
    leaving = (255 - part) * (255 - part) + 255 >> 8
    coming = part * part + 255 >> 8
    for die in range(8):
        if (dice << die) & 128:
            corner = (die >> 2) * 4 * WIDTH + (die & 3) * 4
            for ahead in range(3):
                duty = 255
                if ahead == 0:
                    duty = leaving
                if ahead == 2:
                    duty = coming
                spot = (_ROUND >> (28 - 4 * ((step + 3 * die + ahead) & 7))) & 15
                at = (corner + (spot >> 2) * WIDTH + (spot & 3)) * 3
                pixels[at] = (((light >> 16) & 255) * duty + 255) >> 8
                pixels[at + 1] = (((light >> 8) & 255) * duty + 255) >> 8
                pixels[at + 2] = ((light & 255) * duty + 255) >> 8
    return None


@micropython.viper
def settle(pixels: ptr8, page: ptr32, dice: int, time: int, age: int) -> object:
    # A page of dice coming to rest, one after another: each goes on tumbling, weaker and weaker,
    # while its face appears. A page: how many dice, how long apart they come to rest, how long
    # that takes, which ones lie there from the start; then cell, light and mark of each.
    step = time // SPIN
    part = (time - step * SPIN) * 255 // SPIN
    for die in range(page[0]):
        if (dice << die) & 128:
            rest = age - page[1] * die
            if rest >= page[2] or (page[3] << die) & 128:
                rest = 255
            elif rest > 0:
                rest = rest * 255 // page[2]
            else:
                rest = 0
            bits = page[4 + 3 * die]
            light = page[5 + 3 * die]
            mark = page[6 + 3 * die]
            corner = (die >> 2) * 4 * WIDTH + (die & 3) * 4
            if rest > 0:
                duty = rest * rest + 255 >> 8
                red = (((light >> 16) & 255) * duty + 255) >> 8
                green = (((light >> 8) & 255) * duty + 255) >> 8
                blue = ((light & 255) * duty + 255) >> 8
                for i in range(16):
                    if (bits << i) & 0x8000:
                        at = (corner + (i >> 2) * WIDTH + (i & 3)) * 3
                        pixels[at] = red
                        pixels[at + 1] = green
                        pixels[at + 2] = blue
                    elif (mark << i) & 0x8000:
                        # Marks stand back behind pips: a quarter of their light.
                        at = (corner + (i >> 2) * WIDTH + (i & 3)) * 3
                        pixels[at] = (red + 3) >> 2
                        pixels[at + 1] = (green + 3) >> 2
                        pixels[at + 2] = (blue + 3) >> 2
            if rest < 255:
                for ahead in range(3):
                    share = part
                    if ahead == 0:
                        share = 255 - part
                    if ahead == 1:
                        share = 255
                    share = share * (255 - rest) // 255
                    duty = share * share + 255 >> 8
                    spot = (_ROUND >> (28 - 4 * ((step + 3 * die + ahead) & 7))) & 15
                    at = (corner + (spot >> 2) * WIDTH + (spot & 3)) * 3
                    for shift in range(16, -1, -8):
                        value = (((light >> shift) & 255) * duty + 255) >> 8
                        if value > pixels[at]:
                            pixels[at] = value
                        at += 1
    return None


@micropython.viper
def scroll(
    pixels: ptr8, rows: ptr8, light: int, weight: int, move: int, time: int, spare: int
) -> object:
    # A picture of 16 x 8 dots, two bytes a row, the leftmost dot the highest bit. It moves: 0 not
    # at all, 1 up, 2 down, 3 left, 4 right; what leaves comes in again on the other side. If spare,
    # only between dice: no face is touched.
    step = time // SCROLL
    part = (time - step * SCROLL) * 255 // SCROLL
    down = 0
    across = 0
    if move == 0:
        part = 0
    elif move < 3:
        down = 2 * move - 3
    else:
        across = 2 * move - 7
    for i in range(LAMPS):
        if spare == 0 or (i & 3) == 3 or (i & 48) == 48:
            x = (i - across * step) & 15
            y = ((i >> 4) - down * step) & 7
            share = 0
            if (rows[2 * y + (x >> 3)] << (x & 7)) & 128:
                share = 255 - part
            x = (x - across) & 15
            y = (y - down) & 7
            if (rows[2 * y + (x >> 3)] << (x & 7)) & 128:
                share += part
            if share:
                share = share * weight // 255
                duty = share * share + 255 >> 8
                at = 3 * i
                for shift in range(16, -1, -8):
                    value = (((light >> shift) & 255) * duty + 255) >> 8
                    if value > pixels[at]:
                        pixels[at] = value
                    at += 1
    return None


@micropython.viper
def sand(pixels: ptr8, light: int, grains: int, weight: int, loose: int) -> object:
    # This many lamps lit, from the lowest row upwards; if loose, every other one of them.
    duty = (weight * weight + 255) >> 8
    for i in range(LAMPS):
        up = HEIGHT - 1 - (i >> 4)
        if up * WIDTH + (i & 15) < grains and (loose & (up + i)) == 0:
            pixels[3 * i] = (((light >> 16) & 255) * duty + 255) >> 8
            pixels[3 * i + 1] = (((light >> 8) & 255) * duty + 255) >> 8
            pixels[3 * i + 2] = ((light & 255) * duty + 255) >> 8
    return None


@micropython.viper
def glyph(pixels: ptr8, place: int, bits: int, light: int, weight: int) -> object:
    # Three columns and five rows of dots, the first one the highest of fifteen bits.
    duty = (weight * weight + 255) >> 8
    for i in range(15):
        if (bits >> (14 - i)) & 1:
            at = 3 * (place + i // 3 * WIDTH + i % 3)
            pixels[at] = (((light >> 16) & 255) * duty + 255) >> 8
            pixels[at + 1] = (((light >> 8) & 255) * duty + 255) >> 8
            pixels[at + 2] = ((light & 255) * duty + 255) >> 8
    return None


@micropython.viper
def finish(pixels: ptr8, level: int, most: int) -> int:
    # The frame as it may be sent: no lamp above `level`, and the sum of all duties at most `most`.
    # The whole frame is dimmed, so that colours stay what they are; rounding is always downwards.
    total = 0
    for i in range(SIZE):
        total += pixels[i]
    if total == 0:
        return 0
    scale = (level << 16) // 255 + 1
    fits = (most << 16) // total
    if fits < scale:
        scale = fits
    total = 0
    for i in range(SIZE):
        value = pixels[i]
        if value:
            value = (value * scale) >> 16
            pixels[i] = value
            total += value
    return total


@micropython.viper
def pack(pixels: ptr8, chain: ptr8, words: ptr32) -> object:
    # From the picture to the chain: a word a lamp, green red blue from the highest bit down.
    at = 0
    for i in range(LAMPS):
        words[chain[i]] = (pixels[at + 1] << 24) | (pixels[at] << 16) | (pixels[at + 2] << 8)
        at += 3
    return None
