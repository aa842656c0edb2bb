# Lamps: a scene and a time to 128 pixels. It drives no pin and keeps nothing but its buffer.
#
# 16 x 8 lamps are eight dice of 4 x 4, four in a row. A die's pips take 3 x 3; the column on its
# right and the row below are spare, and only scenes and marks use them, so that no scene can be
# taken for dice. Every scene has a shape of its own: colour never tells alone.
# Nothing flashes: lamps fade, and none goes on and off more than twice a second (WCAG allows 3).
# Nothing here makes an object, fifty times a second: memory is small and clearing it takes time.

from tower import paint
from tower.paint import HEIGHT, LAMPS, SIZE, WIDTH
from tower.patterns import Pattern
from tower.pictures import CROSS, CUT, DIGITS, FALLING, FRAME, HOURGLASS, PAUSE, SLANTING
from tower.scenes import APART, FADE, OLD, PAGE, Scene

_FULL = 255
_DOWN = 2  # as `scroll` names it
_MARK = 128  # what is between dice stands back behind pips: a quarter of the light
_CALM_FADE = 300
_PAIR_TIME = 1500  # ms for each two numbers
_CORNER = 0x0001  # of a cell
_SPARE = 0x111F
_ALONE = ("tumble", "lost", "fault", "test", "choose")  # scenes that no pattern is played over
_TEST = (0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF)
# Every movement's period divides this, so that time can be kept small.
_ROUND = 48000
# A lamp's colour draws 20 mA at 255. Above 2.5 A the sums would not fit the board's words.
_MOST = 32767


def _wave(time: int, period: int) -> int:
    # Up and down between 0 and 255.
    at = time % period * 510 // period
    return at if at <= 255 else 510 - at


