"""The tower as the table knows it: always there to ask, even while it is unplugged.

Looks for a port, greets, stays in touch, and starts over by itself when anything breaks. A tower is
known by its chip, not by its port. Every request is safe to make again after a ``LinkError``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from dicerules.words import Message, sentence
from tower.wire import Frame

from dicehost.errors import LinkError, TowerError
from dicehost.link import ports
from dicehost.link.numbers import read_number
from dicehost.link.requests import Requests
from dicehost.link.session import Hello, Session
from dicehost.wording import host_words

log = logging.getLogger(__name__)

KEEP_IN_TOUCH = 1.0
BACK_OFF = (0.05, 2.0)


OWNER = "owner"
"""Holds a tower in place of a match while its owner tries it out."""


class State(StrEnum):
    """Where the link stands."""

    SEARCHING = "searching"
    GREETING = "greeting"
    READY = "ready"
    REFUSED = "refused"
    UPDATING = "updating"


class Tower(Requests):
    """The link to one tower.

    One match at a time rolls with it: ``holder`` is the match that took it last. ``id`` is the
    chip's, as soon as it is known, and ``name`` what its owner calls it. ``noted`` are the faults
    that do not stop the dice. ``left`` is set while nobody talks to it.
    """

    def __init__(
        self, announce: Path | None, named: str | None = None, chip: str = "", source: str = ""
    ) -> None:
        self._announce = announce
        self._named = named
        super().__init__()
        self._ready = asyncio.Event()
        self.left = asyncio.Event()
        self.left.set()
        self._watchers: list[tuple[Callable[[], None], Callable[[str], None]]] = []
        self._events: list[Callable[[str], None]] = []
        self.id = chip
        self.source = source
        self.name = ""
        self.noted: tuple[str, ...] = ()
        self.holder: str | None = None
        self.state = State.SEARCHING
        self.port: ports.Port | None = None
        self.hello: Hello | None = None
        self.health = ""
        self.trips = 0
        self.fault: Message | None = None
        self._uncounted = ""

    def watch(self, on_change: Callable[[], None], on_press: Callable[[str], None]) -> None:
        """Be told whenever the state, health or holder changes, and of a press for roll ``id``."""
        self._watchers.append((on_change, on_press))

    def unwatch(self, on_change: Callable[[], None]) -> None:
        """Be told no more."""
        self._watchers = [watcher for watcher in self._watchers if watcher[0] != on_change]

    def listen(self, on_event: Callable[[str], None]) -> Callable[[], None]:
        """Be told the kind of each event, whichever match has the tower; returns how to stop."""
        self._events.append(on_event)
        return lambda: self._events.remove(on_event)

    @property
    def called(self) -> str:
        """What people call it: its name, or the end of its id."""
        return self.name or self.id[-4:]

    @property
    def connected(self) -> bool:
        """Whether somebody talks to it."""
        return self._session is not None

    def take(self, match: str | None) -> None:
        """Take the tower for a match; the match that had it waits. None gives it back."""
        if self.holder != match:
            self.holder = match
            self._tell()

    def _tell(self) -> None:
        for on_change, _ in list(self._watchers):
            try:
                on_change()
            except Exception:  # a full disk, for one: the tower has nothing to do with it
                log.exception("somebody could not be told about the tower")

    async def run(self) -> None:
        """Find a tower, keep it, find it again. Never returns by itself."""
        pause = BACK_OFF[0]
        while True:
            try:
                for port in await asyncio.to_thread(ports.find, self._announce, self._named):
                    if await self.meet(port, lambda _: self):
                        pause = BACK_OFF[0]
            except Exception:  # whatever a port or a tower did, the next one may be well
                log.exception("the link to the tower starts over")
            await asyncio.sleep(pause)
            pause = min(pause * 2, BACK_OFF[1])

    async def meet(self, port: ports.Port, whose: Callable[[Hello], Tower]) -> bool:
        """Greet what is on a port, and stay in touch with the tower whose hello it is.

        Until then this one stands for it. True if it was a tower for a while.
        """
        session: Session | None = None
        tower = self

        def heard(frame: Frame) -> None:
            tower._event(frame)

        try:
            session = Session(port.url, heard)
            self._became(State.GREETING, port=port)
            hello = await session.greet(port)
            tower = whose(hello)
            if tower is not self:
                self._became(State.SEARCHING)
            await tower._keep(port, session, hello)
        except TowerError as refused:
            log.warning("%s: %s", port.url, refused)
            tower._became(State.REFUSED, port=port, fault=refused.words)
            await asyncio.sleep(BACK_OFF[1])
        except LinkError as error:
            if error.code == "link.prompt":
                log.warning("%s: %s", port.url, sentence(error.words, host_words(), []))
            else:
                log.info("%s: %s", port.url, error)
        finally:
            was_ready = False
            if session is not None:
                session.close()
                was_ready = tower._leave(session)
        if tower.state is not State.REFUSED or was_ready:
            tower._became(State.SEARCHING)
        return was_ready

    async def _keep(self, port: ports.Port, session: Session, hello: Hello) -> None:
        log.info("tower %s on %s", hello.id, port.url)
        self._odd = False
        self.hello, self.id, self.source = hello, hello.id, hello.source
        self._session = session
        self.left.clear()
        self._ready.set()
        self._became(State.READY, port=port)
        await self._stay(session)

    def _leave(self, session: Session) -> bool:
        # True if it was this tower's session, and a sensible one.
        if self._session is not session:
            return False
        self._session = None
        self._ready.clear()
        self.left.set()
        return not self._odd

    def let_go(self) -> None:
        """End the conversation: somebody else needs the port."""
        if self._session is not None:
            self._session.close()

    def becomes(self, state: State, fault: Message | None = None) -> None:
        """Say what is done to the tower while nobody talks to it."""
        self._became(state, port=self.port, fault=fault)

    async def _stay(self, session: Session) -> None:
        while not session.lost.is_set():
            answer = await session.ask("status")
            health = answer.get("h")
            self._count_trips(answer)
            noted = tuple(answer.get("f").split(".")) if answer.get("f") else ()
            if (health, noted) != (self.health, self.noted):
                self.health, self.noted = health, noted
                fault = Message("host.tower.noise") if health == "trip" else None
                self._became(State.READY, port=self.port, fault=fault)
            # Not wait_for: in Python 3.11 it swallows a cancel that comes with a lost link.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(KEEP_IN_TOUCH):
                    await session.lost.wait()

    def _count_trips(self, status: Frame) -> None:
        try:
            self.trips = read_number(status, "trips", "0")
            self._uncounted = ""
        except LinkError as error:
            # It only counts what was: worth a line in the log, once, and nothing else.
            if self._uncounted != str(error):
                self._uncounted = str(error)
                log.warning("the tower's count is left as it was: %s", error)

    def _became(
        self, state: State, port: ports.Port | None = None, fault: Message | None = None
    ) -> None:
        if (state, port, fault) != (self.state, self.port, self.fault) or state is State.READY:
            self.state, self.port, self.fault = state, port, fault
            self._tell()

    def _event(self, frame: Frame) -> None:
        for on_event in list(self._events):
            on_event(frame.get("k"))
        if frame.get("k") in ("press", "drop"):
            for _, on_press in list(self._watchers):
                on_press(frame.get("id"))

    async def ready(self) -> None:
        """Wait until the tower is there."""
        await self._ready.wait()
