"""Scoundrels, the Villain and the duel: who fights when, and what a fight comes to."""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.words import News
from dicerules.zorro.attempt import begin
from dicerules.zorro.cards import Foe
from dicerules.zorro.collect import take_premium
from dicerules.zorro.dice import met, score
from dicerules.zorro.state import Attempt, Due, Fight, State, equipment_first

DUEL_ROUNDS = 100
"""Players who are still tied after this round share the win (ZD-R20)."""


def foe_of(state: State, fight: Fight) -> Foe:
    """The foe that is fought."""
    foes = state.cards.scoundrels if fight.kind == "scoundrel" else state.cards.villains
    return foes[fight.location]


def emerge(state: State, due: Due, news: News) -> State:
    """A foe emerges: everybody fights in turn order, the player who brought it last."""
    after = state.seat + 1
    queue = (*range(after, len(state.hands)), *range(after))
    fight = Fight(due.kind, due.location, queue)
    news.say(f"news.{due.kind}", foe=foe_of(state, fight).name)
    return _next_fighter(replace(state, due=None, fight=fight), fight, news)


def _next_fighter(state: State, fight: Fight, news: News) -> State:
    seat = fight.queue[0]
    hand = state.hands[seat]
    if fight.kind == "duel":
        need, ability = None, None
        news.say("news.duels", seat=seat, count=fight.round)
    else:
        foe = foe_of(state, fight)
        need, ability = foe.need, foe.ability
        news.say("news.fights", seat=seat, foe=foe.name)
    attempt = Attempt(
        seat, need, ability, hand.gear, (), (), 0, reroll_saved=equipment_first(state)
    )
    attempt = begin(state.cards, attempt, hand.heroes)
    return replace(state, stage="attempt", seat=seat, fight=fight, attempt=attempt)


def fought(state: State, fight: Fight, attempt: Attempt, news: News) -> State:
    """One fighter is done; the stage stays "attempt" as long as another one's is begun."""
    if fight.kind == "duel":
        return _duelled(state, fight, attempt, news)
    seat, won = attempt.seat, met(state.cards, attempt)
    news.say("news.beats" if won else "news.fails", seat=seat, foe=foe_of(state, fight).name)
    fight = replace(fight, queue=fight.queue[1:])
    if fight.kind == "scoundrel":
        if won:
            return take_premium(replace(state, fight=None), seat, news)
        if not fight.queue:
            news.say("news.leaves", foe=foe_of(state, fight).name)
            return replace(state, fight=None)
        return _next_fighter(state, fight, news)
    if won:
        fight = replace(fight, standing=(*fight.standing, seat))
    if fight.queue:
        return _next_fighter(state, fight, news)
    return _after_villain(state, fight, news)


def _after_villain(state: State, fight: Fight, news: News) -> State:
    """One who has beaten the Villain wins; several duel, and if nobody has, all do."""
    if len(fight.standing) == 1:
        return _win(state, fight, news)
    last = state.seat
    order = (*range(last + 1, len(state.hands)), *range(last + 1))
    if not fight.standing:
        news.say("news.nobody")
        fight = replace(fight, standing=order)
    return _duel_round(state, replace(fight, kind="duel"), news)


def _duel_round(state: State, fight: Fight, news: News) -> State:
    fight = replace(fight, queue=fight.standing, scores=(), round=fight.round + 1)
    symbol = state.cards.symbols[state.cards.duel].name
    seats = list(fight.standing)
    news.say("news.duel", seats=seats, count=fight.round, symbol=symbol)
    return _next_fighter(state, fight, news)


def _duelled(state: State, fight: Fight, attempt: Attempt, news: News) -> State:
    seat, got = attempt.seat, score(state.cards, attempt)
    symbol = state.cards.symbols[state.cards.duel].name
    news.say("news.scores", seat=seat, count=got, symbol=symbol)
    scores = (*fight.scores, (seat, got))
    best = max(count for _, count in scores)
    out = [seat for seat, count in scores if count < best and seat in fight.standing]
    if out:
        news.say("news.out", seats=out, count=len(out))
    standing = tuple(seat for seat in fight.standing if seat not in out)
    fight = replace(fight, queue=fight.queue[1:], standing=standing, scores=scores)
    if fight.queue:
        return _next_fighter(state, fight, news)
    if len(standing) == 1 or fight.round == DUEL_ROUNDS:
        return _win(state, fight, news)
    return _duel_round(state, fight, news)


def _win(state: State, fight: Fight, news: News) -> State:
    winners = fight.standing
    news.say("news.won", seats=list(winners), count=len(winners))
    return replace(state, stage="over", fight=fight, winners=tuple(sorted(winners)))
