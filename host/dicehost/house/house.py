"""The house: every table of this host, the tower they share, the journal and the seats' tokens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Game
from dicerules.views import TABLE

from dicehost.clock.clock import Timing
from dicehost.errors import HostError, JournalError, SeatError
from dicehost.house.listing import MatchListed, SeatListed
from dicehost.house.opening import find_game, prepare
from dicehost.house.resume import Resumed, resume
from dicehost.house.supervisor import Supervisor
from dicehost.house.table import Table
from dicehost.journal.events import Opened
from dicehost.journal.store import Journal
from dicehost.link.noise_log import Health
from dicehost.link.tower import Tower
from dicehost.match.record import Match, check_version
from dicehost.match.states import build_decoders
from dicehost.screens.guess_limit import GuessLimit
from dicehost.screens.seats import Seats, owner_key
from dicehost.wording import told

log = logging.getLogger(__name__)

UNREADABLE = Opened("", 0, [], [], {}, msgspec.Raw(b"{}"))
"""Listed in place of a first line that cannot be read."""


class House:
    """Open it in a folder, ``run`` it, and it has tables."""

    def __init__(self, folder: Path, tower: Tower, cards: Mapping[str, Any] | None = None) -> None:
        self.key = owner_key(folder / "owner.key")
        self.journal = Journal(folder / "journal.sqlite")
        self.seats = Seats(folder / "seats.sqlite")
        self.health = Health(folder / "health.sqlite")
        self.tower = tower
        build_decoders(games().values())
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
        self._keep(self._look_through(matches[1:]), "looking through open matches")
        self._keep(self.health.follow(self.tower), "noting the tower's health")
        await self.tower.run()

    def cards(self, game: Game) -> Any:
        """The cards that new matches of a game are played with: the owner's, or the game's own."""
        return self._cards.get(game.key) or default_cards(game)

    async def _look_through(self, matches: Sequence[str]) -> None:
        # The others are taken up when somebody comes; that one cannot go on is known before.
        for match in matches:
            with suppress(HostError):
                if match not in self._tables and (await self._resume(match)).error is not None:
                    await self.table(match)

    async def open(
        self,
        key: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        timing: Timing,
        colours: Sequence[str] = (),
    ) -> str:
        """Open a match and return its name. Without ``colours`` seats get the game's in order."""
        game = find_game(key)
        opened = prepare(game, names, options, timing, colours, self.cards(game))
        match = secrets.token_hex(4)
        entry = await self.journal.append(match, 1, opened)
        self.seats.retire(match for match, _, over in self.journal.matches() if over)
        self._sit(Resumed(Match(game, entry)))
        self.tower.take(match)
        return match

    async def again(self, match: str) -> str:
        """Open a match as another one was, for the same people, and show their screens the way."""
        old = await self.table(match)
        following = self.seats.next(match)
        if following is not None and not (await self.table(following)).match.closed:
            return following
        opened = old.match.opened
        new = await self.open(
            opened.game, opened.names, opened.options, opened.timing, opened.colours
        )
        self.seats.follow(match, new)
        old.lead_on(self._places(new))
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
        table = Table(resumed, self.journal, self.tower, self.seats)
        self._tables[played.id] = table
        following = self.seats.next(played.id)
        if following is not None:
            table.lead_on(self._places(following))
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
        links = self._places(match)
        codes = {} if over else self.seats.codes(match)
        here = self._tables[match].here if match in self._tables else set()
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
                )
                for seat, (name, colour) in enumerate(seats)
            ],
            refused=refused,
        )

    def _opened(self, match: str) -> tuple[Opened, dict[str, Any] | None]:
        # How a match was opened, and why this host cannot go on with it, if it cannot.
        opened = UNREADABLE
        try:
            opened = self.journal.opening(match)
            check_version(find_game(opened.game), match, opened.version)
        except HostError as refusal:
            return opened, msgspec.to_builtins(told(refusal))
        return opened, None

    async def close(self) -> None:
        """Stop every table, then close the books."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.journal.close()
        self.seats.close()
        self.health.close()
