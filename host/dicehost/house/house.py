"""The house: every table of this host, the tower they share, the journal and the seats' tokens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Game
from dicerules.views import TABLE

from dicehost.bots.thinker import Thinker
from dicehost.clock.clock import Timing
from dicehost.errors import HostError, JournalError, SeatError
from dicehost.house.bots import PAUSE
from dicehost.house.damage import as_damage, deal_again, notices
from dicehost.house.listing import BotListed, MatchListed, SeatListed
from dicehost.house.opening import find_game, prepare
from dicehost.house.resume import Resumed, resume
from dicehost.house.supervisor import Supervisor, keep_up
from dicehost.house.table import Table
from dicehost.journal.events import Bot, Opened
from dicehost.journal.store import Journal
from dicehost.link.noise_log import Health
from dicehost.link.tower import Tower
from dicehost.match.bots import check_bots
from dicehost.match.record import Match, check_version
from dicehost.match.states import build_decoders
from dicehost.screens.guess_limit import GuessLimit
from dicehost.screens.seats import Seats, owner_key
from dicehost.storage import FolderLock
from dicehost.wording import told

log = logging.getLogger(__name__)

UNREADABLE = Opened("", 0, [], [], {}, msgspec.Raw(b"{}"))
"""Listed in place of a first line that cannot be read."""


class House:
    """Open it in a folder, ``run`` it, and it has tables.

    ``thinker`` decides for bots; ``bot_pause`` is how long a bot waits, at least and at most.
    """

    def __init__(
        self,
        folder: Path,
        tower: Tower,
        cards: Mapping[str, Any] | None = None,
        thinker: Thinker | None = None,
        bot_pause: tuple[float, float] = PAUSE,
    ) -> None:
        with ExitStack() as books:
            books.enter_context(closing(FolderLock(folder)))
            self.key = owner_key(folder / "owner.key")
            self.journal = books.enter_context(closing(Journal(folder / "journal.sqlite")))
            self.seats = books.enter_context(closing(Seats(folder / "seats.sqlite")))
            self.health = books.enter_context(closing(Health(folder / "health.sqlite")))
            self.journal.heads.pack()
            if self.seats.set_aside is not None:
                deal_again(self.seats, self.journal)
            self._books = books.pop_all()
        aside = self.journal.moved_aside, self.seats.set_aside, self.health.set_aside
        self.notices = notices(*aside)
        self.tower = tower
        build_decoders(games().values())
        self.thinker = thinker or Thinker()
        self._bot_pause = bot_pause
        self._cards = cards or {}
        self._guesses = GuessLimit()
        self._tables: dict[str, Table] = {}
        self._unread: dict[str, HostError] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Keep the tower, and go on with the match that was played last."""
        matches = [match for match, _, over in self.journal.matches() if not over]
        for newest in matches[:1]:
            try:
                await self.table(newest)
                self.tower.take(newest)
            except HostError as error:
                log.error("match %s cannot go on: %s", newest, error)
        self._keep(keep_up(self._look_through), "looking through the matches")
        health = partial(self.health.follow, self.tower)
        self._keep(keep_up(health), "noting the tower's health")
        await keep_up(self.tower.run)

    def cards(self, game: Game) -> Any:
        """The cards that new matches of a game are played with: the owner's, or the game's own."""
        return self._cards.get(game.key) or default_cards(game)

    async def _look_through(self) -> None:
        # Matches are taken up when somebody comes; that one cannot go on is known before.
        for match, _, over in self.journal.matches():
            if match in self._tables:
                continue
            try:
                if over:
                    await self.journal.read(match)
                elif (await self._resume(match)).error is not None:
                    await self.table(match)
            except HostError as error:
                log.error("match %s cannot be read: %s", match, error)
                self._unread[match] = error

    async def open(
        self,
        key: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        timing: Timing,
        colours: Sequence[str] = (),
        bots: Sequence[Bot] = (),
    ) -> str:
        """Open a match and return its name. Without ``colours`` seats get the game's in order."""
        game = find_game(key)
        check_bots(game, bots, len(names))
        opened = prepare(game, names, options, timing, colours, self.cards(game))
        opened = msgspec.structs.replace(opened, bots=tuple(bots))
        match = secrets.token_hex(4)
        entry = await self.journal.append(match, 1, opened)
        self.seats.retire(match for match, _, over in self.journal.matches() if over)
        self._sit(Resumed(Match(game, entry)))
        self.tower.take(match)
        if bots:
            self._keep(self.thinker.start(), "starting to think for bots")
        return match

    async def again(self, match: str) -> str:
        """Open a match as another one was, for the same people, and show their screens the way."""
        old = await self.table(match)
        following = self.seats.next(match)
        if following is not None and not (await self.table(following)).match.closed:
            return following
        opened = old.match.opened
        # The next person at the table begins.
        names, colours = ([*each[1:], each[0]] for each in (opened.names, opened.colours))
        bots = [
            msgspec.structs.replace(bot, seat=(bot.seat - 1) % len(names)) for bot in opened.bots
        ]
        new = await self.open(opened.game, names, opened.options, opened.timing, colours, bots)
        self.seats.follow(match, new)
        old.lead_on(self._ways_on(old.match, new))
        return new

    async def join(self, code: str, who: str) -> str:
        """The link that a short code stands for; ``who`` types it may not guess for long."""
        self._guesses.check(who)
        place = self.seats.place_of(code)
        if place is None or (await self.table(place[0])).match.closed:
            self._guesses.wrong(who)
            raise SeatError("seat.code", got=repr(code)[:20])
        match, seat = place
        return self._places(match)[seat]

    async def rekey(self, match: str, seat: int) -> None:
        """Give a seat a new link and code; screens that came by the old one are cut off."""
        self.seats.rekey(match, seat)
        (await self.table(match)).cut_off(seat)

    def _ways_on(self, old: Match, new: str) -> dict[int, str]:
        # People keep their names, not their seats.
        places, names = self._places(new), self.journal.opening(new).names
        seats = {seat: names.index(name) for seat, name in enumerate(old.names) if name in names}
        return {seat: places[there] for seat, there in {TABLE: TABLE, **seats}.items()}

    def _places(self, match: str) -> dict[int, str]:
        return {
            seat: f"/table/{match}#{token}" if seat == TABLE else f"/seat/{match}#{token}"
            for seat, token in self.seats.tokens(match).items()
        }

    async def table(self, match: str) -> Table:
        """The table of a match, taken up again from the journal if need be."""
        if match not in self._tables:
            resumed = await self._resume(match)
            if match not in self._tables:  # nobody was faster while we read
                self._sit(resumed)
        return self._tables[match]

    async def reopen(self, match: str) -> None:
        """Go on with a match that has stopped, from its journal, with the game as it is now."""
        if match in self._tables:
            await self._tables[match].reopen(partial(self._resume, match))
        else:
            (await self.table(match)).supervisor.check()

    async def recover(self, match: str) -> None:
        """Go on with a damaged match after its sound part."""
        await self.journal.recover(match)
        self.restored(match)
        await self.reopen(match)

    async def remove(self, match: str) -> None:
        """Take a damaged match off the list."""
        await self.journal.remove(match)
        self.restored(match)

    def restored(self, match: str) -> None:
        """A match was read in again from a file: what was wrong with it is over."""
        self._unread.pop(match, None)

    def damage(self, match: str) -> JournalError | None:
        """How a match is damaged on the disk, as far as it is known."""
        return as_damage(self._unread.get(match))

    async def _resume(self, match: str) -> Resumed:
        # On the loop: the states' decoders are finished, but a game may decode types of its own,
        # and two threads that decode a type for the first time at once can crash msgspec.
        name = ""
        try:
            entries = await self.journal.read(match)
            game = find_game(self.journal.opening(match).game)
            name = game.name
            resumed = resume(game, entries)
        except HostError as error:
            if error.code != "journal.unknown":
                self._unread[match] = error
            raise
        except Exception as error:
            broken = Supervisor(match, name).stop(error, 0, "reading the journal")
            self._unread[match] = broken
            raise broken from None
        self._unread.pop(match, None)
        return resumed

    def trouble(self, match: str) -> HostError | None:
        """What is wrong with a match, as far as it is known."""
        table = self._tables.get(match)
        return table.supervisor.trouble if table else self._unread.get(match)

    def has_stopped(self, match: str) -> bool:
        """Whether a match cannot go on as it is."""
        table = self._tables.get(match)
        return table.supervisor.stopped is not None if table else match in self._unread

    def _sit(self, resumed: Resumed) -> None:
        played = resumed.match
        # A host that died between a match's first line and its tokens deals them now.
        self.seats.deal(played.id, len(played.names), played.closed)
        table = Table(resumed, self.journal, self.tower, self.seats, self.thinker, self._bot_pause)
        self._tables[played.id] = table
        following = self.seats.next(played.id)
        if following is not None:
            table.lead_on(self._ways_on(played, following))
        self._keep(table.run(), f"the table of match {played.id}")

    def _keep(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s ended", task.get_name(), exc_info=error)

    def listed(self) -> list[MatchListed]:
        """Every match, the last played first."""
        return [self._listed(match, at, over) for match, at, over in self.journal.matches()]

    def links(self, match: str) -> MatchListed:
        """One match with its links."""
        for known, at, over in self.journal.matches():
            if known == match:
                return self._listed(match, at, over)
        raise JournalError("journal.unknown", match=match)

    def _listed(self, match: str, at: str, over: bool) -> MatchListed:
        opened, refused = self._opened(match)
        sound = self.journal.sound_lines(match)[0] if self.damage(match) else None
        links = self._places(match)
        codes = {} if over else self.seats.codes(match)
        table = self._tables.get(match)
        here = table.here if table else set()
        bots = table.match.bots if table else {bot.seat: bot for bot in opened.bots}
        trouble = None if refused else self.trouble(match)
        seats = zip(opened.names, opened.colours, strict=True)
        return MatchListed(
            match=match,
            game=opened.game,
            names=opened.names,
            state="over" if over else "open",
            at=at,
            table=links.get(TABLE, ""),
            code=codes.get(TABLE, ""),
            next=self.seats.next(match),
            trouble=None if trouble is None else msgspec.to_builtins(told(trouble)),
            seats=[
                SeatListed(
                    name=name,
                    colour=colour,
                    link=links.get(seat, ""),
                    code=codes.get(seat, ""),
                    here=seat in here,
                    bot=BotListed(bots[seat].level, bots[seat].face) if seat in bots else None,
                )
                for seat, (name, colour) in enumerate(seats)
            ],
            refused=refused,
            sound=None if sound is None else len(sound),
        )

    def _opened(self, match: str) -> tuple[Opened, dict[str, Any] | None]:
        # How a match was opened, and why this host cannot go on with it, if it cannot.
        opened = UNREADABLE
        try:
            opened = self.journal.opening(match)
            check_version(find_game(opened.game), match, opened.version)
        except HostError as error:
            refused: HostError | None = self._unread.setdefault(match, error)
        else:
            refused = self.damage(match)
        return opened, None if refused is None else msgspec.to_builtins(told(refused))

    async def close(self) -> None:
        """Stop every table, then close the books."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinker.close()
        self._books.close()
