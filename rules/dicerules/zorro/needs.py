"""What a position of The Zorro Dice Game asks for: a form for some seats, dice, or nothing more."""

from __future__ import annotations

from functools import cache

from dicerules import bare
from dicerules.core import Ask, DiceGroup, Message, Need, Over, Roll, cache_last
from dicerules.words import message
from dicerules.zorro import bare_ask, kits
from dicerules.zorro.ask import (
    act_form,
    claim_form,
    dice_roll,
    discard_form,
    hand_form,
    helper_form,
    offer_form,
    prepare_form,
    toll_form,
    travel_form,
)
from dicerules.zorro.collect import excess, foe_to_come, overladen
from dicerules.zorro.effects import SYMBOLS
from dicerules.zorro.state import Attempt, State


@cache_last
def need(state: State) -> Need:
    """What the stage of the turn, or of the attempt in it, asks for."""
    cards, seat, stage = state.cards, state.seat, state.stage
    if stage == "attempt":
        assert state.attempt is not None
        return _need_of(state, state.attempt)
    if stage == "travel":
        return Ask({seat: travel_form(cards, state.market)})
    if stage == "offer":
        form = offer_form(seat, aimed_at(state))
        return Ask({other: form for other in others(state) if state.offers[other] is None})
    if stage == "pick":
        hands = tuple((other, state.hands[other]) for other in others(state) if state.offers[other])
        declined = tuple(other for other in others(state) if not state.offers[other])
        return Ask({seat: helper_form(cards, hands, declined)})
    if stage == "discard":
        owner = overladen(state)
        assert owner is not None
        return Ask({owner: discard_form(cards, excess(cards, state.hands[owner].gear))})
    if stage == "shuffle":
        common = sum(not piece.premium for piece in cards.equipment)
        sizes = (len(cards.feats), common, len(cards.equipment) - common)
        return Roll(None, message("roll.shuffle"), shuffles=sizes, hidden=True)
    if stage == "first":
        return Roll(None, message("roll.first"), (DiceGroup(1, len(state.hands)),))
    return Over(state.winners, message("over"))


def quick_need(state: State) -> Need:
    """What is needed, without words."""
    stage = state.stage
    if stage == "attempt":
        assert state.attempt is not None
        return _quick_need_of(state, state.attempt)
    if stage == "offer":
        offers = state.offers
        return Ask({other: bare_ask.OFFER for other in others(state) if offers[other] is None})
    if stage == "travel":
        feats = tuple([slot.feat for slot in state.market])
        return Ask({state.seat: bare_ask.travel_form(state.cards, feats)})
    if stage == "pick":
        offering = tuple([other for other in others(state) if state.offers[other]])
        return Ask({state.seat: bare_ask.helper_form(offering)})
    return need(state)


def _quick_need_of(state: State, attempt: Attempt) -> Need:
    stage = attempt.stage
    if stage == "roll":
        return bare.dice(len(attempt.cup), SYMBOLS)
    if stage == "act":
        return Ask({attempt.roller: bare_ask.act_form(state.cards, attempt)})
    if stage == "hand":
        return Ask({attempt.seat: bare_ask.hand_form(attempt.kinds.count(0))})
    if stage == "claim":
        return Ask({attempt.roller: bare_ask.CLAIM})
    return need(state)


def _need_of(state: State, attempt: Attempt) -> Need:
    cards = state.cards
    if attempt.stage == "roll":
        return dice_roll(cards, attempt)
    if attempt.stage == "act":
        return Ask({attempt.roller: act_form(cards, attempt)})
    if attempt.stage == "toll":
        return Ask({attempt.seat: toll_form(cards, attempt)})
    if attempt.stage == "claim":
        return Ask({attempt.roller: claim_form(aimed_at(state), _foe_to_come(state, attempt))})
    if attempt.stage == "hand":
        return Ask({attempt.seat: hand_form(cards, attempt)})
    pieces = kits.pieces_to_name(cards, attempt)
    preset = kits.lead_kit(cards, attempt).preset
    return Ask({attempt.seat: prepare_form(cards, pieces, preset)})


def _foe_to_come(state: State, attempt: Attempt) -> Message:
    kind = foe_to_come(state, attempt.seat)
    if kind == "last":
        return message("form.claim_last")
    assert state.aim is not None
    number = state.market[state.aim].feat
    assert number is not None
    foes = state.cards.scoundrels if kind == "scoundrel" else state.cards.villains
    return message(f"form.claim_{kind}", foe=foes[state.cards.feats[number].location].name)


def aimed_at(state: State) -> str:
    """The name of the feat travelled to."""
    assert state.aim is not None
    feat = state.market[state.aim].feat
    assert feat is not None
    return state.cards.feats[feat].name


def others(state: State) -> tuple[int, ...]:
    """The other seats, in turn order."""
    return _others(state.seat, len(state.hands))


@cache
def _others(seat: int, seats: int) -> tuple[int, ...]:
    return (*range(seat + 1, seats), *range(seat))
