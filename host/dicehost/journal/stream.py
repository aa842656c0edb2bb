"""The venue's stream: the lines of every match of every host, kept by a NATS JetStream cluster.

Each match is a subject, and its lines are the messages there. A line is published together with the
stream's number of the match's last line: if another host wrote one meanwhile, the servers refuse
it. An acknowledgement comes from a majority of the servers, which have the line on disk then.
Whether an unanswered line was stored is found out by sending it again: it carries an id, and the
servers keep one of each.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
import nats
import nats.errors
from nats.js import errors as refusals
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    StorageType,
    StreamConfig,
)

from dicehost.errors import JournalError
from dicehost.journal.entry import FIRST, Entry, follows

if TYPE_CHECKING:
    from nats.aio.client import Client

log = logging.getLogger(__name__)

NAME = "dicetower"
SUBJECT = "dicetower.match."
EXPECTED = "Nats-Expected-Last-Subject-Sequence"
LINE_ID = "Nats-Msg-Id"
WRONG_LAST_NUMBER = 10071
"""JetStream's code for a line that does not follow the last one."""
UNDECIDED = 10164
"""JetStream's code while it does not know yet what became of the line before."""
ANSWER_WITHIN = 2.0
"""Seconds until an unanswered line is sent again."""
GIVE_UP_AFTER = 12.0
"""Seconds without an answer until this host says that it is cut off.

Three servers that have lost one choose a new leader within about four, on a busy machine more."""
SEND_AGAIN = 0.2
BATCH = 256
"""Lines that are asked for at once."""

_UNREACHED = (nats.errors.Error, OSError, asyncio.TimeoutError)
Answer = TypeVar("Answer")
_ENTRIES = msgspec.json.Decoder(Entry)


class Last(NamedTuple):
    """The last line of a match as the stream has it: its number there and its hash."""

    number: int
    hash: str


