"""The checks of a tower that need a person: what is lit, what is waited for, what is said.

One definition for ``dicetower doctor`` and for the owner's page.
"""

from __future__ import annotations

from typing import Literal

from dicerules.words import Message
from msgspec import Struct
from tower import pins

WAIT = 20
"""Seconds that a person has to press the button or to drop a die."""

RAIL: dict[str, int | str | list[int] | Message] = dict(
    zip(("low", "high"), (f"{volts / 1000:g}" for volts in pins.RAIL), strict=True)
)
"""The volts that a good board has on the lamps' rail."""

Check = Literal["lamps", "button", "beam", "sound"]


class CheckKind(Struct, frozen=True):
    """A check: the scene that the lamps show, or the event that has to come."""

    key: Check
    scene: str = ""
    event: str = ""

    def ask(self) -> Message:
        """What the person is asked, or asked to do."""
        return Message(f"host.check.{self.key}.ask")

    def seen(self, good: bool) -> Message:
        """What was found."""
        return Message(f"host.check.{self.key}.{'good' if good else 'bad'}", {"seconds": WAIT})

    def step(self) -> Message:
        """What to do about it if it is bad."""
        return Message(f"host.check.{self.key}.step", RAIL if self.key == "lamps" else {})


CHECKS: dict[Check, CheckKind] = {
    "lamps": CheckKind("lamps", scene="test"),
    "button": CheckKind("button", event="press"),
    "beam": CheckKind("beam", event="drop"),
    "sound": CheckKind("sound", scene="win"),
}
