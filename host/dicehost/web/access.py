"""Who may ask for what: the dependencies of every route. A secret never stands in an address.

They are coroutines so that they run in the event loop's thread, where the seats' file was opened.

The owner's key and a seat's token come in the Authorization header. A browser keeps them in the
address's fragment, which it never sends.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated, NamedTuple

from fastapi import Depends, Header, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from dicehost.errors import SeatError
from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.screens.seats import GUEST, is_owner

MatchId = Annotated[str, Path(description="A match's id, as GET /api/matches lists it.")]
Device = Annotated[
    str,
    Header(
        alias="Device", max_length=100, description="A secret that this device made up for itself."
    ),
]
OWNER_KEY = HTTPBearer(
    scheme_name="owner key",
    description="The part behind #key= of the owner's link, which `dicetower play` prints.",
    auto_error=False,
)
SEAT_TOKEN = HTTPBearer(
    scheme_name="seat token",
    description="The part behind # of a seat's or the table's link; the owner's key where it says.",
    auto_error=False,
)


async def find_house(connection: HTTPConnection) -> House:
    """The house that this app serves."""
    house: House = connection.app.state.house
    return house


TheHouse = Annotated[House, Depends(find_house)]


async def owner(
    house: TheHouse, given: Annotated[HTTPAuthorizationCredentials | None, Depends(OWNER_KEY)]
) -> None:
    """Let the owner pass."""
    if given is None or not is_owner(house.key, given.credentials):
        raise SeatError("seat.owner")


async def owner_or_this_machine(
    request: Request,
    house: TheHouse,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(OWNER_KEY)],
) -> None:
    """Let the owner pass, and programs that run on the host itself."""
    if request.client is None or not _is_loopback(request.client.host):
        await owner(house, given)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def seat_token(
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(SEAT_TOKEN)],
) -> str:
    """The token that came with a request; empty if none did."""
    return given.credentials if given else ""


Token = Annotated[str, Depends(seat_token)]


class Reader(NamedTuple):
    """Somebody who may look at what was played: the owner, or a player of one match."""

    house: House
    token: str

    @property
    def is_owner(self) -> bool:
        """Whether everything may be looked at."""
        return is_owner(self.house.key, self.token)

    def check(self, match: str) -> None:
        """Refuse somebody who is neither the owner nor has a link of this match."""
        if self.is_owner:
            return
        if not match:
            raise SeatError("seat.owner")
        self.house.seats.whose(match, self.token)


async def reader(house: TheHouse, token: Token) -> Reader:
    """Somebody who asks about a finished match; ``check`` says whether they may."""
    return Reader(house, token)


async def match_reader(match: MatchId, asking: Annotated[Reader, Depends(reader)]) -> str:
    """The match, if the reader may look at it."""
    asking.check(match)
    return match


AnyReader = Annotated[Reader, Depends(reader)]
ReadableMatch = Annotated[str, Depends(match_reader)]


class Visitor(NamedTuple):
    """A screen that asks for a seat of a match, by the token of its link and its device's secret.

    ``device`` is None for a screen that may wait to be let in.
    """

    house: House
    match: str
    token: str
    device: str | None = None

    async def sit_down(self, seat: int | None) -> tuple[Table, int]:
        """The table and the seat that the token opens there.

        The owner's key with a ``seat`` opens one that plays on the tablet, and no seat that has a
        phone: the owner may be playing too. A ``device`` that the seat has not let in is refused.
        """
        if seat is not None:
            if not is_owner(self.house.key, self.token):
                raise SeatError("seat.owner")
            table = await self.house.table(self.match)
            table.check_tablet(seat)
            return table, seat
        await self.house.find(self.match, self.token)
        seat = self.house.seats.whose(self.match, self.token)
        table = await self.house.table(self.match)
        if self.device is not None:
            if seat == GUEST:
                raise SeatError("seat.looks_on")
            table.audience.door.check(seat, self.device)
        return table, seat


async def seat_or_tablet(
    house: TheHouse, match: MatchId, token: Token, device: Device = ""
) -> Visitor:
    """Who sends a command: a seat's own device, or the tablet with the owner's key."""
    return Visitor(house, match, token, device)


AtSeat = Annotated[Visitor, Depends(seat_or_tablet)]
OWNER_ONLY = [Depends(owner)]
