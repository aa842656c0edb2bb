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
from typing import TypeVar

from dicerules.core import Roll, Rolled
from dicerules.errors import RuleError
from dicerules.words import Message
from tower.scenes import PAGE

from dicehost.clock.clock import Countdown
from dicehost.clock.monotonic import monotonic_ms
from dicehost.errors import BrokenError, HostError, LinkError, TowerError
from dicehost.journal.events import CommitmentRefused, Committed, RollOutcome, is_typed
from dicehost.link import dice_row as row
from dicehost.link.dice_row import Row
from dicehost.link.proofs import ProofError, note_commitment
from dicehost.link.requests import Rest
from dicehost.link.tower import State, Tower
from dicehost.match.cues import cues
from dicehost.match.lamps import Lamps, choose_lamps, dice_matter, last_roll, remind
from dicehost.match.record import Match
from dicehost.match.show import show_ms

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

ASK_AGAIN = 0.5
"""Seconds until somebody who said no, a tower or a full disk, is asked again."""
LAST_LOOK = 3.0
"""Seconds the roll that ended a match stays on the lamps, at least, before they show the winner."""
NUDGE = 3.0
"""Seconds that a nudge takes the lamps from dice that somebody is thinking about."""


class Roller:
    """Asks the tower for one match.

    ``write`` puts an outcome into the journal and ``note`` a commitment; ``draw`` makes an outcome
    where there is no tower and nobody to type it; ``changed`` is called when screens should know.
    """

    def __init__(
        self,
        match: Match,
        tower: Tower,
        write: Callable[[RollOutcome], Awaitable[None]],
        note: Callable[[Committed | CommitmentRefused], Awaitable[None]],
        draw: Callable[[Match, Roll], RollOutcome],
        changed: Callable[[], None],
    ) -> None:
        self._write = write
        self._note = note
        self._draw = draw
        self._changed = changed
        self._stirred = asyncio.Event()
        self._seen: object = None
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
        self._committed = ""
        self._laid: Row | None = None
        self._performed = match.asked
        self._begun = 0
        self.tumbling = False
        self.stopped = False
        self.fault: Message | None = None
        self.stir()

    def move(self, tower: Tower) -> None:
        """Ask another tower from here on. Whatever the former one still says counts for nothing."""
        if tower is self.tower:
            return
        self.tower.unwatch(self._tower_changed)
        self.tower = tower
        self._pressed = self._committed = ""
        self._lamps = self._laid = None
        self.tumbling = False
        self.fault = None
        tower.watch(self._tower_changed, self.press)
        self._tower_changed()

    def close(self) -> None:
        """Be told nothing more of the tower."""
        self.tower.unwatch(self._tower_changed)

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
        """Whether there is no tower that could roll.

        It is not there, its noise has failed, or its dice do not fit what it committed to.
        """
        return (
            self.tower.state is not State.READY or self.tower.health == "trip" or self._distrusted
        )

    @property
    def _distrusted(self) -> bool:
        # Another commitment would be another try: one that did not fit is the last of this tower
        # for this roll, until somebody starts it anew.
        refused, hello = self._match.refused, self.tower.hello
        broken = None if refused is None else self._match.committed_to(refused.commitment)
        return (
            broken is not None
            and hello is not None
            and (broken.tower, broken.boot) == (hello.id, hello.boot)
        )

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
            self._committed = ""
        self.stir()
        # Two matches that take turns with one tower are nothing to a third.
        tower = self.tower
        seen = (tower.state, self.elsewhere, tower.port, tower.hello, tower.health, tower.fault)
        if seen != self._seen:
            self._seen = seen
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
        await self._perform()
        roll, roll_id = self._match.need, self._match.roll_id
        if not isinstance(roll, Roll):
            return await self._light()
        await self._commit(roll_id, roll)
        if roll_id != self._match.roll_id:
            return True  # the position changed while that was written
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
        await self._write(await self._roll(roll_id, roll))
        self._tumble(False)
        await self._show()
        return True

    async def _still_asked(self, answer: Awaitable[Answer]) -> Answer:
        # The match may have been moved to another tower while this one was asked.
        tower = self.tower
        try:
            answered = await answer
        except TowerError:
            if tower is self.tower:
                raise
        if tower is not self.tower:
            raise LinkError("link.lost")
        return answered

    async def _perform(self) -> None:
        # The lamps join in the show of a step once, while it is new: never after a restart.
        if self._performed == self._match.asked:
            return
        self._performed, self._begun = self._match.asked, monotonic_ms()
        hello, key = self.tower.hello, self._match.roll_id
        if hello is None or not hello.plays:
            return
        try:
            for place, cue in enumerate(cues(self._match)):
                await self.tower.play(f"{key}.{place}", cue)
        except TowerError as refusal:
            log.info("the lamps do without: %s", refusal)

    async def _commit(self, roll_id: str, roll: Roll) -> None:
        # The tower fixes its half of the roll. That is on disk before it learns the other one: if
        # it falls silent then, everybody can see that it did. Done while nobody waits for dice.
        hello = self.tower.hello
        checkable = self._match.opened.checkable and hello is not None and hello.commits
        if self._committed == roll_id or not checkable or hello is None:
            return
        if self._distrusted:
            raise TowerError("tower.distrusted")
        try:
            told = await self._still_asked(self.tower.commit(roll_id, roll))
        except TowerError as refusal:
            if refusal.code != "tower.drawn":
                raise
            return  # an older host asked for it; the outcome is marked
        known = self._match.commitment
        if known is None or known.commitment != told.hex():
            # A tower that is asked again, after another one was, may know the nonce: it is kept.
            before = self._match.committed_to(told.hex())
            nonce = before.nonce if before else ""
            await self._still_asked(self._note(note_commitment(roll_id, roll, told, hello, nonce)))
        self._committed = roll_id

    async def _roll(self, roll_id: str, roll: Roll) -> RollOutcome:
        hello, commitment = self.tower.hello, self._match.commitment
        if self._committed != roll_id or commitment is None:
            asked = self.tower.roll(roll_id, roll, self._still(roll))
            rolled, noise = await self._still_asked(asked), ""
        else:
            rolled, noise = await self._open(commitment, roll)
        if hello is None:
            raise LinkError("link.lost")
        return RollOutcome(roll_id, rolled, hello.source, hello.id, noise=noise)

    async def _open(self, commitment: Committed, roll: Roll) -> tuple[Rolled, str]:
        try:
            asked = self.tower.open(commitment, roll, self._still(roll))
            return await self._still_asked(asked)
        except ProofError as error:
            self._committed = ""
            told = commitment.commitment
            await self._note(CommitmentRefused(commitment.id, told, error.code, error.noise))
            raise
        except TowerError:
            self._committed = ""  # it may have forgotten: it is asked to commit again
            raise

    async def _arm(self, roll_id: str, roll: Roll, colour: str) -> None:
        # A tower we have just found may have kept a press for us: nothing must cover that.
        pressed = self._lamps is None and await self._still_asked(
            self.tower.arm(roll_id, roll, colour)
        )
        if not pressed and not self._on_lamps(roll):
            await self._lay(roll_id, roll)
        if pressed or await self._still_asked(
            self.tower.arm(roll_id, roll, colour, self._still(roll))
        ):
            self._pressed = roll_id

    async def _lay(self, roll_id: str, roll: Roll) -> None:
        # The tower may not know what lies there: it was started anew, or dice were set or taken.
        page = self._lying(roll)
        await self._still_asked(self.tower.show(f"{roll_id}.lie", page))
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
        if wish.scene == "win" and await self._show_goes_on():
            return True
        if not await self._become(wish):
            return False
        nudged = self._nudge
        if nudged is not None and wish == remind(self._match, nudged) and dice_matter(self._match):
            with suppress(TimeoutError):
                async with asyncio.timeout(NUDGE):
                    await self._stirred.wait()
            self._nudged = None
        return True

    async def _show_goes_on(self) -> bool:
        # Who won is not told by the lamps before it is on the screens, nor before the last dice
        # could be read. True if that took a while: something may have happened.
        dice = 1000 * LAST_LOOK if self._lamps == last_roll(self._match) else 0
        left = self._begun + max(dice, show_ms(self._match)) - monotonic_ms()
        if not self._begun or left <= 0:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(left / 1000):
                await self._stirred.wait()
        return True

    async def _become(self, wish: Lamps) -> bool:
        if wish == self._lamps or not self.holding:
            return False
        if wish.dice:
            await self._still_asked(self.tower.show(wish.roll_id, wish.dice, wish.first))
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
            await self._still_asked(self.tower.lamp(wish.scene, wish.colour, rest))
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
