"""What the servers send of a stream by themselves: messages, and signs of life between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

import nats.errors
from nats.aio.msg import Msg

SIGN_OF_LIFE = 0.5
"""Seconds without a message after which the servers say that there is none."""
SILENT_FOR = 2.0
"""Seconds without either after which nothing comes any more: its server may be gone."""


class Message(NamedTuple):
    """A message of a stream: its number there, its subject and what it says."""

    number: int
    subject: str
    content: bytes


class Inbox:
    """Messages as they come. ``take`` each, and read ``lists`` of them."""

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._heard = asyncio.Event()
        self._taken = 0
        self._missing = False

    async def take(self, message: Msg) -> None:
        """Take what came: a message, or a sign of life, which has no content."""
        if message.reply.startswith("$JS.ACK."):
            counted = message.metadata.sequence
            # The servers count what they send to this inbox, so one that is lost is noticed.
            self._missing |= counted.consumer != self._taken + 1
            self._taken += 1
            if not self._missing:
                self._messages.append(Message(counted.stream, message.subject, message.data))
        elif said := (message.headers or {}).get("Nats-Last-Consumer"):
            self._missing |= said != str(self._taken)
        self._heard.set()

    async def lists(self, gather: float) -> AsyncIterator[list[Message]]:
        """All messages that are there, then all that came since, for as long as none is missing."""
        while True:
            try:
                async with asyncio.timeout(SILENT_FOR):
                    await self._heard.wait()
            except TimeoutError:
                raise nats.errors.TimeoutError from None
            if self._messages and gather:
                await asyncio.sleep(gather)
            self._heard.clear()
            some, self._messages = self._messages, []
            if some:
                yield some
            if self._missing and not self._messages:
                raise nats.errors.Error("a message is missing")
