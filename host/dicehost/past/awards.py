"""Awards for a match that is over: what was rare, bold, close or quick, and who gets the applause.

Everything is worked out from the match's own lines, so anybody can work it out again. Nothing here
was hidden from the table: rolls that stayed secret win nothing, and neither do dice that were typed
in by hand.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from dicerules.core import Event, Game, Move, Need, Over, Roll, Rolled, single_dice
from dicerules.words import Fact, Message, message
from msgspec import Struct

from dicehost.journal.events import DEVICE, HAND
from dicehost.past.chances import at_least, chance_that, outcomes

log = logging.getLogger(__name__)

MOST = 5
RARE = Fraction(1, 12)
"""A roll that happens more often than this is no roll of the night."""
BUDGET = 4_000
"""Positions that may be tried out to find the boldest choice."""
FEW = 3
"""Decisions that everybody must have made before anybody is the fastest."""

Kind = Literal["roll", "bold", "comeback", "close", "luck", "fast"]


class MatchAward(Struct, frozen=True):
    """An award: its kind, who gets it, what for, and a figure to show large."""

    kind: Kind
    seats: tuple[int, ...]
    title: Message
    text: Message
    figure: Message


class Line(NamedTuple):
    """One event of a match: what was needed, what came, the positions around it, its source."""

    need: Need
    event: Event
    before: Any
    after: Any
    source: str = ""


class Played(NamedTuple):
    """A whole match: its lines in order, how it ended, and the milliseconds each seat used."""

    game: Game
    lines: Sequence[Line]
    over: Over
    scores: tuple[int, ...]
    spent: tuple[int, ...]


def find_awards(played: Played) -> tuple[MatchAward, ...]:
    """The awards of a match, the best first, at most ``MOST``."""
    found = []
    for judge in (rarest_roll, boldest, comeback, closest, luckiest, fastest):
        try:
            award = judge(played)
        except Exception:  # a game of somebody else's may raise; the other awards are still given
            log.exception("game %s: %s cannot be judged", played.game.key, judge.__name__)
            continue
        if award is not None:
            found.append(award)
    return tuple(found[:MOST])


def rarest_roll(played: Played) -> MatchAward | None:
    """The roll with the most unlikely number of equal faces, by its dice alone."""
    best: tuple[Fraction, int, int, int, int | Message] | None = None
    for line in played.lines:
        for chance, seat, count, dice, face in _equal_faces(played.game, line):
            if chance <= RARE and (best is None or chance < best[0]):
                best = chance, seat, count, dice, face
    if best is None:
        return None
    chance, seat, count, dice, face = best
    return _award("roll", (seat,), _one_in(chance), seat=seat, count=count, dice=dice, face=face)


def boldest(played: Played) -> MatchAward | None:
    """The choice that paid at once though the chance of that was smallest, below one half."""
    gains, chose = [], set[int]()
    for line in played.lines:
        roll = line.need
        if isinstance(line.event, Move):
            chose.add(line.event.seat)
        if not isinstance(roll, Roll):
            continue
        if roll.seat in chose and roll.dice and not roll.shuffles and _counts(line):
            gain = _gain(played.game, line, roll.seat)
            if gain > 0:
                gains.append((gain, line, roll, roll.seat))
        # What was chosen before this roll has nothing to do with the next one.
        chose.clear()
    budget, best = BUDGET, (Fraction(1, 2), -1, 0)
    # Where not all can be tried, the most profitable are.
    for gain, line, roll, seat in sorted(gains, key=lambda one: -one[0]):
        budget -= outcomes(roll)
        if budget < 0:
            break
        chance = chance_that(roll, _pays(played.game, line, seat))
        if chance < best[0]:
            best = chance, seat, gain
    chance, seat, gain = best
    if seat < 0:
        return None
    return _award("bold", (seat,), _per_cent(chance), seat=seat, points=gain)


def comeback(played: Played) -> MatchAward | None:
    """A single winner who was furthest behind at some time."""
    if len(played.over.winners) != 1:
        return None
    (seat,) = played.over.winners
    scores = [played.game.scores(line.after) for line in played.lines]
    behind = max((max(each) - each[seat] for each in scores), default=0)
    if behind < max(2, abs(played.scores[seat]) // 5):
        return None
    return _award("comeback", (seat,), _points(behind), seat=seat, points=behind)


def closest(played: Played) -> MatchAward | None:
    """A win by next to nothing, or shared."""
    winners, scores = played.over.winners, played.scores
    others = [score for seat, score in enumerate(scores) if seat not in winners]
    if len(winners) > 1:
        return _award("close", winners, _points(0), "shared", seats=list(winners))
    if not winners or not others:
        return None
    (seat,), ahead = winners, scores[winners[0]] - max(others)
    if not 0 <= ahead <= max(1, abs(scores[seat]) // 20):
        return None
    second = next(at for at, score in enumerate(scores) if at != seat and score == max(others))
    how = "level" if ahead == 0 else "by"
    return _award("close", (seat,), _points(ahead), how, seat=seat, other_seat=second, points=ahead)


def luckiest(played: Played) -> MatchAward | None:
    """Who gained most in the very moments when the dice came to rest."""
    gained: Counter[int] = Counter()
    for line in played.lines:
        if isinstance(line.need, Roll) and line.need.seat is not None and _counts(line):
            gained[line.need.seat] += max(0, _gain(played.game, line, line.need.seat))
    ranked = gained.most_common(2)
    if len(ranked) < 2 or ranked[0][1] == ranked[1][1]:
        return None
    (seat, points), _ = ranked
    return _award("luck", (seat,), _points(points), seat=seat, points=points)


def fastest(played: Played) -> MatchAward | None:
    """Who took the least time for a decision."""
    made = Counter(line.event.seat for line in played.lines if isinstance(line.event, Move))
    seats = range(len(played.spent))
    if any(made[seat] < FEW or played.spent[seat] <= 0 for seat in seats):
        return None
    ranked = sorted(seats, key=lambda seat: Fraction(played.spent[seat], made[seat]))
    seat = ranked[0]
    tenths = round(Fraction(played.spent[seat], 100 * made[seat]))
    return _award("fast", (seat,), _seconds(tenths), seat=seat)


def _equal_faces(game: Game, line: Line) -> Iterator[tuple[Fraction, int, int, int, int | Message]]:
    roll, rolled = line.need, line.event
    if not isinstance(roll, Roll) or not isinstance(rolled, Rolled) or not _counts(line):
        return
    pictures = game.faces(line.before)
    hands: dict[tuple[int, str, int], list[int]] = {}
    for group, face in zip(single_dice(roll), rolled.faces, strict=True):
        seat = roll.seat if group.seat is None else group.seat
        if seat is not None:
            hands.setdefault((seat, group.kind, group.faces), []).append(face)
    for (seat, kind, faces), hand in hands.items():
        # Several faces of a die may show the same picture.
        names: list[int | str] = [*range(faces)]
        if kind in pictures:
            names = [face.name for face in pictures[kind]]
        shown = Counter(names[face - 1] for face in hand)
        for name, count in shown.items():
            if count < 2:
                continue
            chance = at_least(count, len(hand), Fraction(names.count(name), faces))
            told = message(name) if isinstance(name, str) else name + 1
            yield chance, seat, count, len(hand), told


def _counts(line: Line) -> bool:
    return (
        isinstance(line.need, Roll) and not line.need.hidden and line.source not in (HAND, DEVICE)
    )


def _gain(game: Game, line: Line, seat: int) -> int:
    return game.scores(line.after)[seat] - game.scores(line.before)[seat]


def _pays(game: Game, line: Line, seat: int) -> Callable[[Rolled], bool]:
    before = game.scores(line.before)[seat]
    return lambda rolled: game.scores(game.apply(line.before, rolled))[seat] > before


def _award(
    kind: Kind, to: tuple[int, ...], figure: Message, how: str = "text", **facts: Fact
) -> MatchAward:
    return MatchAward(
        kind,
        to,
        message(f"host.award.{kind}.title"),
        message(f"host.award.{kind}.{how}", **facts),
        figure,
    )


def _one_in(chance: Fraction) -> Message:
    exact = chance.numerator == 1
    return message(
        "host.award.chance" if exact else "host.award.chance_about", count=round(1 / chance)
    )


def _per_cent(chance: Fraction) -> Message:
    whole = round(100 * chance)
    return message("host.award.per_cent", count=whole) if whole else _one_in(chance)


def _points(points: int) -> Message:
    return message("host.award.points", count=points)


def _seconds(tenths: int) -> Message:
    return message("host.award.seconds", whole=tenths // 10, tenths=tenths % 10)
