"""The house: every table of this host, the tower they share, the journal and the seats' tokens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
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
from dicehost.errors import HostError, JournalError
from dicehost.fold import Fold, unfold
from dicehost.journal import Journal
from dicehost.lines import Opened
from dicehost.link.tower import Tower
from dicehost.seats import Seats, owner_key
from dicehost.table import Table

log = logging.getLogger(__name__)

SEAT_COLOURS = ("cyan", "yellow", "pink", "green", "blue", "peach")
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
        self.tower = tower
        self._cards = cards or {}
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
        await self.tower.run()

    async def open(
        self, key: str, names: Sequence[str], options: Mapping[str, Any], timing: Timing
    ) -> str:
        """Open a match and return its name."""
        game = find_game(key)
        chosen = _check_options(game, options)
        _check_names(game, names)
        _check_timing(timing)
        cards = self._cards.get(key) or read_own(game)
        state = game.start(chosen, len(names), cards)
        match = secrets.token_hex(4)
        opened = Opened(
            game=key,
            version=game.version,
            names=list(names),
            colours=list(SEAT_COLOURS[: len(names)]),
            options=chosen.model_dump(mode="json"),
            state=msgspec.Raw(encode(state)),
            timing=timing,
        )
        entry = await self.journal.append(match, 1, "opened", encode(opened))
        self.seats.deal(match, len(names))
        self._sit(Fold(game, entry))
        self.tower.take(match)
        return match

    async def table(self, match: str) -> Table:
        """The table of a match, taken up again from the journal if need be."""
        if match not in self._tables:
            entries = await self.journal.read(match)
            if match not in self._tables:  # nobody was faster while we read
                self._sit(unfold(find_game(self.journal.opening(match)["game"]), entries))
        return self._tables[match]

    def _sit(self, fold: Fold) -> None:
        table = Table(fold, self.journal, self.tower)
        self._tables[fold.match] = table
        # A host that died between a match's first line and its tokens deals them now.
        self.seats.deal(fold.match, len(fold.names))
        task = asyncio.get_running_loop().create_task(table.run())
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
        tokens = self.seats.tokens(match)
        seats = zip(opened["names"], opened["colours"], strict=True)
        return Listed(
            match=match,
            game=opened["game"],
            names=opened["names"],
            state="over" if over else "open",
            at=at,
            table=f"/table/{match}#{tokens.get(TABLE, '')}",
            seats=[
                Place(name=name, colour=colour, link=f"/seat/{match}#{tokens.get(seat, '')}")
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


def _check_timing(timing: Timing) -> None:
    got = timing.decision + timing.increment
    if timing.mode != "off" and got < SHORTEST_TIME:
        raise MatchError("match.clock", least=SHORTEST_TIME, got=got)
