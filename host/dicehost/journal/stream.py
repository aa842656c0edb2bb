"""The venue's stream: the lines of every match of every host, kept by a NATS JetStream cluster.

Each match has a subject for each host that writes it, and its lines are the messages there. A line
is published together with the number of the match's last message, whichever host wrote that: if
there is a newer one, the servers refuse the line. An acknowledgement comes from a majority of the
servers, which have the line on disk then. Whether an unanswered line was stored is found out by
sending it again: it carries an id, and the servers keep one of each.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
import nats.errors
from nats.aio.client import Client
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
from dicehost.journal.counted import Counted, read_line
from dicehost.journal.entry import FIRST, Entry, follows
from dicehost.journal.inbox import SIGN_OF_LIFE, Inbox, Message

log = logging.getLogger(__name__)

NAME = "dicetower"
SUBJECT = "dicetower.match."
EXPECTED = "Nats-Expected-Last-Subject-Sequence"
EXPECTED_OF = "Nats-Expected-Last-Subject-Sequence-Subject"
"""The subjects whose last message has the expected number. Servers before 2.12 do not know it."""
OLDEST_SERVER = 2, 12
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
REACH_WITHIN = 5.0
"""Seconds that a venue has to answer when a host starts."""
GOODBYE = 2.0
"""Seconds that closing a connection may take."""
TRIES_TO_END = 25
SEND_AGAIN = 0.2
LOOK_EVERY = 2
"""Seconds between two pings: a server that is cut off without a word is left after the third."""
ATTEMPTS = 5
"""How often a line is published anew that still follows the last one that counts."""
GATHER = 0.1
"""Seconds in which lines are gathered that are copied together."""

_UNREACHED = (nats.errors.Error, OSError, asyncio.TimeoutError)
Answer = TypeVar("Answer")


class Last(NamedTuple):
    """The number of a match's last message in the stream, and the hash of its last line."""

    number: int
    hash: str


class Line(NamedTuple):
    """A line, and the host that wrote it."""

    by: str
    entry: Entry


class Access(NamedTuple):
    """How a host shows a venue who it is: a name, a password, and whose certificates it trusts."""

    user: str
    password: str
    authority: str = ""


