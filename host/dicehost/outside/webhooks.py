"""Webhooks: what happens at the tables is posted to addresses that the owner gave.

Each post is signed and tried again for a few minutes. One address gets its posts one after another,
so they stay in order, and a dead address holds up nobody else.
"""

from __future__ import annotations

import asyncio
import hmac
import http.client
import logging
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Sequence
from urllib.parse import urlsplit

from dicerules.core import encode

from dicehost.outside.feed import Feed
from dicehost.outside.happenings import Happened
from dicehost.outside.mqtt import OutsideError

log = logging.getLogger(__name__)

TRIES = (0.0, 1.0, 3.0, 10.0, 30.0, 60.0, 120.0)
"""Seconds before each try to deliver one post."""
PATIENCE = 10.0
"""Seconds that an address may take to answer."""


class _NoWayRound(urllib.request.HTTPRedirectHandler):
    """An answer that points elsewhere is a refusal: a signed post goes where the owner said."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Follow nothing."""


def check(addresses: Sequence[str]) -> None:
    """Refuse what is no address on the web."""
    for address in addresses:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise OutsideError("outside.webhook", got=address[:80])


def sign(secret: str, at: str, body: bytes) -> str:
    """The signature of a post: HMAC-SHA256 of its time, a full stop and its body, in hex."""
    return hmac.new(secret.encode(), at.encode() + b"." + body, "sha256").hexdigest()


class Webhook:
    """Posts to one address, until cancelled."""

    def __init__(
        self, feed: Feed, address: str, secret: str, tries: Sequence[float] = TRIES
    ) -> None:
        self._feed = feed
        self._address = address
        self._secret = secret
        self._tries = tries
        self._opener = urllib.request.build_opener(_NoWayRound)

    async def run(self) -> None:
        """Deliver whatever happens."""
        while True:
            with self._feed.listening() as listener:
                while (told := await listener.take()) is not None:
                    if isinstance(told, Happened):
                        await self._deliver(told)
            log.warning("webhook %s: some posts were left out, as it is too slow", self._shown)

    @property
    def _shown(self) -> str:
        # An address may hold a secret of its own behind the host.
        return urlsplit(self._address).hostname or ""

    async def _deliver(self, happened: Happened) -> None:
        body, delivery, why = encode(happened), uuid.uuid4().hex, ""
        for wait in self._tries:
            await asyncio.sleep(wait)
            try:
                await asyncio.to_thread(self._post, happened.event, delivery, body)
            except (OSError, http.client.HTTPException, ValueError) as error:
                why = str(error)
            else:
                return
        log.warning(
            "webhook %s: a post was given up after %d tries: %s", self._shown, len(self._tries), why
        )

    def _post(self, event: str, delivery: str, body: bytes) -> None:
        at = str(int(time.time()))
        request = urllib.request.Request(  # noqa: S310 - http or https, see check
            self._address,
            data=body,
            method="POST",
            headers={
                "Content-Type": "application/json",
                "User-Agent": "dicetower",
                "Dicetower-Event": event,
                "Dicetower-Delivery": delivery,
                "Dicetower-Time": at,
                "Dicetower-Signature": sign(self._secret, at, body),
            },
        )
        with self._opener.open(request, timeout=PATIENCE):
            pass
