"""The one source of public facts: told by every table after each publish, heard by all doors out.

Facts are told once their show is over, so no lamp in the room knows a roll before its dice have
landed. A door that does not keep up is cut off; it comes back and is told everything as it is then.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.link.tower import Tower
from dicehost.outside.facts import TableFacts, TowerFacts, table_facts, tower_facts
from dicehost.outside.happenings import Happened, happenings, is_soon, running_out, soon
from dicehost.outside.numbers import Numbers

log = logging.getLogger(__name__)

Told = TableFacts | TowerFacts | Happened
MOST_WAITING = 500
"""Facts that may wait for one door before it is cut off."""


class Listener:
    """One door's queue of what it has yet to tell."""

    def __init__(self, known: list[Told]) -> None:
        self._waiting: deque[Told] = deque(known)
        self._filled = asyncio.Event()
        self._filled.set()
        self.lost = False

    def put(self, told: Told) -> None:
        """Add something to tell; too much of it ends this listener."""
        if len(self._waiting) >= MOST_WAITING:
            self.lost = True
            self._waiting.clear()
        if not self.lost:
            self._waiting.append(told)
        self._filled.set()

    async def take(self) -> Told | None:
        """Wait for the next thing; None if this listener was too slow and has to come again."""
        while not self._waiting and not self.lost:
            self._filled.clear()
            await self._filled.wait()
        return None if self.lost else self._waiting.popleft()


class Feed:
    """The public facts of a house, and who listens to them. It works once anybody has listened."""

    def __init__(self, house: House) -> None:
        self.tables: dict[int, TableFacts] = {}
        self.towers: dict[str, TowerFacts] = {}
        self._house = house
        self._listeners: set[Listener] = set()
        self._numbers = Numbers(self._is_free)
        self._here: dict[str, Table] = {}
        self._later: dict[str, deque[tuple[float, TableFacts]]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._warned: dict[tuple[str, str | None], bool] = {}
        self._begun = False

    def begin(self) -> None:
        """Look at everything there is, and be told from here on."""
        if self._begun:
            return
        self._begun = True
        self._house.observe(self)
        self._house.towers.watch(self._tower_changed)
        for tower in self._house.towers.all:
            self._tower_changed(tower)

    @contextmanager
    def listening(self) -> Iterator[Listener]:
        """A listener that is first told everything as it is now."""
        self.begin()
        listener = Listener([*self.towers.values(), *self.tables.values()])
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def table(self, number: int) -> Table | None:
        """The table that has a number now."""
        facts = self.tables.get(number)
        return None if facts is None else self._here.get(facts.match)

    def published(self, table: Table) -> None:
        """A table has told its screens something."""
        match = table.match.id
        self._here[match] = table
        if self._numbers.of(match) is None and (table.match.closed or not table.audience.phones):
            return
        if self._numbers.of(match) is None:
            self._make_room(self._numbers.claim(match, self._before(match)))
        number = self._numbers.claim(match)
        public = table.teller.public()
        if public is None:
            return
        loop = asyncio.get_running_loop()
        waiting = self._later.setdefault(match, deque())
        due = loop.time() + public.show_left / 1000
        if waiting:
            due = max(due, waiting[-1][0])
        waiting.append((due, table_facts(number, public)))
        self._tell_due(match)

    def _make_room(self, number: int) -> None:
        # The match before may have been won a moment ago: that is told before the new one.
        for waiting in self._later.values():
            while waiting and waiting[0][1].table == number:
                self._tell_table(waiting.popleft()[1])

    def _before(self, match: str) -> str | None:
        known, follows = self._numbers.matches, self._house.seats.next
        return next((before for before in known if follows(before) == match), None)

    def removed(self, match: str) -> None:
        """A match is gone from the house."""
        self._here.pop(match, None)
        self._later.pop(match, None)
        for timers in (self._timers, self._alarms):
            if (timer := timers.pop(match, None)) is not None:
                timer.cancel()
        number = self._numbers.release(match)
        facts = None if number is None else self.tables.get(number)
        if facts is not None and facts.match == match and facts.state != "over":
            self._tell_table(replace(facts, state="empty", turn=None, acting=(), roll=None))

    def _tell_due(self, match: str) -> None:
        loop = asyncio.get_running_loop()
        if (timer := self._timers.pop(match, None)) is not None:
            timer.cancel()
        waiting = self._later.get(match)
        while waiting and waiting[0][0] <= loop.time():
            self._tell_table(waiting.popleft()[1])
        if waiting:
            self._timers[match] = loop.call_at(waiting[0][0], self._tell_due, match)

    def _tell_table(self, now: TableFacts) -> None:
        before = self.tables.get(now.table)
        if before == now:
            return
        self.tables[now.table] = now
        self._tell(now)
        for happened in happenings(before, now):
            self._tell(happened)
        self._watch_times(now)

    def _watch_times(self, now: TableFacts) -> None:
        # Said once for each decision: more time than little makes it worth saying again.
        if (alarm := self._alarms.pop(now.match, None)) is not None:
            alarm.cancel()
        wait: int | None = None
        for time in now.times:
            key = (now.match, time.player)
            if not is_soon(time):
                self._warned.pop(key, None)
                if time.runs:
                    left = time.left_ms - soon(time)
                    wait = left if wait is None else min(wait, left)
            elif time.runs and not self._warned.get(key):
                self._warned[key] = True
                self._tell(running_out(now, time))
        if wait is not None:
            loop = asyncio.get_running_loop()
            self._alarms[now.match] = loop.call_later(wait / 1000, self._time_passed, now, wait)

    def _time_passed(self, then: TableFacts, passed: int) -> None:
        if self.tables.get(then.table) is not then:
            return
        times = tuple(
            replace(time, left_ms=max(0, time.left_ms - passed)) if time.runs else time
            for time in then.times
        )
        self.tables[then.table] = now = replace(then, times=times)
        self._watch_times(now)

    def _tower_changed(self, tower: Tower) -> None:
        facts = tower_facts(tower)
        if facts is not None and self.towers.get(facts.id) != facts:
            self.towers[facts.id] = facts
            self._tell(facts)

    def _tell(self, told: Told) -> None:
        for listener in self._listeners:
            listener.put(told)

    def _is_free(self, match: str) -> bool:
        table = self._here.get(match)
        return table is None or table.match.closed or not table.audience.phones
