# The tower at work: one task a concern on one loop, and a watchdog that only a healthy loop feeds.
# It takes any board; which pins there are is the board's affair.

import asyncio

from tower import pins
from tower.desk import Desk
from tower.inputs import BEAM_LOCKOUT, BUTTON_LOCKOUT, Contact
from tower.lamps import Lamps
from tower.noise import Noise
from tower.panels import wiring
from tower.pause import pause
from tower.settings import Settings
from tower.tones import Tones
from tower.wire import LAST_SEQ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.kinds import Board

# Milliamperes that a supply leaves for light, and the level its lamps are driven at.
_USB = (pins.USB_LIGHT, 32)
_OWN = (pins.PSU_LIGHT, 96)

_FRAME = 20  # ms: fifty frames a second
_LOOK = 5  # ms between looks at button and beam
_MEAL = 500  # ms between the watchdog's meals
_QUIET = 100  # ms without a byte, after which memory is tidied,
_LITTER = 256  # bytes heard since the last time: each line leaves up to 200 behind
_MOST_LITTER = 640  # and if they never cease: memory that ran full would be tidied in a roll
# The board's small integers end at 2**30, which is twelve days of milliseconds. After half of that
# time is turned back, by rounds of every movement, so that none of them jumps.
_TURN_AT = 1 << 29
_TURN_BY = 48000 * 11184
_DIM = 600000  # ms in which nobody did anything, after which the lamps are dimmed,
_SLEEP = 1800000  # and after which they are dark, until somebody does
_TRIAL = 60000  # ms in which a new firmware has to say hello, or the former one comes back
_LISTENS = 1
_SHINES = 2
_WATCHES = 4
_ALL = 7


