"""What each screen of a match is told: its own view, and in words if that cannot be built."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from dicerules.core import Face, encode
from dicerules.views import TABLE
from msgspec.structs import replace

from dicehost.errors import BrokenError
from dicehost.house.actions import Actions
from dicehost.house.supervisor import Supervisor
from dicehost.match.landing import Landed, last_landed
from dicehost.match.roller import Roller
from dicehost.screens import message as screens
from dicehost.screens.audience import Audience
from dicehost.screens.mailbox import Mailbox
from dicehost.screens.message import Screen
from dicehost.screens.played_at import PlayedAt
from dicehost.screens.seats import GUEST
from dicehost.wording import told


class Public(NamedTuple):
    """What everybody may know: a guest's screen, the last dice that all saw, and their pictures.

    ``show_left`` are the milliseconds until every screen has shown it.
    """

    screen: Screen
    last_roll: Landed | None
    faces: Mapping[str, tuple[Face, ...]]
    show_left: int


class Teller:
    """Builds and sends the views of one match; ``stop`` is called when one cannot be built.

    ``join`` is the link by which everybody may choose a seat, ``ways_on`` the viewers' links to
    what the same people play next, ``played`` where in a venue the match is played.
    """

    def __init__(
        self,
        audience: Audience,
        actions: Actions,
        roller: Roller,
        supervisor: Supervisor,
        stop: Callable[[Exception, str], BrokenError],
        join: str | None,
        played: Callable[[str], PlayedAt | None],
    ) -> None:
        self.join = join
        self.ways_on: Mapping[int, str] = {}
        self._audience = audience
        self._actions = actions
        self._roller = roller
        self._supervisor = supervisor
        self._stop = stop
        self._played = played
        self._sent: dict[int, Screen] = {}
        self._line = self._since = actions.match.told
        self._new: list[Mailbox] = []

    def moves_on(self) -> bool:
        """Note the line that is told next; whether it is another one than was told last."""
        line = self._actions.match.told
        if line == self._line:
            return False
        self._line, self._since = line, self._line
        return True

    def forget(self) -> None:
        """The match was read anew: what was sent before says nothing of it."""
        self._sent.clear()

    def tell(self, only: Collection[Mailbox] | None = None) -> None:
        """Tell every screen what it may know, or ``only`` some."""
        stopped = self._supervisor.stopped
        self._audience.send(self.message, only)
        if self._supervisor.stopped is not stopped:
            self._audience.send(self.message)  # one view could not be built: all should know why

    def welcome(self, mailbox: Mailbox) -> None:
        """Tell a new screen how things are."""
        # A crowd that comes at once is told together, so its message is written once.
        self._new.append(mailbox)
        if len(self._new) == 1:
            asyncio.get_running_loop().call_soon(self._tell_new)

    def _tell_new(self) -> None:
        new, self._new = self._new, []
        self.tell(new)

    def answer(self, mailbox: Mailbox, seq: int) -> None:
        """A screen asks whether anybody is there, and says which line it has."""
        if mailbox.waits:
            return  # it is being told already
        if seq == self._actions.match.told or mailbox not in self._audience:
            mailbox.put(encode(screens.Alive(seq)))
        else:
            mailbox.put(self.message(mailbox.viewer))

    def public(self) -> Public | None:
        """What everybody may know now; None if that cannot be worked out."""
        match = self._actions.match
        try:
            screen, faces = self._build(GUEST), match.position.faces
        except Exception as error:
            self._stop(error, f"building the screen of viewer {GUEST}")
            return None
        return Public(screen, last_landed(match), faces, self._actions.keeper.show_left)

    def message(self, viewer: int) -> bytes:
        """What a viewer is sent now."""
        try:
            screen = self._build(viewer)
            written = encode(screen)
        except Exception as error:
            why = self._stop(error, f"building the screen of viewer {viewer}")
            if viewer not in self._sent:
                return encode(told(why))
            return encode(replace(self._sent[viewer], broken=why.words))
        self._sent[viewer] = screen
        return written

    def _build(self, viewer: int) -> Screen:
        match = self._actions.match
        screen = screens.build(
            match,
            self._roller,
            self._actions.keeper,
            self._actions.here,
            viewer,
            self._audience.knocks(viewer),
            self.ways_on.get(viewer),
            self._since,
            self.join,
        )
        # A failure that play goes on after could hint at what somebody tried in secret.
        stopped = self._supervisor.stopped
        wrong = self._supervisor.trouble if viewer == TABLE else stopped
        broken = None if wrong is None else wrong.words
        return replace(screen, broken=broken, played=self._played(match.id))
