"""The paid re-roll of R.Y.B.: after a roll, its player pays to roll the same dice again (RY-V6).

A Do-Over is a card and does not belong here; it is in ``actions``.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer, DiceGroup, Roll
from dicerules.forms import Option, PickOne
from dicerules.hints import Fan
from dicerules.ryb.menu import card_in_hand
from dicerules.ryb.state import Goal, State
from dicerules.ryb.tell import card_name, quoted_name
from dicerules.ryb.turn import with_hand, without
from dicerules.words import News, message


def pay_options(state: State, seat: int) -> list[Option]:
    """Offer a paid re-roll, if the seat can pay its price (RY-V6)."""
    price, hand, cards = state.rules.reroll, state.hands[seat], state.cards
    if price == "none":
        return []
    if price == "random_card":
        return [_PAY_RANDOM] if hand else []
    if price == "treasure":
        goals = state.treasure[seat]
        paid = [
            replace(card_in_hand(cards, goal.card), key=str(at), hint=message("hint.back_in_play"))
            for at, goal in enumerate(goals)
        ]
    else:
        kinds = cards.kinds
        able = [card for card in hand if price == "any_card" or kinds[card].colour]
        paid = [card_in_hand(cards, card) for card in sorted(set(able))]
    if not paid:
        return []
    return [
        Option(
            "pay",
            message("form.pay"),
            fields=(PickOne("price", message("form.price"), tuple(paid), draw=Fan()),),
            icon="pay",
        )
    ]


_PAY_RANDOM = Option("pay", message("form.pay"), hint=message("hint.pay_random"), icon="pay")


def might_pay(state: State, seat: int) -> bool:
    """Whether the seat could pay for a re-roll, as far as the others know."""
    if state.rules.reroll in ("none", "treasure") or state.rules.friendly:
        return bool(pay_options(state, seat))
    return bool(state.hands[seat])


def pay(state: State, seat: int, price: str, news: News, at: int = 0) -> State:
    """Pay for a re-roll; the same dice are rolled again (RY-R23)."""
    assert state.throw is not None
    hand, cards = state.hands[seat], state.cards
    throw = replace(state.throw, faces=())
    if state.rules.reroll == "treasure":
        goal = state.treasure[seat][int(price)]
        theirs = state.treasure[seat][: int(price)] + state.treasure[seat][int(price) + 1 :]
        news.say("news.pays_goal", seat=seat, card=card_name(cards, goal.card))
        return replace(
            state,
            treasure=(*state.treasure[:seat], theirs, *state.treasure[seat + 1 :]),
            goals=(*state.goals, Goal(goal.card)),
            throw=throw,
            phase="roll",
        )
    if state.rules.reroll == "random_card":
        card = hand[at]
    else:
        card = next(card for card in hand if cards.kinds[card].key == price)
    news.say("news.pays", seat=seat, card=quoted_name(cards, card))
    return replace(
        state,
        hands=with_hand(state, seat, without(hand, card)),
        discards=(*state.discards, card),
        throw=throw,
        phase="roll",
    )


def take_pay(state: State, seat: int, answer: Answer, news: News) -> State:
    """Pay at once, or have the tower draw the card that goes."""
    if state.rules.reroll == "random_card" and len(state.hands[seat]) > 1:
        return replace(state, phase="fine")
    return pay(state, seat, answer.get("price", ""), news)


def need_fine(state: State) -> Roll:
    """Draw the card that the roller loses."""
    assert state.throw is not None
    seat = state.throw.seat
    return Roll(None, message("roll.fine", seat=seat), (DiceGroup(1, len(state.hands[seat])),))


def fine(state: State, faces: tuple[int, ...], news: News) -> State:
    """Lose the card drawn."""
    assert state.throw is not None
    return pay(state, state.throw.seat, "", news, faces[0] - 1)
