"""The part of the doctor that needs a person: to look, to listen, to press and to drop a die."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable
from typing import Protocol

from dicerules.words import Message, sentence

from dicehost.errors import TowerError
from dicehost.link import checks
from dicehost.link.checks import CHECKS, CheckKind
from dicehost.link.session import Session
from dicehost.wording import host_words

Note = Callable[[str, bool, str, str], None]
"""Takes a finding: what was checked, whether it is good, what was seen, the next step if not."""

ASKED = ("lamps", "switch", "button", "beam", "sound")
"""What a person is asked about, in that order."""


class People(Protocol):
    """The person at the tower, or somebody in their place."""

    def agree(self, question: str) -> bool:
        """Answer yes or no."""

    def please(self, request: str) -> None:
        """Be told to do something with the tower."""


class Person:
    """The person at the keyboard."""

    def agree(self, question: str) -> bool:
        """Ask; anything but a yes is a no."""
        return input(f"{question} [y/n] ").strip().lower().startswith("y")

    def please(self, request: str) -> None:
        """Say it; the tower will tell when it was done."""
        sys.stdout.write(f"{request}\n")
        sys.stdout.flush()


class HandsOn:
    """The checks of one tower together with a person. ``events`` are the kinds the tower sends.

    ``own`` is whether the tower takes its lamps to be fed by a supply of their own.
    """

    def __init__(
        self, session: Session, people: People, events: asyncio.Queue[str], note: Note, own: bool
    ) -> None:
        self._session = session
        self._people = people
        self._events = events
        self._note = note
        self._own = own

    async def check(self) -> None:
        """Check everything in ASKED, in that order."""
        for kind in CHECKS.values():
            await (self._wait_for(kind) if kind.event else self._look(kind))
            if kind.key == "lamps":
                await self._switch()

    async def _look(self, kind: CheckKind) -> None:
        question = kind.ask()
        try:
            await self._session.ask("lamp", ("k", kind.scene))
        except TowerError:  # a tower before 1.1 has no test scene
            await self._session.ask("lamp", ("k", "turn"), ("c", "w"))
            question = Message("host.check.frame.ask")
        self._find(kind, await asyncio.to_thread(self._people.agree, _say(question)))

    async def _switch(self) -> None:
        stands = "own" if self._own else "usb"
        question = Message(f"host.check.switch.ask_{stands}")
        good = await asyncio.to_thread(self._people.agree, _say(question))
        found = Message(f"host.check.switch.{'good' if good else 'bad'}_{stands}")
        self._note("switch", good, _say(found), _say(Message("host.check.switch.step")))

    async def _wait_for(self, kind: CheckKind) -> None:
        while not self._events.empty():
            self._events.get_nowait()
        await asyncio.to_thread(self._people.please, _say(kind.ask()))
        came = ""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(checks.WAIT):
                while came != kind.event:
                    came = await self._events.get()
        self._find(kind, came == kind.event)

    def _find(self, kind: CheckKind, good: bool) -> None:
        self._note(kind.key, good, _say(kind.seen(good)), _say(kind.step()))


def _say(words: Message) -> str:
    return sentence(words, host_words(), [])
