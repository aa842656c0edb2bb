"""Jobs done one after another, each of them answered. Knows no match."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from dicerules.core import RuleError

from dicehost.errors import HostError

Job = Callable[[], Awaitable[None]]


class Writer:
    """``run`` it, then have jobs done. ``doing`` says in the log what a job was for.

    ``unexpected`` makes a refusal of an error that no job should raise; ``ended`` is called after
    every job, before anybody hears how it went.
    """

    def __init__(
        self, unexpected: Callable[[Exception, str], HostError], ended: Callable[[], None]
    ) -> None:
        self._unexpected = unexpected
        self._ended = ended
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[None], str]] = asyncio.Queue()

    async def do(self, job: Job, doing: str) -> None:
        """Do a job when its turn comes, and raise what it was refused with."""
        # Shielded: who hangs up does not stop a command that has begun.
        await asyncio.shield(self.queue(job, doing))

    def queue(self, job: Job, doing: str) -> asyncio.Future[None]:
        """Have a job done without waiting for it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((job, done, doing))
        return done

    async def run(self) -> None:
        """Do jobs until cancelled."""
        while True:
            job, done, doing = await self._jobs.get()
            try:
                await job()
            except (HostError, RuleError) as refusal:
                done.set_exception(refusal)
            except Exception as error:
                done.set_exception(self._unexpected(error, doing))
            else:
                done.set_result(None)
            done.exception()  # seen: nobody may be waiting for it any more
            self._ended()
