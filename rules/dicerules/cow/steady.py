"""A sensible player of Don't Have a Cow: bets by the exact chance, and rolls for the best turn.

As the roller it looks at the whole turn: an easy portrait wins chips now, and leaves cubes to go on
with. As one of the others it bets on the likelier side, more the surer it is.
"""

from __future__ import annotations

from functools import lru_cache

from dicerules.core import Answer, RandBelow
from dicerules.cow.ask import open_portraits
from dicerules.cow.cards import Cards, Portrait
from dicerules.cow.odds import chance
from dicerules.cow.state import Aim, State

EVEN = 0.47
"""From this chance on it bets on "yes": a lost "no" pays the roller, a lost "yes" only the bank."""


def steady(state: State, seat: int, randbelow: RandBelow) -> Answer:
    """Choose as the roller, or bet on the roller's portrait."""
    if state.aim is None:
        return _choose(state)
    return _bet(state, state.aim, seat)


def _bet(state: State, aim: Aim, seat: int) -> Answer:
    yes = chance(state.cards, aim.portrait, state.cubes)
    side = "yes" if yes >= EVEN else "no"
    return {"side": side, "bet": _stake(state, seat, max(yes, 1 - yes))}


def _stake(state: State, seat: int, right: float) -> int:
    """Chips for a bet that is right with this chance: the part of one's chips that it is ahead.

    That part makes chips grow fastest in the long run; one chip is the least.
    """
    most = min(state.most, state.chips[seat])
    return max(1, min(most, round((2 * right - 1) * state.chips[seat])))


def _choose(state: State) -> Answer:
    cards, cubes, matched = state.cards, state.cubes, state.matched
    portrait, taken = _best(cards, cubes, tuple(sorted(matched)), not matched, state.most)
    bet = _stake(state, state.roller, chance(cards, portrait, taken))
    answer: dict[str, str | int] = {"portrait": portrait.key, "bet": bet}
    return answer if matched else answer | {"cubes": taken}


@lru_cache(maxsize=65536)
def _best(
    cards: Cards, cubes: int, matched: tuple[str, ...], first: bool, most: int
) -> tuple[Portrait, int]:
    """The portrait, and the cubes to take for it, that the whole turn gains most by.

    Only the first throw of a turn may leave cubes out; just enough of them can win the bonus.
    """
    choices = [
        (portrait, taken)
        for portrait in open_portraits(cards, matched, cubes)
        for taken in ({portrait.size, cubes} if first else {cubes})
    ]
    return max(choices, key=lambda choice: _gain(cards, choice[0], choice[1], matched, most))


def _gain(
    cards: Cards, portrait: Portrait, cubes: int, matched: tuple[str, ...], most: int
) -> float:
    """What the roller gains on average from here to the end of the turn."""
    hit, left = chance(cards, portrait, cubes), cubes - portrait.size
    bet = most if hit > 1 / 2 else 1
    return hit * (bet + _after(cards, (*matched, portrait.key), left, most)) - (1 - hit) * bet


def _after(cards: Cards, matched: tuple[str, ...], left: int, most: int) -> float:
    """What a match is worth beyond its bet: the bonus for the last cube, or the throws to come."""
    if not left:
        return float(cards.bonus)
    known = tuple(sorted(matched))
    if not open_portraits(cards, known, left):
        return 0.0
    portrait, taken = _best(cards, left, known, False, most)
    return _gain(cards, portrait, taken, known, most)
