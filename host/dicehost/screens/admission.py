"""The door of one match: which devices sit at its seats, and which wait to be let in.

A seat's first device lets itself in. A device that comes while another of that seat is there waits
until that one, or the table, says yes; it is told nothing of the match until then. Knows no web.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable

from dicerules.core import encode
from dicerules.views import TABLE
from msgspec import Struct

from dicehost.errors import SeatError
from dicehost.screens.mailbox import Mailbox
from dicehost.screens.seats import Seats
from dicehost.wording import Refusal, told

GRACE = 5.0
"""Seconds a seat stays taken after its last screen left: a phone that comes back is not robbed."""
MOST_WAITING = 4


class Knock(Struct, frozen=True):
    """A device that waits for a seat. People know it by the number that it shows."""

    seat: int
    number: int


class Waiting(Refusal, frozen=True):
    """What a device is told while it waits; ``number`` is for the people who may let it in."""

    number: int


class Admission:
    """Asked by the table whenever a screen comes or goes. ``freed`` is called when a seat is."""

    def __init__(self, match: str, seats: Seats, freed: Callable[[], None]) -> None:
        self._match = match
        self._seats = seats
        self._freed = freed
        self._known = seats.devices(match)
        self._here: Counter[int] = Counter()
        self._leaving: dict[int, asyncio.TimerHandle] = {}
        self._waiting: dict[Knock, tuple[Mailbox, str]] = {}
        # After a restart everybody comes back at once, and those who sat here come first.
        self._expected = {seat for seat, _ in self._known}

    @property
    def knocks(self) -> tuple[Knock, ...]:
        """Who waits, the first first."""
        return tuple(self._waiting)

    def admits(self, seat: int, device: str) -> bool:
        """Whether a device may sit here. The first of a seat may, and is remembered."""
        if seat == TABLE or (seat, device) in self._known:
            return True
        if self._here[seat] or seat in self._leaving or seat in self._expected:
            return False
        self._let_in(seat, device)
        return True

    def check(self, seat: int, device: str) -> None:
        """Refuse what a device asks for that may not sit here."""
        if not self.admits(seat, device):
            raise SeatError("seat.device")

    def enter(self, seat: int) -> None:
        """A screen of an admitted device sits down."""
        self._here[seat] += 1
        self._stay(seat)

    def leave(self, seat: int) -> None:
        """A screen has gone."""
        self._here[seat] -= 1
        if not self._here[seat] and seat != TABLE:
            self._leave(seat)

    def knock(self, mailbox: Mailbox, device: str) -> None:
        """Let a device wait, and tell it so."""
        seat = mailbox.viewer
        taken = {knock.number for knock in self._waiting if knock.seat == seat}
        if len(taken) >= MOST_WAITING:
            raise SeatError("seat.crowd")
        number = secrets.choice([free for free in range(10, 100) if free not in taken])
        self._waiting[Knock(seat, number)] = (mailbox, device)
        if seat in self._expected:
            self._leave(seat)
        waits = told(SeatError("seat.waits"))
        mailbox.put(encode(Waiting(waits.code, waits.message, waits.say, number)))

    def gives_up(self, mailbox: Mailbox) -> None:
        """One that waited has gone."""
        self._waiting = {
            knock: (waiting, device)
            for knock, (waiting, device) in self._waiting.items()
            if waiting is not mailbox
        }

    def answer(self, viewer: int, number: object, yes: bool) -> Mailbox | None:
        """Let somebody in, as its seat or the table says: its mailbox. Or send it away."""
        for knock, (mailbox, device) in self._waiting.items():
            if knock.number == number and viewer in (knock.seat, TABLE):
                del self._waiting[knock]
                if yes:
                    self._let_in(knock.seat, device)
                    return mailbox
                mailbox.end(encode(told(SeatError("seat.turned_away"))))
                break
        return None  # that device has gone, or was answered before

    def forget(self, seat: int) -> None:
        """The seat's link was renewed: devices that came by the old one are strangers now."""
        self._known = self._seats.devices(self._match)
        self._here[seat] = 0
        self._stay(seat)
        for knock, (mailbox, _) in list(self._waiting.items()):
            if knock.seat == seat:
                del self._waiting[knock]
                mailbox.end(encode(told(SeatError("seat.token", match=self._match))))

    def take_next(self) -> Mailbox | None:
        """The mailbox of one who waited for a seat that has become free."""
        for knock, (mailbox, device) in self._waiting.items():
            if self.admits(knock.seat, device):
                del self._waiting[knock]
                return mailbox
        return None

    def _let_in(self, seat: int, device: str) -> None:
        self._seats.let_in(self._match, seat, device)
        self._known.add((seat, device))

    def _stay(self, seat: int) -> None:
        self._expected.discard(seat)
        timer = self._leaving.pop(seat, None)
        if timer is not None:
            timer.cancel()

    def _leave(self, seat: int) -> None:
        self._stay(seat)
        self._leaving[seat] = asyncio.get_running_loop().call_later(GRACE, self._left, seat)

    def _left(self, seat: int) -> None:
        del self._leaving[seat]
        self._freed()
