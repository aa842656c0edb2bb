"""Every tower of a host: found on whatever port, known by its chip, kept apart from the others.

Ports are looked at again and again, each by a task of its own: one that hangs holds up no other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from dicerules.words import Message
from msgspec.structs import replace

from dicehost.errors import JournalError, LinkError, TowerError
from dicehost.link import ports
from dicehost.link.known import LONGEST_NAME, known_towers
from dicehost.link.session import Hello
from dicehost.link.tower import BACK_OFF, State, Tower

log = logging.getLogger(__name__)


class Towers:
    """``run`` it, and towers are found. ``nobody`` stands for one that is still looked for.

    Simulated ones are announced in a folder; ``named`` are the only ports looked at, if any are.
    """

    def __init__(self, announce: Path | None, named: Sequence[str] = ()) -> None:
        self._announce = announce
        self._named = named
        self._book = known_towers(announce)
        self._met: dict[str, Tower] = {}
        self._strangers: dict[ports.Port, Tower] = {}
        self._seen: list[ports.Port] = []
        self._lent: set[str] = set()
        self._hurry = asyncio.Event()
        self._watchers: list[Callable[[Tower], None]] = []
        self.nobody = Tower(None)
        for tower, met in self._book.all().items():
            self._add(tower, met.source, met.name)

    def watch(self, on_change: Callable[[Tower], None]) -> None:
        """Be told whenever anything changes about any tower, new ones too."""
        self._watchers.append(on_change)

    @property
    def all(self) -> list[Tower]:
        """Every tower that is known, by name or id; those that are there first."""
        return sorted(self._met.values(), key=lambda one: (not one.connected, one.called, one.id))

    def find(self, tower: str) -> Tower | None:
        """The tower with this id, there or not; None if it was never here."""
        return self._met.get(tower)

    def the(self, tower: str) -> Tower:
        """The tower with this id, or a refusal."""
        found = self._met.get(tower)
        if found is None:
            known = ", ".join(one.id for one in self.all) or "-"
            raise TowerError("tower.unknown", expected=known, got=tower[:40])
        return found

    def rename(self, tower: Tower, name: str) -> None:
        """Give a tower another name; an empty one takes its name away."""
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise TowerError("tower.name", most=LONGEST_NAME, got=repr(name)[:60])
        if name and any(name == other.name for other in self.all if other is not tower):
            raise TowerError("tower.name_taken", got=name)
        self._book.put(tower.id, tower.source, name)
        tower.name = name
        self._tell(tower)

    def forget(self, tower: Tower) -> None:
        """Let a tower that is not there be a stranger; matches that had it take any other."""
        if tower.state is not State.SEARCHING:
            raise TowerError("tower.here", name=tower.called)
        self._book.forget(tower.id)
        del self._met[tower.id]
        self._tell(self.nobody)

    async def run(self) -> None:
        """Find towers, keep them, find them again. Never returns by itself."""
        pause = BACK_OFF[0]
        async with asyncio.TaskGroup() as visits:
            while True:
                self._hurry.clear()
                self._seen = await asyncio.to_thread(self._look)
                for port in self._seen:
                    if port not in self._strangers:
                        pause = BACK_OFF[0]
                        self._strangers[port] = stranger = Tower(None)
                        stranger.watch(self._sum_up, lambda _: None)
                        visits.create_task(self._visit(port, stranger))
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._hurry.wait()
                        pause = BACK_OFF[0]
                pause = min(pause * 2, BACK_OFF[1])

    def _look(self) -> list[ports.Port]:
        try:
            named = [port for name in self._named for port in ports.find(None, name)]
            if self._named:
                return [*named, *(port for port in ports.find(self._announce) if port.page)]
            return ports.find(self._announce)
        except OSError as error:
            log.warning("no look at the ports: %s", error)
            return []

    async def _visit(self, port: ports.Port, stranger: Tower) -> None:
        # Again and again for as long as there is such a port.
        pause = BACK_OFF[0]
        while port in self._seen:
            if port.url not in self._lent:
                try:
                    if await stranger.meet(port, self._whose):
                        pause = BACK_OFF[0]
                        self._hurry.set()  # it may come back on another port
                except Exception:  # whatever a port or a tower did, the next one may be well
                    log.exception("the link to the tower on %s starts over", port.url)
            await asyncio.sleep(pause)
            pause = min(pause * 2, BACK_OFF[1])
        del self._strangers[port]
        self._sum_up()

    def _whose(self, hello: Hello) -> Tower:
        tower = self._met.get(hello.id) or self._add(hello.id, hello.source)
        if tower.connected or tower.state is State.UPDATING:
            # Two chips never have the same id: the old port has not been found dead yet.
            raise LinkError("link.twice", tower=hello.id)
        try:
            self._book.put(hello.id, hello.source, tower.name)
        except JournalError as error:
            log.warning("a full disk forgets towers, and rolls all the same: %s", error)
        return tower

    def _add(self, tower: str, source: str, name: str = "") -> Tower:
        self._met[tower] = added = Tower(None, chip=tower, source=source)
        added.name = name
        added.watch(lambda: self._tell(added), lambda _: None)
        return added

    def _tell(self, tower: Tower) -> None:
        for on_change in self._watchers:
            on_change(tower)

    def _sum_up(self) -> None:
        # What is said where no tower is known: the first refusal, or that one is being greeted.
        strangers = list(self._strangers.values())
        for state in (State.REFUSED, State.GREETING):
            for one in strangers:
                if one.state is state:
                    self.nobody.port = one.port
                    return self.nobody.becomes(state, one.fault)
        self.nobody.port = None
        return self.nobody.becomes(State.SEARCHING)

    @contextlib.asynccontextmanager
    async def lent(self, tower: Tower, why: Message) -> AsyncIterator[ports.Port]:
        """Have a tower's port for oneself; the tower says why it does not roll."""
        port = tower.port
        if tower.state is not State.READY or port is None:
            raise LinkError("link.lost")
        self._lent.add(port.url)
        try:
            tower.let_go()
            await tower.left.wait()
            tower.becomes(State.UPDATING, why)
            yield replace(port)
        finally:
            self._lent.discard(port.url)
            tower.becomes(State.SEARCHING)
            self._hurry.set()
