"""A host that joins a venue: its connection, its journal and seats there, and its place in it."""

from __future__ import annotations

import logging
import socket
from functools import partial
from hashlib import sha256
from pathlib import Path

from dicerules.words import message, sentence

from dicehost.errors import JournalError
from dicehost.house.house import House
from dicehost.journal.events import Hosted
from dicehost.journal.stream import Stream
from dicehost.journal.venue import VenueJournal
from dicehost.venue.credentials import OPEN, Credentials, read_credentials
from dicehost.venue.membership import Membership
from dicehost.venue.seats import SharedSeats, venue_key
from dicehost.venue.servers import servers
from dicehost.wording import host_words

log = logging.getLogger(__name__)


class Joined:
    """A connection to a venue. Open a house with its journal and seats, then ``enter`` with it."""

    def __init__(self, stream: Stream, credentials: Credentials, key: bytes, alone: bool) -> None:
        self._stream = stream
        self._credentials = credentials
        self._alone = alone
        self._membership: Membership | None = None
        self.open_journal = partial(VenueJournal, stream=stream)
        self.open_seats = partial(SharedSeats, key=key, stream=stream)

    @classmethod
    async def join(cls, servers: str, folder: Path, file: Path | None, alone: bool) -> Joined:
        """Connect to a venue; refused if it is not reached, unless this host may go on alone."""
        credentials = OPEN if file is None else read_credentials(file)
        stream = Stream(servers, credentials.access)
        try:
            if not await stream.reach() and not alone:
                raise JournalError("venue.unreached", servers=servers, why=stream.why)
            key = await venue_key(folder, stream, credentials.links)
        except BaseException:
            await stream.close()
            raise
        return cls(stream, credentials, key, alone)

    async def enter(self, house: House, name: str, address: str) -> None:
        """Let a house that was opened with this journal play in the venue, under this name."""
        journal, seats = house.journal, house.seats
        assert isinstance(journal, VenueJournal)
        assert isinstance(seats, SharedSeats)
        host = self._credentials.user or _host_id(house.key)
        called = name or self._credentials.user or socket.gethostname().partition(".")[0]
        me = Hosted(host, called, address, alone=self._alone)
        self._membership = membership = Membership(self._stream, journal, me)

        def replaced(match: str, lines: int) -> None:
            house.notices.append(message("host.venue.replaced", match=match, lines=lines))

        journal.replaced = replaced
        seats.changed = house.seats_changed
        house.in_venue(membership)
        house.add_work(seats.run, "telling the venue of seats")
        await membership.enter()
        if not journal.alone:
            await self._check_servers(house)

    def moved(self, address: str) -> None:
        """This host is reached at another address now."""
        if self._membership is not None:
            self._membership.moved(address)

    async def _check_servers(self, house: House) -> None:
        # A line that is acknowledged before it is synced could be lost if all power fails at once.
        said = await servers(self._stream)
        lazy = [server.name for server in said if not server.syncs]
        if lazy or not said:
            code = "host.venue.unsynced" if lazy else "host.venue.untold"
            notice = message(code, servers=", ".join(lazy))
            log.warning("%s", sentence(notice, host_words(), []))
            house.notices.append(notice)

    async def close(self) -> None:
        """Leave the venue."""
        await self._stream.close()


def _host_id(owner_key: str) -> str:
    # It stays when the host moves, and tells nothing of the key.
    return sha256(b"dicetower in a venue " + owner_key.encode()).hexdigest()[:10]