class Stream:
    """A connection to a venue. ``connected`` says whether a server is reached at the moment."""

    def __init__(self, servers: str, access: Access | None = None) -> None:
        self._connection = Client()
        self.jetstream = self._connection.jetstream(timeout=ANSWER_WITHIN)
        self.servers = servers
        self._access = access
        self._lasts: dict[str, Last] = {}
        self.why = "no answer"
        """What was last said against it."""
        self._ready = False
        self._connecting: asyncio.Task[None] | None = None

    @classmethod
    async def connect(cls, servers: str, access: Access | None = None) -> Stream:
        """Connect to any of some servers, ``nats://a,b,c``; make the stream if there is none."""
        stream = cls(servers, access)
        try:
            if not await stream.reach():
                raise JournalError("venue.unreached", servers=servers, why=stream.why)
            await stream.prepare()
        except BaseException:
            await stream.close()
            raise
        return stream

    @property
    def connected(self) -> bool:
        """Whether one of the servers is reached at the moment."""
        return bool(self._connection.is_connected)

    async def reach(self, seconds: float = REACH_WITHIN) -> bool:
        """Begin to look for a server, and say whether one was found; it goes on looking."""
        self._connecting = asyncio.create_task(self._reach())
        await asyncio.wait({self._connecting}, timeout=seconds)
        if self._connecting.done():
            self._connecting.result()
        return self.connected

    async def _reach(self) -> None:
        options: dict[str, Any] = {"reconnect_time_wait": SEND_AGAIN}
        if self._access is not None:
            options |= {"user": self._access.user, "password": self._access.password}
            # Nobody else in the venue may listen to what it is answered.
            options["inbox_prefix"] = f"_INBOX_{self._access.user}"
        if self.servers.startswith("tls://"):
            trusted = (self._access and self._access.authority) or None
            options["tls"] = ssl.create_default_context(cadata=trusted)
        await self._connection.connect(
            addresses(self.servers),
            name="dicetower",
            max_reconnect_attempts=-1,
            ping_interval=LOOK_EVERY,
            # What cannot be sent now is not sent late: nobody would wait for it any more.
            pending_size=-1,
            error_cb=self._log,
            **options,
        )

    async def _log(self, error: Exception) -> None:
        # That a password was refused says more than the closed connection that follows.
        if "authorization" not in self.why.lower():
            self.why = str(error) or type(error).__name__
        log.info("venue: %r", error)

    async def prepare(self) -> None:
        """Make the stream if there is none; refuse a venue that cannot keep what it must."""
        version = self._connection.connected_server_version
        if (version.major, version.minor) < OLDEST_SERVER:
            raise JournalError("venue.old_server", got=str(version))
        if not self._ready:
            subjects = [f"{SUBJECT}*.*"]
            wanted = StreamConfig(name=NAME, subjects=subjects, deny_delete=True, deny_purge=True)
            found = await self.make(wanted)
            if found.subjects != subjects:
                raise JournalError("venue.old_stream")
            self._ready = True

    async def make(self, wanted: StreamConfig) -> StreamConfig:
        """Make a stream, kept on disk by three servers if there are as many.

        One that is there already is taken as it is: the venue may have given it other limits.
        """
        whole = wanted.evolve(
            num_replicas=min(3, len(self._connection.servers)),
            storage=StorageType.FILE,
            discard=DiscardPolicy.NEW,
        )
        name = wanted.name or ""
        try:
            return (await self.ask(lambda: self.jetstream.stream_info(name))).config
        except refusals.NotFoundError:
            with suppress(refusals.BadRequestError):  # another host was faster
                return (await self.ask(lambda: self.jetstream.add_stream(whole))).config
            return (await self.ask(lambda: self.jetstream.stream_info(name))).config

    async def publish(self, entry: Entry, by: str) -> None:
        """Write a line as this host; return once a majority of the servers has it."""
        match, content = entry.match, msgspec.json.encode(entry)
        for _ in range(ATTEMPTS):
            number = await self._number_before(entry)
            headers = {
                EXPECTED: str(number),
                EXPECTED_OF: f"{SUBJECT}{match}.*",
                LINE_ID: f"{match}.{entry.seq}.{entry.hash}",
            }
            publish = partial(
                self.jetstream.publish,
                f"{SUBJECT}{match}.{by}",
                content,
                stream=NAME,
                headers=headers,
            )
            try:
                answer = await self.ask(publish)
            except refusals.BadRequestError as refusal:
                if refusal.err_code != WRONG_LAST_NUMBER:
                    raise JournalError("venue.refused", why=str(refusal)) from None
                self._lasts.pop(match, None)  # another host has written since
            else:
                self._lasts[match] = Last(answer.seq, entry.hash)
                return
        raise JournalError("journal.taken", **_facts(entry))

    async def _number_before(self, entry: Entry) -> int:
        # The number of the match's last message, if the line follows the last one that counts.
        last = self._lasts.get(entry.match) or await self._last(entry.match)
        if not follows(entry, last.hash):
            last = await self._last(entry.match)
        if not follows(entry, last.hash):
            # What was written last may not count.
            last = Last(last.number, (await self.read(entry.match)).hash)
        if not follows(entry, last.hash):
            self._lasts.pop(entry.match, None)
            raise JournalError("journal.taken", **_facts(entry))
        return last.number

    async def _last(self, match: str) -> Last:
        try:
            subject = f"{SUBJECT}{match}.*"
            last = await self.ask(lambda: self.jetstream.get_last_msg(NAME, subject))
        except refusals.NotFoundError:
            return Last(0, FIRST)
        _, by = _parts(last.subject or "")
        line = read_line(match, by, last.data or b"")
        return Last(last.seq or 0, line.hash if line else "")

    async def lengths(self) -> dict[str, int]:
        """How many messages there are of every match."""
        found = await self.ask(
            lambda: self.jetstream.stream_info(NAME, subjects_filter=f"{SUBJECT}*.*")
        )
        counts = dict[str, int]()
        for subject, count in (found.state.subjects or {}).items():
            match, _ = _parts(subject)
            counts[match] = counts.get(match, 0) + count
        return counts

    async def read(self, match: str) -> Counted:
        """The lines of a match that count."""
        counted, end = Counted(match), (await self._last(match)).number
        if end:
            async with aclosing(self.messages(NAME, f"{SUBJECT}{match}.*")) as messages:
                async for some in messages:
                    for line in _lines(some):
                        counted.take(*line)
                    if some[-1].number >= end:
                        break
        return counted

    async def ask(
        self, ask: Callable[[], Awaitable[Answer]], patience: float = GIVE_UP_AFTER
    ) -> Answer:
        """Ask something that may be asked twice, until it is answered or patience has run out.

        While servers choose a new leader none answers.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while True:
            try:
                return await _cancellable(ask())
            except _UNREACHED as error:
                decided = isinstance(error, (refusals.BadRequestError, refusals.NotFoundError))
                if decided and getattr(error, "err_code", None) != UNDECIDED:
                    raise
                log.info("the venue does not answer: %r", error)
                if loop.time() > until:
                    raise JournalError("venue.cut_off", servers=self.servers) from None
                await asyncio.sleep(SEND_AGAIN)

    async def ask_every(self, subject: str, said: bytes, seconds: float = 1.0) -> list[bytes]:
        """Ask all servers at once: what they answered, once all did or some stayed silent."""
        inbox, answers = self._connection.new_inbox(), list[bytes]()
        listening = await self._connection.subscribe(inbox)
        with suppress(*_UNREACHED):
            await self._connection.publish(subject, said, reply=inbox)
            while len(answers) < len(self._connection.servers):
                answers.append((await _cancellable(listening.next_msg(timeout=seconds))).data)
        with suppress(*_UNREACHED):
            await listening.unsubscribe()
        return answers

    async def follow(self, after: int) -> AsyncIterator[tuple[int, list[Line]]]:
        """Every line after a number of the stream, as they come: the number that is reached."""
        if await self._end() < after:
            after = 0  # servers that were set up anew
        async for some in self.messages(NAME, f"{SUBJECT}*.*", after, GATHER):
            yield some[-1].number, list(_lines(some))

    async def _end(self) -> int:
        # The number of the last message; waited for until the stream is there and reached.
        while True:
            try:
                return (await _cancellable(self.jetstream.stream_info(NAME))).state.last_seq
            except _UNREACHED as error:
                log.info("the venue's stream is not read: %s", error)
                await asyncio.sleep(SEND_AGAIN)

    async def messages(
        self, stream: str, subject: str, after: int = 0, gather: float = 0
    ) -> AsyncGenerator[list[Message], None]:
        """Every message of a stream after a number, as they come: one list after another.

        ``gather`` is for how many seconds messages that follow a first one are waited for. It goes
        on after a server was lost, from the message it had come to.
        """
        while True:
            try:
                async with self._listening(stream, subject, after) as inbox:
                    async for some in inbox.lists(gather):
                        after = some[-1].number
                        yield some
            except _UNREACHED as error:
                log.info("the venue's stream is not read: %s", error)
                await asyncio.sleep(SEND_AGAIN)

    @asynccontextmanager
    async def _listening(self, stream: str, subject: str, after: int) -> AsyncIterator[Inbox]:
        # The servers send by themselves: to ask for every line would cost more than the line.
        inbox, told = Inbox(), self._connection.new_inbox()
        listening = await _cancellable(self._connection.subscribe(told, cb=inbox.take))
        try:
            asked = ConsumerConfig(
                deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
                opt_start_seq=after + 1,
                ack_policy=AckPolicy.NONE,
                filter_subject=subject,
                deliver_subject=told,
                idle_heartbeat=SIGN_OF_LIFE,
                num_replicas=1,
                mem_storage=True,
            )
            await _cancellable(self.jetstream.add_consumer(stream, asked, timeout=ANSWER_WITHIN))
            yield inbox
        finally:
            with suppress(*_UNREACHED):
                await _cancellable(listening.unsubscribe())

    async def close(self) -> None:
        """Close the connection."""
        if self._connecting is not None:
            for _ in range(TRIES_TO_END):  # the client can swallow a cancel; see _cancellable
                if self._connecting.done():
                    break
                self._connecting.cancel()
                await asyncio.wait({self._connecting}, timeout=SEND_AGAIN)
        # A server in the middle of a TLS handshake may never answer the goodbye.
        goodbye = asyncio.ensure_future(self._connection.close())
        await asyncio.wait({goodbye}, timeout=GOODBYE)
        # One that was still connecting leaves its socket open.
        if (left := self._connection._transport) is not None:
            if (writer := getattr(left, "_io_writer", None)) is not None:
                writer.transport.abort()
            left.close()  # type: ignore[no-untyped-call]
            await asyncio.sleep(0)
        goodbye.cancel()
        await asyncio.wait({goodbye}, timeout=GOODBYE)


def _lines(messages: list[Message]) -> Iterator[Line]:
    for _, subject, content in messages:
        match, by = _parts(subject)
        if (entry := read_line(match, by, content)) is not None:
            yield Line(by, entry)


def _parts(subject: str) -> tuple[str, str]:
    # The match of a line, and the host that wrote it.
    match, _, by = subject.removeprefix(SUBJECT).rpartition(".")
    return match, by


def addresses(servers: str) -> list[str]:
    """The servers that ``nats://a,b:4223`` names, each as an address of its own."""
    scheme, _, hosts = servers.partition("://")
    if scheme not in ("nats", "tls") or not all(hosts.split(",")):
        raise JournalError("venue.address", got=servers)
    return [f"{scheme}://{host}" for host in hosts.split(",")]


async def _cancellable(work: Awaitable[Answer]) -> Answer:
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
