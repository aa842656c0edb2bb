"""The house: every table of this host, its towers, the journal and the seats' tokens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Game

from dicehost.bots.thinker import Thinker
from dicehost.clock.clock import Timing
from dicehost.errors import HeldError, HostError, JournalError
from dicehost.house.bots import PAUSE
from dicehost.house.care import Care
from dicehost.house.damage import deal_again, notices
from dicehost.house.in_venue import InVenue
from dicehost.house.invitations import Invitations
from dicehost.house.lists import Lists
from dicehost.house.notices import Notices
from dicehost.house.observers import Observer, Observers
from dicehost.house.opening import find_game, prepare
from dicehost.house.register import Register
from dicehost.house.resume import Resumed, resume
from dicehost.house.sharing import Sharing
from dicehost.house.supervisor import Supervisor, keep_up
from dicehost.house.table import Table
from dicehost.house.tasks import Tasks
from dicehost.house.tournaments import Tournaments
from dicehost.house.towers_told import tell_tower
from dicehost.journal.entry import ROOM, is_match
from dicehost.journal.events import Bot, Closed, Pace
from dicehost.journal.store import Journal
from dicehost.journal.tournament_events import TournamentOpened
from dicehost.link.noise_log import Health
from dicehost.link.towers import Towers
from dicehost.match.bots import check_bots
from dicehost.match.record import Match
from dicehost.match.states import build_decoders
from dicehost.past.hindsight import SECONDS, Hindsights
from dicehost.screens.played_at import PlayedAt
from dicehost.screens.seats import GUEST, Seats, owner_key
from dicehost.storage import FolderLock

log = logging.getLogger(__name__)


class House:
    """Open it in a folder, ``run`` it, and it has tables.

    ``thinker`` decides for bots; ``bot_pause`` is how long a bot waits, at least and at most;
    ``hindsight_seconds`` is the computing time that looking back at a match is worth.
    """

    def __init__(
        self,
        folder: Path,
        towers: Towers,
        cards: Mapping[str, Any] | None = None,
        thinker: Thinker | None = None,
        bot_pause: tuple[float, float] = PAUSE,
        hindsight_seconds: float = SECONDS,
        open_journal: Callable[[Path], Journal] = Journal,
        open_seats: Callable[[Path], Seats] = Seats,
    ) -> None:
        with ExitStack() as books:
            books.enter_context(closing(FolderLock(folder)))
            self.key = owner_key(folder / "owner.key")
            self.journal = books.enter_context(closing(open_journal(folder / "journal.sqlite")))
            self.seats = books.enter_context(closing(open_seats(folder / "seats.sqlite")))
            self.health = books.enter_context(closing(Health(folder / "health.sqlite")))
            self.journal.heads.pack()
            if self.seats.set_aside is not None:
                deal_again(self.seats, self.journal)
            self._books = books.pop_all()
        aside = self.journal.moved_aside, self.seats.set_aside, self.health.set_aside
        self.notices = notices(*aside)
        self.towers = towers
        build_decoders(games().values())
        self.thinker = thinker or Thinker()
        self.hindsights = Hindsights(folder / "hindsight", hindsight_seconds)
        self._bot_pause = bot_pause
        self._cards = cards or {}
        self._tables: dict[str, Table] = {}
        self.sharing = Sharing(towers, self._tables)
        self.care = Care(towers)
        self.invitations = Invitations(self.seats, self.journal, self.table)
        self.register = Register(self.journal)
        self._tasks = Tasks()
        self._observers = Observers()
        self._work: list[tuple[Callable[[], Awaitable[None]], str]] = []
        self._running: dict[str, asyncio.Task[None]] = {}
        self._overtaken: set[str] = set()
        self._dealt: set[str] = set()
        self.overtaken: Callable[[str], None] = lambda match: None
        """Called with a match that another host has played on."""
        self.journal.overtaken = self._overtake
        self.tournaments = Tournaments(self.journal, self._open_for)
        self.observe(self.tournaments)
        self.notice = Notices(self.journal, self._tell_all)
        self.venue: InVenue | None = None
        self.lists = Lists(
            self.journal, self.register, self.seats, self._tables, lambda: self.venue
        )

    async def run(self) -> None:
        """Keep the towers, and go on with the match that each of them rolled for last."""
        matches = [
            match for match, _, over in self.journal.matches() if self._may_play(match, over)
        ]
        for newest in matches[:1]:
            try:
                await self.table(newest)
            except HostError as error:
                log.error("match %s cannot go on: %s", newest, error)
        for work, name in self._work:
            self._tasks.keep(keep_up(work), name)
        self._tasks.keep(keep_up(self.notice.run), "reading the room's notices")
        self._tasks.keep(keep_up(self.tournaments.run), "keeping the tournaments")
        self._tasks.keep(keep_up(self._look_through), "looking through the matches")
        health = partial(self.health.follow, self.towers)
        self._tasks.keep(keep_up(health), "noting the towers' health")
        self._tasks.keep(keep_up(self.journal.follow), "following other hosts")
        await keep_up(self.towers.run)

    def add_work(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Do something for as long as the house runs, and begin again if it fails."""
        self._work.append((work, name))

    def observe(self, observer: Observer) -> None:
        """Tell somebody what is published from here on, and what is there already."""
        self._observers.add(observer)
        for table in self._tables.values():
            observer.published(table)

    def _tell_all(self, told: bytes) -> None:
        for table in self._tables.values():
            table.audience.call(told)

    def cards(self, game: Game) -> Any:
        """The cards that new matches of a game are played with: the owner's, or the game's own."""
        return self._cards.get(game.key) or default_cards(game)

    async def _look_through(self) -> None:
        # Matches are taken up when somebody comes; that one cannot go on is known before.
        for match, _, over in self.journal.matches():
            self.register.look_up(match)  # so that the first list does not wait for all first lines
            self._deal(match, over)
            if match in self._tables:
                continue
            try:
                if not self._may_play(match, over):
                    await self.journal.read(match)
                else:
                    resumed = await self._resume(match)
                    tower = self.towers.find(resumed.match.tower)
                    if resumed.error is not None or (tower and self.sharing.is_free(tower)):
                        await self.table(match)
            except HostError as error:
                log.error("match %s cannot be read: %s", match, error)
                self.register.note(match, error)

    async def open(
        self,
        key: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        timing: Timing,
        colours: Sequence[str] = (),
        bots: Sequence[Bot] = (),
        checkable: bool = True,
        pace: Pace = "normal",
        hints: bool = False,
        tower: str = "",
        follows: str = "",
    ) -> str:
        """Open a match and return its name. Without ``colours`` seats get the game's in order.

        Without a ``tower`` it gets a free one, or shares one if there is none. Screens of the match
        that it ``follows`` are shown the way to it.
        """
        chosen = self.sharing.choose(tower)
        game = find_game(key)
        check_bots(game, bots, len(names))
        opened = prepare(game, names, options, timing, colours, self.cards(game), checkable)
        opened = msgspec.structs.replace(
            opened, bots=tuple(bots), pace=pace, hints=hints, tower=chosen.id, follows=follows
        )
        match = secrets.token_hex(4)
        entry = await self.journal.append(match, 1, opened)
        played = Match(game, entry)
        if self.venue is not None:
            played.take(await self.journal.append(match, 2, self.venue.me))
        self.seats.retire(match for match, _, over in self.journal.matches() if over)
        self._sit(Resumed(played)).tower.take(match)
        self._lead_on(follows, match)
        if bots:
            self._tasks.keep(self.thinker.start(), "starting to think for bots")
        return match

    async def _open_for(self, opened: TournamentOpened, names: Sequence[str], tower: str) -> str:
        # The match of a tournament's table.
        return await self.open(opened.game, names, opened.options, opened.timing, tower=tower)

    async def again(self, match: str) -> str:
        """Open a match as another one was, for the same people, and show their screens the way."""
        old = await self.table(match)
        following = self.seats.next(match)
        if following is not None and not (await self.table(following)).match.closed:
            return following
        opened, tower = old.match.opened, self.towers.find(old.match.tower)
        # The next person at the table begins.
        names, colours = ([*each[1:], each[0]] for each in (opened.names, opened.colours))
        bots = [
            msgspec.structs.replace(bot, seat=(bot.seat - 1) % len(names)) for bot in opened.bots
        ]
        return await self.open(
            opened.game,
            names,
            opened.options,
            opened.timing,
            colours,
            bots,
            opened.checkable,
            old.match.pace,
            opened.hints,
            tower.id if tower else "",
            match,
        )

    def _lead_on(self, before: str, match: str) -> None:
        # At whichever host a match is opened: screens of the one before it may be at this one.
        known = self.seats.next(before)
        is_over = self.journal.is_over
        if before and (known is None or (is_over(known) and not is_over(match))):
            self.seats.follow(before, match)
            if (table := self._tables.get(before)) is not None:
                table.lead_on(self.invitations.ways_on(table.match, match))

    async def move(self, match: str, tower: str) -> None:
        """Let a match roll with another tower, from the middle of it on."""
        chosen = self.towers.the(tower)
        table = await self.table(match)
        former = table.tower
        await table.move_to(chosen)
        if self.sharing.is_free(chosen):
            chosen.take(match)
        if former is not chosen and former.holder == match:
            former.take(None)

    async def table(self, match: str) -> Table:
        """The table of a match, taken up again from the journal if need be."""
        if match not in self._tables:
            resumed = await self._resume(match)
            if match not in self._tables:  # nobody was faster while we read
                self._sit(resumed)
        return self._tables[match]

    async def find(self, match: str, token: str) -> None:
        """Look for a match that another host has opened so lately that it is not known here."""
        if not self.seats.tokens(match) and self.seats.foresees(match, token):
            await self.journal.catch_up(match)
            if match in self.journal.lengths():
                self._deal(match, over=False)

    async def reopen(self, match: str) -> None:
        """Go on with a match that has stopped, from its journal, with the game as it is now."""
        if match in self._tables:
            await self._tables[match].reopen(partial(self._resume, match))
            self.sharing.follow(self._tables[match])
        else:
            (await self.table(match)).supervisor.check()

    def _deal(self, match: str, over: bool) -> None:
        # A match that came from another host can be joined here as well.
        opened, _ = self.register.look_up(match)
        if opened.names:
            self._dealt.add(match)
            if not self.seats.tokens(match):
                self.seats.deal(match, len(opened.names), over)
        self._lead_on(opened.follows, match)

    def _overtake(self, match: str) -> None:
        # Another host has played on: the table here goes on from there.
        if match == ROOM:
            self.notice.overtaken()
            return
        if not is_match(match):
            self.tournaments.overtaken(match)
            return
        if match not in self._dealt:
            self._deal(match, over=False)
        self.overtaken(match)
        if match in self._tables and match not in self._overtaken:
            self._overtaken.add(match)
            self._tasks.keep(self._catch_up(match), f"taking up match {match} from another host")

    async def _catch_up(self, match: str) -> None:
        self._overtaken.discard(match)  # lines that come from here on need another look
        with suppress(HeldError):  # its screens are told where it is played
            await self.reopen(match)

    def in_venue(self, venue: InVenue) -> None:
        """Play in a venue from here on: with each match that this host may play there."""
        self.venue = venue
        venue.changed = self._look_again
        venue.own_towers = lambda: [tell_tower(tower) for tower in self.towers.all]
        self.add_work(venue.run, "staying in the venue")

    def seats_changed(self, match: str) -> None:
        """Another host of the venue has let a device in, or renewed a link."""
        if match in self._tables:
            table = self._tables[match]
            table.audience.door.learn()
            table.teller.join = self.invitations.of(match).get(GUEST)
            table.publish()

    def _may_play(self, match: str, over: bool) -> bool:
        return not over and (self.venue is None or self.venue.may_play(match))

    def _look_again(self) -> None:
        # Hosts of the venue came or went, maybe this one: tables begin to play or stop.
        for match, table in self._tables.items():
            held = self.venue.held(match) if self.venue and not table.match.closed else None
            if str(held) != str(table.held):
                self._overtake(match)
            else:
                table.publish()

    async def play_on(self, match: str) -> None:
        """Go on with a match that has stopped, also one whose host in the venue is gone."""
        if self.venue is not None and not self.journal.is_over(match):
            await self.venue.take(match)
        await self.reopen(match)
        self.sharing.sit(self._tables[match])

    async def recover(self, match: str) -> None:
        """Go on with a damaged match after its sound part."""
        await self.journal.recover(match)
        self.register.forget(match)
        await self.reopen(match)

    async def abandon(self, match: str) -> None:
        """End a match early; nobody wins. Also one whose game cannot be played here any more."""
        lines = await self.journal.read(match)
        try:
            table = await self.table(match)
        except HostError:
            if not self.journal.is_over(match):
                await self.journal.append(match, len(lines) + 1, Closed([], abandoned=True))
        else:
            await table.abandon()

    async def remove(self, match: str) -> None:
        """Take a match off the list that is over or damaged; its links open nothing any more."""
        await self.journal.remove(match)
        self.register.forget(match)
        table = self._tables.pop(match, None)
        if table is not None:
            table.close(JournalError("journal.unknown", match=match))
        if (running := self._running.pop(match, None)) is not None:
            running.cancel()
        self.seats.forget(match)
        self._dealt.discard(match)
        self._observers.removed(match)

    async def _resume(self, match: str) -> Resumed:
        # On the loop: the states' decoders are finished, but a game may decode types of its own,
        # and two threads that decode a type for the first time at once can crash msgspec.
        name = ""
        try:
            entries = await self.journal.read(match)
            game = find_game(self.journal.opening(match).game)
            name = game.name
            resumed = resume(game, entries)
            if self.venue is not None and resumed.error is None and not resumed.match.closed:
                resumed = msgspec.structs.replace(resumed, error=self.venue.held(match))
        except HostError as error:
            if error.code != "journal.unknown":
                self.register.note(match, error)
            raise
        except Exception as error:
            broken = Supervisor(match, name).stop(error, 0, "reading the journal")
            self.register.note(match, broken)
            raise broken from None
        self.register.is_sound(match)
        return resumed

    def _sit(self, resumed: Resumed) -> Table:
        played = resumed.match
        # A host that died between a match's first line and its tokens deals them now.
        self.seats.deal(played.id, len(played.names), played.closed)
        join = self.invitations.of(played.id)[GUEST]
        table = Table(
            resumed,
            self.journal,
            self.sharing.of(played),
            self.seats,
            self.thinker,
            self._bot_pause,
            join,
            self._observers.published,
            lambda: self.notice.told,
            self._played,
        )
        self._tables[played.id] = table
        self.sharing.sit(table)
        following = self.seats.next(played.id)
        if following is not None:
            table.lead_on(self.invitations.ways_on(played, following))
        self._running[played.id] = self._tasks.keep(table.run(), f"the table of match {played.id}")
        return table

    @property
    def other_hosts(self) -> list[str]:
        """Where other hosts of the venue are reached; none at home."""
        return [] if self.venue is None else self.venue.addresses

    def _played(self, match: str) -> PlayedAt | None:
        return None if self.venue is None else self.venue.played_at(match)

    async def close(self) -> None:
        """Stop every table, then close the books."""
        await self.care.close()
        await self._tasks.close()
        await self.thinker.close()
        await self.hindsights.close()
        self._books.close()
