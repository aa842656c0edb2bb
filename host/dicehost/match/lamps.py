"""What the lamps show while nothing is rolled: dice that matter, then the time. Asks no tower."""

from __future__ import annotations

from dicerules.views import TABLE
from msgspec import Struct

from dicehost.clock.clock import Countdown
from dicehost.link import dice_row as row
from dicehost.link.dice_row import Row
from dicehost.match.record import Match


class Lamps(Struct, frozen=True):
    """What the lamps show: a scene, or the dice of a roll, beginning with one of its pages."""

    scene: str
    colour: str | None = None
    roll_id: str = ""
    dice: Row = ()
    first: int = 0
    countdown: Countdown | None = None


def choose_lamps(match: Match, nudged: int | None, countdown: Countdown | None) -> Lamps:
    """Choose what to show. ``nudged`` is a seat to remind, ``countdown`` a time that runs out."""
    colours, winners = match.opened.colours, match.winners
    if winners is not None:
        return Lamps("win", colours[winners[0]]) if winners else Lamps("wait")
    if nudged is not None:
        return remind(match, nudged)
    dice = last_roll(match)
    if countdown is not None and not dice_matter(match):
        seat = countdown.seat
        return Lamps("time", None if seat is None else colours[seat], countdown=countdown)
    turn = _turn(match)
    rest = Lamps("wait") if turn is None else Lamps("turn", colours[turn])
    return dice or rest


def remind(match: Match, seat: int) -> Lamps:
    """Remind a seat that its time is over."""
    return Lamps("time", match.opened.colours[seat])


def dice_matter(match: Match) -> bool:
    """Whether the dice on the table belong to this turn; older ones make room for anything else."""
    return last_roll(match) is not None and match.rolled_in == _turn(match)


def last_roll(match: Match) -> Lamps | None:
    """The dice of the last roll, if everybody may see them."""
    if match.last_roll is None:
        return None
    roll_id, roll, rolled = match.last_roll
    if roll.hidden or not rolled.faces:
        return None
    dice = row.fallen(roll, rolled, match.position.faces)
    return Lamps("dice", roll_id=roll_id, dice=dice, first=row.busiest(roll))


def _turn(match: Match) -> int | None:
    return match.position.view(TABLE).turn
