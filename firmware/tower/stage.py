# The stage: which roll is armed, tumbling or lying there, and the scene that shows it.
# It neither draws nor speaks; the desk tells it what happened.

from tower.colours import IVORY, RED, by_letter
from tower.scenes import PAGE, TUMBLE, Scene

RESTS = ("idle", "turn", "win", "wait", "fault", "time", "test")  # scenes without dice
SETTLE = 1000  # ms that a full page takes to come to rest, one die after another
MOST_PAGES = 50  # of one roll: 400 dice, eight at a time
_STAND = 1500  # ms that faces lie at least before another scene takes the lamps
_PAGE_TIME = 3000  # ms for each page when a roll has several
_DIGITS_TIME = 6000  # and if its numbers, two at a time, take turns on it
_PLAIN_TUMBLE = 800  # ms; no host's word is awaited, yet a roll wants its moment


class Stage:
    # `state` is "rest", "armed", "pressed", "tumbling" or "shown". Being pressed is remembered
    # here and nowhere else, so that a host that comes back learns of it.

    def __init__(self, now: int) -> None:
        self.state = "rest"
        self.roll = ""
        self.dice = ""
        self.digits = False
        self.plain_dice = 2  # as many as were shown or chosen last, or two
        self._colour = IVORY
        self._scene = Scene("idle", now)
        self._pages: list[Scene] = []
        self._lay: Scene | None = None  # the last page of up to eight dice

    def waits(self) -> bool:
        # Is a roll under way that only the host can bring to its end?
        return self.state in ("armed", "pressed", "tumbling")

    def scene(self, now: int) -> Scene:
        # A host is quicker than eyes: it may arm the next roll in the moment it shows this one.
        # What it asks for happens at once; the faces are left lying until they could be read.
        pages = self._pages
        if pages and (self.state == "shown" or now < pages[-1].since + _STAND):
            if len(pages) == 1:
                return pages[0]
            turn = max(now - pages[0].since, 0) // self._page_time(pages[0])
            return pages[turn % len(pages)]
        return self._scene

    def arm(self, roll: str, dice: str, letter: str, count: int, still: int, now: int) -> None:
        if self.waits() and self.roll == roll:
            return
        self._enter("armed", roll, dice)
        self._colour = by_letter(letter)
        self._scene = Scene("armed", now, self._colour, count).stand(still, self._lay)

    def press(self, now: int) -> bool:
        # True if this press is the one that the armed roll waited for. The lamps tumble at once,
        # in the seat's colour: a hand must see that it was felt.
        if self.state != "armed":
            return False
        self.state = "pressed"
        armed = self._scene
        tumble = Scene("tumble", now, self._colour, armed.count)
        self._only(tumble.stand(armed.still, armed.stood))
        return True

    def tumble(self, roll: str, dice: str, count: int, still: int, now: int) -> None:
        # A roll that already lies there stays: its faces are known and written down.
        stood = self._lay
        if self.roll != roll:
            self._colour = IVORY
        elif self.state in ("tumbling", "shown"):
            return
        elif self._scene.still:
            still, stood = self._scene.still, self._scene.stood
        self._enter("tumbling", roll, dice)
        self._only(Scene("tumble", now, self._colour, count).stand(still, stood))

    def show(self, page: Scene) -> bool:
        # Pages of one roll come one right after the other; the lamps take turns with them. False if
        # there are too many of them.
        pages = self._pages
        if self.state != "shown" or self.roll != page.roll or pages[0].count != page.count:
            pages = []
        for other in pages:
            if other.first == page.first:
                if other.same_dice(page):
                    return True
                pages = []
        if len(pages) == MOST_PAGES:
            return False
        thrown = self.roll == page.roll and self._scene.name == "tumble"
        if pages:
            page.since = max(page.since, pages[-1].since + self._page_time(page))
        elif thrown:
            page.since += TUMBLE
        pages.append(page)
        if thrown:
            page.still = self._scene.still
        self._enter("shown", page.roll, "")
        self._pages = pages
        if page.count <= PAGE:
            self.plain_dice = page.count
            self._lay = page
        return True

    def skip(self, now: int) -> bool:
        # A press while dice come to rest brings them to rest at once. True if they were about to.
        page = self._pages[0] if self.state == "shown" and self._pages else self._scene
        if not page.faces or now >= page.since + SETTLE:
            return False
        page.since = now - SETTLE
        return True

    def rest(self, name: str, letter: str, now: int) -> Scene:
        self._enter("rest", "", "")
        self._scene = Scene(name, now, RED if name == "fault" else by_letter(letter))
        if name == "fault":
            self._pages = []  # however many were to take turns: a fault is seen at once
        return self._scene

    def plain(self, faces: tuple[int, ...], now: int) -> Scene:
        return Scene("plain", now + _PLAIN_TUMBLE, IVORY, len(faces)).put("", 0, faces)

    def lie_plain(self, faces: tuple[int, ...], now: int) -> None:
        self._enter("rest", "", "")
        self._only(self.plain(faces, now))

    def choose(self, now: int) -> None:
        # One more plain die, and after eight one; as many cells say so.
        self.plain_dice = self.plain_dice % PAGE + 1
        self._enter("rest", "", "")
        self._only(Scene("choose", now, IVORY, self.plain_dice))

    def greet(self, now: int) -> None:
        # Dice of no game go as soon as there is a host: they could be taken for the game's.
        if self._scene.name in ("plain", "choose"):
            self.rest("idle", "", now)

    def turn_back(self, ms: int) -> None:
        # Some scenes are in several places; each is made earlier once.
        seen: list[Scene] = []
        for scene in [self._scene, self._lay, self._scene.stood] + self._pages:
            if scene is not None and not [True for other in seen if other is scene]:
                seen.append(scene)
                scene.turn_back(ms)

    def _page_time(self, page: Scene) -> int:
        return _DIGITS_TIME if page.large or (self.digits and not page.pictured) else _PAGE_TIME

    def _enter(self, state: str, roll: str, dice: str) -> None:
        self.state = state
        self.roll = roll
        self.dice = dice

    def _only(self, scene: Scene) -> None:
        self._scene = scene
        self._pages = []
