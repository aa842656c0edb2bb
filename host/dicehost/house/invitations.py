"""The links that lead people to a match: who may follow which, and where it takes them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from dicerules.views import TABLE

from dicehost.errors import SeatError
from dicehost.house.listing import PAGES, SeatOffered, SeatsOffered, link_of
from dicehost.house.table import Table
from dicehost.journal.store import Journal
from dicehost.match.record import Match
from dicehost.screens.guess_limit import GuessLimit
from dicehost.screens.seats import GUEST, Seats


class Invitations:
    """``table`` finds the table of a match."""

    def __init__(
        self, seats: Seats, journal: Journal, table: Callable[[str], Awaitable[Table]]
    ) -> None:
        self._seats = seats
        self._journal = journal
        self._table = table
        self._guesses = GuessLimit()

    async def join(self, code: str, who: str) -> str:
        """The link that a short code stands for; ``who`` types it may not guess for long."""
        self._guesses.check(who)
        place = self._seats.place_of(code)
        if place is None or (await self._table(place[0])).match.closed:
            self._guesses.wrong(who)
            raise SeatError("seat.code", got=repr(code)[:20])
        match, seat = place
        return self.of(match)[seat]

    async def rekey(self, match: str, seat: int) -> None:
        """Give a seat a new link and code; screens that came by the old one are cut off.

        The link for everybody is renewed, too: it would lead back to the seat.
        """
        table = await self._table(match)
        for renewed in {seat, GUEST}:
            self._seats.rekey(match, renewed)
            table.cut_off(renewed)
        table.teller.join = self.of(match)[GUEST]
        table.publish()

    async def offer(self, match: str, token: str, device: str) -> SeatsOffered:
        """The seats that somebody with the link for everybody may choose from."""
        self._check_guest(match, token)
        table = await self._table(match)
        door, played = table.audience.door, table.match
        return SeatsOffered(
            game=played.game.name,
            over=played.closed,
            seats=[
                SeatOffered(
                    name=name,
                    colour=colour,
                    taken=door.is_taken(seat),
                    mine=door.knows(seat, device),
                    bot=seat in played.bots,
                )
                for seat, (name, colour) in enumerate(
                    zip(played.names, played.opened.colours, strict=True)
                )
            ],
        )

    def choose_seat(self, match: str, token: str, seat: int) -> str:
        """The link of a seat, for somebody with the link for everybody.

        It opens the seat to its first device and to those it knows; any other one has to wait.
        """
        self._check_guest(match, token)
        place = self.of(match).get(seat)
        if place is None or seat < 0:
            raise SeatError("seat.unknown", match=match, got=seat)
        return place

    def _check_guest(self, match: str, token: str) -> None:
        if self._seats.whose(match, token) != GUEST:
            raise SeatError("seat.not_guest")

    def ways_on(self, old: Match, new: str) -> dict[int, str]:
        """Where each screen of a match goes for the next one: people keep names, not seats."""
        places, names = self.of(new), self._journal.opening(new).names
        seats = {seat: names.index(name) for seat, name in enumerate(old.names) if name in names}
        ways = {seat: places[there] for seat, there in {TABLE: TABLE, **seats}.items()}
        # Who looks on, looks on.
        return {**ways, GUEST: places[GUEST].replace(PAGES[GUEST], PAGES[TABLE])}

    def of(self, match: str) -> dict[int, str]:
        """The link of the table, of each seat and the one for everybody."""
        tokens = self._seats.tokens(match)
        return {seat: link_of(match, seat, token) for seat, token in tokens.items()}
