"""How long the show of the last step takes: until its dice lie still, and for each beat.

Defined here once, for screens and for clocks: a screen performs every beat within its time, and
nobody's clock runs until the show is over. The times follow from the journal alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from dicerules.beats import Award, Beat, Change, Flip, Reveal, Title, Transfer, Verdict
from dicerules.views import TABLE
from msgspec import Struct

from dicehost.journal.events import Pace
from dicehost.match.landing import landed
from dicehost.match.record import Match

SPEEDS: dict[Pace, float] = {"none": 0.0, "quick": 0.55, "normal": 1.0, "grand": 1.5}
"""How much time beats take at each pace. Dice land as the lamps do, at every pace."""
SILENCE = 300
"""Milliseconds between the last die and the first beat."""
MOST = 60_000
"""Milliseconds that a show may take, whatever a game wants to tell."""
MOST_FLYING = 12
"""More things than these are not sent one by one."""
APART = 62
"""Milliseconds between two things that fly the same way."""


class ShowTimes(Struct, frozen=True):
    """When a screen performs what: the first beat begins at ``lands_ms``, each has its own time.

    ``slow`` is the pace: 1 is normal, 0.5 is twice as fast.
    """

    slow: float
    lands_ms: int
    beats_ms: tuple[int, ...]

    @property
    def whole(self) -> int:
        """How long all of it takes, in milliseconds."""
        return self.lands_ms + sum(self.beats_ms)


def show_times(match: Match, viewer: int) -> ShowTimes | None:
    """When a viewer sees the parts of the last step; nothing if there is nothing to perform.

    Every show is over when the table's is: how long it takes tells nobody what somebody else saw.
    """
    table = _own_times(match, TABLE)
    own = _own_times(match, viewer)
    if own is None or table is None or own.whole <= table.whole:
        return own
    room, beats = table.whole - table.lands_ms, sum(own.beats_ms)
    fitted = tuple(time * room // beats for time in own.beats_ms)
    return ShowTimes(own.slow * room / beats, own.lands_ms, fitted)


def show_ms(match: Match) -> int:
    """How long the show of the last step takes at this table, in milliseconds."""
    times = show_times(match, TABLE)
    return 0 if times is None else times.whole


def seen_verdict(match: Match) -> tuple[str, int] | None:
    """The tone of the last step's last verdict on the table, and after how many milliseconds."""
    times, step = _own_times(match, TABLE), match.last_step
    if times is None or step is None or not times.beats_ms:
        return None
    beats = step.beats(TABLE)
    at = max((at for at, beat in enumerate(beats) if isinstance(beat, Verdict)), default=None)
    if at is None:
        return None
    verdict = beats[at]
    assert isinstance(verdict, Verdict)
    return verdict.tone, times.lands_ms + sum(times.beats_ms[:at])


def _own_times(match: Match, viewer: int) -> ShowTimes | None:
    step, dice, slow = match.last_step, landed(match), SPEEDS[match.pace]
    if step is None or step.line != match.asked:
        return None  # taken back since
    lands = 0 if dice is None else max(dice.rest_ms) + SILENCE
    beats = step.beats(viewer) if slow else ()
    times = [round(slow * time) for time in beat_times(beats)]
    if not lands and not times:
        return None
    if lands + sum(times) > MOST:
        slow *= (MOST - lands) / sum(times)
        times = [time * (MOST - lands) // sum(times) for time in times]
    return ShowTimes(slow, lands, tuple(times))


def beat_times(beats: Sequence[Beat]) -> list[int]:
    """How long each beat takes at the normal pace; what belongs together overlaps."""
    if not beats:
        return []
    return [*(_overlap(beat, then) for beat, then in pairwise(beats)), _alone(beats[-1])]


def _overlap(beat: Beat, then: Beat) -> int:
    match beat, then:
        case Change(), Change():
            return 120
        case Transfer(), Transfer() if (beat.source, beat.target) == (then.source, then.target):
            return _flight(beat) - 380
        case Reveal(), Reveal() if beat.seat == then.seat:
            return _turning(beat)
    return _alone(beat)


def _alone(beat: Beat) -> int:
    match beat:
        case Verdict():
            return 2_300 if beat.tone == "grand" else 1_700
        case Transfer():
            return _flight(beat)
        case Flip():
            held = any(place.startswith("seat/") for place in beat.places)
            return 1_500 + 130 * len(beat.places) if held else 900
        case Change():
            return 1_000
        case Reveal():
            return _turning(beat) + 1_200
        case Award():
            return 1_800 + 110 * len(beat.figures)
        case Title():
            return 1_800
    assert_never(beat)


def _flight(beat: Transfer) -> int:
    if beat.card is not None:
        return 1_300  # long enough to read it
    return 680 + APART * (min(beat.count, MOST_FLYING) - 1)


def _turning(beat: Reveal) -> int:
    return 430 + 170 * len(beat.cards)
