"""What the tower has to do for one match, and when. Faces go to lamps only once they are on disk.

Everything it asks the tower is safe to ask again, so whatever breaks in between, it starts over
from the position: arm, be pressed, roll, have it written, show.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from dicerules.core import Roll
from dicerules.errors import RuleError
from dicerules.views import TABLE
from dicerules.words import Say
from msgspec import Struct
from tower.scenes import PAGE

from dicehost import row
from dicehost.clock import Sand
from dicehost.errors import HostError, LinkError, TowerError
from dicehost.fold import Fold
from dicehost.lines import Outcome, is_typed
from dicehost.link.tower import Rest, State, Tower
from dicehost.row import Row
from dicehost.steady import steady

log = logging.getLogger(__name__)

ASK_AGAIN = 0.5
"""Seconds until somebody who said no, a tower or a full disk, is asked again."""
LAST_LOOK = 3.0
"""Seconds the roll that ended a match stays on the lamps before they show the winner."""
NUDGE = 3.0
"""Seconds that a nudge takes the lamps from dice that somebody is thinking about."""


class Lamps(Struct, frozen=True):
    """What the lamps show: a scene, or the dice of a roll, beginning with one of its pages."""

    scene: str
    colour: str | None = None
    roll_id: str = ""
    dice: Row = ()
    first: int = 0
    sand: Sand | None = None


class Dealer:
    """The match's hand at the tower.

    ``write`` puts an outcome into the journal, ``draw`` makes one where there is no tower and
    nobody to type it; ``changed`` is called when screens should know.
    """

    def __init__(
        self,
        fold: Fold,
        tower: Tower,
        write: Callable[[Outcome], Awaitable[None]],
        draw: Callable[[Fold, Roll], Outcome],
        changed: Callable[[], None],
    ) -> None:
        self._fold = fold
        self._write = write
        self._draw = draw
        self._changed = changed
        self._stirred = asyncio.Event()
        self._pressed = ""
        self._nudged: tuple[int, int] | None = None
        self._sand: Sand | None = None
        self._lamps: Lamps | None = None
        self._laid: Row | None = None
        self.tower = tower
        self.tumbling = False
        self.fault: Say | None = None
        tower.watch(self._tower_changed, self.press)

    @property
    def holding(self) -> bool:
        """Whether the tower is there and rolls for this match."""
        return self.tower.state is State.READY and self.tower.holder == self._fold.match

    @property
    def elsewhere(self) -> bool:
        """Whether the tower is there, but rolls for another match."""
        return self.tower.state is State.READY and self.tower.holder != self._fold.match

    @property
    def armed(self) -> bool:
        """Whether the tower said that its button is live for the roll needed now."""
        return self.holding and self._lamps == Lamps("armed", roll_id=self._fold.roll_id)

    @property
    def unable(self) -> bool:
        """Whether there is no tower that could roll: it is not there, or its noise has failed."""
        return self.tower.state is not State.READY or self.tower.health == "trip"

    @property
    def by_hand(self) -> bool:
        """Whether the roll needed now is made without the tower, as the table agreed."""
        return self._fold.by_hand and self.unable and isinstance(self._fold.need, Roll)

    def stir(self) -> None:
        """The position changed: look again what the tower has to do."""
        self._stirred.set()

    def press(self, roll_id: str) -> None:
        """The button was pressed, on the tower or on a screen, for this roll."""
        if isinstance(self._fold.need, Roll) and roll_id == self._fold.roll_id:
            self._pressed = roll_id
            self.stir()

    def nudge(self, seat: int) -> None:
        """Remind a seat that its time is over, until the position changes."""
        self._nudged = (self._fold.asked, seat)
        self.stir()

    def run_out(self, sand: Sand | None) -> None:
        """Let the lamps tell whose time runs out; None if nobody's does."""
        if self._sand != sand:
            self._sand = sand
            self.stir()

    def _tower_changed(self) -> None:
        if not self.holding:
            self._lamps = self._laid = None
        self.stir()
        self._changed()

    async def run(self) -> None:
        """Serve the match until cancelled."""
        while True:
            self._stirred.clear()
            if not await self._serve():
                await self._stirred.wait()

    async def _serve(self) -> bool:
        # True if there may be more to do at once.
        try:
            more = await (self._do_without() if self.by_hand else self._next())
            self.fault = None
        except LinkError:
            self._tumble(False)
            return False  # the link tells us when it is back
        except (HostError, RuleError) as refusal:
            log.warning("no roll for now: %s", refusal)
            self.fault = refusal.words
            self._tumble(False)
            await asyncio.sleep(ASK_AGAIN)
            return True
        return more

    async def _do_without(self) -> bool:
        roll = self._fold.need
        self._tumble(False)
        if not isinstance(roll, Roll) or is_typed(roll):
            return False
        await self._write(self._draw(self._fold, roll))
        return True

    async def _next(self) -> bool:
        if not self.holding:
            return False
        roll, roll_id = self._fold.need, self._fold.roll_id
        if not isinstance(roll, Roll):
            return await self._light()
        if roll.seat is not None:
            armed = Lamps("armed", roll_id=roll_id)
            if self._lamps != armed:
                await self._arm(roll_id, roll, self._fold.opened.colours[roll.seat])
                self._lamps = armed
                self._changed()
            if self._pressed != roll_id:
                return False
        elif not self._lies(roll):
            await self._lay(roll_id, roll)
        self._tumble(True)
        hello = self.tower.hello
        rolled = await self.tower.roll(roll_id, roll, self._still(roll))
        assert hello is not None
        await self._write(Outcome(roll_id, rolled, hello.source, hello.id))
        self._tumble(False)
        return True

    async def _arm(self, roll_id: str, roll: Roll, colour: str) -> None:
        # A tower we have just found may have kept a press for us: nothing must cover that.
        pressed = self._lamps is None and await self.tower.arm(roll_id, roll, colour)
        if not pressed and not self._lies(roll):
            await self._lay(roll_id, roll)
        if pressed or await self.tower.arm(roll_id, roll, colour, self._still(roll)):
            self._pressed = roll_id

    async def _lay(self, roll_id: str, roll: Roll) -> None:
        # The tower may not know what lies there: it was started anew, or dice were set or taken.
        page = self._lying(roll)
        await self.tower.show(f"{roll_id}.lie", page)
        self._laid = page

    def _lies(self, roll: Roll) -> bool:
        # Whether all that is to lie still is on the lamps already.
        wanted = row.still(roll, row.busiest(roll))
        return not wanted or (
            self._laid is not None and row.agree(self._laid, self._lying(roll), wanted)
        )

    def _lying(self, roll: Roll) -> Row:
        return row.on_page(row.lying(roll, self._pictures()), row.busiest(roll))

    def _still(self, roll: Roll) -> int:
        return row.still(roll, row.busiest(roll)) if self._lies(roll) else 0

    def _pictures(self) -> row.Pictures:
        return self._fold.game.faces(self._fold.state)

    def _tumble(self, tumbling: bool) -> None:
        if self.tumbling != tumbling:
            self.tumbling = tumbling
            self._changed()

    async def _light(self) -> bool:
        wish = self.wish()
        if wish.scene == "win" and self._lamps == self._last_roll():
            await asyncio.sleep(LAST_LOOK)
        if not await self._become(wish):
            return False
        if wish == self._nudge() and self._dice_matter():
            with suppress(TimeoutError):
                async with asyncio.timeout(NUDGE):
                    await self._stirred.wait()
            self._nudged = None
        return True

    async def _become(self, wish: Lamps) -> bool:
        if wish == self._lamps or not self.holding:
            return False
        if wish.dice:
            await self.tower.show(wish.roll_id, wish.dice, wish.first)
            if len(wish.dice) <= PAGE:
                self._laid = wish.dice
        else:
            await self._decorate(wish)
        self._lamps = wish
        return True

    async def _decorate(self, wish: Lamps) -> None:
        # Whatever an older tower does not know how to show, it can roll dice all the same.
        sand = wish.sand
        rest = None if sand is None else Rest(sand.left(steady()), sand.of, sand.runs)
        try:
            await self.tower.lamp(wish.scene, wish.colour, rest)
        except TowerError as refusal:
            log.info("the lamps do without: %s", refusal)

    async def show(self) -> None:
        """Light what was just written; a tower that is gone shows it when it is back."""
        try:
            await self._become(self._last_roll() or self.wish())
        except (LinkError, TowerError) as error:
            log.info("shown later: %s", error)

    def wish(self) -> Lamps:
        """What the lamps are to show while nothing is rolled: dice that matter, then the time."""
        fold = self._fold
        colours, winners = fold.opened.colours, fold.winners
        if winners is not None:
            return Lamps("win", colours[winners[0]])
        if (nudge := self._nudge()) is not None:
            return nudge
        dice = self._last_roll()
        if self._sand is not None and not self._dice_matter():
            seat = self._sand.seat
            return Lamps("time", None if seat is None else colours[seat], sand=self._sand)
        rest = Lamps("wait") if self._turn is None else Lamps("turn", colours[self._turn])
        return dice or rest

    @property
    def _turn(self) -> int | None:
        return self._fold.game.view(self._fold.state, TABLE).turn

    def _nudge(self) -> Lamps | None:
        if self._nudged is None or self._nudged[0] != self._fold.asked:
            return None
        return Lamps("time", self._fold.opened.colours[self._nudged[1]])

    def _dice_matter(self) -> bool:
        # Dice of a turn that is over only lie there because nothing better was to be shown.
        return self._last_roll() is not None and self._fold.rolled_in == self._turn

    def _last_roll(self) -> Lamps | None:
        if self._fold.last_roll is None:
            return None
        roll_id, roll, rolled = self._fold.last_roll
        if roll.hidden or not rolled.faces:
            return None
        dice = row.fallen(roll, rolled, self._pictures())
        return Lamps("dice", roll_id=roll_id, dice=dice, first=row.busiest(roll))
