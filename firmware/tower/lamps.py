# Lamps: a scene and a time to 128 pixels. Pure: it drives no pin and keeps nothing but its buffer.
#
# 16 x 8 lamps are eight dice of 4 x 4, four in a row. A die's pips take 3 x 3; the column on its
# right and the row below are spare, and only scenes and marks use them, so that no scene can be
# taken for dice. Every scene has a shape of its own: colour never tells alone.
# Nothing flashes: lamps fade, and none goes on and off more than twice a second (WCAG allows 3).

from tower.scenes import PAGE, Scene

WIDTH = 16
HEIGHT = 8
SIZE = 3 * WIDTH * HEIGHT

_FULL = 255
_MARK = 64  # marks stand back behind pips
_STEP = 120  # ms a tumbling die takes to move its pair of lamps by one
_APART = 80  # ms between one die's coming to rest and the next one's
_FADE = 160  # ms a die takes to come to rest

# The eight outer lamps of a die, going round.
_ROUND = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))


def _wave(time: int, period: int) -> int:
    # Up and down between 0 and 255.
    at = time % period * 510 // period
    return at if at <= 255 else 510 - at


class Lamps:
    # `budget` is the current in mA that the supply leaves for light, `level` the most of 255 that
    # any lamp is driven at. The budget is kept by every frame, whatever is drawn.

    def __init__(self, budget: int, level: int) -> None:
        self.pixels = bytearray(SIZE)
        self._level = level
        # A lamp's colour draws 20 mA at 255: current = sum of all * 20 / 255.
        self._most = budget * 255 // 20
        self._sum = 0
        self._scenes = {
            "idle": self._idle,
            "turn": self._turn,
            "armed": self._armed,
            "tumble": self._tumble,
            "show": self._show,
            "plain": self._plain,
            "win": self._win,
            "wait": self._wait,
            "lost": self._lost,
            "fault": self._fault,
        }

    def draw(self, scene: Scene, now: int) -> bytearray:
        pixels = self.pixels
        for i in range(SIZE):
            pixels[i] = 0
        self._sum = 0
        self._scenes[scene.name](scene, now)
        if self._sum > self._most:
            # The whole frame, so that colours stay what they are.
            for i in range(SIZE):
                pixels[i] = pixels[i] * self._most // self._sum
        return pixels

    def _put(self, x: int, y: int, light: tuple[int, int, int], weight: int) -> None:
        at = 3 * (y * WIDTH + x)
        weight *= self._level
        for i in range(3):
            value = light[i] * weight // 65025
            self._sum += value - self.pixels[at + i]
            self.pixels[at + i] = value

    def _idle(self, scene: Scene, now: int) -> None:
        # A dot in each die's spare corner breathes, one after the other.
        for die in range(PAGE):
            x, y = _corner(die)
            self._put(x + 3, y + 3, scene.colour, _MARK + _wave(now + 500 * die, 4000) // 3)

    def _turn(self, scene: Scene, now: int) -> None:
        # A frame round everything.
        for x in range(WIDTH):
            self._put(x, 0, scene.colour, _FULL)
            self._put(x, HEIGHT - 1, scene.colour, _FULL)
        for y in range(1, HEIGHT - 1):
            self._put(0, y, scene.colour, _FULL)
            self._put(WIDTH - 1, y, scene.colour, _FULL)

    def _armed(self, scene: Scene, now: int) -> None:
        # Rows fall like dice about to be thrown.
        step, part = divmod(now - scene.since, 200)
        part = part * 255 // 200
        for y in range(HEIGHT):
            at = (y - step) % 4
            if at < 2:
                weight = part if at else _FULL - part
                for x in range(WIDTH):
                    self._put(x, y, scene.colour, weight)

    def _tumble(self, scene: Scene, now: int) -> None:
        for die in range(min(scene.count, PAGE)):
            self._roll_about(die, scene.colour, now, _FULL)

    def _roll_about(self, die: int, light: tuple[int, int, int], now: int, weight: int) -> None:
        # Two neighbours on the edge go round, as no face has them. Only the time and the die's
        # place tell which: a tumbling die knows nothing of the face it will show.
        left, top = _corner(die)
        step, part = divmod(now, _STEP)
        part = part * 255 // _STEP
        step += 3 * die
        for ahead, share in ((0, _FULL - part), (1, _FULL), (2, part)):
            x, y = _ROUND[(step + ahead) % 8]
            self._put(left + x, top + y, light, share * weight // 255)

    def _show(self, scene: Scene, now: int) -> None:
        for die in range(len(scene.faces)):
            rest = (now - scene.since - _APART * die) * 255 // _FADE
            if rest < _FULL:
                self._roll_about(die, scene.lights[die], now, _FULL - max(rest, 0))
            if rest > 0:
                self._face(scene, die, min(rest, _FULL))
        if scene.count > PAGE and now >= scene.since:
            self._page(scene)

    def _face(self, scene: Scene, die: int, weight: int) -> None:
        left, top = _corner(die)
        light = scene.lights[die]
        for i in range(9):
            if scene.masks[die] & (0x100 >> i):
                self._put(left + i % 3, top + i // 3, light, weight)
        if scene.binary[die]:
            # A bar below says: these are binary digits, not pips.
            for x in range(3):
                self._put(left + x, top + 3, scene.colour, weight * _MARK // 255)

    def _page(self, scene: Scene) -> None:
        # On the right edge, where this page lies among all the dice, like a scroll bar.
        first = scene.first * HEIGHT // scene.count
        last = (scene.first + len(scene.faces)) * HEIGHT // scene.count
        for y in range(first, min(max(last, first + 1), HEIGHT)):
            self._put(WIDTH - 1, y, scene.colour, _MARK)

    def _plain(self, scene: Scene, now: int) -> None:
        # Dice of no game: a dot in each spare corner tells them from dice the host knows.
        self._show(scene, now)
        for die in range(len(scene.faces)):
            x, y = _corner(die)
            self._put(x + 3, y + 3, scene.colour, _MARK)

    def _win(self, scene: Scene, now: int) -> None:
        # Slanting stripes walk by.
        step, part = divmod(now - scene.since, 200)
        part = part * 255 // 200
        for y in range(HEIGHT):
            for x in range(WIDTH):
                at = (x + y - step) % 4
                if at < 2:
                    self._put(x, y, scene.colour, part if at else _FULL - part)

    def _wait(self, scene: Scene, now: int) -> None:
        # Two upright bars, as on a player that pauses.
        weight = 128 + _wave(now, 3000) // 2
        for y in range(1, 7):
            for x in (5, 6, 9, 10):
                self._put(x, y, scene.colour, weight)

    def _lost(self, scene: Scene, now: int) -> None:
        # A cable that is cut in the middle.
        weight = 128 + _wave(now, 3000) // 2
        for y in (3, 4):
            for x in range(6):
                self._put(x, y, scene.colour, weight)
                self._put(WIDTH - 1 - x, y, scene.colour, weight)

    def _fault(self, scene: Scene, now: int) -> None:
        # Crossed out from corner to corner.
        for x in range(WIDTH):
            self._put(x, x // 2, scene.colour, _FULL)
            self._put(x, HEIGHT - 1 - x // 2, scene.colour, _FULL)


def _corner(die: int) -> tuple[int, int]:
    return die % 4 * 4, die // 4 * 4
