"""Everybody who looks at one match: the screens that are in, and those that wait at its door.

It sends what it is given and knows nothing of the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from dicerules.core import encode
from dicerules.views import TABLE

from dicehost.errors import HostError, SeatError
from dicehost.screens.admission import Admission, Knock
from dicehost.screens.mailbox import Mailbox
from dicehost.screens.seats import GUEST, Seats
from dicehost.wording import told


class Audience:
    """``came`` is told the seat of a phone that comes in."""

    def __init__(self, match: str, seats: Seats, came: Callable[[int], None]) -> None:
        self.match = match
        self.door = Admission(match, seats)
        self._came = came
        self._screens: set[Mailbox] = set()
        self._own: Counter[int] = Counter()
        """Screens of each viewer, without the tablet that is handed round."""

    @property
    def phones(self) -> set[int]:
        """The seats that have a screen of their own; the table's screen is one, too."""
        return {viewer for viewer in self._own if viewer != GUEST}

    @property
    def attendance(self) -> object:
        """Who is here and who waits at the door: what a screen that comes or goes may change."""
        return self.phones, self.door.knocks

    def here(self, tablet: set[int]) -> set[int]:
        """The seats that can be reached, if those in ``tablet`` play on the table's tablet."""
        # They are there as long as the tablet is.
        phones = self.phones
        return phones | tablet if TABLE in phones else phones

    def watch(self, viewer: int, device: str, tablet: bool) -> Mailbox:
        """Give a new screen its mailbox; a device that its seat does not know waits at the door."""
        mailbox = Mailbox(viewer, tablet)
        if tablet:
            self._add(mailbox)
        elif self.door.admits(viewer, device):
            self._enter(mailbox)
        else:
            self.door.knock(mailbox, device)
        return mailbox

    def unwatch(self, mailbox: Mailbox) -> None:
        """A screen has gone."""
        self._drop(mailbox)
        self.door.gives_up(mailbox)

    def let_in(self, viewer: int, number: object) -> None:
        """A seat, or the table, lets somebody in who waits."""
        mailbox = self.door.answer(viewer, number, yes=True)
        if mailbox is not None:
            self._enter(mailbox)

    def turn_away(self, viewer: int, number: object) -> None:
        """A seat, or the table, sends somebody away who waits."""
        self.door.answer(viewer, number, yes=False)

    def cut_off(self, seat: int) -> None:
        """The seat's link was renewed: its screens see nothing more."""
        phones = {one for one in self._screens if one.viewer == seat and not one.tablet}
        for mailbox in phones:
            self._drop(mailbox)
            mailbox.end(encode(told(SeatError("seat.token", match=self.match))))
        self.door.forget(seat)

    def close(self, refusal: HostError) -> None:
        """The match is gone: every screen is told why and let go, and so is who waits."""
        for mailbox in self._screens:
            mailbox.end(encode(told(refusal)))
        self._screens.clear()
        self._own.clear()
        self.door.close(refusal)

    def knocks(self, viewer: int) -> list[Knock]:
        """The devices that this viewer may let in or turn away."""
        return [knock for knock in self.door.knocks if viewer in (knock.seat, TABLE)]

    def __contains__(self, mailbox: object) -> bool:
        return mailbox in self._screens

    def send(
        self, message: Callable[[int], bytes], only: Collection[Mailbox] | None = None
    ) -> None:
        """Send screens their viewer's message, written once for each viewer."""
        screens = self._screens if only is None else self._screens.intersection(only)
        written = {viewer: message(viewer) for viewer in {screen.viewer for screen in screens}}
        for screen in screens:
            screen.put(written[screen.viewer])

    def call(self, message: bytes) -> None:
        """Tell every screen that is in something that passes."""
        for screen in self._screens:
            screen.call(message)

    def _enter(self, mailbox: Mailbox) -> None:
        self._add(mailbox)
        self._came(mailbox.viewer)

    def _add(self, mailbox: Mailbox) -> None:
        self._screens.add(mailbox)
        if not mailbox.tablet:
            self._own[mailbox.viewer] += 1

    def _drop(self, mailbox: Mailbox) -> None:
        if mailbox not in self._screens:
            return
        self._screens.remove(mailbox)
        if not mailbox.tablet:
            self._own[mailbox.viewer] -= 1
            self._own += Counter()  # without those of whom none is left
