"""Seats whose links are good at every host of a venue, and the devices that each host lets back in.

A link's token and its short code follow from the venue's key, the match and the seat, so every host
works them out by itself, also while it is cut off. What hosts tell each other of a seat is how
often its link was renewed, and hashes of the devices that it knows: from neither follows a link or
a device's secret.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec
from dicerules.views import TABLE
from msgspec import Struct

from dicehost.errors import JournalError
from dicehost.journal.stream import Stream
from dicehost.screens.seats import GUEST, Seats, code_of, hashed
from dicehost.storage import write_whole
from dicehost.venue.bucket import Bucket
from dicehost.venue.names import SEATS

log = logging.getLogger(__name__)

KEPT_FOR = 30 * 86400.0
"""Seconds that the venue knows of a seat: longer than any match is played."""
TOLD_AGAIN = 1.0
KEY = "key"
TOKEN_BYTES = 16
MOST_SEATS = 16
"""More than any game has."""


class SeatTold(Struct, frozen=True):
    """What hosts tell each other of a seat: how often its link was renewed, and its devices."""

    renewed: int = 0
    devices: list[str] = []


class SharedSeats(Seats):
    """``key`` is the venue's. ``changed`` is called with a match that another host changed."""

    def __init__(self, path: Path, key: bytes, stream: Stream) -> None:
        super().__init__(path)
        self._key = key
        self._bucket = Bucket(stream, SEATS, KEPT_FOR)
        self._known: dict[tuple[str, int], SeatTold] = {}
        self._untold: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.changed: Callable[[str], None] = lambda match: None

    def new_token(self, match: str, seat: int) -> str:
        """The token of a seat: the same at every host of the venue."""
        made = self._made(f"{match} {seat} {self._of(match, seat).renewed}")
        return base64.urlsafe_b64encode(made).rstrip(b"=").decode()

    def foresees(self, match: str, token: str) -> bool:
        """Whether a match that another host has opened just now has this token."""
        made = (self.new_token(match, seat) for seat in (GUEST, TABLE, *range(MOST_SEATS)))
        return any(hmac.compare_digest(one.encode(), token.encode()) for one in made)

    def new_code(self, match: str, seat: int, drawn: int) -> str:
        """The short code of a seat: the same at every host, unless another seat has it there."""
        renewed = self._of(match, seat).renewed
        return code_of(self._made(f"code {match} {seat} {renewed} {drawn}"))

    def _made(self, of: str) -> bytes:
        return hmac.digest(self._key, of.encode(), "sha256")[:TOKEN_BYTES]

    def _of(self, match: str, seat: int) -> SeatTold:
        return self._known.get((match, seat), SeatTold())

    def let_in(self, match: str, seat: int, device: str) -> None:
        """Remember a device, here and at the other hosts."""
        super().let_in(match, seat, device)
        known = self._of(match, seat)
        devices = sorted({*known.devices, hashed(device)})
        self._known[match, seat] = SeatTold(known.renewed, devices)
        self._untold.put_nowait((match, seat))

    def rekey(self, match: str, seat: int) -> str:
        """Give a seat a new token at every host of the venue."""
        before = self._of(match, seat)
        self._known[match, seat] = SeatTold(before.renewed + 1)
        try:
            token = super().rekey(match, seat)
        except Exception:
            self._known[match, seat] = before
            raise
        self._untold.put_nowait((match, seat))
        return token

    async def run(self) -> None:
        """Tell the other hosts, and hear from them, until cancelled."""
        await self._bucket.make()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._hear())
            tasks.create_task(self._tell())

    async def _tell(self) -> None:
        while True:
            match, seat = await self._untold.get()
            try:
                told = msgspec.json.encode(self._of(match, seat))
                await self._bucket.put(f"{match}.{seat}", told)
            except JournalError as error:
                log.info("the other hosts are not told of a seat yet: %s", error)
                self._untold.put_nowait((match, seat))
                await asyncio.sleep(TOLD_AGAIN)

    async def _hear(self) -> None:
        async for key, value in self._bucket.follow():
            if key != KEY:
                match, _, seat = key.rpartition(".")
                self._take(match, int(seat), msgspec.json.decode(value, type=SeatTold))

    def _take(self, match: str, seat: int, told: SeatTold) -> None:
        known = self._of(match, seat)
        if told == known or told.renewed < known.renewed:
            return
        fresh = told.renewed > known.renewed
        devices = set(told.devices) if fresh else {*told.devices, *known.devices}
        self._known[match, seat] = SeatTold(told.renewed, sorted(devices))
        if fresh and seat in self.tokens(match):
            super().rekey(match, seat)
        for device in devices:
            super().let_in(match, seat, device)
        self.changed(match)


async def venue_key(folder: Path, stream: Stream, given: str) -> bytes:
    """The key that links follow from: from the host's credentials, or shared in an open venue.

    It is kept beside the journal, for a start without the venue.
    """
    file = folder / "venue.key"
    if not given and stream.connected:
        made = secrets.token_hex(32).encode()
        bucket = Bucket(stream, SEATS, KEPT_FOR)
        await bucket.make()
        given = (await bucket.create(KEY, made)).decode()
    if not given and file.exists():
        return file.read_bytes().strip()
    key = given.encode() or secrets.token_hex(32).encode()
    if not file.exists() or file.read_bytes().strip() != key:
        write_whole(file, key + b"\n")
    return key
