"""The dice of the last roll as screens let them come to rest: as the lamps do, die by die."""

from __future__ import annotations

from dicerules.core import single_dice
from dicerules.views import Die
from msgspec import Struct
from tower.scenes import PAGE, rest_at

from dicehost.match.record import Match


class Landed(Struct, frozen=True):
    """What was rolled, die by die, and how long after its outcome was told each comes to rest.

    A screen that shows this roll for the first time lets the dice land before it shows anything
    else of the outcome. ``id`` is the roll's.
    """

    id: str
    dice: tuple[Die, ...]
    rest_ms: tuple[int, ...]


def landed(match: Match) -> Landed | None:
    """The dice that the last event rolled; nothing if it was no roll, or one that is hidden."""
    return last_landed(match) if match.rolled_at == match.asked else None


def last_landed(match: Match) -> Landed | None:
    """The dice of the last roll, also if other things happened since; nothing if it was hidden."""
    if match.last_roll is None:
        return None
    roll_id, roll, rolled = match.last_roll
    if roll.hidden or not rolled.faces:
        return None
    dice = tuple(
        Die(face, group.kind, group.colour, seat=group.seat)
        for group, face in zip(single_dice(roll), rolled.faces, strict=True)
    )
    return Landed(roll_id, dice, rest_times(roll.places or range(len(dice))))


def rest_times(places: range | tuple[int, ...]) -> tuple[int, ...]:
    """When the dice that go to these places come to rest, as on the lamps.

    The lamps show more dice than they have room for page by page; a screen shows them all at once,
    within the time of one page.
    """
    room = max(places, default=0) + 1
    pages = -(-room // PAGE)
    return tuple(rest_at(place // pages) for place in places)
