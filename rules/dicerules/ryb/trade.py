"""Trading in R.Y.B.: offers between two phones while a Trade card is in play (RY-R19).

The player of the card may deal with everybody, and everybody with that player. An offer names the
dice and cards that are given, and the dice and the number of cards that are wanted. Their owner
chooses these cards, and the one who asked sees them before agreeing. Only these two see the cards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from dicerules.core import Answer, Ask, Form, Limit
from dicerules.forms import Offer, Option, Party, PickOne, PickSome
from dicerules.hints import Actions, CardsToTake, Thumbs
from dicerules.ryb.cards import Cards
from dicerules.ryb.choices import dice_options
from dicerules.ryb.menu import card_in_hand
from dicerules.ryb.state import Deal, Pool, State, Trade
from dicerules.ryb.tally import less, moved, pooled
from dicerules.ryb.tell import heap, open_heap
from dicerules.ryb.turn import close_trade, without
from dicerules.words import News, message

LIMIT = 180
"""Seconds that a Trade card lasts, from when it is played."""

OFFERS = 20
"""After this many offers and pauses the card is used up, so that a turn ends without a clock."""


@lru_cache(maxsize=1)
def pause_option() -> Option:
    """Offer to go back to trading, beside what is asked now."""
    return Option("trade", message("form.trade_more"), hint=message("hint.trade_more"), icon="swap")


def limit(state: State) -> Limit:
    """The three minutes of this turn's Trade: a turn has one card, so no more than one of them."""
    return Limit(LIMIT, f"trade.{state.turn}")


def open_trade(state: State, card: int, news: News) -> State:
    """Put the Trade card into play."""
    news.say("news.trade_opens", seat=state.active, count=LIMIT)
    return replace(state, trade=Trade(card), act=None, phase="trade")


def ask_trade(state: State) -> Ask:
    """Ask everybody who may say something now."""
    trade = state.trade
    assert trade is not None
    deal = trade.deal
    if deal is None:
        seats = range(len(state.pools))
        forms = {seat: _offer_form(state, seat) for seat in seats if seat not in trade.silent}
    elif deal.accepted:
        forms = {deal.maker: _confirm_form(state.cards, deal)}
    else:
        forms = {deal.other: _answer_form(state, deal)}
    return Ask(forms)


def _offer_form(state: State, seat: int) -> Form:
    active = state.active
    partners = (active,) if seat != active else range(len(state.pools))
    friendly, cards, least = state.rules.friendly, state.cards, _least_named(state)
    mine = _goods(cards, _tradable(state, seat), state.hands[seat], True)
    parties = [
        Party(other, _goods(cards, _tradable(state, other), state.hands[other], friendly))
        for other in partners
        if other != seat
    ]
    able = tuple([party for party in parties if len(mine) + len(party.has) >= least])
    options = [_DONE if seat == active else _SILENT]
    if able:
        offer = Offer("offer", _OFFER, able, mine, least)
        options.append(Option("offer", message("form.make_offer"), fields=(offer,), icon="swap"))
    return Form(_TRADE, (PickOne("do", _DO, tuple(options), draw=Actions()),))


def _least_named(state: State) -> int:
    """How many dice and cards an offer names at least; in version 1 it could name none."""
    return 1 if state.version >= 2 else 0


_OFFER = message("form.offer")
_TRADE = message("form.trade")
_DO = message("form.do")
_DONE = Option("done", message("form.trade_done"), hint=message("hint.trade_done"), icon="skip")
_SILENT = Option("done", message("form.trade_silent"), icon="skip")


def _tradable(state: State, seat: int) -> Pool:
    # Dice of a roll that is not settled may yet be rolled again (RY-R32).
    if state.aim is not None and seat == state.active:
        assert state.throw is not None
        return less(state.pools[seat], state.throw.dice)
    return state.pools[seat]


def _goods(cards: Cards, pool: Pool, hand: tuple[int, ...], seen: bool) -> tuple[Option, ...]:
    return _seen_goods(cards, pool, hand) if seen else _unseen_goods(pool, len(hand))


@lru_cache(maxsize=8192)
def _seen_goods(cards: Cards, pool: Pool, hand: tuple[int, ...]) -> tuple[Option, ...]:
    held = sorted((card, at) for at, card in enumerate(hand))
    options = [_held_card(cards, card, at) for card, at in held]
    return (*dice_options(pool), *options)


def _held_card(cards: Cards, card: int, at: int) -> Option:
    shown = card_in_hand(cards, card)
    return replace(shown, key=f"card.{at}", hint=None, dice=())


@lru_cache(maxsize=8192)
def _unseen_goods(pool: Pool, count: int) -> tuple[Option, ...]:
    return (*dice_options(pool), *(Option(f"card.{at}", _A_CARD, big="?") for at in range(count)))


_A_CARD = message("form.a_card")


