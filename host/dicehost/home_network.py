"""What the home's network is told of this host: its name, its address and its certificate.

A service may start before the network does, a laptop goes elsewhere, and a router gives out another
address: whenever the address has changed, all of it is made anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path

from dicehost.doors import Place, Ports, advertised, home_address, place_at

log = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two looks at the machine's address."""
RENEW = 86_400.0
"""Seconds after which it is seen to that certificates do not run out."""
ASK_AGAIN = 60.0
"""Seconds until a name that could not be had is asked for again."""
NOWHERE = "127.0.0.1"
"""The address of a machine that has no other."""


class HomeNetwork:
    """Says where this host is, and follows its machine. ``find`` tells the machine's address."""

    def __init__(
        self,
        folder: Path,
        ports: Ports,
        find: Callable[[], str | None] = home_address,
        look: float = LOOK,
    ) -> None:
        self._folder = folder
        self._ports = ports
        self._find = find
        self._look = look
        self._told = contextlib.ExitStack()
        self._name: str | None = None
        self._address = find()
        self.place = self._settle(self._address)

    def close(self) -> None:
        """Take the name back."""
        self._told.close()

    async def follow(self, moved: Callable[[Place], None]) -> None:
        """Look every few seconds, and say where this host is now; until cancelled."""
        loop = asyncio.get_running_loop()
        settled = loop.time()
        while True:
            await asyncio.sleep(self._look)
            address = await asyncio.to_thread(self._find)
            if address is None:
                # Once there is a network again the name is told anew, under the same address, too.
                self._address = None
                continue
            due = loop.time() - settled >= (RENEW if self._name else ASK_AGAIN)
            if address == self._address and not due:
                continue
            self.place = await asyncio.to_thread(self._settle, address)
            if address != self._address:
                log.info("this host is at %s now", self.place.serving.base)
            self._address, settled = address, loop.time()
            moved(self.place)

    def _settle(self, address: str | None) -> Place:
        if address != self._address or self._name is None:
            self._told.close()
            self._name = None
        if address is not None and self._name is None:
            told = advertised(address, self._ports.port, self._ports.scheme)
            self._name = self._told.enter_context(told)
        return place_at(self._folder, self._ports, address or NOWHERE, self._name)
