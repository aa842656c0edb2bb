"""The rules of The Morty Zone: what is asked, and what follows from what came.

The rulings (MZ-R1 and so on) are told in RULES.md. What a screen sees of it is ``show``'s affair.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from dicerules import bare
from dicerules.core import (
    Answer,
    Ask,
    Event,
    Message,
    Move,
    Need,
    Over,
    Rolled,
    RuleError,
    TimeUp,
    cache_last,
    check_event,
)
from dicerules.morty_zone import bare_ask
from dicerules.morty_zone.ask import (
    KEEP,
    again,
    bonus_form,
    deal,
    first_roll,
    go_form,
    rick_form,
    shuffle,
    toss,
)
from dicerules.morty_zone.cards import PLAYERS, Cards
from dicerules.morty_zone.check import (
    bare_form,
    begin_plan,
    carry_out,
    default_plan,
    go_on,
    plan_form,
)
from dicerules.morty_zone.dice import Dice, put, spell, totals
from dicerules.morty_zone.rick import act, can_act
from dicerules.morty_zone.rounds import TIES, deal_out, end_round, leaders, points, roll_for_first
from dicerules.morty_zone.rows import ALL_LOCKED
from dicerules.morty_zone.state import Fate, Held, Options, State
from dicerules.words import SILENCE, News, message

TOSSES = 50
"""The last toss of a round, so that one ends even with cards that take dice away (MZ-R19)."""

ROUNDS = 3
MAX_EVENTS = ROUNDS * (TIES + 2 + TOSSES * (4 + 3 * PLAYERS[-1])) + 1
"""A match has fewer events: a toss has a shuffle, two rolls, a Rick card, three answers a seat."""


def start(options: Options, seats: int, cards: Cards) -> State:
    """Put everything on the table; nothing is dealt yet."""
    if seats not in PLAYERS:
        raise RuleError("seats", low=PLAYERS[0], high=PLAYERS[-1], got=seats)
    return State(
        cards,
        options.rounds,
        (Fate(),) * seats,
        deck=tuple(range(len(cards.rick))),
        stock=tuple(range(len(cards.bonus))),
        crystals=tuple(range(len(cards.crystals))),
        contenders=tuple(range(seats)),
        news=(message("news.start", count=options.rounds),),
    )


@cache_last
def need(state: State) -> Need:
    """Who begins, the deal, then toss after toss: dice, Rick card, everybody's checks, bonuses."""
    match state.phase:
        case "first":
            if len(state.contenders) > 1:
                return first_roll(state.contenders, state.ties > 0)
            return Ask({state.contenders[0]: go_form(state.round + 1)})
        case "deal":
            return deal(state.cards)
        case "shuffle":
            return shuffle(len(state.discards))
        case "toss":
            return toss(state.active)
        case "rick":
            assert state.rick is not None
            return Ask({state.active: rick_form(state.cards.rick[state.rick], state.dice)})
        case "again":
            return again(state.active, state.dice, state.again)
        case "check":
            cards, fates = state.cards, state.fates
            forms = {
                seat: plan_form(cards, fates[seat], plan)
                for seat, plan in enumerate(state.plans)
                if plan.stage != "done"
            }
            return Ask(forms, hidden=True)
        case "bonus":
            return Ask(
                {
                    seat: bonus_form(state.cards, _hand(state.fates[seat]), offers)
                    for seat, offers in enumerate(state.offers)
                    if offers
                }
            )
    return Over(leaders(state), message("over", count=state.rounds))


def apply(state: State, event: Event) -> State:
    """Take in what came, or refuse it."""
    check_event(need(state), event)
    return quick_apply(state, event, News())


def quick_need(state: State) -> Need:
    """What is needed, without words."""
    if state.phase == "check":
        cards, fates = state.cards, state.fates
        return Ask(
            {
                seat: bare_form(cards, fates[seat], plan)
                for seat, plan in enumerate(state.plans)
                if plan.stage != "done"
            }
        )
    if state.phase == "toss":
        return bare_ask.TOSS
    if state.phase == "rick":
        assert state.rick is not None
        card = state.cards.rick[state.rick]
        return Ask({state.active: bare_ask.rick_form(card, state.dice)})
    if state.phase == "again":
        return bare.dice(len(state.again))
    return need(state)


def quick_apply(state: State, event: Event, news: News = SILENCE) -> State:
    """Take in what is known to be right; unless there are news to fill, nobody is told."""
    if type(event) is Move:
        return _answered(state, event.seat, event.answer, news)
    if type(event) is TimeUp:
        news.say("news.late", seat=event.seat)
        return _answered(state, event.seat, _default(state, event.seat), news)
    return _rolled(state, event, news)


def scores(state: State) -> tuple[int, ...]:
    """The points of all rounds so far, in this one those that everybody can see."""
    return points(state)


def _hand(fate: Fate) -> tuple[int, ...]:
    return tuple([held.card for held in fate.bonus])


def _default(state: State, seat: int) -> Answer:
    """Choose for a seat whose time is up, as RULES.md tells."""
    if state.phase == "first":
        return {"go": "go"}
    if state.phase == "rick":
        return {"rick": "decline"}
    if state.phase == "check":
        return default_plan(state.cards, state.fates[seat], state.plans[seat])
    choice = "score" if _all_locked(state) else KEEP
    return {f"card{place + 1}": choice for place, _ in state.offers[seat]}


