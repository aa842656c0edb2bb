"""What a seat of R.Y.B. can imagine: the deck, the others' hands, reactions, and cards on offer.

Nobody's memory goes further than a position: cards that were traded away may be anywhere.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import RandBelow
from dicerules.forms import fill
from dicerules.hidden import dealt, shuffled
from dicerules.ryb.reactions import ask_window, was_asked
from dicerules.ryb.state import Deal, State
from dicerules.ryb.trade import ask_trade
from dicerules.ryb.turn import without


def imagine(state: State, seat: int, randbelow: RandBelow) -> State:
    """Deal the hidden cards anew, and let those react anew who have."""
    if not _sees_places(state, seat):
        state = replace(state, hands=tuple(tuple(sorted(hand)) for hand in state.hands))
    if state.rules.friendly:
        # All hands and the top card are open.
        deck = (*shuffled(state.deck[:-1], randbelow), *state.deck[-1:])
        return _with_reactions(replace(state, deck=deck), seat, randbelow)
    state = _with_offer(_with_hands(state, seat, randbelow), seat, randbelow)
    return _with_reactions(state, seat, randbelow)


def _sees_places(state: State, seat: int) -> bool:
    """Whether the seat is asked about a trade: only then it is shown how cards lie in a hand."""
    return state.phase == "trade" and seat in ask_trade(state).forms


def _with_hands(state: State, seat: int, randbelow: RandBelow) -> State:
    """Other hands of the same sizes, with the cards in them that the seat has been shown."""
    others = [at for at in range(len(state.hands)) if at != seat]
    shown = {at: _shown(state, seat, at) for at in others}
    hidden = [*state.deck]
    for at in others:
        hidden += without(state.hands[at], *shown[at])
    sizes = [len(state.hands[at]) - len(shown[at]) for at in others]
    *piles, deck = dealt(hidden, sizes, randbelow)
    hands = list(state.hands)
    for at, pile in zip(others, piles, strict=True):
        hands[at] = (*shown[at], *pile)
    return replace(state, hands=tuple(hands), deck=deck)


def _shown(state: State, seat: int, other: int) -> tuple[int, ...]:
    """The cards of another seat that an offer shows to this one."""
    deal = state.trade.deal if state.trade is not None else None
    if deal is None or {deal.maker, deal.other} != {seat, other}:
        return ()
    return deal.given if other == deal.maker else deal.taken


def _with_offer(state: State, seat: int, randbelow: RandBelow) -> State:
    """Others' offers with cards of their new hands."""
    trade = state.trade
    if trade is None or trade.deal is None or seat in (trade.deal.maker, trade.deal.other):
        return state
    deal: Deal = trade.deal
    given, _ = dealt(state.hands[deal.maker], [len(deal.given)], randbelow)
    taken, _ = dealt(state.hands[deal.other], [len(deal.taken)], randbelow)
    deal = replace(deal, given=tuple(sorted(given)), taken=tuple(sorted(taken)))
    return replace(state, trade=replace(trade, deal=deal))


def _with_reactions(state: State, seat: int, randbelow: RandBelow) -> State:
    """Another answer from everybody who has answered in secret, by the hand they have now."""
    window = state.window
    if state.phase != "window":
        return state
    for other, said in enumerate(window):
        if other == seat or said is None:
            continue
        said = "pass"
        if was_asked(state, other):
            unsaid = replace(state, window=(*window[:other], None, *window[other + 1 :]))
            said = fill(ask_window(unsaid).forms[other], randbelow)["do"]
            window = (*window[:other], said, *window[other + 1 :])
    return replace(state, window=window)
