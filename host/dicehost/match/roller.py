"""What the tower has to do for one match, and when. Faces go to lamps only once they are on disk.

Everything it asks the tower is safe to ask again, so whatever breaks in between, it starts over
from the position: arm, be pressed, roll, have it written, show. All of it happens in its own task:
a tower that hangs holds up nobody who needs no tower.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from dicerules.core import Roll
from dicerules.errors import RuleError
from dicerules.words import Message
from tower.scenes import PAGE

from dicehost.clock.clock import Countdown
from dicehost.clock.monotonic import monotonic_ms
from dicehost.errors import BrokenError, HostError, LinkError, TowerError
from dicehost.journal.events import RollOutcome, is_typed
from dicehost.link import dice_row as row
from dicehost.link.dice_row import Row
from dicehost.link.tower import Rest, State, Tower
from dicehost.match.lamps import Lamps, choose_lamps, dice_matter, last_roll, remind
from dicehost.match.record import Match

log = logging.getLogger(__name__)

ASK_AGAIN = 0.5
"""Seconds until somebody who said no, a tower or a full disk, is asked again."""
LAST_LOOK = 3.0
"""Seconds the roll that ended a match stays on the lamps before they show the winner."""
NUDGE = 3.0
"""Seconds that a nudge takes the lamps from dice that somebody is thinking about."""


class Roller:
    """Asks the tower for one match.

    ``write`` puts an outcome into the journal, ``draw`` makes one where there is no tower and
    nobody to type it; ``changed`` is called when screens should know.
    """

    def __init__(
        self,
        match: Match,
        tower: Tower,
        write: Callable[[RollOutcome], Awaitable[None]],
        draw: Callable[[Match, Roll], RollOutcome],
        changed: Callable[[], None],
    ) -> None:
        self._write = write
        self._draw = draw
        self._changed = changed
        self._stirred = asyncio.Event()
        self.tower = tower
        self.take_up(match)
        tower.watch(self._tower_changed, self.press)

    def take_up(self, match: Match) -> None:
        """Serve a match from here on, as if nothing had been asked of the tower yet."""
        self._match = match
        self._pressed = ""
        self._nudged: tuple[int, int] | None = None
        self._countdown: Countdown | None = None
        self._lamps: Lamps | None = None
        self._laid: Row | None = None
        self.tumbling = False
        self.stopped = False
        self.fault: Message | None = None
        self.stir()

    def stop(self) -> None:
        """Ask nothing more of the tower until a match is taken up again."""
        self.stopped = True
        self.tumbling = False

    @property
    def holding(self) -> bool:
        """Whether the tower is there and rolls for this match."""
        return self.tower.state is State.READY and self.tower.holder == self._match.id

    @property
    def elsewhere(self) -> bool:
        """Whether the tower is there, but rolls for another match."""
        return self.tower.state is State.READY and self.tower.holder != self._match.id

    @property
    def armed(self) -> bool:
        """Whether the tower said that its button is live for the roll needed now."""
        return self.holding and self._lamps == Lamps("armed", roll_id=self._match.roll_id)

    @property
    def unable(self) -> bool:
        """Whether there is no tower that could roll: it is not there, or its noise has failed."""
        return self.tower.state is not State.READY or self.tower.health == "trip"

    @property
    def by_hand(self) -> bool:
        """Whether the roll needed now is made without the tower, as the table agreed."""
        return self._match.by_hand and self.unable and isinstance(self._match.need, Roll)

    def stir(self) -> None:
        """The position changed: look again what the tower has to do."""
        self._stirred.set()

    def press(self, roll_id: str) -> None:
        """The button was pressed, on the tower or on a screen, for this roll."""
        if isinstance(self._match.need, Roll) and roll_id == self._match.roll_id:
            self._pressed = roll_id
            self.stir()

    def nudge(self, seat: int) -> None:
        """Remind a seat that its time is over, until the position changes."""
        self._nudged = (self._match.asked, seat)
        self.stir()

    def run_out(self, countdown: Countdown | None) -> None:
        """Let the lamps show a time that runs out, or none."""
        if self._countdown != countdown:
            self._countdown = countdown
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
            if self.stopped or not await self._serve():
                await self._stirred.wait()

    async def _serve(self) -> bool:
        # True if there may be more to do at once.
        try:
            more = await (self._do_without() if self.by_hand else self._next())
            self.fault = None
        except (LinkError, BrokenError):
            self._tumble(False)
            return False  # the link tells us when it is back, and so does a match that goes on
        except (HostError, RuleError) as refusal:
            log.warning("no roll for now: %s", refusal)
            self.fault = refusal.words
            self._tumble(False)
            await asyncio.sleep(ASK_AGAIN)
            return True
        except Exception:
            self._tumble(False)
            raise
        return more

    async def _do_without(self) -> bool:
        roll = self._match.need
        self._tumble(False)
        if not isinstance(roll, Roll) or is_typed(roll):
            return False
        await self._write(self._draw(self._match, roll))
        return True

    async def _next(self) -> bool:
        if not self.holding:
            return False
        roll, roll_id = self._match.need, self._match.roll_id
        if not isinstance(roll, Roll):
            return await self._light()
        if roll.seat is not None:
            armed = Lamps("armed", roll_id=roll_id)
            if self._lamps != armed:
                await self._arm(roll_id, roll, self._match.opened.colours[roll.seat])
                self._lamps = armed
                self._changed()
            if self._pressed != roll_id:
                return False
        elif not self._on_lamps(roll):
            await self._lay(roll_id, roll)
        self._tumble(True)
        hello = self.tower.hello
        rolled = await self.tower.roll(roll_id, roll, self._still(roll))
        assert hello is not None
        await self._write(RollOutcome(roll_id, rolled, hello.source, hello.id))
        self._tumble(False)
        await self._show()
        return True

    async def _arm(self, roll_id: str, roll: Roll, colour: str) -> None:
        # A tower we have just found may have kept a press for us: nothing must cover that.
        pressed = self._lamps is None and await self.tower.arm(roll_id, roll, colour)
        if not pressed and not self._on_lamps(roll):
            await self._lay(roll_id, roll)
        if pressed or await self.tower.arm(roll_id, roll, colour, self._still(roll)):
            self._pressed = roll_id

    async def _lay(self, roll_id: str, roll: Roll) -> None:
        # The tower may not know what lies there: it was started anew, or dice were set or taken.
        page = self._lying(roll)
        await self.tower.show(f"{roll_id}.lie", page)
        self._laid = page

    def _on_lamps(self, roll: Roll) -> bool:
        # Whether all that is to lie still is on the lamps already.
        wanted = row.still(roll, row.busiest(roll))
        return not wanted or (
            self._laid is not None and row.agree(self._laid, self._lying(roll), wanted)
        )

    def _lying(self, roll: Roll) -> Row:
        return row.on_page(row.on_table(roll, self._match.position.faces), row.busiest(roll))

    def _still(self, roll: Roll) -> int:
        return row.still(roll, row.busiest(roll)) if self._on_lamps(roll) else 0

    def landed(self) -> None:
        """The outcome is on disk; the screens are told by the line that says so."""
        self.tumbling = False

    def _tumble(self, tumbling: bool) -> None:
        if self.tumbling != tumbling:
            self.tumbling = tumbling
            self._changed()

    async def _light(self) -> bool:
        wish = self.wish()
        if wish.scene == "win" and self._lamps == last_roll(self._match):
            await asyncio.sleep(LAST_LOOK)
        if not await self._become(wish):
            return False
        nudged = self._nudge
        if nudged is not None and wish == remind(self._match, nudged) and dice_matter(self._match):
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
        countdown = wish.countdown
        rest = (
            None
            if countdown is None
            else Rest(countdown.left(monotonic_ms()), countdown.of, countdown.runs)
        )
        try:
            await self.tower.lamp(wish.scene, wish.colour, rest)
        except TowerError as refusal:
            log.info("the lamps do without: %s", refusal)

    async def _show(self) -> None:
        # Light what was just written; a tower that is gone shows it when it is back.
        try:
            await self._become(last_roll(self._match) or self.wish())
        except (LinkError, TowerError) as error:
            log.info("shown later: %s", error)

    def wish(self) -> Lamps:
        """What the lamps should show while nothing is rolled."""
        return choose_lamps(self._match, self._nudge, self._countdown)

    @property
    def _nudge(self) -> int | None:
        if self._nudged is None or self._nudged[0] != self._match.asked:
            return None
        return self._nudged[1]
