"""The house: every table of this host, the tower they share, the journal and the seats' tokens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from dicerules import games
from dicerules.cards import read_own
from dicerules.core import Game, encode
from dicerules.views import TABLE
from pydantic import ValidationError

from dicehost.api import Listed, Place
from dicehost.clock import Timing
from dicehost.errors import HostError, JournalError, SeatError
from dicehost.fold import Fold, unfold
from dicehost.health import Health
from dicehost.journal import Journal
from dicehost.lines import Opened
from dicehost.link.tower import Tower
from dicehost.seats import Seats, owner_key
from dicehost.table import Table
from dicehost.tries import Tries

log = logging.getLogger(__name__)

SEAT_COLOURS = ("cyan", "yellow", "pink", "green", "blue", "peach", "plum", "grey")
"""In the order seats get them: neighbours differ most, for every kind of eye."""
LONGEST_NAME = 20
SHORTEST_TIME = 100
"""Milliseconds that a decision has at least, though its seat's bank be empty."""


class MatchError(HostError, ValueError):
    """A match that cannot be opened as asked."""


class House:
    """Open it in a folder, ``run`` it, and it has tables."""

    def __init__(self, folder: Path, tower: Tower, cards: Mapping[str, Any] | None = None) -> None:
        self.key = owner_key(folder / "owner.key")
        self.journal = Journal(folder / "journal.sqlite")
        self.seats = Seats(folder / "seats.sqlite")
        self.health = Health(folder / "health.sqlite")
        self.tower = tower
        self._cards = cards or {}
        self._tries = Tries()
        self._tables: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Keep the tower, and go on with the match that was played last."""
        newest = next((match for match, _, over in self.journal.matches() if not over), None)
        if newest is not None:
            try:
                await self.table(newest)
                self.tower.take(newest)
            except HostError as error:
                log.error("match %s cannot go on: %s", newest, error)
        self._keep(self.health.follow(self.tower))
        await self.tower.run()

    async def open(
        self,
        key: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        timing: Timing,
        colours: Sequence[str] = (),
    ) -> str:
        """Open a match and return its name. Without ``colours`` seats get them in their order."""
        game = find_game(key)
        chosen = _check_options(game, options)
        _check_names(game, names)
        colours = colours or SEAT_COLOURS[: len(names)]
        _check_colours(colours, len(names))
        _check_timing(timing)
        cards = self._cards.get(key) or read_own(game)
        state = game.start(chosen, len(names), cards)
        match = secrets.token_hex(4)
        opened = Opened(
            game=key,
            version=game.version,
            names=list(names),
            colours=list(colours),
            options=chosen.model_dump(mode="json"),
            state=msgspec.Raw(encode(state)),
            timing=timing,
        )
        entry = await self.journal.append(match, 1, "opened", encode(opened))
        self.seats.retire(match for match, _, over in self.journal.matches() if over)
        self._sit(Fold(game, entry))
        self.tower.take(match)
        return match

    async def again(self, match: str) -> str:
        """Open a match as another one was, for the same people, and show their screens the way."""
        old = await self.table(match)
        following = self.seats.next(match)
        if following is not None and not (await self.table(following)).fold.closed:
            return following
        told = old.fold.opened
        new = await self.open(told.game, told.names, told.options, told.timing, told.colours)
        self.seats.follow(match, new)
        old.lead_on(self._places(new))
        return new

    async def join(self, code: str, who: str) -> str:
        """The link that a short code stands for; ``who`` types it may not guess for long."""
        self._tries.check(who)
        place = self.seats.place_of(code)
        if place is None or (await self.table(place[0])).fold.closed:
            self._tries.wrong(who)
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
            entries = await self.journal.read(match)
            if match not in self._tables:  # nobody was faster while we read
                self._sit(unfold(find_game(self.journal.opening(match)["game"]), entries))
        return self._tables[match]

    def _sit(self, fold: Fold) -> None:
        # A host that died between a match's first line and its tokens deals them now.
        self.seats.deal(fold.match, len(fold.names), fold.closed)
        table = Table(fold, self.journal, self.tower, self.seats)
        self._tables[fold.match] = table
        following = self.seats.next(fold.match)
        if following is not None:
            table.lead_on(self._places(following))
        self._keep(table.run())

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def listed(self) -> list[Listed]:
        """Every match, the last played first."""
        return [self._listed(match, at, over) for match, at, over in self.journal.matches()]

    def links(self, match: str) -> Listed:
        """One match with its links."""
        for known, at, over in self.journal.matches():
            if known == match:
                return self._listed(match, at, over)
        raise JournalError("journal.unknown", match=match)

    def _listed(self, match: str, at: str, over: bool) -> Listed:
        opened = self.journal.opening(match)
        links = self._places(match)
        codes = {} if over else self.seats.codes(match)
        here = self._tables[match].here if match in self._tables else set()
        seats = zip(opened["names"], opened["colours"], strict=True)
        return Listed(
            match=match,
            game=opened["game"],
            names=opened["names"],
            state="over" if over else "open",
            at=at,
            table=links.get(TABLE, ""),
            code=codes.get(TABLE, ""),
            next=self.seats.next(match),
            seats=[
                Place(
                    name=name,
                    colour=colour,
                    link=links.get(seat, ""),
                    code=codes.get(seat, ""),
                    here=seat in here,
                )
                for seat, (name, colour) in enumerate(seats)
            ],
        )

    async def close(self) -> None:
        """Stop every table, then close the books."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.journal.close()
        self.seats.close()
        self.health.close()


def find_game(key: str) -> Game:
    """The game with this key, or a refusal that names those there are."""
    try:
        return games()[key]
    except KeyError:
        raise MatchError("match.game", expected=", ".join(games()), got=key) from None


def _check_options(game: Game, options: Mapping[str, Any]) -> Any:
    try:
        return game.options.model_validate(dict(options))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            known = ", ".join(game.options.model_fields)
            raise MatchError("match.option_unknown", expected=known, got=field) from None
        raise MatchError(
            "match.option", field=field, why=first["msg"], got=repr(first["input"])[:60]
        ) from None


def _check_names(game: Game, names: Sequence[str]) -> None:
    if len(names) not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise MatchError("match.seats", low=low, high=high, got=len(names))
    for name in names:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise MatchError("match.name", most=LONGEST_NAME, got=repr(name)[:60])
    if len({name.strip().casefold() for name in names}) != len(names):
        raise MatchError("match.names_alike", got=", ".join(names))


def _check_colours(colours: Sequence[str], seats: int) -> None:
    if len(set(colours)) != seats or len(colours) != seats or not {*colours} <= {*SEAT_COLOURS}:
        known, got = ", ".join(SEAT_COLOURS), ", ".join(colours)
        raise MatchError("match.colours", count=seats, expected=known, got=got[:80])


def _check_timing(timing: Timing) -> None:
    got = timing.decision + timing.increment
    if timing.mode != "off" and got < SHORTEST_TIME:
        raise MatchError("match.clock", least=SHORTEST_TIME, got=got)
