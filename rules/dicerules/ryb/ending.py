"""How an action of R.Y.B. ends: its card is discarded, with or without dice handed over."""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.ryb.state import Act, Pool, State
from dicerules.ryb.tally import moved
from dicerules.ryb.tell import heap, name_act
from dicerules.words import News


def done(state: State, act: Act) -> State:
    """Discard the card and go on to the attempt."""
    return replace(state, discards=(*state.discards, act.card), phase="aim")


def no_effect(state: State, act: Act, news: News) -> State:
    """Discard a card that could do nothing (RY-R7)."""
    news.say("news.no_effect", card=name_act(state.cards, act))
    return done(state, act)


def hand_over(state: State, giver: int, taker: int, dice: Pool, news: News) -> State:
    """Move dice from one pool to another, and say so."""
    news.say("news.gets", seat=taker, to_seat=giver, dice=heap(dice))
    return replace(state, pools=moved(state.pools, giver, taker, dice))
