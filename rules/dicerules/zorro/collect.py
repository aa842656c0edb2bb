"""Collecting: feats, Hero Dice, equipment and its limits, and what is drawn. In the printed order.

What is still to be collected stands in the position, so that ``settle`` can go on after each
choice of a discard.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from dicerules.words import News
from dicerules.zorro.cards import Cards
from dicerules.zorro.state import Attempt, Due, Hand, Slot, State

MOST_GEAR = 3
MOST_PREMIUM = 1


def take_feat(state: State, attempt: Attempt, news: News) -> State:
    """Take the feat that was done, a Hero Die if it is due, and the equipment under the feat."""
    seat, at = attempt.seat, state.aim
    assert at is not None
    slot, hand = state.market[at], state.hands[seat]
    assert slot.feat is not None
    feat = state.cards.feats[slot.feat]
    hand = replace(hand, feats=(*hand.feats, slot.feat))
    news.say("news.feat", seat=seat, feat=feat.name)
    state = _hero_die(state, seat, hand, feat.location, news)
    if slot.gear is not None:
        news.say("news.gear", seat=seat, gear=state.cards.equipment[slot.gear].name)
        state = _gain(state, seat, slot.gear)
    market = (*state.market[:at], Slot(), *state.market[at + 1 :])
    return replace(state, market=market, drawing=attempt.helper)


def _hero_die(state: State, seat: int, hand: Hand, place: int, news: News) -> State:
    """The second and the third feat of a location bring a Hero Die, and a foe with it."""
    state = replace(state, hands=_with(state.hands, seat, hand))
    same = sum(state.cards.feats[feat].location == place for feat in hand.feats)
    if same < 2 or not state.hero_dice[place]:
        return state
    heroes = _change(hand.heroes, place, 1)
    hero_dice = _change(state.hero_dice, place, -1)
    news.say("news.hero_die", seat=seat, place=state.cards.locations[place].name)
    return replace(
        state,
        hands=_with(state.hands, seat, replace(hand, heroes=heroes)),
        hero_dice=hero_dice,
        due=Due("scoundrel" if hero_dice[place] else "villain", place),
    )


def foe_to_come(state: State, seat: int) -> Literal["scoundrel", "villain", "last", ""]:
    """What the feat travelled to would bring if it were done: a Hero Die's foe, the last feat's.

    Which Villain the last feat of the deck brings is not known before it is drawn.
    """
    assert state.aim is not None
    number = state.market[state.aim].feat
    assert number is not None
    place = state.cards.feats[number].location
    same = sum(state.cards.feats[feat].location == place for feat in state.hands[seat].feats)
    left = state.hero_dice[place] if same else 0
    if left == 1:
        return "villain"
    if len(state.feats) == 1:
        return "last"
    return "scoundrel" if left else ""


def take_premium(state: State, seat: int, news: News) -> State:
    """Draw the reward for a Scoundrel."""
    return _draw(state, seat, news, premium=True)


def _draw(state: State, seat: int, news: News, premium: bool) -> State:
    """Draw from the top of a deck; from an empty one nothing is drawn."""
    deck = state.premium if premium else state.common
    if not deck:
        news.say("news.no_draw", seat=seat)
        return state
    news.say("news.draws", seat=seat, gear=state.cards.equipment[deck[0]].name)
    state = _gain(state, seat, deck[0])
    return replace(state, premium=deck[1:]) if premium else replace(state, common=deck[1:])


def _gain(state: State, seat: int, piece: int) -> State:
    hand = state.hands[seat]
    return replace(state, hands=_with(state.hands, seat, replace(hand, gear=(*hand.gear, piece))))


@lru_cache(maxsize=4096)
def excess(cards: Cards, gear: tuple[int, ...]) -> tuple[int, ...]:
    """The pieces one of which has to go: two Premium ones, or else any of four."""
    premium = tuple(piece for piece in gear if cards.equipment[piece].premium)
    if len(premium) > MOST_PREMIUM:
        return premium
    return gear if len(gear) > MOST_GEAR else ()


def overladen(state: State) -> int | None:
    """The seat that has too much equipment, if there is one."""
    cards = state.cards
    for seat, hand in enumerate(state.hands):
        if len(hand.gear) > MOST_PREMIUM and excess(cards, hand.gear):
            return seat
    return None


def discard(state: State, seat: int, piece: int, news: News) -> State:
    """Put a piece under its own deck."""
    hand, card = state.hands[seat], state.cards.equipment[piece]
    gear = tuple(other for other in hand.gear if other != piece)
    news.say("news.discards", seat=seat, gear=card.name)
    state = replace(state, hands=_with(state.hands, seat, replace(hand, gear=gear)))
    if card.premium:
        return replace(state, premium=(*state.premium, piece))
    return replace(state, common=(*state.common, piece))


def settle(state: State, news: News) -> State:
    """Collect on, until somebody has to discard or all is done."""
    if overladen(state) is not None:
        return replace(state, stage="discard")
    if state.drawing is not None:
        drawn = _draw(replace(state, drawing=None), state.drawing, news, premium=False)
        return settle(drawn, news)
    return _refill(state, news)


def _refill(state: State, news: News) -> State:
    """Lay out a new feat and new equipment; the last feat of the deck brings its Villain."""
    at = next((at for at, slot in enumerate(state.market) if slot.feat is None), None)
    if at is None:
        return state
    number, *deck = state.feats
    gear = state.common[0] if state.common else None
    feat = state.cards.feats[number]
    news.say("news.refill", feat=feat.name, place=state.cards.locations[feat.location].name)
    due = state.due
    # The Hero Die comes before the refill, so its Villain does too (ZD-R9); a Scoundrel gives way
    # to a Villain (ZD-R8).
    if not deck and (due is None or due.kind == "scoundrel"):
        news.say("news.last_feat")
        due = Due("villain", feat.location)
    return replace(
        state,
        market=(*state.market[:at], Slot(number, gear), *state.market[at + 1 :]),
        feats=tuple(deck),
        common=state.common[1:],
        due=due,
    )


def _with(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _change(counts: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + by, *counts[at + 1 :])
