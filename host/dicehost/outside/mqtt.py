"""The door to a broker: public facts out, two buttons in, and a last will for when the host dies.

It connects again by itself for ever; then everything is told anew. State is retained, events are
not: a light that flashes for a roll of last night helps nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import uuid
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

import msgspec
from dicerules.core import encode
from dicerules.views import TABLE

from dicehost.errors import HostError
from dicehost.match.commands import Command
from dicehost.outside import discovery
from dicehost.outside.discovery import Hosted
from dicehost.outside.facts import TableFacts, TowerFacts
from dicehost.outside.feed import Feed, Told

if TYPE_CHECKING:
    import aiomqtt

log = logging.getLogger(__name__)

BACK_OFF = (0.5, 30.0)
EMPTY_AFTER = 60.0
"""Seconds after a start until a table that nobody came back to, or a tower, is said to be gone."""
GOODBYE = 2.0
"""Seconds that saying goodbye may take."""


class OutsideError(HostError, ValueError):
    """A door to the outside cannot be opened as asked."""


class Broker(NamedTuple):
    """Where a broker is, and as whom we come."""

    host: str
    port: int
    user: str | None
    password: str | None
    tls: bool


def read_broker(address: str) -> Broker:
    """Read ``mqtt://user:password@host:port``; ``mqtts`` is the same over TLS."""
    try:
        parts = urlsplit(address if "//" in address else f"mqtt://{address}")
        port = parts.port
    except ValueError:
        raise OutsideError("outside.broker", got=_without_password(address)) from None
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
        raise OutsideError("outside.broker", got=_without_password(address))
    tls = parts.scheme == "mqtts"
    return Broker(
        parts.hostname,
        port or (8883 if tls else 1883),
        None if parts.username is None else unquote(parts.username),
        None if parts.password is None else unquote(parts.password),
        tls,
    )


def check_library() -> None:
    """Refuse at the start, not in the middle of an evening, if the extra is not installed."""
    try:
        import aiomqtt  # noqa: F401 - whether it is there
    except ImportError:
        raise OutsideError("outside.extra", option="--mqtt") from None


def host_id(owner_key: str) -> str:
    """A host's id on brokers: it stays when the host moves, and tells nothing of the key."""
    return sha256(b"dicetower on a broker " + owner_key.encode()).hexdigest()[:10]


def _without_password(address: str) -> str:
    return address.rpartition("@")[2][:60]