def _answer_form(state: State, deal: Deal) -> Form:
    give = open_heap(state.cards, deal.give, deal.given)
    if deal.taken:
        take = open_heap(state.cards, deal.take, deal.taken)
    else:
        take = heap(deal.take, deal.cards)
    title = message("form.answer", seat=deal.maker, give=give, take=take)
    fields: tuple[PickSome, ...] = ()
    if len(deal.taken) < deal.cards:
        hand = _seen_goods(state.cards, (0, 0, 0), state.hands[deal.other])
        pick = PickSome(
            "cards", message("form.which_cards"), hand, deal.cards, deal.cards, draw=CardsToTake()
        )
        fields = (pick,)
    accept = Option("accept", message("form.accept"), fields=fields, icon="thumb_up")
    return Form(title, (PickOne("do", _DO, (_DECLINE, accept), draw=Thumbs()),))


_DECLINE = Option("decline", message("form.decline"), icon="thumb_down")


def _confirm_form(cards: Cards, deal: Deal) -> Form:
    give, take = (
        open_heap(cards, deal.give, deal.given),
        open_heap(cards, deal.take, deal.taken),
    )
    title = message("form.confirm", seat=deal.other, give=give, take=take)
    accept = Option("accept", message("form.accept"), icon="thumb_up")
    return Form(title, (PickOne("do", _DO, (_DECLINE, accept), draw=Thumbs()),))


def take_trade(state: State, seat: int, answer: Answer, news: News) -> State:
    """Take an offer, an answer to one, or word that somebody has no more offers."""
    trade = state.trade
    assert trade is not None
    deal = trade.deal
    if deal is None:
        if answer["do"] == "offer":
            return _offer(state, trade, seat, answer["offer"], news)
        if seat == state.active:
            return _pause(state, trade, news)
        return replace(state, trade=replace(trade, silent=(*trade.silent, seat)))
    if answer["do"] == "decline":
        news.say("news.declines", seat=seat)
        return _used(state, replace(trade, deal=None), news)
    if len(deal.taken) < deal.cards:
        hand = state.hands[seat]
        taken = tuple(sorted(hand[int(key.partition(".")[2])] for key in answer["cards"]))
        news.say("news.shows", seat=seat, to_seat=deal.maker, count=deal.cards)
        return replace(state, trade=replace(trade, deal=replace(deal, taken=taken, accepted=True)))
    return _exchange(state, trade, deal, news)


def _offer(state: State, trade: Trade, seat: int, offer: dict[str, Any], news: News) -> State:
    other = offer["to"]
    give, given = _read(state.hands[seat], offer["give"])
    asked = [key for key in offer["take"] if key.startswith("card.")]
    take, taken = _read(state.hands[other], offer["take"])
    # Of hidden hands an offer can only say how many cards; which ones, their owner decides.
    deal = Deal(seat, other, give, given, take, len(asked), taken if state.rules.friendly else ())
    told = {"give": heap(give, len(given)), "take": heap(take, len(asked))}
    news.say("news.offers", seat=seat, to_seat=other, **told)
    return replace(state, trade=replace(trade, offers=trade.offers + 1, deal=deal))


def _read(hand: tuple[int, ...], keys: list[str]) -> tuple[Pool, tuple[int, ...]]:
    dice = [key for key in keys if not key.startswith("card.")]
    held = [int(key.partition(".")[2]) for key in keys if key.startswith("card.")]
    return pooled(dice), tuple(sorted(hand[at] for at in held))


def _exchange(state: State, trade: Trade, deal: Deal, news: News) -> State:
    """Hand over what both have agreed on."""
    maker, other = deal.maker, deal.other
    pools = pools_after(state.pools, deal)
    hands = list(state.hands)
    hands[maker] = without(hands[maker], *deal.given) + deal.taken
    hands[other] = without(hands[other], *deal.taken) + deal.given
    give, take = heap(deal.give, len(deal.given)), heap(deal.take, deal.cards)
    news.say("news.exchange", seat=maker, to_seat=other, give=give, take=take)
    state = replace(state, pools=pools, hands=tuple(hands))
    return _used(state, replace(trade, deal=None), news)


def pools_after(pools: tuple[Pool, ...], deal: Deal) -> tuple[Pool, ...]:
    """Tell everybody's dice once a deal is done."""
    pools = moved(pools, deal.maker, deal.other, deal.give)
    return moved(pools, deal.other, deal.maker, deal.take)


def _pause(state: State, trade: Trade, news: News) -> State:
    """Go back to the turn; the card stays in play until the turn ends or time is up."""
    news.say("news.trade_pauses", seat=state.active)
    state = _used(state, replace(trade, offers=trade.offers + 1, silent=()), news)
    return replace(state, phase=_after(state))


def _used(state: State, trade: Trade, news: News) -> State:
    state = replace(state, trade=trade)
    if trade.offers < OFFERS:
        return state
    return replace(close_trade(state, news), phase=_after(state))


def _after(state: State) -> str:
    """Where the turn goes on: an attempt that was rolled for is still to be settled."""
    return "aim" if state.aim is None else "bank"


def time_up(state: State, news: News) -> State:
    """Three minutes are over: the card is discarded, and the turn goes on where it was."""
    news.say("news.time_up")
    phase = "window" if state.phase == "window" else _after(state)
    return replace(close_trade(state, news), phase=phase)
