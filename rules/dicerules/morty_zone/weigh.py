"""What the choices in The Morty Zone are worth to a row: the next toss, and its points in the end.

Prizes for several rows or for cards are not counted: each amount is about one row by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.core import Answer
from dicerules.forms import PickOne
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.ask import KEEP
from dicerules.morty_zone.check import plan_form
from dicerules.morty_zone.dice import COLOURS
from dicerules.morty_zone.odds import expected, final, survives
from dicerules.morty_zone.state import Plan, State
from dicerules.words import message
from dicerules.worth import Amount, Worth


def weigh(state: State, seat: int, answer: Answer) -> tuple[Worth, ...]:
    """Every way to check a total, and every use of a gift."""
    if state.phase != "check":
        return ()
    plan = state.plans[seat]
    found: list[Worth] = []
    for field in plan_form(state.cards, state.fates[seat], plan).fields:
        assert isinstance(field, PickOne)
        for option in field.options:
            if option.key != KEEP:
                found += _option(plan, field.key, option.key)
    return tuple(found)


def _option(plan: Plan, field: str, option: str) -> Iterator[Worth]:
    if field == "nudge":
        name = option.rstrip("0123456789")
        row, total = plan.rows[COLOURS.index(name)], int(option.removeprefix(name))
        yield Worth(field, (_best(row, total),), option)
    elif field == "free_check":
        row = plan.rows[COLOURS.index(option)]
        after = {number: row | row_of.bits(number) for number in row_of.numbers(row_of.FULL & ~row)}
        yield Worth(field, (_points(max(map(expected, after.values()))),), option)
    elif field in COLOURS:
        row = plan.rows[COLOURS.index(field)]
        if option == "lock":
            yield Worth(field, (_points(final(row)),), option)
        else:
            yield _open(field, option, row | row_of.bits(*map(int, option.split("+"))))
    else:  # a gift that keeps a colour open
        yield _open(field, option, plan.rows[COLOURS.index(option)])


def _open(field: str, option: str, row: int) -> Worth:
    """A row that stays open as it is now."""
    stays = Amount(message("weigh.survives"), survives(row))
    return Worth(field, (stays, _points(expected(row))), option)


def _best(row: int, total: int) -> Amount:
    """What a row comes to if this total is checked in the best way."""
    ways = row_of.ways(row, total)
    return _points(max(expected(row | way) for way in ways) if ways else final(row))


def _points(value: float) -> Amount:
    return Amount(message("weigh.row"), value, "count")
