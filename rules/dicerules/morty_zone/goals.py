"""Goals of cards and what cards count: is it so, now, for this seat? It scores nothing itself.

The vocabulary is closed: a card file may only name what ``MET`` and ``COUNTED`` know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.cards import Bonus, Goal
from dicerules.morty_zone.dice import COLOURS, DICE, NO_DICE, OUT, Dice, Totals, name, totals
from dicerules.words import Message, message


class Sight(Struct, frozen=True, gc=False):
    """What goals look at: the dice after the Rick card, the seat's board after its checks (MZ-R8).

    ``gained`` is how many numbers this toss checked. At the end of a round there are no dice.
    """

    rows: tuple[int, ...]
    locked: int
    dice: Dice = NO_DICE
    totals: Totals = (0, 0, 0, 0)
    gained: int = 0
    toss: int = 0


def see(rows: tuple[int, ...], locked: int, dice: Dice, gained: int, toss: int) -> Sight:
    """Look at a board and the dice of a toss."""
    return Sight(rows, locked, dice, totals(dice), gained, toss)


def met(goal: Goal, sight: Sight) -> bool:
    """Tell whether a goal is met."""
    return MET[goal.what](goal, sight)


def worth(card: Bonus, sight: Sight) -> int:
    """Tell what a card that counts would score now."""
    if card.when is not None and not met(card.when, sight):
        return 0
    return max(0, COUNTED[card.counts](card, sight) - card.less)


def _in(dice: Dice) -> list[int]:
    return [face for face in dice if face != OUT]


def _kind(goal: Goal, sight: Sight) -> bool:
    return max(map(sight.dice.count, range(1, 7))) >= goal.count


def _faces(goal: Goal, sight: Sight) -> bool:
    return len(set(_in(sight.dice))) >= goal.count


def _doubles(dice: Dice) -> int:
    red, red2, blue, blue2, green, green2, black, black2 = dice
    return (
        (red == red2 != OUT)
        + (blue == blue2 != OUT)
        + (green == green2 != OUT)
        + (black == black2 != OUT)
    )


def _totals_same(goal: Goal, sight: Sight) -> bool:
    shown = sight.totals
    return any(total and shown.count(total) >= goal.count for total in shown)


def _totals_run(goal: Goal, sight: Sight) -> bool:
    shown = sight.totals
    return any(low and all(low + step in shown for step in range(goal.count)) for low in shown)


def _dice_sum(goal: Goal, sight: Sight) -> bool:
    dice = _in(sight.dice)
    if not dice or (goal.all_dice and len(dice) < DICE):
        return False
    return goal.least <= sum(dice) <= goal.most


def _column(goal: Goal, sight: Sight) -> bool:
    bit = goal.number - 1
    red, blue, green, black = sight.rows
    return (red >> bit & 1) + (blue >> bit & 1) + (green >> bit & 1) + (
        black >> bit & 1
    ) >= goal.count


def _columns_full(goal: Goal, sight: Sight) -> bool:
    red, blue, green, black = sight.rows
    return (red & blue & green & black).bit_count() >= goal.count


def _row_has(goal: Goal, sight: Sight) -> bool:
    if goal.colour is not None:
        return not goal.numbers & ~sight.rows[goal.colour]
    return sum(not goal.numbers & ~row for row in sight.rows) >= goal.count


def _street(goal: Goal, sight: Sight) -> bool:
    return max(map(row_of.street, sight.rows)) >= goal.count


def _unlocked(goal: Goal, sight: Sight) -> bool:
    return sight.toss == goal.toss and 4 - sight.locked.bit_count() >= goal.count


MET: dict[str, Callable[[Goal, Sight], bool]] = {
    "kind": _kind,
    "faces": _faces,
    "doubles": lambda goal, sight: _doubles(sight.dice) >= goal.count,
    "totals_eq": lambda goal, sight: sight.totals.count(goal.number) >= goal.count,
    "totals_same": _totals_same,
    "totals_run": _totals_run,
    "dice_sum": _dice_sum,
    "column": _column,
    "columns_full": _columns_full,
    "row_has": _row_has,
    "street": _street,
    "toss_checks": lambda goal, sight: sight.gained >= goal.count,
    "unlocked": _unlocked,
    "rows_min": lambda goal, sight: min(map(int.bit_count, sight.rows)) >= goal.count,
    "checks": lambda goal, sight: sum(map(int.bit_count, sight.rows)) >= goal.count,
    "counts_distinct": lambda goal, sight: len(set(map(int.bit_count, sight.rows))) == 4,
}

COUNTED: dict[str, Callable[[Bonus, Sight], int]] = {
    "face": lambda card, sight: sight.dice.count(card.face),
    "doubles": lambda card, sight: _doubles(sight.dice),
    "unlocked": lambda card, sight: 4 - sight.locked.bit_count(),
}


@lru_cache
def tell_goal(goal: Goal) -> Message:
    """Say a goal in words."""
    facts: dict[str, Any] = {"count": goal.count, "number": goal.number, "toss": goal.toss}
    key = f"goal.{goal.what}"
    if goal.what == "row_has":
        facts["numbers"] = row_of.spell(goal.numbers, ", ")
        if goal.colour is not None:
            key, facts["colour"] = "goal.row_of", name(goal.colour)
    if goal.what == "column" and goal.count == len(COLOURS):
        key = "goal.column_all"
    return _tell_sum(goal) if goal.what == "dice_sum" else Message(key, facts)


def _tell_sum(goal: Goal) -> Message:
    """Say a sum of dice with the one limit that matters, or with both."""
    key = "goal.dice_sum"
    if goal.most >= 6 * DICE:
        key = "goal.dice_least"
    elif goal.least <= DICE:
        key = "goal.dice_most"
    what = message(key, least=goal.least, most=goal.most)
    return message("goal.dice_all", what=what) if goal.all_dice else what


@lru_cache
def tell_bonus(card: Bonus) -> Message:
    """Say in words what a public bonus card is about."""
    if card.gift:
        return message(f"gift.{card.gift}")
    if card.counts:
        counted = message(f"count.{card.counts}", face=card.face)
        if card.less:
            counted = message("count.less", what=counted, less=card.less)
        if card.when is None:
            return counted
        return message("count.when", what=counted, when=tell_goal(card.when))
    assert card.when is not None
    goal = tell_goal(card.when)
    return message("goal.end", what=goal) if card.end else goal
