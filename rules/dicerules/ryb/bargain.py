"""How a sensible player of R.Y.B. trades: what it offers, and which offers it accepts."""

from __future__ import annotations

from typing import Any

from dicerules.core import Answer, Form, RandBelow
from dicerules.forms import PickOne
from dicerules.ryb.cards import DICE
from dicerules.ryb.state import State
from dicerules.ryb.tally import moved, of_colour
from dicerules.ryb.trade import pools_after
from dicerules.ryb.worth import CARD, compare

OFFERS = 2
"""Offers that are made while one Trade is in play."""


def bargain(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """Accept what makes the own pool better, and offer what both may like: one die for another."""
    trade = state.trade
    assert trade is not None
    deal = trade.deal
    if deal is not None:
        sign = 1 if seat == deal.maker else -1
        gain = compare(state, seat, pools_after(state.pools, deal))
        gain += sign * CARD * (deal.cards - len(deal.given))
        asks_cards = len(deal.taken) < deal.cards
        # Which cards to part with would have to be chosen, so such offers are declined.
        return {"do": "accept" if gain > 0 and not asks_cards else "decline"}
    (field,) = form.fields
    assert isinstance(field, PickOne)
    offer = _offer(state, seat) if trade.offers < OFFERS and len(field.options) > 1 else None
    return {"do": "done"} if offer is None else {"do": "offer", "offer": offer}


def _offer(state: State, seat: int) -> dict[str, Any] | None:
    """One die of a colour that is plentiful here for one that is plentiful there."""
    others = range(len(state.pools)) if seat == state.active else (state.active,)
    best, most = None, 0.0
    for other in others:
        for give in range(len(DICE)):
            for take in range(len(DICE)):
                if other == seat or give == take or not _spare(state, seat, give, other, take):
                    continue
                pools = moved(state.pools, seat, other, of_colour(give, 1))
                pools = moved(pools, other, seat, of_colour(take, 1))
                gain = compare(state, seat, pools)
                if gain > most:
                    keys = [f"{DICE[give]}.1"], [f"{DICE[take]}.1"]
                    best, most = {"to": other, "give": keys[0], "take": keys[1]}, gain
    return best


def _spare(state: State, seat: int, give: int, other: int, take: int) -> bool:
    """Whether both sides have more of what they give than of what they get."""
    if state.aim is not None:
        return False
    mine, theirs = state.pools[seat], state.pools[other]
    return mine[give] > mine[take] and theirs[take] > theirs[give]
