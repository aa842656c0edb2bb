"""Counting in R.Y.B.: dice, points, worth, and who leads. It changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dicerules.ryb.cards import DICE, NEEDS, Cards
from dicerules.ryb.state import Goal, Pool, State, Swiss

WIN = 100
"""A winner's treasure is worth more than this."""

COLOURS = 3
"""And it has goals of at least this many colours."""


def add(pool: Pool, dice: Pool) -> Pool:
    """Put dice into a pool."""
    return (pool[0] + dice[0], pool[1] + dice[1], pool[2] + dice[2])


def less(pool: Pool, dice: Pool) -> Pool:
    """Take dice out of a pool."""
    return (pool[0] - dice[0], pool[1] - dice[1], pool[2] - dice[2])


def of_colour(colour: int, count: int) -> Pool:
    """A number of dice of one colour."""
    dice = [0, 0, 0]
    dice[colour] = count
    return (dice[0], dice[1], dice[2])


def pooled(keys: Iterable[str]) -> Pool:
    """Count dice that are named one by one, as "red.1" and "red.2"."""
    colours = [key.partition(".")[0] for key in keys]
    red, yellow, blue = (colours.count(colour) for colour in DICE)
    return (red, yellow, blue)


def moved(pools: tuple[Pool, ...], giver: int, taker: int, dice: Pool) -> tuple[Pool, ...]:
    """Hand dice from one seat's pool to another's."""
    after = list(pools)
    after[giver] = less(after[giver], dice)
    after[taker] = add(after[taker], dice)
    return tuple(after)


@lru_cache(maxsize=1024)
def within_reach(pool: Pool) -> frozenset[str]:
    """The colours of goals that a pool has all the dice colours for (RY-R4)."""
    return frozenset(colour for colour, needs in NEEDS.items() if all(pool[at] for at in needs))


@lru_cache(maxsize=4096)
def dice_for(colour: str, pool: Pool) -> Pool:
    """All the dice of a pool that a goal of the colour takes (RY-R3)."""
    needs = NEEDS[colour]
    red, yellow, blue = (count if at in needs else 0 for at, count in enumerate(pool))
    return (red, yellow, blue)


def by_colour(dice: Pool, faces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The faces of red, of yellow and of blue dice that were rolled in this order."""
    red, yellow = dice[0], dice[0] + dice[1]
    return (faces[:red], faces[red:yellow], faces[yellow:])


def total(colour: str, dice: Pool, faces: tuple[int, ...]) -> int:
    """Points of a goal's colour: the least of the sums of the colours that make it."""
    sums = [sum(part) for part in by_colour(dice, faces)]
    return min(sums[at] for at in NEEDS[colour])


def swiss_of(goal: Goal, seat: int) -> Swiss | None:
    """The first Swiss Bank that the seat has on the goal."""
    return next((swiss for swiss in goal.swiss if swiss.seat == seat), None)


def target_for(cards: Cards, goal: Goal, seat: int) -> int:
    """What the seat has to roll: less what all banked, less what it banked for itself (RY-R20)."""
    target = cards.kinds[goal.card].target - goal.banked
    for swiss in goal.swiss:
        if swiss.seat == seat:
            target -= swiss.points
    return target


def worth(cards: Cards, treasure: tuple[Goal, ...]) -> int:
    """The values of completed goals, together."""
    return sum([cards.kinds[goal.card].value for goal in treasure])


def colours(cards: Cards, treasure: tuple[Goal, ...]) -> int:
    """How many colours completed goals have."""
    return len({cards.kinds[goal.card].colour for goal in treasure})


def has_won(cards: Cards, treasure: tuple[Goal, ...]) -> bool:
    """More than 100 points, in three colours or more (RY-E5)."""
    return worth(cards, treasure) > WIN and colours(cards, treasure) >= COLOURS


def leaders(state: State) -> tuple[int, ...]:
    """Who is ahead, and at the end has won.

    The most points of those with three colours; if nobody has three, the most points (RY-R14).
    """
    cards = state.cards
    seats = range(len(state.treasure))
    full = [seat for seat in seats if colours(cards, state.treasure[seat]) >= COLOURS]
    points = {seat: worth(cards, state.treasure[seat]) for seat in full or seats}
    most = max(points.values())
    return tuple(seat for seat, count in points.items() if count == most)


def clockwise(seat: int, seats: int) -> tuple[int, ...]:
    """All other seats, beginning with the next one."""
    return (*range(seat + 1, seats), *range(seat))


def all_there_is(state: State) -> tuple[Pool, list[int]]:
    """All dice by colour and all cards, wherever they are: no event may change them."""
    dice = state.middle
    for pool in state.pools:
        dice = add(dice, pool)
    cards = [*state.deck, *state.discards]
    for hand in state.hands:
        cards += hand
    for treasure in state.treasure:
        cards += [goal.card for goal in treasure]
    cards += [goal.card for goal in state.goals]
    cards += [swiss.card for goal in state.goals for swiss in goal.swiss]
    if state.act is not None:
        cards.append(state.act.card)
    if state.trade is not None:
        cards.append(state.trade.card)
    # Before the deal the cards lie in their box.
    return dice, sorted(cards or state.cards.deck)
