"""The door of one match: which devices sit at its seats, and which wait to be let in.

A seat's first device lets itself in. Any other one waits until a device of that seat, or the
table, says yes; it is told nothing of the match until then. That nobody is at the seat makes no
difference: its phone may be asleep. Knows no web.
"""

from __future__ import annotations

import secrets

from dicerules.core import encode
from dicerules.views import TABLE
from msgspec import Struct

from dicehost.errors import HostError, SeatError
from dicehost.screens.mailbox import Mailbox
from dicehost.screens.seats import GUEST, Seats, hashed
from dicehost.wording import Refusal, told

MOST_WAITING = 4


class Knock(Struct, frozen=True):
    """A device that waits for a seat. People know it by the number that it shows."""

    seat: int
    number: int


class Waiting(Refusal, frozen=True):
    """What a device is told while it waits; ``number`` is for the people who may let it in."""

    number: int


class Admission:
    """Asked by the table whenever a screen comes."""

    def __init__(self, match: str, seats: Seats) -> None:
        self._match = match
        self._seats = seats
        self._known = seats.devices(match)
        self._waiting: dict[Knock, tuple[Mailbox, str]] = {}

    @property
    def knocks(self) -> tuple[Knock, ...]:
        """Who waits, the first first."""
        return tuple(self._waiting)

    def admits(self, seat: int, device: str) -> bool:
        """Whether a device may sit here. The first of a seat may, and is remembered."""
        if seat in (TABLE, GUEST) or self.knows(seat, device):
            return True
        if self.is_taken(seat):
            return False
        self._let_in(seat, device)
        return True

    def knows(self, seat: int, device: str) -> bool:
        """Whether a device sits here already."""
        return (seat, device) in self._known or (seat, hashed(device)) in self._known

    def learn(self) -> None:
        """Another host of the venue has let devices in."""
        self._known = self._seats.devices(self._match)

    def is_taken(self, seat: int) -> bool:
        """Whether some device sits here: any other one has to wait."""
        return any(seat == taken for taken, _ in self._known)

    def check(self, seat: int, device: str) -> None:
        """Refuse what a device asks for that may not sit here."""
        if not self.admits(seat, device):
            raise SeatError("seat.device")

    def knock(self, mailbox: Mailbox, device: str) -> None:
        """Let a device wait, and tell it so."""
        seat = mailbox.viewer
        taken = {knock.number for knock in self._waiting if knock.seat == seat}
        if len(taken) >= MOST_WAITING:
            raise SeatError("seat.crowd")
        number = secrets.choice([free for free in range(10, 100) if free not in taken])
        self._waiting[Knock(seat, number)] = (mailbox, device)
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
                if yes:
                    # If that fails, the device still waits and can be let in later.
                    self._let_in(knock.seat, device)
                    del self._waiting[knock]
                    return mailbox
                del self._waiting[knock]
                mailbox.end(encode(told(SeatError("seat.turned_away"))))
                break
        return None  # that device has gone, or was answered before

    def forget(self, seat: int) -> None:
        """The seat's link was renewed: devices that came by the old one are strangers now."""
        self._known = self._seats.devices(self._match)
        for knock, (mailbox, _) in list(self._waiting.items()):
            if knock.seat == seat:
                del self._waiting[knock]
                mailbox.end(encode(told(SeatError("seat.token", match=self._match))))

    def close(self, refusal: HostError) -> None:
        """The match is gone: those who wait are told why."""
        for mailbox, _ in self._waiting.values():
            mailbox.end(encode(told(refusal)))
        self._waiting.clear()

    def _let_in(self, seat: int, device: str) -> None:
        self._seats.let_in(self._match, seat, device)
        self._known.add((seat, device))
