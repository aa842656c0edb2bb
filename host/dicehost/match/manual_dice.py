"""Dice by hand: who has to agree, what may be typed, what the host draws itself. Writes nothing.

People type what they roll with dice of their own. What nobody presses for, or nobody may see, such
as lots and shuffled cards, cannot be typed: the operating system's randomness draws it, and the
outcome is marked "system" as typed faces are marked "hand".

Another device, such as dice with Bluetooth or a camera, may read the dice instead. The table agrees
to it by its name, and each of its rolls is marked "device" with that name.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any, Literal

from dicerules.core import Roll, Rolled, single_dice
from dicerules.views import TABLE
from msgspec import Struct

from dicehost.errors import TableError
from dicehost.journal.events import (
    DEVICE,
    HAND,
    SYSTEM,
    ManualDiceAsked,
    ManualDiceBegun,
    RollOutcome,
    is_typed,
)
from dicehost.match.record import Match
from dicehost.match.roller import Roller


class ManualDiceShown(Struct, frozen=True):
    """Dice by hand as a screen shows them while the tower cannot roll what is needed.

    ``state``: it may be asked for, it was asked for by ``viewer`` and ``missing`` have yet to
    agree, or it was agreed on. ``may_type``: this screen may type the faces in. ``device`` reads
    the dice instead, or is asked for.
    """

    state: Literal["offered", "asked", "agreed"]
    viewer: int | None
    missing: tuple[int, ...]
    may_type: bool
    device: str = ""


LONGEST = 40
"""Characters of a device's name."""


def missing(match: Match, here: Collection[int]) -> tuple[int, ...]:
    """Everybody who has yet to agree.

    Each phone and bot that is there speaks for its seat, and the table's screen for the others.
    """
    asked = match.hand_asked
    if asked is None:
        return ()
    seats = set(range(len(match.names)))
    voices = set(here) & seats - match.tablet
    if TABLE in here and voices != seats:
        voices.add(TABLE)
    return tuple(sorted(voices - {asked.viewer} - match.hand_agreed))


def begun(match: Match, here: Collection[int]) -> ManualDiceBegun | None:
    """The event that begins it, once all agreed; one phone alone cannot agree with itself."""
    asked = match.hand_asked
    if asked is None or missing(match, here):
        return None
    if asked.viewer != TABLE and not match.hand_agreed:
        return None
    return ManualDiceBegun([asked.viewer, *sorted(match.hand_agreed)])


def ask(
    match: Match, roller: Roller, viewer: int, command: str, said: Any = None
) -> ManualDiceAsked:
    """Ask the table for dice by hand, or for dice that a device reads."""
    device = (said or {}).get("device", "")
    if not isinstance(device, str) or len(device) > LONGEST or not device.isprintable():
        raise TableError("hand.device_name", most=LONGEST, got=repr(device)[:60])
    if not isinstance(match.need, Roll):
        raise TableError("hand.no_roll")
    if not roller.unable:
        raise TableError("hand.tower")
    if (match.by_hand and match.hand_device == device) or match.hand_asked is not None:
        raise TableError("hand.pending")
    return ManualDiceAsked(viewer, command, device)


def check_asked(match: Match, here: Collection[int], viewer: int) -> None:
    """Refuse an answer of somebody who is not asked."""
    if viewer not in missing(match, here):
        raise TableError("hand.not_asked")


def type_in(match: Match, roller: Roller, viewer: int, command: str, said: Any) -> RollOutcome:
    """Make an outcome of what somebody typed; the rules judge the faces themselves."""
    roll, said = match.need, said or {}
    if not isinstance(roll, Roll) or said.get("roll") != match.roll_id:
        raise TableError("hand.over")
    if not match.by_hand:
        raise TableError("hand.not_agreed")
    if not roller.by_hand or roller.tumbling:
        raise TableError("hand.tower")
    if not is_typed(roll) or not _may_type(match, roll, viewer):
        raise TableError("hand.not_yours")
    faces = said.get("faces")
    # A bool is an int in Python, and no face.
    if not isinstance(faces, list) or any(type(face) is not int for face in faces):
        raise TableError("hand.faces", got=repr(faces)[:60])
    device = said.get("device", "")
    if device != match.hand_device:
        # What was agreed to is this device and no other, or people's own eyes.
        raise TableError("hand.device_other", expected=match.hand_device, got=repr(device)[:60])
    rolled, source = Rolled(tuple(faces), _shuffle(roll)), DEVICE if device else HAND
    return RollOutcome(match.roll_id, rolled, source, device, by=viewer, command=command)


def _may_type(match: Match, roll: Roll, viewer: int) -> bool:
    # A bot has no hands: somebody at the table rolls for it.
    return viewer in (roll.seat, TABLE) or roll.seat in match.bots


def draw(match: Match, roll: Roll) -> RollOutcome:
    """Draw what nobody can type from the operating system's randomness."""
    faces = [secrets.randbelow(group.faces) + 1 for group in single_dice(roll)]
    return RollOutcome(match.roll_id, Rolled(tuple(faces), _shuffle(roll)), SYSTEM, "")


def _shuffle(roll: Roll) -> tuple[tuple[int, ...], ...]:
    chance = secrets.SystemRandom()
    return tuple(tuple(chance.sample(range(cards), cards)) for cards in roll.shuffles)


def show(
    match: Match, roller: Roller, here: Collection[int], viewer: int
) -> ManualDiceShown | None:
    """Tell a screen where dice by hand stand; nothing while the tower can roll."""
    roll = match.need
    if not isinstance(roll, Roll) or not roller.unable:
        return None
    if match.by_hand and match.hand_asked is None:
        device = match.hand_device
        may_type = is_typed(roll) and _may_type(match, roll, viewer) and not device
        return ManualDiceShown("agreed", None, (), may_type, device)
    if (asked := match.hand_asked) is not None:
        return ManualDiceShown("asked", asked.viewer, missing(match, here), False, asked.device)
    return ManualDiceShown("offered", None, (), False)
