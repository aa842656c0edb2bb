"""Nonsense on every route and socket is answered in words; the long variant is ``make fuzz``."""

from __future__ import annotations

import random

from tests.evening import Host
from tests.fuzz.strangers_words import Strangers

REQUESTS = 150
GREETINGS = 5


async def test_whatever_a_stranger_sends_is_answered_in_words(host: Host) -> None:
    strangers = Strangers(host, random.Random(3))
    with host.client() as client:
        client.headers.pop("Authorization")
        for _ in range(REQUESTS):
            strangers.ask(client)
    for _ in range(GREETINGS):
        await strangers.greet()
    assert host.process.poll() is None