class Tower:
    def __init__(self, board: "Board") -> None:
        now = board.now()
        nonce = board.nonce()
        boot = "".join(["%02x" % byte for byte in nonce[:4]])
        first = int.from_bytes(nonce[4:7], "big") % (LAST_SEQ + 1)
        self.board = board
        self.boot = boot
        self.settings = Settings(board.load())
        self.noise = Noise(board.source, board.chip)
        self.desk = Desk(self.noise, self.settings, board.chip, boot, board.can, first, now)
        self.desk.python = board.python
        self.desk.model = board.model
        self.desk.firmware = board.firmware
        self.lamps = Lamps(0, 0)
        self.scene = self.desk.scene(now)
        self._tones = Tones()
        self._alive = 0  # tasks that came round since the last meal
        self._sign = False
        self._due = now  # when the next frame is
        self._heard = 0  # when the last byte came
        self._touched = now  # when somebody pressed or dropped something
        self._asleep = False
        self._button = Contact(BUTTON_LOCKOUT)
        self._beam = Contact(BEAM_LOCKOUT)
        self._settle()

    async def run(self) -> None:
        # The first meal starts the watchdog: from here on a loop that hangs is started again.
        self.board.feed()
        self.board.rail(True)
        self.noise.start()
        self.desk.faults = self.board.self_test()
        self._due = self.board.now()
        self.noise.breathe = self.shine_if_due
        await asyncio.gather(self._listen(), self._shine(), self._watch(), self._keep())

    def _settle(self) -> None:
        # Takes the settings over. The supply may be switched at any time; it is looked at for
        # every frame.
        self.settings.taken = True
        chosen = self.settings.get
        self.lamps.calm = chosen("calm") == 1
        self.lamps.digits = self.desk.stage.digits = chosen("digits") == 1
        self._tones.quiet = chosen("quiet") == 1
        self._level = chosen("level")
        self.board.wire(wiring(chosen("swap"), chosen("left"), chosen("right"), chosen("snake")))

    async def _listen(self) -> None:
        # One thing a go, shorter than a frame's time: only between two can a frame be drawn.
        board = self.board
        heard = pools = 0
        while True:
            self._alive |= _LISTENS
            if pools != self.noise.drawn:
                pools = self.noise.drawn
                heard = 0  # memory is tidied while the bits of a pool come in
            if heard >= _MOST_LITTER or (heard >= _LITTER and board.now() - self._heard >= _QUIET):
                heard = 0
                board.tidy()
            else:
                chunk = board.read()
                if not chunk:
                    await board.arrive()
                    continue
                for line in self.desk.lines(chunk):
                    self.shine_if_due()
                    answer = self.desk.line(line, board.now())
                    if answer:
                        board.write(answer)
                    if not self.settings.taken:
                        self._settle()
                self._heard = board.now()
                heard += len(chunk)
            await pause(0)

    async def _shine(self) -> None:
        while True:
            self._alive |= _SHINES
            self.shine_if_due()
            await pause(max(self._due - self.board.now(), 0))

    def shine_if_due(self) -> None:
        # Frames keep to their grid: a late one makes no other late, and one that was missed
        # altogether is not made up for by a hasty one.
        now = self.board.now()
        if now >= self._due:
            self._due += (now - self._due) // _FRAME * _FRAME + _FRAME
            self.frame(now)

    def frame(self, now: int) -> None:
        lamps = self.lamps
        self.scene = self.desk.scene(now)
        alone = min(now - self._touched, now - self.desk.acted)
        # A fault stays lit for the next person who looks.
        if alone >= _SLEEP and self.scene.name != "fault":
            self._sleep(True)
            return
        self._sleep(False)
        own = self.board.big_supply()
        lamps.budget, level = _OWN if own else _USB
        lamps.level = min(self._level or level, 255)
        if alone >= _DIM:
            lamps.level = (lamps.level + 3) // 4
        self.desk.supply = "own" if own else "usb"
        self.board.lamps(lamps.draw(self.scene, now, self.desk.patterns.at(now)))

    def _sleep(self, asleep: bool) -> None:
        # Dark lamps draw half of what the tower needs: their supply is switched off.
        if asleep != self._asleep:
            self._asleep = asleep
            self.board.rail(not asleep)

    async def _watch(self) -> None:
        board = self.board
        desk = self.desk
        button = self._button
        beam = self._beam
        blocked = False
        while True:
            self._alive |= _WATCHES
            now = board.now()
            if button.closes(board.button(), now):
                self._touched = now
                desk.press(now)
            if button.closed:
                held = button.held(now)
                if held:
                    desk.hold(held, now)
            if beam.closes(board.beam(), now):
                self._touched = now
                desk.drop(now)
            if blocked != (beam.closed and beam.blocked(now)):
                blocked = not blocked
                desk.beam_blocked(blocked)
            event = desk.tick(now)
            if event:
                board.write(event)
            board.sound(self._tones.sounds(self.scene, now))
            board.glow(self.scene.name == "armed")
            await pause(_LOOK)

    async def _keep(self) -> None:
        board = self.board
        while True:
            if self._alive == _ALL:
                self._alive = 0
                board.feed()
            # Blinking: it lives. Steady: it lives, but there are no dice.
            self._sign = not self._sign or self.noise.health != "ok"
            board.sign(self._sign)
            # Writing flash stops everything for a moment; never while dice are under way.
            if self.settings.changed and not self.desk.stage.waits():
                self._save()
            if board.trial:
                self._try_out()
            if board.now() >= _TURN_AT:
                self._turn_back(_TURN_BY)
            await pause(_MEAL)

    def _save(self) -> None:
        # What cannot be written holds until the next start, and status says so.
        settings = self.settings
        settings.changed = False
        try:
            self.board.save(settings.text())
            settings.damaged = False
        except OSError:
            settings.damaged = True

    def _try_out(self) -> None:
        # A firmware that somebody can talk to can be replaced again: that makes it good enough.
        board = self.board
        if self.desk.greeted:
            try:
                board.keep_firmware()
            except OSError:
                self.settings.damaged = True  # the flash is full: the former one comes back
        elif board.now() >= _TRIAL:
            board.restart()

    def _turn_back(self, ms: int) -> None:
        self.board.turn_back(ms)
        self.desk.turn_back(ms)
        self._button.turn_back(ms)
        self._beam.turn_back(ms)
        self._tones.turn_back(ms)
        self._due -= ms
        self._touched = max(self._touched - ms, -_SLEEP)
        self._heard = max(self._heard - ms, -_QUIET)


def main(board: "Board") -> None:
    # Ctrl-C ends it and leaves a prompt that lasts. Anything else that ends it is a mistake:
    # its traceback goes to the console, and the watchdog starts the tower again.
    try:
        asyncio.run(Tower(board).run())
    except KeyboardInterrupt:
        board.let_go()
    finally:
        board.sound(0)
        board.glow(False)
        board.lamps(bytearray(384))
        board.rail(False)
