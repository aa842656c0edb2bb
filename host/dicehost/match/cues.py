"""What the lamps play along with the show of the last step: verdicts, a turn, a win.

Each comes when the screens show it: the times are the show's. Asks no tower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dicerules.beats import Verdict
from dicerules.lamps import LampPattern, LampStep, Moment
from dicerules.views import TABLE
from tower.scenes import PAGE

from dicehost.link.cues import Cue
from dicehost.match.record import Match
from dicehost.match.show import show_times

PATTERNS: Mapping[Moment, LampPattern] = {
    "good": LampPattern(
        (
            LampStep("dice", 15, 300),
            LampStep("stripes", 12, 800, "up"),
            LampStep("stripes", 0, 800, "up"),
        ),
        "cyan",
    ),
    "bad": LampPattern(
        (LampStep("dice", 15, 300), LampStep("rows", 12, 300), LampStep("rows", 0, 900)), "red"
    ),
    "grand": LampPattern(
        (
            LampStep("dice", 15, 300),
            LampStep("stripes", 15, 1000, "right"),
            LampStep("all", 15, 300),
            LampStep("all", 0, 600),
        ),
        "yellow",
    ),
    "turn": LampPattern((LampStep("columns", 15, 800, "right"), LampStep("columns", 0, 400))),
    "win": LampPattern(
        (
            LampStep("stripes", 15, 1000, "right"),
            LampStep("all", 15, 400),
            LampStep("dots", 5, 600),
        ),
        times=3,
    ),
}
"""What every game's lamps play where the game has nothing of its own."""
MOST_VERDICTS = 3
"""A tower keeps four patterns, and one may be a turn or a win."""


def cues(match: Match) -> tuple[Cue, ...]:
    """What the lamps are to play after the step that has just happened, in order."""
    step, times = match.last_step, show_times(match, TABLE)
    if step is None or step.line != match.asked:
        return ()  # taken back since
    whole = 0 if times is None else times.whole
    return (*tuple(_verdicts(match))[:MOST_VERDICTS], *_after_the_show(match, whole))


def _verdicts(match: Match) -> Iterator[Cue]:
    step, times = match.last_step, show_times(match, TABLE)
    if step is None or times is None:
        return
    at = times.lands_ms
    for beat, ms in zip(step.beats(TABLE), times.beats_ms, strict=False):
        if isinstance(beat, Verdict) and beat.tone:
            yield _cue(match, beat.tone, at, beat.seat, _places(beat.dice))
        at += ms


def _after_the_show(match: Match, whole: int) -> Iterator[Cue]:
    step, turn = match.last_step, match.position.view(TABLE).turn
    if match.winners is not None:
        if match.winners:
            yield _cue(match, "win", whole, match.winners[0])
    elif step is not None and turn is not None and turn != step.before.view(TABLE).turn:
        yield _cue(match, "turn", whole, turn)


def _cue(match: Match, moment: Moment, at: int, seat: int | None, dice: int = 0xFF) -> Cue:
    pattern = match.position.game.lamps.get(moment, PATTERNS[moment])
    return Cue(at, pattern, "ivory" if seat is None else match.opened.colours[seat], dice)


def _places(dice: tuple[int, ...]) -> int:
    # A verdict names places; where they do not fit one page of the lamps, all dice are meant.
    if not dice or max(dice) >= PAGE:
        return 0xFF
    return sum(0x80 >> place for place in set(dice))