class Lamps:
    # `budget` is the current in mA that the supply leaves for light, `level` the most of 255 that
    # any lamp is driven at. The budget is kept by every frame, whatever is drawn.

    def __init__(self, budget: int, level: int) -> None:
        self.pixels = bytearray(SIZE)
        self.calm = False
        self.digits = False
        self.budget = budget
        self.level = level
        self._scenes = {
            "idle": self._idle,
            "turn": self._turn,
            "armed": self._armed,
            "tumble": self._tumble,
            "show": self._show,
            "plain": self._plain,
            "choose": self._choose,
            "win": self._win,
            "wait": self._wait,
            "time": self._time,
            "test": self._test,
            "lost": self._lost,
            "fault": self._fault,
        }

    def draw(self, scene: Scene, now: int, pattern: Pattern | None = None) -> bytearray:
        pixels = self.pixels
        paint.clear(pixels)
        age = min(now - scene.since, OLD)
        beat = 0 if self.calm else now % _ROUND
        self._scenes[scene.name](scene, age, beat)
        if pattern is not None and scene.name not in _ALONE:
            self._pattern(scene, pattern, now - pattern.since)
        paint.finish(pixels, self.level, min(self.budget * 255 // 20, _MOST))
        return pixels

    def _pattern(self, scene: Scene, pattern: Pattern, age: int) -> None:
        # Where dice lie, only between them and weaker; where numbers are told, not at all.
        dice = scene.faces or scene.still
        if scene.faces and (scene.large or (self.digits and not scene.pictured)):
            return
        if self.calm:
            pattern.calmly_at(age)
        else:
            pattern.at(age)
        paint.scroll(
            self.pixels,
            pattern.shape,
            pattern.light,
            pattern.weight * _MARK // _FULL if dice else pattern.weight,
            pattern.move,
            pattern.moved,
            1 if dice else 0,
        )

    def _still(self, picture: bytearray, scene: Scene, weight: int) -> None:
        paint.scroll(self.pixels, picture, scene.light, weight, 0, 0, 0)

    def _idle(self, scene: Scene, age: int, beat: int) -> None:
        # A dot in each die's spare corner breathes, one after the other.
        for die in range(PAGE):
            weight = _MARK + _wave(beat + 500 * die, 4000) // 3
            paint.cell(self.pixels, die, _CORNER, scene.light, weight)

    def _turn(self, scene: Scene, age: int, beat: int) -> None:
        # A frame round everything.
        self._still(FRAME, scene, _FULL)

    def _armed(self, scene: Scene, age: int, beat: int) -> None:
        # Rows fall like dice about to be thrown; dice that will not be thrown lie there.
        if scene.still:
            for die in range(PAGE):
                if not scene.stands(die):
                    row = 0xF000 >> beat // 200 % 4 * 4
                    paint.cell(self.pixels, die, row, scene.light, _FULL)
            self._stood(scene)
        else:
            paint.scroll(self.pixels, FALLING, scene.light, _FULL, _DOWN, beat, 0)

    def _stood(self, scene: Scene) -> None:
        stood = scene.stood
        if stood is not None:
            paint.settle(self.pixels, stood.page, scene.still, 0, OLD)

    def _tumble(self, scene: Scene, age: int, beat: int) -> None:
        dice = 0xFF00 >> min(scene.count, PAGE) & 0xFF & ~scene.still
        paint.spin(self.pixels, dice, beat, scene.light)
        if scene.still:
            self._stood(scene)

    def _show(self, scene: Scene, age: int, beat: int) -> None:
        page = scene.page
        page[1] = 0 if self.calm else APART
        page[2] = _CALM_FADE if self.calm else FADE
        page[3] = scene.still
        settled = page[1] * len(scene.faces)
        numbers = scene.large or (self.digits and not scene.pictured)
        if numbers and age >= settled:
            self._numbers(scene, age - settled)
            return
        # Numbers are not told before all of them are: the last die's rest is when they appear.
        paint.settle(self.pixels, page, 0xFF, beat, -1 if numbers else age)
        if scene.count > PAGE and age >= 0:
            self._page(scene)

    def _numbers(self, scene: Scene, age: int) -> None:
        # Two numbers at a time, or one of three figures; dots below tell which dice they are.
        each = 2
        for face in scene.faces:
            if face > 99:
                each = 1
        turns = (len(scene.faces) + each - 1) // each
        first = age // _PAIR_TIME % turns * each
        for die in range(first, min(first + each, len(scene.faces))):
            right = WIDTH - 1 if each == 1 or die > first else WIDTH // 2 - 2
            self._number(scene.faces[die], right, scene.lights[die])
            place = (HEIGHT - 1) * WIDTH + 2 * die
            paint.lamp(self.pixels, place, scene.lights[die], _MARK)

    def _number(self, face: int, right: int, light: int) -> None:
        while True:
            right -= 3
            paint.glyph(self.pixels, WIDTH + right + 1, DIGITS[face % 10], light, _FULL)
            face //= 10
            right -= 1
            if not face:
                return

    def _page(self, scene: Scene) -> None:
        # On the right edge, where this page lies among all the dice, like a scroll bar.
        first = scene.first * HEIGHT // scene.count
        last = (scene.first + len(scene.faces)) * HEIGHT // scene.count
        for y in range(first, min(max(last, first + 1), HEIGHT)):
            paint.lamp(self.pixels, y * WIDTH + WIDTH - 1, scene.light, _MARK)

    def _plain(self, scene: Scene, age: int, beat: int) -> None:
        # Dice of no game: a dot in each spare corner tells them from dice the host knows.
        self._show(scene, age, beat)
        for die in range(len(scene.faces)):
            paint.cell(self.pixels, die, _CORNER, scene.light, _MARK)

    def _choose(self, scene: Scene, age: int, beat: int) -> None:
        # As many dice without a face as the next press will roll.
        for die in range(scene.count):
            paint.cell(self.pixels, die, _SPARE, scene.light, _FULL)

    def _win(self, scene: Scene, age: int, beat: int) -> None:
        # Slanting stripes walk by.
        paint.scroll(self.pixels, SLANTING, scene.light, _FULL, _DOWN, beat, 0)

    def _wait(self, scene: Scene, age: int, beat: int) -> None:
        # Two upright bars, as on a player that pauses.
        self._still(PAUSE, scene, 180 + _wave(beat, 3000) * 75 // 255)

    def _time(self, scene: Scene, age: int, beat: int) -> None:
        # Sand that runs out from the top, in calm mode row by row; a grain stays. Sand that is held
        # is loose, behind two bars. With no time told, an hourglass.
        if not scene.whole:
            self._still(HOURGLASS, scene, 180 + _wave(beat, 3000) * 75 // 255)
            return
        left = scene.left_at(scene.since + age)
        grains = (LAMPS * left + scene.whole - 1) // scene.whole
        if self.calm:
            grains = (grains + WIDTH - 1) // WIDTH * WIDTH
        paint.sand(self.pixels, scene.light, max(grains, 1), _FULL, 1 if scene.held else 0)
        if scene.held:
            self._still(PAUSE, scene, _FULL)

    def _test(self, scene: Scene, age: int, beat: int) -> None:
        # A column walks from left to right, red, green, blue, white: every lamp, every colour.
        column = age // 200 % WIDTH
        light = _TEST[age // 3200 % 4]
        for y in range(HEIGHT):
            paint.lamp(self.pixels, y * WIDTH + column, light, _FULL)

    def _lost(self, scene: Scene, age: int, beat: int) -> None:
        # A cable that is cut in the middle.
        self._still(CUT, scene, 180 + _wave(beat, 3000) * 75 // 255)

    def _fault(self, scene: Scene, age: int, beat: int) -> None:
        # Crossed out from corner to corner.
        self._still(CROSS, scene, _FULL)
