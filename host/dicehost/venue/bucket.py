"""A few small values that all hosts of a venue share: a JetStream key-value bucket."""

from __future__ import annotations

from collections.abc import AsyncIterator

from nats.js import errors as refusals
from nats.js.api import StreamConfig

from dicehost.journal.stream import EXPECTED, GIVE_UP_AFTER, WRONG_LAST_NUMBER, Stream


class Bucket:
    """The newest value of each key. ``seconds`` after it was written a value is gone, if given."""

    def __init__(self, stream: Stream, name: str, seconds: float | None = None) -> None:
        self._stream = stream
        self._name = f"KV_{name}"
        self._subject = f"$KV.{name}."
        self._seconds = seconds

    async def make(self) -> None:
        """Make it if there is none."""
        await self._stream.make(
            StreamConfig(
                name=self._name,
                subjects=[f"{self._subject}>"],
                max_msgs_per_subject=1,
                max_age=self._seconds,
                allow_rollup_hdrs=True,
                deny_delete=True,
            )
        )

    async def put(self, key: str, value: bytes, patience: float = GIVE_UP_AFTER) -> None:
        """Write a value; return once a majority of the servers has it."""
        jetstream = self._stream.jetstream
        await self._stream.ask(lambda: jetstream.publish(self._subject + key, value), patience)

    async def create(self, key: str, value: bytes) -> bytes:
        """Write a value unless there is one; return the one that stands."""
        jetstream, headers = self._stream.jetstream, {EXPECTED: "0"}
        try:
            await self._stream.ask(
                lambda: jetstream.publish(self._subject + key, value, headers=headers)
            )
        except refusals.BadRequestError as refusal:
            if refusal.err_code != WRONG_LAST_NUMBER:
                raise
        return await self.get(key) or value

    async def get(self, key: str) -> bytes | None:
        """A value, if there is one."""
        try:
            found = await self._stream.ask(
                lambda: self._stream.jetstream.get_last_msg(self._name, self._subject + key)
            )
        except refusals.NotFoundError:
            return None
        return found.data

    async def keys(self, patience: float = GIVE_UP_AFTER) -> set[str]:
        """Every key that has a value now."""
        found = await self._stream.ask(
            lambda: self._stream.jetstream.stream_info(
                self._name, subjects_filter=f"{self._subject}>"
            ),
            patience,
        )
        return {name.removeprefix(self._subject) for name in found.state.subjects or {}}

    async def follow(self) -> AsyncIterator[tuple[str, bytes]]:
        """Every key with its value, then each as it is written."""
        async for some in self._stream.messages(self._name, f"{self._subject}>"):
            for _, subject, value in some:
                yield subject.removeprefix(self._subject), value
