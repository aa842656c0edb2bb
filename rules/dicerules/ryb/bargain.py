"""How a sensible player of R.Y.B. trades: what it offers, and which offers it accepts."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from dicerules.core import Answer, Form, RandBelow
from dicerules.forms import PickOne
from dicerules.ryb.cards import DICE
from dicerules.ryb.state import Pool, State
from dicerules.ryb.tally import moved, of_colour
from dicerules.ryb.trade import pools_after
from dicerules.ryb.worth import CARD, comparer, judge

OFFERS = 2
"""Offers that are made while one Trade is in play."""


def bargain(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """Accept what makes the own pool better, and offer what both may like."""
    trade = state.trade
    assert trade is not None
    deal = trade.deal
    if deal is not None:
        sign = 1 if seat == deal.maker else -1
        gain = comparer(state, seat)(pools_after(state.pools, deal))
        gain += sign * CARD * (deal.cards - len(deal.given))
        asks_cards = len(deal.taken) < deal.cards
        # Which cards to part with would have to be chosen, so such offers are declined.
        return {"do": "accept" if gain > 0 and not asks_cards else "decline"}
    (field,) = form.fields
    assert isinstance(field, PickOne)
    offer = _offer(state, seat) if trade.offers < OFFERS and len(field.options) > 1 else None
    return {"do": "done"} if offer is None else {"do": "offer", "offer": offer}


def _offer(state: State, seat: int) -> dict[str, Any] | None:
    """One die for another that makes both pools better, as far as one can see.

    An offer that was declined is not made again: each time the next best one is.
    """
    trade = state.trade
    assert trade is not None
    if state.aim is not None:
        return None
    others = range(len(state.pools)) if seat == state.active else (state.active,)
    gain = comparer(state, seat)
    found: list[tuple[float, dict[str, Any]]] = []
    for other in others:
        for give, take in permutations(range(len(DICE)), 2):
            if other == seat or not state.pools[seat][give] or not state.pools[other][take]:
                continue
            pools = moved(state.pools, seat, other, of_colour(give, 1))
            pools = moved(pools, other, seat, of_colour(take, 1))
            mine, theirs = gain(pools), _seen_gain(state, other, pools[other])
            if mine > 0 and theirs > 0:
                keys = [f"{DICE[give]}.1"], [f"{DICE[take]}.1"]
                found.append((mine, {"to": other, "give": keys[0], "take": keys[1]}))
    found.sort(key=lambda offer: -offer[0])
    return found[trade.offers][1] if trade.offers < len(found) else None


def _seen_gain(state: State, other: int, pool: Pool) -> float:
    """How much better a pool is for somebody else, by the goals that lie open."""
    before = judge(state, other, state.pools[other], state.goals)
    return judge(state, other, pool, state.goals) - before
