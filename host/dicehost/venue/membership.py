"""A host's place in its venue: it is there as long as it says so, and then it is gone.

Every host writes a value of its own into a bucket again and again. The servers forget it after
``LEASE`` seconds: then the host counts as gone, and any other one may play on with its matches. The
host itself counts from when it last asked, so it stops first. That is what ends a play in good
time; what makes sure that nobody writes after that is in the journal (``journal.venue``).
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable

import msgspec
from dicerules.core import encode
from dicerules.words import Message
from msgspec import Struct

from dicehost.errors import HeldError, HostError, JournalError
from dicehost.house.towers_told import TowerInRoom
from dicehost.journal.events import Hosted
from dicehost.journal.stream import GIVE_UP_AFTER, Stream
from dicehost.journal.venue import VenueJournal
from dicehost.screens.played_at import PlayedAt, State
from dicehost.venue.bucket import Bucket
from dicehost.venue.names import HOSTS

log = logging.getLogger(__name__)

LEASE = 6.0
"""Seconds after its last word that a host counts as gone."""
RENEWALS = 4
"""How often it is renewed in that time."""
ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,100}")
PLAYS_ALONE = Message("host.venue.alone")
MOST_ADDRESSES = 8
"""Addresses of other hosts that a screen is told."""


class Present(Struct, frozen=True):
    """What a host says again and again: how it calls itself, and how its towers are."""

    me: Hosted
    towers: list[TowerInRoom] = []


class Membership:
    """``run`` it. ``changed`` is called when a host came or went, this one included.

    ``me`` is how this host calls itself; the others are ``hosts``, by their ids.
    """

    def __init__(
        self, stream: Stream, journal: VenueJournal, me: Hosted, lease: float = LEASE
    ) -> None:
        self.me = me
        self.hosts: dict[str, Hosted] = {}
        self.towers: list[TowerInRoom] = []
        """The towers at other hosts."""
        self.own_towers: Callable[[], list[TowerInRoom]] = list
        self.changed: Callable[[], None] = lambda: None
        self.towers_changed: Callable[[], None] = lambda: None
        self._stream = stream
        self._journal = journal
        self._lease = lease
        self._bucket = Bucket(stream, HOSTS, lease)
        self._key, self._told = "", b""
        self._values: dict[str, Present] = {}
        self._until = 0.0
        self._here = False
        self._said = True
        journal.host = me.host
        journal.may_write = lambda: self.is_here

    @property
    def is_here(self) -> bool:
        """Whether the other hosts take this one to be there."""
        return self._here and time.monotonic() < self._until

    def moved(self, address: str) -> None:
        """This host is reached at another address now; the others are told with its next word."""
        if address != self.me.address:
            self.me = msgspec.structs.replace(self.me, address=address)

    async def enter(self) -> None:
        """Join the venue when the service starts; go on alone if it is not reached and may be."""
        self._journal.alone = self.me.alone and not self._stream.connected
        until = time.monotonic() + GIVE_UP_AFTER
        while not self._here and not self._journal.alone:
            try:
                await self._renew()
            except JournalError as error:
                if error.code != "venue.cut_off" or time.monotonic() > until:
                    raise

    async def run(self) -> None:
        """Stay there until cancelled, and come back whenever the venue is reached again."""
        while True:
            try:
                await self._renew()
            except JournalError as error:
                log.info("the venue does not hear this host: %s", error)
            self._look()
            await asyncio.sleep(self._lease / RENEWALS)

    async def _renew(self) -> None:
        asked = time.monotonic()
        if not self._here:
            await self._stream.prepare()
            await self._bucket.make()
        await self._say()
        await self.look()
        if not self.is_here:
            # A table that found itself cut off in between looks again, also if nobody else did.
            self._said = self._said and not self._here
            # Others may have played on meanwhile: what they wrote comes first.
            await self._journal.join()
            asked = time.monotonic()
            await self._say()
            self._journal.alone = False
            self._here = True
            self._until = asked + self._lease
            await self._claim()
        self._until = asked + self._lease

    async def _say(self) -> None:
        told = encode(Present(self.me, self.own_towers()))
        if told != self._told:
            # The others ask for the value of a key once: what is new gets a key of its own, and
            # the last one in the order of the alphabet counts.
            made = f"{time.time_ns():016x}{secrets.token_hex(2)}"
            self._key, self._told = f"{self.me.host}.{made}", told
        await self._bucket.put(self._key, told, patience=0)

    async def _claim(self) -> None:
        # What was played here before there was a venue goes on here.
        for match in self._journal.unclaimed():
            try:
                lines = await self._journal.read(match)
                await self._journal.append(match, len(lines) + 1, self.me)
            except HostError as error:
                log.warning("match %s is not taken along into the venue: %s", match, error)
            else:
                self._journal.overtaken(match)

    async def look(self) -> None:
        """Look which hosts are there now."""
        present = await self._bucket.keys(patience=0)
        for key in present - self._values.keys():
            value = await self._bucket.get(key)
            said = None if value is None else _read(key, value)
            if said is not None:
                self._values[key] = said
        self._values = {key: self._values[key] for key in sorted(present & self._values.keys())}
        newest = {said.me.host: said for said in self._values.values()}
        newest.pop(self.me.host, None)
        towers = [
            msgspec.structs.replace(tower, host=said.me.name)
            for said in newest.values()
            for tower in said.towers
        ]
        if towers != self.towers:
            self.towers = towers
            self.towers_changed()
        found = {host: said.me for host, said in newest.items()}
        if found != self.hosts:
            self.hosts = found
            self.changed()

    def _look(self) -> None:
        here = self.is_here
        if not here:
            self._here = False
            self._journal.alone = self.me.alone
        if here != self._said:
            self._said = here
            log.warning("this host %s", "is in the venue" if here else "is cut off from the venue")
            self.changed()

    @property
    def addresses(self) -> list[str]:
        """Where other hosts of the venue are reached."""
        return sorted(host.address for host in self.hosts.values())[:MOST_ADDRESSES]

    def played_at(self, match: str) -> PlayedAt:
        """Where a match is played, as far as this host can know."""
        writer = self._journal.writer(match)
        mine = writer is None or writer.host == self.me.host
        others = self.addresses
        if not self.is_here:
            alone = mine and self._journal.alone
            state: State = "alone" if alone else "cut_off"
            note = PLAYS_ALONE if alone else None
            return PlayedAt(state, self.me.name, self.me.address, others, note=note)
        if writer is None or mine:
            return PlayedAt("here", self.me.name, self.me.address, others)
        there = self.hosts.get(writer.host)
        if there is None:
            return PlayedAt("gone", writer.name, writer.address, others, alone=writer.alone)
        return PlayedAt("elsewhere", there.name, there.address, others)

    def held(self, match: str) -> HeldError | None:
        """Why this host may not play a match now, if it may not."""
        place = self.played_at(match)
        if place.state == "cut_off":
            return HeldError("venue.cut_off", servers=self._stream.servers)
        if place.state == "elsewhere":
            return HeldError("venue.elsewhere", name=place.host, address=place.address)
        if place.state == "gone":
            return HeldError("venue.maybe_alone" if place.alone else "venue.gone", name=place.host)
        return None

    def may_play(self, match: str) -> bool:
        """Whether this host may play a match now."""
        return self.held(match) is None

    async def take(self, match: str) -> None:
        """Write down that this host plays a match from here on; refused while its own is there."""
        await self.look()
        await self._journal.catch_up(match)
        held = self.held(match)
        if held is not None and held.code not in ("venue.gone", "venue.maybe_alone"):
            raise held
        writer = self._journal.writer(match)
        if writer is None or writer.host != self.me.host:
            lines = await self._journal.read(match)
            await self._journal.append(match, len(lines) + 1, self.me)


def _read(key: str, value: bytes) -> Present | None:
    # A host writes under its own name only, and what it says is written into pages.
    try:
        said = msgspec.json.decode(value, type=Present)
    except ValueError:  # msgspec's errors are ValueErrors too
        return None
    sound = said.me.host == key.partition(".")[0] and ADDRESS.fullmatch(said.me.address)
    return said if sound else None
