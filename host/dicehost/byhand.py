"""Dice by hand: who has to agree, what may be typed, what the host draws itself. Writes nothing.

People type what they roll with dice of their own. What nobody presses for, or nobody may see, such
as lots and shuffled cards, cannot be typed: the operating system's randomness draws it, and the
outcome is marked "system" as typed faces are marked "hand".
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any, Literal

from dicerules.core import Roll, Rolled
from dicerules.views import TABLE
from msgspec import Struct

from dicehost.dealer import Dealer
from dicehost.errors import TableError
from dicehost.fold import Fold
from dicehost.lines import HAND, SYSTEM, HandAnswered, HandAsked, HandBegun, Outcome, is_typed


class ByHandShown(Struct, frozen=True):
    """Dice by hand as a screen shows them while the tower cannot roll what is needed.

    ``state``: it may be asked for, it was asked for by ``viewer`` and ``missing`` have yet to
    agree, or it was agreed on. ``may_type``: this screen may type the faces in.
    """

    state: Literal["offered", "asked", "agreed"]
    viewer: int | None
    missing: tuple[int, ...]
    may_type: bool


def missing(fold: Fold, here: Collection[int]) -> tuple[int, ...]:
    """Everybody who has yet to agree.

    Each phone that is there speaks for its seat, and the table's screen for those without one.
    """
    asked = fold.hand_asked
    if asked is None:
        return ()
    seats = set(range(len(fold.names)))
    voices = set(here) & seats - fold.tablet
    if TABLE in here and voices != seats:
        voices.add(TABLE)
    return tuple(sorted(voices - {asked.viewer} - fold.hand_agreed))


def begun(fold: Fold, here: Collection[int]) -> HandBegun | None:
    """The line that begins it, once all agreed; nobody's phone alone can agree with itself."""
    asked = fold.hand_asked
    if asked is None or missing(fold, here):
        return None
    if asked.viewer != TABLE and not fold.hand_agreed:
        return None
    return HandBegun([asked.viewer, *sorted(fold.hand_agreed)])


def ask(fold: Fold, dealer: Dealer, viewer: int, command: str) -> HandAsked:
    """Ask the table for dice by hand."""
    if not isinstance(fold.need, Roll):
        raise TableError("hand.no_roll")
    if not dealer.unable:
        raise TableError("hand.tower")
    if fold.by_hand or fold.hand_asked is not None:
        raise TableError("hand.pending")
    return HandAsked(viewer, command)


def answer(fold: Fold, here: Collection[int], viewer: int, command: str) -> HandAnswered:
    """Agree, or do not."""
    if viewer not in missing(fold, here):
        raise TableError("hand.not_asked")
    return HandAnswered(viewer, command)


def type_in(fold: Fold, dealer: Dealer, viewer: int, command: str, said: Any) -> Outcome:
    """Make an outcome of what somebody typed; the rules judge the faces themselves."""
    roll, said = fold.need, said or {}
    if not isinstance(roll, Roll) or said.get("roll") != fold.roll_id:
        raise TableError("hand.over")
    if not fold.by_hand:
        raise TableError("hand.not_agreed")
    if not dealer.by_hand or dealer.tumbling:
        raise TableError("hand.tower")
    if not is_typed(roll) or viewer not in (roll.seat, TABLE):
        raise TableError("hand.not_yours")
    faces = said.get("faces")
    # A bool is an int in Python, and no face.
    if not isinstance(faces, list) or any(type(face) is not int for face in faces):
        raise TableError("hand.faces", got=repr(faces)[:60])
    rolled = Rolled(tuple(faces), _shuffle(roll))
    return Outcome(fold.roll_id, rolled, HAND, "", by=viewer, command=command)


def draw(fold: Fold, roll: Roll) -> Outcome:
    """Draw what nobody can type from the operating system's randomness."""
    faces = [secrets.randbelow(cast.faces) + 1 for cast in roll.casts for _ in range(cast.count)]
    return Outcome(fold.roll_id, Rolled(tuple(faces), _shuffle(roll)), SYSTEM, "")


def _shuffle(roll: Roll) -> tuple[tuple[int, ...], ...]:
    chance = secrets.SystemRandom()
    return tuple(tuple(chance.sample(range(cards), cards)) for cards in roll.shuffles)


def show(fold: Fold, dealer: Dealer, here: Collection[int], viewer: int) -> ByHandShown | None:
    """Tell a screen where dice by hand stand; nothing while the tower can roll."""
    roll = fold.need
    if not isinstance(roll, Roll) or not dealer.unable:
        return None
    if fold.by_hand:
        return ByHandShown("agreed", None, (), is_typed(roll) and viewer in (roll.seat, TABLE))
    if fold.hand_asked is not None:
        return ByHandShown("asked", fold.hand_asked.viewer, missing(fold, here), False)
    return ByHandShown("offered", None, (), False)
