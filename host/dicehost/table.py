"""One match being played: the single writer of its journal. Knows no rules, no web, no wire.

Commands are taken one after another, and each goes the same way: check, append and sync, apply,
tell the tower, tell the screens. Never another order.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from dicerules.core import Move, Roll, TimeUp, encode
from dicerules.errors import RuleError
from dicerules.views import TABLE
from msgspec import Struct
from msgspec.structs import replace

from dicehost import byhand, screens
from dicehost.audience import Audience
from dicehost.commands import Command
from dicehost.dealer import Dealer
from dicehost.errors import HostError, SeatError, TableError
from dicehost.fold import Fold
from dicehost.journal import Journal
from dicehost.lines import (
    BackAnswered,
    BackAsked,
    BackLapsed,
    Closed,
    Happened,
    Outcome,
    Paused,
    Seated,
    Timed,
    Withdrawn,
)
from dicehost.link.tower import State, Tower
from dicehost.mailbox import Mailbox
from dicehost.seats import Seats
from dicehost.steady import steady
from dicehost.timekeeper import BEAT, Late, Timekeeper

log = logging.getLogger(__name__)

ASK_AGAIN = 0.5
"""Seconds until a time that is up is written again, where the disk said no."""

Job = Callable[[], Awaitable[None]]


class Table:
    """A match with its screens and its share of the tower. ``run`` it, then ``do`` commands."""

    def __init__(self, fold: Fold, journal: Journal, tower: Tower, seats: Seats) -> None:
        self.fold = fold
        self.audience = Audience(fold.match, seats, self._phone_came, self.publish)
        self.next: dict[int, str] = {}
        self._journal = journal
        self._dealer = Dealer(fold, tower, self._rolled, byhand.draw, self.publish)
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[None]]] = asyncio.Queue()
        self._keeper = Timekeeper(fold, steady)
        self._rewound = asyncio.Event()

    async def run(self) -> None:
        """Take commands and serve the tower until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._write())
            await self._in_turn(self._settle)
            tasks.create_task(self._dealer.run())
            tasks.create_task(self._watch_time())

    async def do(self, viewer: int, command: Command) -> int:
        """Do a command of a seat or the table's screen; return the journal's line after it."""
        await self._in_turn(partial(self._do, viewer, command))
        return self.fold.answered.get((viewer, command.id), self.fold.seq)

    async def _in_turn(self, job: Job) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._jobs.put((job, done))
        # Shielded: who hangs up does not stop a command that has begun.
        await asyncio.shield(done)

    async def _write(self) -> None:
        while True:
            job, done = await self._jobs.get()
            try:
                await job()
            except (HostError, RuleError) as refusal:
                done.set_exception(refusal)
                done.exception()  # seen: nobody may be waiting for it any more
            else:
                done.set_result(None)

    async def _do(self, viewer: int, command: Command) -> None:
        if (viewer, command.id) not in self.fold.answered:
            await _DOES[command.do](self, viewer, command)
            await self._settle()

    async def _append(self, kind: str, body: Struct) -> None:
        fold = self.fold
        fold.take(await self._journal.append(fold.match, fold.seq + 1, kind, encode(body)))

    async def _settle(self) -> None:
        # What follows of itself from the lines so far, also when a host died in between.
        back = self.fold.back
        if back is not None and not self.fold.may_withdraw(back.of):
            await self._append("back_lapsed", BackLapsed(back.seat))
        elif back is not None and not self.fold.missing:
            await self._append("withdrawn", Withdrawn(back.seat, back.of, self._keeper.used()))
        if (begun := byhand.begun(self.fold, self.audience.phones)) is not None:
            await self._append("hand_begun", begun)
        if self.fold.winners is not None and not self.fold.closed:
            await self._append("closed", Closed(list(self.fold.winners)))
        self._dealer.stir()
        self.publish()

    async def _move(self, seat: int, command: Command) -> None:
        if seat == TABLE:
            raise TableError("table.no_seat")
        if self.fold.paused is not None:
            raise TableError("clock.moved_paused")
        event = Move(seat, command.answer or {})
        self.fold.game.apply(self.fold.state, event)
        await self._append("moved", Happened(event, command.id, self._keeper.used()))

    async def _press(self, viewer: int, command: Command) -> None:
        roll, asked = self.fold.need, (command.answer or {}).get("roll")
        if not isinstance(asked, str):
            raise TableError("table.press_what", got=repr(asked))
        if asked != self.fold.roll_id and asked.startswith(f"{self.fold.match}."):
            return  # that roll is over: it was pressed before, on the tower or by this command
        if not isinstance(roll, Roll) or viewer not in (roll.seat, TABLE):
            raise TableError("table.no_press")
        self._dealer.tower.take(self.fold.match)
        self._dealer.press(asked)

    async def _rolled(self, outcome: Outcome) -> None:
        await self._in_turn(partial(self._take_outcome, outcome))

    async def _take_outcome(self, outcome: Outcome) -> None:
        if self.fold.roll_id != outcome.id or not isinstance(self.fold.need, Roll):
            return  # the position changed under a roll that nobody saw
        self.fold.game.apply(self.fold.state, outcome.event)
        await self._append("rolled", replace(outcome, used=self._keeper.used()))
        await self._dealer.show()
        await self._settle()

    async def _ask_hand(self, viewer: int, command: Command) -> None:
        await self._append("hand_asked", byhand.ask(self.fold, self._dealer, viewer, command.id))

    async def _agree_hand(self, viewer: int, command: Command) -> None:
        said = byhand.answer(self.fold, self.audience.phones, viewer, command.id)
        await self._append("hand_agreed", said)

    async def _refuse_hand(self, viewer: int, command: Command) -> None:
        said = byhand.answer(self.fold, self.audience.phones, viewer, command.id)
        await self._append("hand_refused", said)

    async def _type_in(self, viewer: int, command: Command) -> None:
        await self._take_outcome(
            byhand.type_in(self.fold, self._dealer, viewer, command.id, command.answer)
        )

    async def _ask_back(self, seat: int, command: Command) -> None:
        of = self.fold.last_move(seat)
        if of is None or self._dealer.tumbling:
            raise TableError("back.too_late")
        if self.fold.back is not None:
            raise TableError("back.pending", seat=self.fold.back.seat)
        self.fold.without(of)
        await self._append("back_asked", BackAsked(seat, of, command.id))

    async def _agree_back(self, seat: int, command: Command) -> None:
        back = self._back_asked_of(seat)
        if self._dealer.tumbling:
            raise TableError("back.too_late")
        self.fold.without(back.of)
        await self._append("back_agreed", BackAnswered(seat, command.id))

    async def _refuse_back(self, seat: int, command: Command) -> None:
        self._back_asked_of(seat)
        await self._append("back_refused", BackAnswered(seat, command.id))

    def _back_asked_of(self, seat: int) -> BackAsked:
        if self.fold.back is None or seat not in self.fold.missing:
            raise TableError("back.not_asked")
        return self.fold.back

    async def _pause(self, viewer: int, command: Command) -> None:
        if not self._keeper.timed:
            raise TableError("clock.none")
        if self.fold.paused is None and self.fold.winners is None:
            await self._append("paused", Paused(viewer, command.id, self._keeper.used()))

    async def _resume(self, viewer: int, command: Command) -> None:
        if self.fold.paused is not None or self._keeper.held:
            await self._append("resumed", Paused(viewer, command.id, self._keeper.used()))
        self._keeper.go_on()

    async def _help_open(self, viewer: int, command: Command) -> None:
        self._keeper.help_opened(viewer)

    async def _help_close(self, viewer: int, command: Command) -> None:
        self._keeper.help_closed(viewer)

    async def _let_in(self, viewer: int, command: Command) -> None:
        self.audience.let_in(viewer, (command.answer or {}).get("number"))

    async def _turn_away(self, viewer: int, command: Command) -> None:
        self.audience.turn_away(viewer, (command.answer or {}).get("number"))

    async def _watch_time(self) -> None:
        while True:
            self._rewound.clear()
            due = self._keeper.due()
            if due == 0:
                await self._ring()
                continue
            if self._keeper.beats:
                due = min(BEAT, BEAT if due is None else due)
            with suppress(TimeoutError):
                async with asyncio.timeout(None if due is None else (due + 1) / 1000):
                    await self._rewound.wait()

    async def _ring(self) -> None:
        try:
            await self._in_turn(self._time_up)
        except HostError as refusal:
            log.warning("time is up, but it cannot be written yet: %s", refusal)
            await asyncio.sleep(ASK_AGAIN)

    async def _time_up(self) -> None:
        # Whoever answered in the meantime is not late any more.
        while (late := self._keeper.late()) is not None:
            await self._end(late)
        await self._settle()

    async def _end(self, late: Late) -> None:
        fold = self.fold
        if late.by == "clock" and fold.opened.timing.mode == "gentle":
            self._keeper.ring(late)
            self._dealer.nudge(late.seat)
        elif isinstance(fold.need, Roll):
            self._keeper.ring(late)
            self._dealer.press(fold.roll_id)
        else:
            event = TimeUp(late.seat, late.by)
            try:
                fold.game.apply(fold.state, event)
            except RuleError as refusal:
                log.error("%s makes no default move: %s", fold.game.key, refusal)
                self._keeper.ring(late)
                return
            await self._append("timed", Timed(event, late.by, self._keeper.used()))
            self._wind()

    def _wind(self) -> set[int]:
        here = self.here
        # Whoever types dice in needs no tower.
        tower = self.fold.by_hand or self._dealer.tower.state is State.READY
        ready = self._dealer.armed and not self._dealer.tumbling and not self._dealer.by_hand
        self._keeper.wind(here, tower, ready)
        self._dealer.run_out(self._keeper.sand)
        self._rewound.set()
        return here

    @property
    def here(self) -> set[int]:
        """The seats that can be reached: by a screen of their own, or on the tablet."""
        # Who plays on the tablet is there as long as the tablet is.
        phones = self.audience.phones
        return phones | self.fold.tablet if TABLE in phones else phones

    async def seat_at_tablet(self, seats: list[int]) -> None:
        """Let seats without a phone play on the table's tablet."""
        unknown = next((seat for seat in seats if not 0 <= seat < len(self.fold.names)), None)
        if unknown is not None:
            raise SeatError("seat.unknown", match=self.fold.match, got=unknown)
        phone = next((seat for seat in seats if seat in self.audience.phones), None)
        if phone is not None:
            raise SeatError("seat.has_phone", seat=phone)
        await self._in_turn(partial(self._seat, seats, True))

    def check_tablet(self, seat: int) -> None:
        """Refuse to show a seat on the tablet that does not play there."""
        if seat not in self.fold.tablet or seat in self.audience.phones:
            raise SeatError("seat.not_tablet")

    async def _seat(self, seats: list[int], tablet: bool) -> None:
        moved = sorted(seat for seat in set(seats) if (seat in self.fold.tablet) != tablet)
        if moved:
            await self._append("seated", Seated(moved, tablet))
            await self._settle()

    def _phone_came(self, seat: int) -> None:
        if seat in self.fold.tablet:
            # A phone of one's own is better than a tablet handed round.
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._jobs.put_nowait((partial(self._seat, [seat], False), done))

    def watch(self, viewer: int, device: str, tablet: bool = False) -> Mailbox:
        """Give a new screen its mailbox: with the present state in it, or that it has to wait."""
        mailbox = self.audience.watch(viewer, device, tablet)
        self.publish()
        return mailbox

    def unwatch(self, mailbox: Mailbox) -> None:
        """A screen has gone."""
        self.audience.unwatch(mailbox)
        self.publish()

    def answer(self, mailbox: Mailbox, seq: int) -> None:
        """A screen asks whether anybody is there, and says which line it has."""
        if mailbox.waits:
            return  # it is being told already
        if seq == self.fold.seq or mailbox not in self.audience:
            mailbox.put(encode({"alive": seq}))
        else:
            mailbox.put(self._message(self.here, mailbox.viewer))

    def cut_off(self, seat: int) -> None:
        """The seat's link was renewed: its screens see nothing more."""
        self.audience.cut_off(seat)
        self.publish()

    def lead_on(self, links: dict[int, str]) -> None:
        """The same people play again: show each screen the way to its place there."""
        self.next = links
        self.publish()

    def publish(self) -> None:
        """Tell every screen what it may know now."""
        self.audience.send(partial(self._message, self._wind()))

    def _message(self, here: set[int], viewer: int) -> bytes:
        knocks, link = self.audience.knocks(viewer), self.next.get(viewer)
        return encode(
            screens.build(self.fold, self._dealer, self._keeper, here, viewer, knocks, link)
        )


_DOES: dict[str, Callable[[Table, int, Command], Awaitable[None]]] = {
    "move": Table._move,
    "press": Table._press,
    "ask_back": Table._ask_back,
    "agree_back": Table._agree_back,
    "refuse_back": Table._refuse_back,
    "pause": Table._pause,
    "resume": Table._resume,
    "help_open": Table._help_open,
    "help_close": Table._help_close,
    "ask_hand": Table._ask_hand,
    "agree_hand": Table._agree_hand,
    "refuse_hand": Table._refuse_hand,
    "type_in": Table._type_in,
    "let_in": Table._let_in,
    "turn_away": Table._turn_away,
}