class Mqtt:
    """Tells a broker about a house, until cancelled."""

    def __init__(
        self, feed: Feed, broker: Broker, host: str, empty_after: float = EMPTY_AFTER
    ) -> None:
        self._feed = feed
        self._broker = broker
        self._host = Hosted(host, socket.gethostname().partition(".")[0])
        self._empty_after = empty_after
        self._described: discovery.Configs = {}
        self._found: set[tuple[str, str]] = set()
        self._found_more = asyncio.Event()
        self._failed = ""

    async def run(self) -> None:
        """Stay connected."""
        import aiomqtt

        pause = BACK_OFF[0]
        while True:
            try:
                async with self._client() as client:
                    log.info("connected to the broker %s", self._broker.host)
                    self._failed, pause = "", BACK_OFF[0]
                    await self._serve(client)
            except (aiomqtt.MqttError, OSError) as error:
                if str(error) != self._failed:
                    self._failed = str(error)
                    log.warning("the broker %s does not answer: %s", self._broker.host, error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, BACK_OFF[1])

    def _client(self) -> aiomqtt.Client:
        import aiomqtt

        return aiomqtt.Client(
            self._broker.host,
            self._broker.port,
            username=self._broker.user,
            password=self._broker.password,
            identifier=f"dicetower-{self._host.id}",
            will=aiomqtt.Will(self._host.status, b"offline", qos=1, retain=True),
            tls_context=ssl.create_default_context() if self._broker.tls else None,
            keepalive=20,
        )

    async def _serve(self, client: aiomqtt.Client) -> None:
        self._described.clear()
        hearing = asyncio.create_task(self._hear(client))
        telling = asyncio.create_task(self._tell_all(client))
        emptying = asyncio.create_task(self._empty(client))
        tasks = (hearing, telling, emptying)
        try:
            done, _ = await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            # A broker publishes the last will only for those who go without a word.
            with contextlib.suppress(Exception):
                async with asyncio.timeout(GOODBYE):
                    await client.publish(self._host.status, b"offline", qos=1, retain=True)

    async def _tell_all(self, client: aiomqtt.Client) -> None:
        with self._feed.listening() as listener:
            await self._describe(client, discovery.describe_host(self._host))
            await client.publish(self._host.status, b"online", qos=1, retain=True)
            while (told := await listener.take()) is not None:
                await self._tell(client, told)

    async def _tell(self, client: aiomqtt.Client, told: Told) -> None:
        host = self._host
        if isinstance(told, TowerFacts):
            await self._describe(client, discovery.describe_tower(host, told))
            await self._state(client, host.tower(told.id), discovery.tower_state(told))
        elif isinstance(told, TableFacts):
            await self._describe(client, discovery.describe_table(host, told.table))
            topic = host.table(told.table, "state")
            await self._state(client, topic, discovery.table_state(told))
        else:
            topic = host.table(told.table, "event")
            await client.publish(topic, encode(discovery.happened_event(told)), qos=1)

    async def _describe(self, client: aiomqtt.Client, configs: discovery.Configs) -> None:
        for topic, config in configs.items():
            if self._described.get(topic) != config:  # a tower may have other firmware by now
                self._described[topic] = config
                await self._state(client, topic, config)

    async def _state(self, client: aiomqtt.Client, topic: str, state: Mapping[str, Any]) -> None:
        await client.publish(topic, encode(state), qos=1, retain=True)

    async def _hear(self, client: aiomqtt.Client) -> None:
        await client.subscribe(self._host.table("+", "press"), qos=0)
        await client.subscribe(self._host.table("+", "state"), qos=0)
        await client.subscribe(self._host.tower("+"), qos=0)
        async for message in client.messages:
            kind, key, what = _read_topic(str(message.topic))
            if what == "state" and message.retain:
                self._found.add((kind, key))
                self._found_more.set()
            elif what == "press" and key.isdecimal() and not message.retain:
                # A press that was kept for us would roll dice whenever we connect.
                said = bytes(message.payload or b"").decode("utf-8", "replace")
                await self._press(int(key), said)

    async def _empty(self, client: aiomqtt.Client) -> None:
        # A host that was stopped in the middle of a match left its last state behind, and a tower
        # may have been unplugged while nobody was looking.
        await asyncio.sleep(self._empty_after)
        while True:
            self._found_more.clear()
            here = {("table", str(number)) for number in self._feed.tables}
            here |= {("tower", tower) for tower in self._feed.towers}
            left, self._found = self._found - here, set()
            for kind, key in sorted(left):
                table = kind == "table"
                topic = self._host.table(key, "state") if table else self._host.tower(key)
                state = discovery.empty_table() if table else discovery.gone_tower()
                await self._state(client, topic, state)
            await self._found_more.wait()

    async def _press(self, number: int, what: str) -> None:
        table = self._feed.table(number)
        command = Command(uuid.uuid4().hex, "press")
        public = None if table is None else table.teller.public()
        if table is None or public is None:
            return
        if what == "pause":
            paused = public.screen.clock is not None and public.screen.clock.paused
            command = msgspec.structs.replace(command, do="resume" if paused else "pause")
        elif what == "roll" and (roll := public.screen.roll) is not None:
            # A press is for a tower that waits for one, or that another table has.
            if roll.state != "armed" and public.screen.tower.state != "elsewhere":
                return
            command = msgspec.structs.replace(command, answer={"roll": roll.id})
        else:
            return
        try:
            await table.do(TABLE, command)
        except HostError as refusal:
            log.info("the button %s of table %d did nothing: %s", what[:20], number, refusal)


def _read_topic(topic: str) -> tuple[str, str, str]:
    parts = topic.split("/")
    return (parts[2], parts[3], parts[4]) if len(parts) == 5 else ("", "", "")
