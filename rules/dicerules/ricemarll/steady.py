"""A sensible player of Ricemarll: places its cards to claim the goals that it can see.

It takes everybody else's dice as they lie, and moves one card after the other to where it helps
most: first by goals that would be claimed, then by how far ahead or behind it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from dicerules.core import Answer, RandBelow
from dicerules.ricemarll.ask import AWAY, CARD_KEYS, DIE_KEYS, SPECIAL
from dicerules.ricemarll.cards import DICE, FACES, PHASES, Cards
from dicerules.ricemarll.goals import Values, achievers, flipped, has_effect, measure, worth
from dicerules.ricemarll.phase import picks
from dicerules.ricemarll.selecting import share
from dicerules.ricemarll.state import Pile, State

LIKED = ("pick", "multiply", "set", "negate", "flip", "add", "divide", "reroll", "nothing")
"""Which effects to take from the market, the best first."""
CLOSE = 0.25
"""What being ahead in a goal counts beside claiming it, as others still change their dice."""

Worth = Callable[[Values], float]
"""What six values of the seat's dice are worth to it."""


def steady(state: State, seat: int, randbelow: RandBelow) -> Answer:
    """Answer what the step asks."""
    if state.step == "place":
        return _place(state, seat)
    if state.step == "declare":
        return _declare(state, seat)
    if state.step == "pick":
        return _pick(state, seat)
    return _select(state)


def _worth_of(state: State, seat: int, goals: Iterable[int]) -> Worth:
    """How good values are for these goals, if everybody else's dice stay as they are seen."""
    cards = state.cards
    table = [_seen(state, other) for other in range(len(state.players))]
    rest = table[:seat] + table[seat + 1 :]
    wanted = []
    for card in goals:
        goal = cards.goals[card]
        wanted.append((card, goal, tuple([measure(goal, values) for values in rest])))
    known: dict[Values, float] = {}

    def worth_of(values: Values) -> float:
        # Many ways to place cards come to the same values.
        key = tuple(sorted(values))
        if key not in known:
            known[key] = sum(
                [_claim(cards, card, theirs, measure(goal, key)) for card, goal, theirs in wanted]
            )
        return known[key]

    return worth_of


@lru_cache(maxsize=1 << 16)
def _claim(cards: Cards, card: int, theirs: tuple[int, ...], mine: int) -> float:
    """The part of a goal's tokens that the seat would take, and a little for being ahead."""
    goal = cards.goals[card]
    # A goal that counts seats by rank needs only everybody's figure, so each is one value here.
    ranks = sorted({mine, *theirs}, reverse=goal.wins in ("highest", "second_highest"))
    place = 1 if goal.wins in ("second_highest", "second_lowest") else 0
    if len(ranks) <= place:
        return 0.0
    enough = goal.least is None or mine >= goal.least
    got = 1 / (1 + theirs.count(mine)) if mine == ranks[place] and enough else 0.0
    if place:
        return got
    best = max(theirs) if goal.wins == "highest" else min(theirs)
    lead = mine - best if goal.wins == "highest" else best - mine
    return got + CLOSE * lead / (1 + abs(lead))


def _seen(state: State, seat: int) -> Values:
    """Somebody's values as everybody sees them: cards count once they are face up."""
    player = state.players[seat]
    if state.step != "pick":
        return player.dice
    return _valued(state.cards, player.dice, player.stacks)


def _valued(cards: Cards, dice: tuple[int, ...], stacks: Iterable[Pile]) -> Values:
    pairs = zip(dice, stacks, strict=True)
    return tuple([worth(cards, flipped(cards, face, stack), stack) for face, stack in pairs])


def _place(state: State, seat: int) -> Answer:
    """Put card after card where it helps most, twice round; what helps nowhere is discarded."""
    cards, player = state.cards, state.players[seat]
    worth_of = _worth_of(state, seat, state.goals + player.specials)
    stacks: list[list[int]] = [[] for _ in range(DICE)]
    used: set[int] = set()
    values = list(player.dice)
    now = worth_of(tuple(values))
    for _ in range(2):
        for at, card in enumerate(player.hand):
            if cards.modifiers[card].effect in ("nothing", "reroll"):
                continue
            if at in used:
                continue
            best, die, top = now, -1, 0
            tried = set()
            for place, face in enumerate(player.dice):
                pile = (card, *[player.hand[below] for below in stacks[place]])
                for value in _may_be(cards, face, pile):
                    # Another die with the same value would change in the same way.
                    change = (values[place], value)
                    if change in tried:
                        continue
                    tried.add(change)
                    got = worth_of((*values[:place], value, *values[place + 1 :]))
                    if got > best + 1e-9:
                        best, die, top = got, place, value
            if die >= 0:
                stacks[die].insert(0, at)
                used.add(at)
                values[die], now = top, best
    placed = {DIE_KEYS[at]: [CARD_KEYS[card] for card in stack] for at, stack in enumerate(stacks)}
    away = [key for at, key in enumerate(CARD_KEYS) if at not in used]
    return {"cards": {key: keys for key, keys in {**placed, AWAY: away}.items() if keys}}


@lru_cache(maxsize=1 << 16)
def _may_be(cards: Cards, face: int, pile: Pile) -> tuple[int, ...]:
    """What a die can be worth under a pile: a Pick leaves its side open."""
    faces = range(1, FACES + 1) if has_effect(cards, pile, "pick") else (face,)
    return tuple({worth(cards, flipped(cards, side, pile), pile) for side in faces})


def _declare(state: State, seat: int) -> Answer:
    """Declare the special goals that would be claimed by this seat alone, as things are seen."""
    cards, player = state.cards, state.players[seat]
    table = [_seen(state, other) for other in range(len(state.players))]
    table[seat] = _valued(cards, player.dice, player.stacks)
    goals = [cards.goals[card] for card in player.specials]
    return {"goals": [goal.key for goal in goals if achievers(goal, table) == (seat,)]}


def _pick(state: State, seat: int) -> Answer:
    """Turn each die in question to its best side, one after the other."""
    cards, player = state.cards, state.players[seat]
    worth_of = _worth_of(state, seat, state.goals)
    dice = list(player.dice)
    places = picks(state)[seat]
    for _ in range(2 if len(places) > 1 else 1):
        for at in places:
            tried = {
                side: worth_of(_valued(cards, (*dice[:at], side, *dice[at + 1 :]), player.stacks))
                for side in range(1, FACES + 1)
            }
            dice[at] = max(tried, key=lambda side: tried[side])
    return {DIE_KEYS[at]: str(dice[at]) for at in places}


def _select(state: State) -> Answer:
    """A special goal first, unless the last phase is next; then the cards with the best effects."""
    modifiers = state.cards.modifiers
    ranked = sorted(
        range(len(state.market)),
        key=lambda at: (
            LIKED.index(modifiers[state.market[at]].effect),
            -abs(modifiers[state.market[at]].number),
        ),
    )
    keys = [f"card{at + 1}" for at in ranked]
    if state.blind:
        keys.insert(0 if state.phase < PHASES else len(keys), SPECIAL)
    return {"take": keys[: share(state)]}
