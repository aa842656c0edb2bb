"""What every command does at a table, and what follows by itself: which lines are written.

Called by the table's one writer, never by two at once. It tells no screen anything.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import get_args

from dicerules.core import Event, Move, Roll, RuleError, TimeUp
from dicerules.views import TABLE
from msgspec.structs import replace

from dicehost.clock.monotonic import monotonic_ms
from dicehost.errors import BrokenError, TableError
from dicehost.house.supervisor import Supervisor
from dicehost.journal.events import (
    HAND,
    SYSTEM,
    Closed,
    CommitmentRefused,
    Committed,
    JournalEvent,
    ManualDiceAgreed,
    ManualDiceRefused,
    Moved,
    Pace,
    PaceChosen,
    Paused,
    Resumed,
    RollOutcome,
    Seated,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackLapsed,
    TakeBackRefused,
    TakenBack,
    TimedOut,
    TowerChosen,
)
from dicehost.journal.store import Journal
from dicehost.link.tower import State, Tower
from dicehost.logs import happened
from dicehost.match import bots, manual_dice
from dicehost.match.commands import Command
from dicehost.match.position import GameError, Position, describe
from dicehost.match.record import Match
from dicehost.match.roller import Roller
from dicehost.match.timekeeper import Late, Timekeeper
from dicehost.screens.audience import Audience

log = logging.getLogger(__name__)


class Actions:
    """Everything that can happen to one match. Each action checks, then appends and syncs."""

    def __init__(
        self,
        match: Match,
        journal: Journal,
        roller: Roller,
        audience: Audience,
        supervisor: Supervisor,
    ) -> None:
        self.match = match
        self.keeper = Timekeeper(match, monotonic_ms)
        self._journal = journal
        self._roller = roller
        self._audience = audience
        self._supervisor = supervisor

    @property
    def voices(self) -> set[int]:
        """Who can speak for a seat: phones, the table's screen and bots."""
        return self._audience.phones | set(self.match.bots)

    @property
    def here(self) -> set[int]:
        """The seats that can be reached: by a screen of their own, on the tablet, or a bot's."""
        return self._audience.here(self.match.tablet) | set(self.match.bots)

    def take_up(self, match: Match) -> None:
        """Go on with a match that was read anew from the journal."""
        self.match = match
        self.keeper = Timekeeper(match, monotonic_ms)
        self._roller.take_up(match)

    async def do(self, viewer: int, command: Command) -> None:
        """Do a command and what follows from it."""
        await _DOES[command.do](self, viewer, command)
        await self.settle()

    async def settle(self) -> None:
        """Write what follows by itself from the lines so far, also if a host died in between."""
        back = self.match.back
        if back is not None and not self._may_withdraw(back.of):
            await self._append(TakeBackLapsed(back.seat))
        elif back is not None and not self.match.missing:
            await self._append(TakenBack(back.seat, back.of, self.keeper.used()))
        if (begun := manual_dice.begun(self.match, self.voices)) is not None:
            await self._append(begun)
        if self.match.winners is not None and not self.match.closed:
            await self._append(Closed(list(self.match.winners)))

    def wind(self, here: set[int]) -> None:
        """Work out which clocks run now that ``here`` are the seats that can be reached."""
        # Nobody needs a tower to type dice in.
        tower = self.match.by_hand or self._roller.tower.state is State.READY
        ready = self._roller.armed and not self._roller.tumbling and not self._roller.by_hand
        self.keeper.wind(here, tower, ready)
        self._roller.run_out(self.keeper.countdown)

    async def take_outcome(self, outcome: RollOutcome) -> None:
        """Write what was rolled, unless the position changed under a roll that nobody saw."""
        if self.match.roll_id != outcome.id or not isinstance(self.match.need, Roll):
            return
        mine = {self.match.tower or outcome.tower, self._roller.tower.id}
        if outcome.source not in (HAND, SYSTEM) and outcome.tower not in mine:
            return  # the match was moved to another tower before this one answered
        # The same roll would come out the same: if its outcome raises, there is no way on.
        self._try(outcome.event)
        await self._append(replace(outcome, used=self.keeper.used()))
        happened("roll", match=self.match.id, roll=outcome.id, source=outcome.source)
        self._roller.landed()

    async def note(self, event: Committed | CommitmentRefused) -> None:
        """Write what the tower committed to, or that it did not keep to it."""
        if self.match.roll_id != event.id or not isinstance(self.match.need, Roll):
            return
        if isinstance(event, Committed) and event.tower != self._roller.tower.id:
            return  # the match was moved to another tower before this was written
        await self._append(event)
        if isinstance(event, CommitmentRefused):
            happened("distrust", match=self.match.id, roll=event.id, why=event.why)

    async def time_up(self) -> None:
        """End every decision whose time is up; an answer that came in the meantime is in time."""
        while (late := self.keeper.late()) is not None:
            await self._end(late)
        await self.settle()

    async def seat(self, seats: list[int], tablet: bool) -> None:
        """Let seats play on the tablet, or on phones of their own again."""
        moved = sorted(seat for seat in set(seats) if (seat in self.match.tablet) != tablet)
        if moved:
            await self._append(Seated(moved, tablet))
            await self.settle()

    async def move_to(self, tower: Tower) -> None:
        """Let another tower roll from here on. The line is on disk before that one is asked."""
        if tower.id != self.match.tower or tower is not self._roller.tower:
            waits = isinstance(self.match.need, Roll)
            await self._append(TowerChosen(tower.id, self.match.roll_id if waits else ""))
            self._roller.move(tower)
            happened("moved", match=self.match.id, tower=tower.id)

    async def abandon(self) -> None:
        """End the match early. Nothing happens to one that is over."""
        if not self.match.closed:
            await self._append(Closed([], abandoned=True))

    async def _append(self, event: JournalEvent) -> None:
        match = self.match
        match.take(await self._journal.append(match.id, match.seq + 1, event))
        self._supervisor.clear()

    def _try(self, event: Event) -> None:
        # Nothing is written that could not be read again: what raises does so before.
        self.match.position.after(event).check()

    async def _move(self, seat: int, command: Command) -> None:
        if seat == TABLE:
            raise TableError("table.no_seat")
        if self.match.paused is not None:
            raise TableError("clock.moved_paused")
        self._check_question(seat, command.question)
        event = Move(seat, command.answer or {})
        self._try_or_refuse(event)
        await self._append(Moved(event, command.id, self.keeper.used(), command.bot))

    def _check_question(self, seat: int, question: int | None) -> None:
        asked = self.match.questions.get(seat)
        if question is None and asked is not None:
            raise TableError("table.which_question")
        if question is not None and question != asked:
            raise TableError("table.other_question")

    def _try_or_refuse(self, event: Event) -> None:
        # Nothing has changed, so people can choose something else.
        try:
            self._try(event)
        except GameError as error:
            doing = describe(event)
            raise self._supervisor.fail(error, self.match.seq, doing, "match.failed") from None

    def _try_without(self, of: int) -> None:
        try:
            Position(self.match.game, self.match.withdrawn(of)).check()
        except TableError:
            raise
        except Exception as error:
            doing = f"taking line {of} back"
            raise self._supervisor.fail(error, self.match.seq, doing, "match.failed") from None

    def _may_withdraw(self, of: int) -> bool:
        try:
            self._try_without(of)
        except (TableError, BrokenError):
            return False
        return True

    async def _press(self, viewer: int, command: Command) -> None:
        roll, asked = self.match.need, (command.answer or {}).get("roll")
        if not isinstance(asked, str):
            raise TableError("table.press_what", got=repr(asked))
        if asked != self.match.roll_id and asked.startswith(f"{self.match.id}."):
            return  # that roll is over: it was pressed before, on the tower or by this command
        if not isinstance(roll, Roll) or viewer not in (roll.seat, TABLE):
            raise TableError("table.no_press")
        self._roller.tower.take(self.match.id)
        self._roller.press(asked)

    async def _ask_hand(self, viewer: int, command: Command) -> None:
        asked = manual_dice.ask(self.match, self._roller, viewer, command.id, command.answer)
        await self._append(asked)

    async def _agree_hand(self, viewer: int, command: Command) -> None:
        manual_dice.check_asked(self.match, self.voices, viewer)
        await self._append(ManualDiceAgreed(viewer, command.id))

    async def _refuse_hand(self, viewer: int, command: Command) -> None:
        manual_dice.check_asked(self.match, self.voices, viewer)
        await self._append(ManualDiceRefused(viewer, command.id))

    async def _type_in(self, viewer: int, command: Command) -> None:
        answer = command.answer
        outcome = manual_dice.type_in(self.match, self._roller, viewer, command.id, answer)
        self._try_or_refuse(outcome.event)
        await self.take_outcome(outcome)

    async def _ask_back(self, seat: int, command: Command) -> None:
        of = self.match.last_move(seat)
        if of is None or self._roller.tumbling:
            raise TableError("back.too_late")
        if self.match.back is not None:
            raise TableError("back.pending", seat=self.match.back.seat)
        self._try_without(of)
        await self._append(TakeBackAsked(seat, of, command.id))

    async def _agree_back(self, seat: int, command: Command) -> None:
        back = self._back_asked_of(seat)
        if self._roller.tumbling:
            raise TableError("back.too_late")
        self._try_without(back.of)
        await self._append(TakeBackAgreed(seat, command.id))

    async def _refuse_back(self, seat: int, command: Command) -> None:
        self._back_asked_of(seat)
        await self._append(TakeBackRefused(seat, command.id))

    def _back_asked_of(self, seat: int) -> TakeBackAsked:
        if self.match.back is None or seat not in self.match.missing:
            raise TableError("back.not_asked")
        return self.match.back

    async def _pause(self, viewer: int, command: Command) -> None:
        if not self.keeper.timed:
            raise TableError("clock.none")
        if self.match.paused is None and self.match.winners is None:
            await self._append(Paused(viewer, command.id, self.keeper.used()))

    async def _resume(self, viewer: int, command: Command) -> None:
        if self.match.paused is not None or self.keeper.held:
            await self._append(Resumed(viewer, command.id, self.keeper.used()))
        self.keeper.go_on()

    async def _help_open(self, viewer: int, command: Command) -> None:
        self.keeper.help_opened(viewer)

    async def _help_close(self, viewer: int, command: Command) -> None:
        self.keeper.help_closed(viewer)

    async def _let_in(self, viewer: int, command: Command) -> None:
        self._audience.let_in(viewer, (command.answer or {}).get("number"))

    async def _turn_away(self, viewer: int, command: Command) -> None:
        self._audience.turn_away(viewer, (command.answer or {}).get("number"))

    async def _bot_plays(self, viewer: int, command: Command) -> None:
        await self._append(bots.sit_down(self._seating, viewer, command.id, command.answer))

    async def _bot_stops(self, viewer: int, command: Command) -> None:
        left = bots.stand_up(self._seating, viewer, command.id, command.answer)
        if left is not None:
            await self._append(left)

    async def _choose_pace(self, viewer: int, command: Command) -> None:
        if viewer != TABLE:
            raise TableError("table.pace_where")
        pace: Pace | None = (command.answer or {}).get("pace")
        if pace is None or pace not in get_args(Pace):
            known, got = ", ".join(get_args(Pace)), repr(pace)[:40]
            raise TableError("table.pace", expected=known, got=got)
        if pace != self.match.pace:
            await self._append(PaceChosen(pace, viewer, command.id))

    @property
    def _seating(self) -> bots.Seating:
        match = self.match
        return bots.Seating(match.game, len(match.names), match.bots, match.winners is not None)

    async def _end(self, late: Late) -> None:
        match = self.match
        if late.by == "clock" and match.opened.timing.mode == "gentle":
            self.keeper.ring(late)
            self._roller.nudge(late.seat)
        elif isinstance(match.need, Roll):
            self.keeper.ring(late)
            self._roller.press(match.roll_id)
        else:
            await self._move_for(late)

    async def _move_for(self, late: Late) -> None:
        event = TimeUp(late.seat, late.by)
        try:
            self._try(event)
        except (RuleError, GameError) as error:
            # The seat can still choose for itself; it is not asked to be late again.
            self._supervisor.fail(error, self.match.seq, describe(event), "match.no_default")
            self.keeper.ring(late)
            return
        await self._append(TimedOut(event, late.by, self.keeper.used()))
        self.wind(self.here)


_DOES: dict[str, Callable[[Actions, int, Command], Awaitable[None]]] = {
    "move": Actions._move,
    "press": Actions._press,
    "ask_back": Actions._ask_back,
    "agree_back": Actions._agree_back,
    "refuse_back": Actions._refuse_back,
    "pause": Actions._pause,
    "resume": Actions._resume,
    "help_open": Actions._help_open,
    "help_close": Actions._help_close,
    "ask_hand": Actions._ask_hand,
    "agree_hand": Actions._agree_hand,
    "refuse_hand": Actions._refuse_hand,
    "type_in": Actions._type_in,
    "let_in": Actions._let_in,
    "turn_away": Actions._turn_away,
    "bot_plays": Actions._bot_plays,
    "bot_stops": Actions._bot_stops,
    "pace": Actions._choose_pace,
}
