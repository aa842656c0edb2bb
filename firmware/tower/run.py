# The tower at work: one task a concern on one loop, and a watchdog that only a healthy loop feeds.
# It takes any board; which pins there are is the board's affair.

import asyncio

from tower.desk import Desk
from tower.inputs import BEAM_LOCKOUT, BUTTON_LOCKOUT, Contact
from tower.lamps import Lamps
from tower.noise import Noise
from tower.wire import LAST_SEQ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.kinds import Board

_FRAME = 20  # ms: fifty frames a second
_LOOK = 0.005  # s between looks at button and beam
_MEAL = 0.5  # s between the watchdog's meals
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
        self.noise = Noise(board, board.chip)
        self.desk = Desk(self.noise, board.chip, boot, board.can, first, now)
        self.lamps = Lamps(board.budget, board.level)
        self.scene = self.desk.scene(now)
        self._alive = 0  # tasks that came round since the last meal

    async def run(self) -> None:
        self.board.rail(True)
        self.noise.start()
        await asyncio.gather(self._listen(), self._shine(), self._watch(), self._keep())

    async def _listen(self) -> None:
        board = self.board
        while True:
            self._alive |= _LISTENS
            chunk = board.read()
            for answer in self.desk.feed(chunk, board.now()):
                board.write(answer)
            if chunk:
                await asyncio.sleep(0)
            else:
                await board.arrive()

    async def _shine(self) -> None:
        board = self.board
        due = board.now()
        while True:
            self._alive |= _SHINES
            now = board.now()
            self.scene = self.desk.scene(now)
            board.lamps(self.lamps.draw(self.scene, now))
            # A frame that came late is not made up for by a hasty one.
            due = max(due + _FRAME, now + 1)
            await asyncio.sleep(max(due - board.now(), 0) / 1000)

    async def _watch(self) -> None:
        board = self.board
        button = Contact(BUTTON_LOCKOUT)
        beam = Contact(BEAM_LOCKOUT)
        while True:
            self._alive |= _WATCHES
            now = board.now()
            if button.closes(board.button(), now):
                self.desk.press(now)
            if beam.closes(board.beam(), now):
                self.desk.drop(now)
            event = self.desk.tick(now)
            if event:
                board.write(event)
            await asyncio.sleep(_LOOK)

    async def _keep(self) -> None:
        while True:
            if self._alive == _ALL:
                self._alive = 0
                self.board.feed()
            await asyncio.sleep(_MEAL)


def main(board: "Board") -> None:
    # Ctrl-C ends it and leaves a prompt that lasts. Anything else that ends it is a mistake:
    # its traceback goes to the console, and the watchdog starts the tower again.
    try:
        asyncio.run(Tower(board).run())
    except KeyboardInterrupt:
        board.let_go()
    finally:
        board.lamps(bytearray(384))
        board.rail(False)
