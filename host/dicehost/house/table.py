"""One match being played, with its screens and its tasks: the single writer of its journal.

Commands are taken one after another, and each goes the same way: check, append and sync, apply,
work out what follows, then tell the tower and the screens, once. Whatever a game or a task raises
ends here: it is logged, answered and said, and no other match notices.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from dicerules.core import Face
from dicerules.views import Item
from dicerules.worth import Worth

from dicehost.bots.thinker import Thinker
from dicehost.errors import (
    BrokenError,
    HeldError,
    HostError,
    JournalError,
    SeatError,
    TableError,
)
from dicehost.house.actions import Actions
from dicehost.house.bots import PAUSE, BotPlayers, Duty, duties
from dicehost.house.hints import Hints
from dicehost.house.resume import Resumed
from dicehost.house.supervisor import RESTART, Supervisor
from dicehost.house.teller import Teller
from dicehost.house.writer import Job, Writer
from dicehost.journal.events import CommitmentRefused, Committed, RollOutcome
from dicehost.journal.store import Journal
from dicehost.link.tower import Tower
from dicehost.match import manual_dice
from dicehost.match.commands import Command
from dicehost.match.decisions import asks
from dicehost.match.position import GameError
from dicehost.match.record import Match
from dicehost.match.roller import Roller
from dicehost.match.timekeeper import BEAT
from dicehost.screens.audience import Audience
from dicehost.screens.mailbox import Mailbox
from dicehost.screens.played_at import PlayedAt
from dicehost.screens.reactions import Kind, Reactions
from dicehost.screens.seats import Seats

AT_THE_DOOR = frozenset({"let_in", "turn_away"})
"""Commands that concern screens alone: they work while the match has stopped."""


class Table:
    """A match with its screens and its share of the tower. ``run`` it, then ``do`` commands.

    ``join`` is the link by which everybody may choose a seat; the table shows it. ``published`` is
    called after each publish; ``played`` says where in a venue the match is played, ``notice``
    what a new screen is told of the whole room.
    """

    def __init__(
        self,
        resumed: Resumed,
        journal: Journal,
        tower: Tower,
        seats: Seats,
        thinker: Thinker,
        pause: tuple[float, float] = PAUSE,
        join: str | None = None,
        published: Callable[[Table], None] = lambda _: None,
        notice: Callable[[], bytes | None] = lambda: None,
        played: Callable[[str], PlayedAt | None] = lambda _: None,
    ) -> None:
        match = resumed.match
        self._notice = notice
        self._published = published
        self.supervisor = Supervisor(match.id, match.game.name)
        self.audience = Audience(match.id, seats, self._phone_came)
        self.reactions = Reactions(self.audience.call)
        self._roller = Roller(
            match, tower, self._rolled, self._note, manual_dice.draw, self.publish
        )
        self._actions = Actions(match, journal, self._roller, self.audience, self.supervisor)
        self.teller = Teller(
            self.audience, self._actions, self._roller, self.supervisor, self._stop, join, played
        )
        self._writer = Writer(self._stop, self._job_ended)
        bot_failed = partial(self._fail, doing="playing for a bot", code="match.task")
        self._bots = BotPlayers(
            thinker,
            pause,
            lambda: self.match,
            self.do,
            bot_failed,
            lambda: self._actions.keeper.show_left,
            self.reactions.call,
        )
        self._hints = Hints(thinker, lambda: self.match)
        self._rewound, self._unsettled = asyncio.Event(), asyncio.Event()
        self._told: tuple[int, HostError | None] = (0, None)
        self._untold = False
        if resumed.error is not None:
            self._stop(resumed.error, resumed.doing)

    @property
    def match(self) -> Match:
        """The match as far as it was played."""
        return self._actions.match

    @property
    def here(self) -> set[int]:
        """The seats that can be reached: by a screen of their own, on the tablet, or a bot's."""
        return self._actions.here

    async def run(self) -> None:
        """Take commands and serve the tower until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._keep_up("writing", self._writer.run))
            tasks.create_task(self._keep_up("going on from the journal", self._settle))
            tasks.create_task(self._keep_up("rolling dice", self._roller.run))
            tasks.create_task(self._keep_up("watching the clocks", self._watch_time))
            tasks.create_task(self._keep_up("playing for bots", self._bots.run))

    async def _keep_up(self, doing: str, work: Job) -> None:
        # A full disk, a bad frame, a lost link: what makes a task fail may pass.
        while True:
            try:
                return await work()
            except Exception as error:
                self._fail(error, doing, "match.task")
                await asyncio.sleep(RESTART)

    async def do(self, viewer: int, command: Command) -> int:
        """Do a command of a seat or the table's screen; return the journal's line after it."""
        doing = f"command {command.do} of viewer {viewer}"
        await self._writer.do(partial(self._do, viewer, command), doing)
        return self.match.answered.get((viewer, command.id), self.match.seq)

    async def _do(self, viewer: int, command: Command) -> None:
        if (viewer, command.id) in self.match.answered:
            return
        if command.do not in AT_THE_DOOR:
            self.supervisor.check()
        with self._settles_later():
            await self._actions.do(viewer, command)
        # Some commands write no line and are told all the same; what a press does, the tower tells.
        self._untold = self._untold or command.do != "press"

    @contextmanager
    def _settles_later(self) -> Iterator[None]:
        try:
            yield
        except JournalError:
            # Some of it may be written, and not what follows by itself from that.
            self._unsettled.set()
            raise

    async def _settle(self) -> None:
        while True:
            self._unsettled.clear()
            with suppress(BrokenError):  # a match that has stopped says so itself
                await self._writer.do(self._play_on, "going on from the journal")
            await self._unsettled.wait()

    async def _play_on(self) -> None:
        self.supervisor.check()
        await self._actions.settle()
        self._untold = True

    async def _rolled(self, outcome: RollOutcome) -> None:
        await self._writer.do(partial(self._take_outcome, outcome), f"outcome of roll {outcome.id}")

    async def _note(self, event: Committed | CommitmentRefused) -> None:
        await self._writer.do(partial(self._take_note, event), f"{event.kind} of roll {event.id}")

    async def _take_note(self, event: Committed | CommitmentRefused) -> None:
        self.supervisor.check()
        with self._settles_later():
            await self._actions.note(event)

    async def _take_outcome(self, outcome: RollOutcome) -> None:
        self.supervisor.check()
        with self._settles_later():
            await self._actions.take_outcome(outcome)
            await self._actions.settle()

    async def _watch_time(self) -> None:
        while True:
            self._rewound.clear()
            keeper = self._actions.keeper
            due = None if self.supervisor.stopped else keeper.due()
            if due == 0:
                with suppress(BrokenError):
                    await self._writer.do(self._time_up, "ending a decision whose time is up")
                continue
            if keeper.beats and not self.supervisor.stopped:
                due = min(BEAT, BEAT if due is None else due)
            with suppress(TimeoutError):
                async with asyncio.timeout(None if due is None else (due + 1) / 1000):
                    await self._rewound.wait()

    async def _time_up(self) -> None:
        self.supervisor.check()
        self._untold = True
        await self._actions.time_up()

    async def reopen(self, resume: Callable[[], Awaitable[Resumed]]) -> None:
        """Go on with the match as its journal and its game are now; refused if that fails again."""
        await self._writer.do(partial(self._reopen, resume), "opening the match again")
        self.supervisor.check()

    async def _reopen(self, resume: Callable[[], Awaitable[Resumed]]) -> None:
        resumed = await resume()
        self.supervisor.reopen()
        self.teller.forget()
        self._actions.take_up(resumed.match)
        if resumed.error is not None:
            self._stop(resumed.error, resumed.doing)
        else:
            await self._actions.settle()
        self._untold = True

    @property
    def held(self) -> HeldError | None:
        """Why this host does not play the match, if another host of the venue may."""
        stopped = self.supervisor.stopped
        return stopped if isinstance(stopped, HeldError) else None

    @property
    def tower(self) -> Tower:
        """The tower that rolls for this match, or stands for one that is looked for."""
        return self._roller.tower

    def use(self, tower: Tower) -> None:
        """Roll with a tower that nobody chose: the match had none that is known here."""
        self._roller.move(tower)

    async def move_to(self, tower: Tower) -> None:
        """Let another tower roll from here on, as the owner chose."""
        await self._writer.do(partial(self._move_to, tower), f"moving to tower {tower.id}")

    async def _move_to(self, tower: Tower) -> None:
        self.supervisor.check()
        await self._actions.move_to(tower)
        self._untold = True

    async def abandon(self) -> None:
        """End the match early, also one that has stopped: nobody wins."""
        await self._writer.do(self._abandon, "ending the match early")

    async def _abandon(self) -> None:
        await self._actions.abandon()
        self._untold = True

    def close(self, refusal: HostError) -> None:
        """The match is gone: tell every screen why, and let it go."""
        self._roller.close()
        self.audience.close(refusal)

    async def seat_at_tablet(self, seats: list[int]) -> None:
        """Let seats without a phone play on the table's tablet."""
        unknown = next((seat for seat in seats if not 0 <= seat < len(self.match.names)), None)
        if unknown is not None:
            raise SeatError("seat.unknown", match=self.match.id, got=unknown)
        phone = next((seat for seat in seats if seat in self.audience.phones), None)
        if phone is not None:
            raise SeatError("seat.has_phone", seat=phone)
        await self._writer.do(partial(self._seat, seats, True), f"seating {seats} at the tablet")

    def check_tablet(self, seat: int) -> None:
        """Refuse to show a seat on the tablet that does not play there."""
        if seat not in self.match.tablet or seat in self.audience.phones:
            raise SeatError("seat.not_tablet")

    async def _seat(self, seats: list[int], tablet: bool) -> None:
        self.supervisor.check()
        with self._settles_later():
            await self._actions.seat(seats, tablet)

    def _phone_came(self, seat: int) -> None:
        if seat in self.match.tablet:
            # A phone of one's own is better than a tablet handed round.
            self._writer.queue(partial(self._seat, [seat], False), f"seating {seat} at a phone")

    def faces(self) -> Mapping[str, tuple[Face, ...]]:
        """The pictures on the dice of this match."""
        try:
            return self.match.position.faces
        except GameError as error:
            raise self._fail(error, "drawing the dice", "match.failed") from None

    def preview(self, seat: int, answer: dict[str, Any]) -> tuple[Item, ...]:
        """What a seat's form, filled so far, would come to."""
        if seat not in asks(self.match.need):
            return ()
        try:
            return self.match.position.preview(seat, answer)
        except GameError as error:
            raise self._fail(error, f"a preview for seat {seat}", "match.preview") from None

    async def weigh(self, seat: int, answer: dict[str, Any]) -> tuple[Worth, ...]:
        """What the choices of a seat's half-filled form are worth, if hints are allowed here."""
        if not self.match.opened.hints:
            raise TableError("table.no_hints")
        if seat not in asks(self.match.need):
            return ()
        try:
            return await self._hints.weigh(seat, answer)
        except GameError as error:
            raise self._fail(error, f"weighing choices for seat {seat}", "match.weigh") from None

    def react(self, viewer: int, kind: Kind) -> bool:
        """Let a seat call something out; whether the others were told."""
        if viewer < 0:
            raise TableError("table.no_seat")
        return self.reactions.call(viewer, kind)

    def watch(self, viewer: int, device: str, tablet: bool = False) -> Mailbox:
        """Give a new screen its mailbox: it is sent the present state, or that it has to wait."""
        before = self.audience.attendance
        try:
            mailbox = self.audience.watch(viewer, device, tablet)
        except SeatError:
            raise
        except Exception as error:
            raise self._fail(error, "letting a screen in", "match.task") from None
        if self.audience.attendance != before:
            self.publish()
        else:
            self.teller.welcome(mailbox)
        if (notice := self._notice()) is not None:
            mailbox.call(notice)
        return mailbox

    def unwatch(self, mailbox: Mailbox) -> None:
        """A screen has gone."""
        before = self.audience.attendance
        self.audience.unwatch(mailbox)
        if self.audience.attendance != before:
            self.publish()

    def cut_off(self, seat: int) -> None:
        """The seat's link was renewed: its screens see nothing more."""
        self.audience.cut_off(seat)
        self.publish()

    def lead_on(self, links: dict[int, str]) -> None:
        """The same people play again: show each screen the way to its place there."""
        self.teller.ways_on = links
        self.publish()

    def _job_ended(self) -> None:
        # Told once, however many lines the job has written.
        self._roller.stir()
        if self._untold or self._told != (self.match.told, self.supervisor.trouble):
            self.publish()

    def publish(self) -> None:
        """Work out what follows for clocks and lamps, then tell every screen what it may know."""
        self._follow()
        if self.teller.moves_on():
            self._bots.react()
        self.teller.tell()
        self._untold, self._told = False, (self.match.told, self.supervisor.trouble)
        self._published(self)

    def _follow(self) -> None:
        try:
            self._actions.wind(self.here)
        except Exception as error:
            self._stop(error, "winding the clocks")
        self._rewound.set()
        self._bots.look(self._duties())
        self._hints.look()

    def _duties(self) -> set[Duty]:
        # A bot alone with bots waits until somebody looks.
        if not self.match.bots or not self.audience.phones or self.supervisor.stopped is not None:
            return set()
        return duties(self.match, self._roller, self._actions.keeper, self._actions.voices)

    def _stop(self, error: Exception, doing: str) -> BrokenError:
        self._roller.stop()
        self._actions.keeper.stop()
        return self.supervisor.stop(error, self.match.seq, doing)

    def _fail(self, error: Exception, doing: str, code: str) -> HostError:
        refusal = self.supervisor.fail(error, self.match.seq, doing, code)
        self.publish()
        return refusal