class Stream:
    """An open connection to a venue. ``connected`` says whether a server is reached."""

    def __init__(self, connection: Client, servers: str) -> None:
        self._connection = connection
        self._jetstream = connection.jetstream(timeout=ANSWER_WITHIN)
        self.servers = servers
        self._lasts: dict[str, Last] = {}

    @classmethod
    async def connect(cls, servers: str, credentials: Path | None = None) -> Stream:
        """Connect to any of some servers, ``nats://a,b,c``; make the stream if there is none."""
        options: dict[str, Any] = {"user_credentials": str(credentials)} if credentials else {}
        if servers.startswith("tls://"):
            options["tls"] = ssl.create_default_context()
        try:
            connection = await nats.connect(
                addresses(servers),
                name="dicetower",
                allow_reconnect=True,
                max_reconnect_attempts=-1,
                reconnect_time_wait=SEND_AGAIN,
                error_cb=_log,
                **options,
            )
        except _UNREACHED as error:
            raise JournalError("venue.unreached", servers=servers, why=str(error)) from None
        stream = cls(connection, servers)
        try:
            await stream._make()
        except BaseException:
            await connection.close()
            raise
        return stream

    @property
    def connected(self) -> bool:
        """Whether one of the servers is reached at the moment."""
        return bool(self._connection.is_connected)

    async def _make(self) -> None:
        wanted = StreamConfig(
            name=NAME,
            subjects=[f"{SUBJECT}*"],
            num_replicas=min(3, len(self._connection.servers)),
            storage=StorageType.FILE,
            discard=DiscardPolicy.NEW,
            deny_delete=True,
            deny_purge=True,
        )
        # One that is there already is taken as it is: the venue may have given it other limits.
        with suppress(refusals.BadRequestError):
            await self._ask(lambda: self._jetstream.add_stream(wanted))

    async def publish(self, entry: Entry) -> None:
        """Write a line; return once a majority of the servers has it."""
        match, taken = entry.match, JournalError("journal.taken", **_facts(entry))
        last = await self._last(match)
        if not follows(entry, last.hash):
            raise taken
        content = msgspec.json.encode(entry)
        headers = {EXPECTED: str(last.number), LINE_ID: f"{match}.{entry.seq}.{entry.hash}"}
        try:
            answer = await self._ask(
                lambda: self._jetstream.publish(
                    SUBJECT + match, content, stream=NAME, headers=headers
                )
            )
        except refusals.BadRequestError as refusal:
            if refusal.err_code != WRONG_LAST_NUMBER:
                raise JournalError("venue.refused", why=str(refusal)) from None
            self._lasts.pop(match, None)
            raise taken from None
        self._lasts[match] = Last(answer.seq, entry.hash)

    async def _last(self, match: str) -> Last:
        if match not in self._lasts:
            try:
                last = await self._ask(lambda: self._jetstream.get_last_msg(NAME, SUBJECT + match))
            except refusals.NotFoundError:
                return Last(0, FIRST)
            self._lasts[match] = Last(last.seq or 0, _ENTRIES.decode(last.data or b"").hash)
        return self._lasts[match]

    async def lengths(self) -> dict[str, int]:
        """How many lines every match has."""
        found = await self._ask(
            lambda: self._jetstream.stream_info(NAME, subjects_filter=f"{SUBJECT}*")
        )
        counts = found.state.subjects or {}
        return {name.removeprefix(SUBJECT): count for name, count in counts.items()}

    async def read(self, match: str, length: int) -> list[Entry]:
        """The first ``length`` lines of a match."""
        lines = list[Entry]()
        async for _, entry in self.follow(0, match):
            lines.append(entry)
            if len(lines) >= length:
                break
        return lines

    async def _ask(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        # Everything here may be asked twice. While servers choose a new leader none answers.
        loop = asyncio.get_running_loop()
        until = loop.time() + GIVE_UP_AFTER
        while True:
            try:
                return await ask()
            except _UNREACHED as error:
                decided = isinstance(error, (refusals.BadRequestError, refusals.NotFoundError))
                if decided and getattr(error, "err_code", None) != UNDECIDED:
                    raise
                log.info("the venue does not answer: %r", error)
                if loop.time() > until:
                    raise JournalError("venue.cut_off", servers=self.servers) from None
                await asyncio.sleep(SEND_AGAIN)

    async def follow(self, after: int, match: str = "*") -> AsyncIterator[tuple[int, Entry]]:
        """Every line after a number of the stream with its own number, then each as it comes.

        It goes on after a server was lost, from the line it had come to.
        """
        while True:
            try:
                asked = ConsumerConfig(
                    deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
                    opt_start_seq=after + 1,
                    ack_policy=AckPolicy.NONE,
                    inactive_threshold=60,
                )
                lines = await _cancellable(
                    self._jetstream.pull_subscribe(SUBJECT + match, stream=NAME, config=asked)
                )
                try:
                    while True:
                        with suppress(asyncio.TimeoutError):
                            for message in await _cancellable(lines.fetch(BATCH, timeout=1)):
                                after = message.metadata.sequence.stream
                                yield after, _ENTRIES.decode(message.data)
                            continue
                        # It may have gone with its server.
                        await _cancellable(lines.consumer_info())
                finally:
                    with suppress(*_UNREACHED):
                        await _cancellable(lines.unsubscribe())
            except _UNREACHED as error:
                log.info("the venue's stream is not read: %s", error)
                await asyncio.sleep(SEND_AGAIN)

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()


def addresses(servers: str) -> list[str]:
    """The servers that ``nats://a,b:4223`` names, each as an address of its own."""
    scheme, _, hosts = servers.partition("://")
    if scheme not in ("nats", "tls") or not all(hosts.split(",")):
        raise JournalError("venue.address", got=servers)
    return [f"{scheme}://{host}" for host in hosts.split(",")]


async def _cancellable(work: Coroutine[Any, Any, Answer]) -> Answer:
    # The client waits by asyncio.wait_for, which on Python 3.11 can swallow a cancel.
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task})
    finally:
        task.cancel()
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task.result()


def _facts(entry: Entry) -> dict[str, int | str]:
    return {"match": entry.match, "expected": entry.seq + 1, "got": entry.seq}


async def _log(error: Exception) -> None:
    log.info("venue: %s", error)
