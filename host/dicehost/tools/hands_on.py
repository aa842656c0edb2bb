"""The part of the doctor that needs a person: to look, to listen, to press and to drop a die."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Protocol

from dicehost.errors import TowerError
from dicehost.link.session import Session

_WAIT_S = 20.0
"""How long a person has to press the button or to drop a die."""

Note = Callable[[str, bool, str, str], None]
"""Takes a finding: what was checked, whether it is good, what was seen, the next step if not."""

CHECKS = ("lamps", "button", "beam", "sound")


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
    """The checks of one tower together with a person. ``events`` are the kinds the tower sends."""

    def __init__(
        self, session: Session, people: People, events: asyncio.Queue[str], note: Note
    ) -> None:
        self._session = session
        self._people = people
        self._events = events
        self._note = note

    async def check(self) -> None:
        """Check everything in CHECKS, in that order."""
        await self._lamps()
        await self._wait_for(
            "press",
            "button",
            "Press the button.",
            "Leg 5 of the Pico (BTN) must be at 3.3 V, and at 0 V while pressed.",
        )
        await self._wait_for(
            "drop",
            "beam",
            "Drop a die through the tower.",
            "Leg 6 of the Pico (BEAM) must be at 3.3 V, and at 0 V while you hold a finger in the"
            " beam. If it is always low, the two ends do not see each other.",
        )
        await self._sound()

    async def _lamps(self) -> None:
        try:
            await self._session.ask("lamp", ("k", "test"))
            question = "Does a column walk over all lamps, in red, green, blue and white?"
        except TowerError:
            await self._session.ask("lamp", ("k", "turn"), ("c", "w"))
            question = "Do you see a white frame round all lamps?"
        seen = await asyncio.to_thread(self._people.agree, question)
        self._note(
            "lamps",
            seen,
            "They show what they should." if seen else "They do not show what they should.",
            "All dark: measure 5V_LED (4.75 to 5.25 V) and U2.3. One panel dark: DIN and DOUT of"
            " CJMCU panels are exchanged. Wrong order: settings swap, left, right, snake.",
        )

    async def _wait_for(self, kind: str, check: str, request: str, step: str) -> None:
        while not self._events.empty():
            self._events.get_nowait()
        await asyncio.to_thread(self._people.please, request)
        came = ""
        try:
            async with asyncio.timeout(_WAIT_S):
                while came != kind:
                    came = await self._events.get()
        except TimeoutError:
            self._note(check, False, f"No {kind} came within {_WAIT_S:.0f} seconds.", step)
        else:
            self._note(check, True, f"The {kind} was noticed.", "")

    async def _sound(self) -> None:
        heard = await asyncio.to_thread(
            self._people.agree, "Did you hear it tick while the dice rolled?"
        )
        self._note(
            "sound",
            heard,
            "It can be heard." if heard else "It was not heard.",
            "Is the setting quiet on? Is the piezo a passive one, on leg 9 through R3?",
        )
