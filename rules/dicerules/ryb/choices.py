"""Things that several questions of R.Y.B. let a player choose from: goals, colours, single dice."""

from __future__ import annotations

from functools import lru_cache

from dicerules.forms import Option, PickOne, Unavailable
from dicerules.hints import DiceOnTable, Goals, Level, Odds
from dicerules.previews import whole_percent
from dicerules.ryb.cards import DICE, NEEDS, Cards
from dicerules.ryb.odds import reach
from dicerules.ryb.state import Goal, Pool
from dicerules.ryb.tally import target_for
from dicerules.ryb.tell import card_name, listed
from dicerules.words import message


def goal_option(cards: Cards, key: str, goal: Goal, seat: int, pool: Pool) -> Option:
    """Offer a goal, with a die of each colour it takes, and the chance of these dice to make it."""
    return _goal_option(cards, key, goal.card, max(0, target_for(cards, goal, seat)), pool)


def closed_goal(cards: Cards, goal: Goal, pool: Pool) -> Unavailable:
    """Say which colours of dice a pool lacks for a goal (RY-R4)."""
    lacks = tuple(at for at in NEEDS[cards.kinds[goal.card].colour] if not pool[at])
    return _closed_goal(cards, goal.card, lacks)


@lru_cache(maxsize=4096)
def _closed_goal(cards: Cards, card: int, lacks: tuple[int, ...]) -> Unavailable:
    colours = listed([message(f"colour.{DICE[at]}") for at in lacks])
    dice = tuple((DICE[at], 0) for at in NEEDS[cards.kinds[card].colour])
    return Unavailable(card_name(cards, card), message("closed.colours", colours=colours), dice)


@lru_cache(maxsize=65536)
def _goal_option(cards: Cards, key: str, card: int, target: int, pool: Pool) -> Option:
    kind = cards.kinds[card]
    return Option(
        key,
        card_name(cards, card),
        hint=message("hint.attempt", target=target, value=kind.value),
        dice=tuple((DICE[at], 0) for at in NEEDS[kind.colour]),
        odds=Odds((whole_percent(reach(kind.colour, pool, target)),)),
        level=Level(kind.target - target, kind.target),
        colour=kind.colour,
    )


@lru_cache(maxsize=1024)
def goals_of(pool: Pool) -> Goals:
    """Goals to serve with these dice."""
    return Goals(tuple((DICE[at], 0) for at, count in enumerate(pool) for _ in range(count)))


DICE_ON_TABLE = DiceOnTable()


@lru_cache(maxsize=1024)
def colour_field(pool: Pool, single: bool) -> PickOne:
    """Ask for a colour that a pool has: for a single die of it, or for all of them."""
    options = tuple(
        _one_of(DICE[at], count) if single else _all_of(DICE[at], count)
        for at, count in enumerate(pool)
        if count
    )
    return PickOne("colour", message("form.colour"), options, draw=DICE_ON_TABLE)


def _one_of(colour: str, count: int) -> Option:
    hint = message("hint.of", count=count)
    return Option(colour, message(f"heap.{colour}", count=1), hint=hint, dice=((colour, 0),))


def _all_of(colour: str, count: int) -> Option:
    return Option(colour, message(f"heap.{colour}", count=count), dice=((colour, 0),) * count)


@lru_cache(maxsize=1024)
def dice_options(pool: Pool) -> tuple[Option, ...]:
    """Every die of a pool, by itself."""
    return tuple(
        Option(f"{DICE[at]}.{number}", message(f"die.{DICE[at]}"), dice=((DICE[at], 0),))
        for at, count in enumerate(pool)
        for number in range(1, count + 1)
    )
