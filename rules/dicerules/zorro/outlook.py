"""Everybody's chance to become Zorro as it stands: if the Villain came now. It decides nothing.

The chances to beat a Villain are exact unless they take long. A duel is judged roughly: dice are
kept once they show what counts, and where only some fight, their chances are in the proportion
that they have when all do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import prod

from dicerules.zorro import kits
from dicerules.zorro.attempt import ROLLS, begin
from dicerules.zorro.cards import HERO_DICE, ZORRO_DICE, Cards, sides
from dicerules.zorro.dice import hero_kinds
from dicerules.zorro.odds import likely
from dicerules.zorro.state import Attempt, Hand, State, equipment_first

MOST_STEPS = 20_000
"""Chances against a Villain that take more steps than this, about 20 ms, are guessed."""


def is_settled(state: State) -> bool:
    """Whether somebody is about to fight the Villain: all that is left to choose is at the dice."""
    fight, attempt = state.fight, state.attempt
    if fight is None or fight.kind != "villain" or attempt is None:
        return False
    return attempt.rolls == 0


def outlook(state: State) -> tuple[float, ...]:
    """Everybody's chance to win."""
    cards, hands = state.cards, tuple([_brought(state.cards, hand) for hand in state.hands])
    parts = _duel(tuple([thrusts(cards, hand) for hand in hands]))
    total = [0.0] * len(hands)
    for location, share in _villains(state):
        chances = tuple(
            [_chance_now(state, location, seat, hand) for seat, hand in enumerate(hands)]
        )
        for seat, chance in enumerate(_wins(chances, parts)):
            total[seat] += share * chance
    return tuple(total)


@lru_cache(maxsize=4096)
def _brought(cards: Cards, hand: Hand) -> Hand:
    """What a fight is fought with, the same for hands that are as good: feats do nothing there."""
    keys = [piece.key for piece in cards.equipment]
    return Hand(hand.heroes, gear=tuple(sorted(keys.index(keys[piece]) for piece in hand.gear)))


def _villains(state: State) -> Iterator[tuple[int, float]]:
    """The Villain who is here; else each who may come, sooner where a Hero Die is gone already."""
    if state.fight is not None and state.fight.kind != "scoundrel":
        yield state.fight.location, 1.0
        return
    weights = [HERO_DICE + 1 - left for left in state.hero_dice]
    for location, weight in enumerate(weights):
        yield location, weight / sum(weights)


def _chance_now(state: State, location: int, seat: int, hand: Hand) -> float:
    """The chance of a seat to beat the Villain; it is known once the seat has fought."""
    fight = state.fight
    if fight is not None and fight.kind != "scoundrel":
        if seat in fight.standing:
            return 1.0
        if seat not in fight.queue:
            return 0.0
    return _chance(state.cards, location, hand, equipment_first(state))


# Many playouts come to the same hands, and so do the choices after this one.
@lru_cache(maxsize=16384)
def _chance(cards: Cards, location: int, hand: Hand, reroll_saved: bool) -> float:
    foe = cards.villains[location]
    attempt = Attempt(0, foe.need, foe.ability, hand.gear, (), (), 0, reroll_saved=reroll_saved)
    return likely(cards, begin(cards, attempt, hand.heroes), MOST_STEPS)


@lru_cache(maxsize=4096)
def thrusts(cards: Cards, hand: Hand) -> tuple[float, ...]:
    """The chance of each count in a duel, from none on."""
    kit, on = kits.kit_of(cards, hand.gear), sides(cards)
    again = sum(symbol != cards.duel for symbol in kit.rerolls)
    zorro = on[0].count(cards.duel) / (len(on[0]) - again)
    preset = min(kit.preset, ZORRO_DICE)
    # A die that is rolled again alone, or counts as another symbol, is about as good as one more.
    more = kit.ones + sum(count for symbol, count in kit.wild if symbol != cards.duel)
    dice = [zorro] * (ZORRO_DICE - preset + more)
    dice += [on[kind].count(cards.duel) / len(on[kind]) for kind in hero_kinds(hand.heroes)]
    parts = [1.0]
    for once in dice:
        hit = 1 - (1 - once) ** (ROLLS + kit.rolls)
        one_more = zip([0.0, *parts], [*parts, 0.0], strict=True)
        parts = [less * hit + same * (1 - hit) for less, same in one_more]
    return (0.0,) * (preset + kit.free[cards.duel]) + tuple(parts)


@lru_cache(maxsize=4096)
def _duel(scores: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """Everybody's part of the duels that all fight: a tie is fought again."""
    best = [
        sum(
            part * prod(sum(other[:count]) for at, other in enumerate(scores) if at != seat)
            for count, part in enumerate(own)
        )
        for seat, own in enumerate(scores)
    ]
    return tuple([each / sum(best) for each in best])


@lru_cache(maxsize=16384)
def _wins(chances: tuple[float, ...], duel: tuple[float, ...]) -> tuple[float, ...]:
    """Everybody's chance to win: whoever beats the Villain alone, or wins the duel after it."""
    total = [0.0] * len(chances)
    for beaten in product((False, True), repeat=len(chances)):
        part = prod([one if won else 1 - one for one, won in zip(chances, beaten, strict=True)])
        if not part:
            continue
        left = [seat for seat, won in enumerate(beaten) if won] or range(len(chances))
        strength = sum(duel[seat] for seat in left)
        for seat in left:
            total[seat] += part * duel[seat] / strength
    return tuple(total)
