"""What the choices in Don't Have a Cow are worth: the chance of a portrait, the chips of a bet.

A bet can come to less than it says if somebody runs out of chips first. What that does depends on
bets that nobody knows, so the chips are told only where they are the same whatever the others bet.
"""

from __future__ import annotations

from math import prod

from dicerules.core import Answer
from dicerules.cow.ask import open_portraits
from dicerules.cow.cards import Portrait
from dicerules.cow.odds import chance, gain
from dicerules.cow.preview import outcomes
from dicerules.cow.state import Aim, Bet, State
from dicerules.words import message
from dicerules.worth import Amount, Worth

MOST_WAYS = 500
"""Ways in which others can bet that are looked at for one amount; with more it is left out."""


def weigh(state: State, seat: int, answer: Answer) -> tuple[Worth, ...]:
    """Every portrait the roller can choose, or both sides of a bet on it."""
    bet = _bet(state, seat, answer)
    if state.aim is None:
        portraits = open_portraits(state.cards, state.matched, state.cubes)
        return tuple(_portrait(state, portrait, bet, answer) for portrait in portraits)
    return tuple(_side(state, state.aim, seat, Bet(side, bet)) for side in ("yes", "no"))


def _bet(state: State, seat: int, answer: Answer) -> int:
    """The chips chosen so far, or one."""
    chips = answer.get("bet")
    most = min(state.most, state.chips[seat])
    return chips if type(chips) is int and 1 <= chips <= most else 1


def _portrait(state: State, portrait: Portrait, bet: int, answer: Answer) -> Worth:
    """With the cubes chosen so far, or with all; the roller's bet is settled before all others."""
    cubes = answer.get("cubes")
    if state.matched or type(cubes) is not int or not portrait.size <= cubes <= state.cubes:
        cubes = state.cubes
    part = chance(state.cards, portrait, cubes)
    chips = gain(part, min(bet, state.bank), bet)
    amounts = (
        Amount(message("weigh.match"), part),
        Amount(message("weigh.bet", bet=bet), chips, "gain"),
    )
    return Worth("portrait", amounts, portrait.key)


def _side(state: State, aim: Aim, seat: int, bet: Bet) -> Worth:
    part = chance(state.cards, aim.portrait, state.cubes)
    right = part if bet.side == "yes" else 1 - part
    amounts = [Amount(message("weigh.right"), right)]
    won, lost = (_settled(state, aim, seat, bet, came_true) for came_true in (True, False))
    if won is not None and lost is not None:
        amounts.append(Amount(message("weigh.bet", bet=bet.chips), gain(right, won, -lost), "gain"))
    return Worth("side", tuple(amounts), bet.side)


def _settled(state: State, aim: Aim, seat: int, bet: Bet, came_true: bool) -> int | None:
    """What the bet brings, if that is the same whatever the others bet."""
    unknown = [other for other in range(len(aim.bets)) if other not in (seat, state.roller)]
    if prod(2 * min(state.most, state.chips[other]) for other in unknown) > MOST_WAYS:
        return None
    matched = (bet.side == "yes") == came_true
    gains = {got for got, _ in outcomes(state, aim, seat, bet, matched)}
    return gains.pop() if len(gains) == 1 else None