def _answered(state: State, seat: int, answer: Answer, news: News) -> State:
    if state.phase == "first":
        return replace(state, phase="deal", active=seat, news=tuple(news))
    if state.phase == "rick":
        return _use_rick(state, answer, news)
    if state.phase == "check":
        return _plan(state, seat, answer, news)
    return _score(state, seat, answer, news)


def _rolled(state: State, rolled: Rolled, news: News) -> State:
    if state.phase == "first":
        return roll_for_first(state, rolled.faces, news)
    if state.phase == "deal":
        rick, bonus, crystals = rolled.orders
        return deal_out(state, rick, bonus, crystals, news)
    if state.phase == "shuffle":
        deck = tuple([state.discards[at] for at in rolled.orders[0]])
        news.say("news.shuffled")
        return replace(state, phase="toss", deck=deck, discards=(), news=tuple(news))
    if state.phase == "toss":
        return _toss(state, rolled.faces, news)
    dice = put(state.dice, state.again, rolled.faces)
    _tell_dice("news.again", state.active, dice, news)
    return _begin_checks(replace(state, dice=dice, again=()), news)


def _toss(state: State, faces: Dice, news: News) -> State:
    """All dice are rolled and a Rick card is drawn; one that can do nothing is discarded."""
    rick = state.deck[0]
    card = state.cards.rick[rick]
    _tell_dice("news.toss", state.active, faces, news)
    news.say("news.rick", seat=state.active, card=card.name)
    state = replace(
        state,
        phase="rick",
        dice=faces,
        toss=state.toss + 1,
        rick=rick,
        deck=state.deck[1:],
        opening=(),
    )
    if not can_act(card, faces):
        news.say("news.rick_nothing", card=card.name)
        return _begin_checks(state, news)
    return replace(state, news=tuple(news))


def _tell_dice(key: str, seat: int, dice: Dice, news: News) -> None:
    if not news.silent:
        news.append(spell_dice(key, seat, dice))


def spell_dice(key: str, seat: int, dice: Dice) -> Message:
    """Say a sentence about a seat and all the dice."""
    pairs = [_pair(*dice[at : at + 2]) for at in range(0, len(dice), 2)]
    red, blue, green, black = pairs
    return message(key, seat=seat, red=red, blue=blue, green=green, black=black)


@cache
def _pair(one: int, two: int) -> str:
    return f"{one}+{two}" if one and two else str(one or two or "-")


def _use_rick(state: State, answer: Answer, news: News) -> State:
    assert state.rick is not None
    card = state.cards.rick[state.rick]
    if answer["rick"] == "decline":
        news.say("news.declines", seat=state.active, card=card.name)
        return _begin_checks(state, news)
    dice, places = act(card, state.dice, answer)
    news.say("news.uses", seat=state.active, card=card.name)
    if places:
        return replace(state, phase="again", again=places, news=tuple(news))
    _tell_dice("news.changed", state.active, dice, news)
    return _begin_checks(replace(state, dice=dice), news)


def _begin_checks(state: State, news: News) -> State:
    """Announce the totals and let everybody plan; seats without a choice are done at once."""
    shown = totals(state.dice)
    if not news.silent:
        news.append(spell("news.totals", shown))
    plans = tuple([begin_plan(state.cards, fate, shown) for fate in state.fates])
    state = replace(state, phase="check", plans=plans, news=tuple(news))
    return _check_if_done(state, news)


def _plan(state: State, seat: int, answer: Answer, news: News) -> State:
    plan = go_on(state.cards, state.fates[seat], state.plans[seat], answer)
    plans = (*state.plans[:seat], plan, *state.plans[seat + 1 :])
    news.say("news.has_checked" if plan.stage == "done" else "news.decided", seat=seat)
    return _check_if_done(replace(state, plans=plans, news=tuple(news)), news)


def _check_if_done(state: State, news: News) -> State:
    for plan in state.plans:
        if plan.stage != "done":
            return state
    state = carry_out(state, news)
    return state if any(state.offers) else _end_toss(state, news)


def _score(state: State, seat: int, answer: Answer, news: News) -> State:
    """A seat has said which of its counting cards score now."""
    fate = state.fates[seat]
    bonus = list(fate.bonus)
    for place, worth in state.offers[seat]:
        card = bonus[place].card
        if answer[f"card{place + 1}"] == KEEP:
            news.say("news.keeps", seat=seat, card=state.cards.bonus[card].name)
        else:
            bonus[place] = Held(card, worth)
            name = state.cards.bonus[card].name
            news.say("news.scores", seat=seat, count=worth, card=name)
    fates = (*state.fates[:seat], replace(fate, bonus=tuple(bonus)), *state.fates[seat + 1 :])
    offers = (*state.offers[:seat], (), *state.offers[seat + 1 :])
    state = replace(state, fates=fates, offers=offers, news=tuple(news))
    return state if any(offers) else _end_toss(state, news)


def _all_locked(state: State) -> bool:
    return all(fate.locked == ALL_LOCKED for fate in state.fates)


def _end_toss(state: State, news: News) -> State:
    """Discard the Rick card and pass the dice on, or end the round."""
    assert state.rick is not None
    discards = (*state.discards, state.rick)
    if _all_locked(state):
        news.say("news.round_over", number=state.round)
        return end_round(replace(state, rick=None, discards=discards, offers=()), news)
    if state.toss == TOSSES:
        news.say("news.last_toss", count=TOSSES)
        return end_round(replace(state, rick=None, discards=discards, offers=()), news)
    return replace(
        state,
        phase="toss" if state.deck else "shuffle",
        active=(state.active + 1) % len(state.fates),
        rick=None,
        discards=discards,
        offers=(),
        news=tuple(news),
    )
