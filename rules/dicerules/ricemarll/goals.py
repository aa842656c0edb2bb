"""What a die is worth under its cards, and who achieves a goal with six such values. Not when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from dicerules.ricemarll.cards import FACES, Cards, Effect, Goal, Modifier
from dicerules.ricemarll.state import Pile, Player

Values = tuple[int, ...]
"""What somebody's six dice are worth."""


@lru_cache
def with_effect(cards: Cards, effect: Effect) -> frozenset[int]:
    """The modifiers that have the effect."""
    kinds = enumerate(cards.modifiers)
    return frozenset(card for card, modifier in kinds if modifier.effect == effect)


def has_effect(cards: Cards, stack: Pile, effect: Effect) -> bool:
    """Whether a card of the stack has the effect."""
    return not with_effect(cards, effect).isdisjoint(stack)


def flipped(cards: Cards, face: int, stack: Pile) -> int:
    """The face after every Flip of the stack; two of them cancel each other (RM-R4)."""
    flips = with_effect(cards, "flip")
    for card in stack:
        if card in flips:
            face = FACES + 1 - face
    return face


def worth(cards: Cards, face: int, stack: Pile) -> int:
    """What a die is worth under cards read from the top; those that turn the die are done."""
    steps, value = _steps(cards), face
    for card in stack:
        times, by, plus = steps[card]
        value = value * times // by + plus
    return value


def turned(cards: Cards, players: Sequence[Player]) -> tuple[list[Values], list[Values]]:
    """The sides that everybody's dice show in the end under their cards, and what each is worth."""
    flips, steps = with_effect(cards, "flip"), _steps(cards)
    shown, table = [], []
    for player in players:
        dice = player.dice
        sides, values = list(dice), list(dice)
        for at, stack in enumerate(player.stacks):
            if stack:
                side = dice[at]
                if not flips.isdisjoint(stack):
                    side = sides[at] = flipped(cards, side, stack)
                for card in stack:
                    times, by, plus = steps[card]
                    side = side * times // by + plus
                values[at] = side
        shown.append(tuple(sides))
        table.append(tuple(values))
    return shown, table


@lru_cache
def _steps(cards: Cards) -> tuple[tuple[int, int, int], ...]:
    """What each modifier does to a value: times the first, divided by the second, plus the third.

    Division is downwards, below zero too (RM-R3).
    """
    return tuple([_step(modifier) for modifier in cards.modifiers])


def _step(modifier: Modifier) -> tuple[int, int, int]:
    number = modifier.number
    steps = {
        "add": (1, 1, number),
        "set": (0, 1, number),
        "multiply": (number, 1, 0),
        "divide": (1, number, 0),
        "negate": (-1, 1, 0),
    }
    return steps.get(modifier.effect, (1, 1, 0))


def measure(goal: Goal, values: Values) -> int:
    """Measure six values as the goal does."""
    return _MEASURES[goal.measure](values, goal.number)


def achievers(goal: Goal, table: Sequence[Values]) -> tuple[int, ...]:
    """The seats that achieve the goal, given everybody's values in order of seats."""
    how, number, measured = _MEASURES[goal.measure], goal.number, []
    for values in table:
        got = how(values, number)
        measured.append(got)
    if goal.wins == "highest":
        mark = max(measured)
    elif goal.wins == "lowest":
        mark = min(measured)
    else:
        # Equal measures are one rank, so "second" may be several seats or nobody (RM-R2).
        ranks = sorted(set(measured), reverse=goal.wins == "second_highest")
        if len(ranks) < 2:
            return ()
        mark = ranks[1]
    if goal.least is not None and mark < goal.least:
        return ()
    if measured.count(mark) == 1:
        return (measured.index(mark),)
    return tuple([seat for seat, got in enumerate(measured) if got == mark])


def _run(values: Values, _: int) -> int:
    """Longest row of consecutive values; a value met twice does not lengthen it (RM-R15)."""
    present = set(values)
    longest = 0
    for low in present:
        if low - 1 not in present:
            high = low
            while high + 1 in present:
                high += 1
            longest = max(longest, high - low + 1)
    return longest


_MEASURES: dict[str, Callable[[Values, int], int]] = {
    "equal": lambda values, number: values.count(number),
    "odd": lambda values, _: sum([value % 2 for value in values]),
    "even": lambda values, _: sum([1 - value % 2 for value in values]),
    "divisible": lambda values, number: sum([value % number == 0 for value in values]),
    "positive": lambda values, _: sum([value > 0 for value in values]),
    "strange": lambda values, _: sum([not 1 <= value <= FACES for value in values]),
    "total": lambda values, _: sum(values),
    "biggest": lambda values, _: max(values),
    "smallest": lambda values, _: min(values),
    "range": lambda values, _: max(values) - min(values),
    "run": _run,
    "alike": lambda values, _: max(map(values.count, values)),
    "pairs": lambda values, _: sum([values.count(value) // 2 for value in set(values)]),
    "variety": lambda values, _: len(set(values)),
}
