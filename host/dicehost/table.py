"""One match being played: the single writer of its journal. Knows no rules, no web, no wire.

Commands are taken one after another, and each goes the same way: check, append and sync, apply,
tell the tower, tell the screens. Never another order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal

from dicerules.core import Move, Roll, encode
from dicerules.errors import RuleError
from dicerules.views import TABLE
from msgspec import Struct

from dicehost import screens
from dicehost.dealer import Dealer
from dicehost.errors import HostError, TableError
from dicehost.fold import (
    BackAnswered,
    BackAsked,
    Closed,
    Fold,
    Happened,
    Outcome,
    Withdrawn,
)
from dicehost.journal import Journal
from dicehost.link.tower import Tower
from dicehost.mailbox import Mailbox

Job = Callable[[], Awaitable[None]]


class Command(Struct, frozen=True):
    """What a screen wants done. Sending the same id again is doing it once.

    ``answer`` is a filled form for "move", and ``{"roll": id}`` for "press": the roll it is meant
    for, so that a press that comes late does not roll the next one.
    """

    id: str
    do: Literal["move", "press", "ask_back", "agree_back", "refuse_back"]
    answer: dict[str, Any] | None = None


class Table:
    """A match with its screens and its share of the tower. ``run`` it, then ``do`` commands."""

    def __init__(self, fold: Fold, journal: Journal, tower: Tower) -> None:
        self.fold = fold
        self._journal = journal
        self._dealer = Dealer(fold, tower, self._rolled, self.publish)
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[None]]] = asyncio.Queue()
        self._screens: set[Mailbox] = set()

    async def run(self) -> None:
        """Take commands and serve the tower until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._write())
            await self._in_turn(self._settle)
            tasks.create_task(self._dealer.run())

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
        if self.fold.back is not None and not self.fold.missing:
            await self._append("withdrawn", Withdrawn(self.fold.back.seat, self.fold.back.of))
        if self.fold.winners is not None and not self.fold.closed:
            await self._append("closed", Closed(list(self.fold.winners)))
        self._dealer.stir()
        self.publish()

    async def _move(self, seat: int, command: Command) -> None:
        if seat == TABLE:
            raise TableError("table.no_seat")
        event = Move(seat, command.answer or {})
        self.fold.game.apply(self.fold.state, event)
        await self._append("moved", Happened(event, command.id))

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
        await self._append("rolled", outcome)
        await self._dealer.show()
        await self._settle()

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

    def watch(self, viewer: int) -> Mailbox:
        """Give a new screen its mailbox, with the present state in it."""
        mailbox = Mailbox(viewer)
        self._screens.add(mailbox)
        self.publish()
        return mailbox

    def unwatch(self, mailbox: Mailbox) -> None:
        """A screen has gone."""
        self._screens.discard(mailbox)
        self.publish()

    def publish(self) -> None:
        """Tell every screen what it may know now, written once for each viewer."""
        here = {mailbox.viewer for mailbox in self._screens}
        for viewer in here:
            message = encode(screens.build(self.fold, self._dealer, here, viewer))
            for mailbox in self._screens:
                if mailbox.viewer == viewer:
                    mailbox.put(message)


_DOES: dict[str, Callable[[Table, int, Command], Awaitable[None]]] = {
    "move": Table._move,
    "press": Table._press,
    "ask_back": Table._ask_back,
    "agree_back": Table._agree_back,
    "refuse_back": Table._refuse_back,
}
